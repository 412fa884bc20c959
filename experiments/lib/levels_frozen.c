/* The hold-out of 0.3: nulls and alternatives written after the default test was frozen; nothing was tuned on them. Their
 * names start with f-. A change of the test that uses them needs new ones. */
#include <math.h>

#include "levels_parts.h"
#include "levels_tables.h"

static const double pi = 3.14159265358979323846264338328;

/* -------------------------------------------------------------------------------------------------- labels and numbers */

/* 25 shops, a few of them large, a price and an area. */
static void z_shop(double *z, level_draw *d)
{
	z[0] = floor(pow(26, level_uniform(d))) - 1;
	z[1] = exp(0.6 * level_normal(d));
	z[2] = level_normal(d);
}

static double s_shop(const double *z, level_draw *d)
{
	(void)d;
	return (level_effect(z[0], 5) + log(z[1]) / 0.6 + 2.2 * tanh(z[2])) / 2;
}

/* 80 wards, each with its own slope along a score. */
static void z_ward(double *z, level_draw *d)
{
	z[0] = level_below(d, 80);
	z[1] = level_uniform(d);
	z[2] = level_below(d, 2);
}

static double s_ward(const double *z, level_draw *d)
{
	(void)d;
	return (level_effect(z[0], 6) + level_effect(z[0], 7) * sqrt(12) * (z[1] - 0.5) + z[2] - 0.5) / 1.5;
}

/* Persons with four rows each, and their age at the time. */
static void z_people(double *z, level_draw *d)
{
	z[0] = floor((double)d->index / 4);
	z[1] = 20 + 50 * level_uniform(d);
}

static double s_people(const double *z, level_draw *d)
{
	(void)d;
	return (level_effect(z[0], 8) + (z[1] - 45) / 14) / sqrt(2);
}

/* Two columns of labels, and a number. */
static void z_crossed(double *z, level_draw *d)
{
	z[0] = level_below(d, 12);
	z[1] = level_below(d, 9);
	z[2] = level_normal(d);
}

static double s_crossed(const double *z, level_draw *d)
{
	(void)d;
	return (level_effect(z[0], 9) + level_effect(z[1], 10) + z[2]) / sqrt(3);
}

/* 150 places that use different treatments. */
static void z_site(double *z, level_draw *d)
{
	z[0] = floor(pow(151, level_uniform(d))) - 1;
	z[1] = level_below(d, 2);
}

static double s_site(const double *z, level_draw *d)
{
	(void)d;
	return (level_effect(z[0], 11) + (0.7 + 0.5 * level_effect(z[0], 12)) * (2 * z[1] - 1)) / 1.3;
}

/* ------------------------------------------------------------------------------------------------- waves and calendars */

static double s_tide(const double *z, level_draw *d)
{
	(void)d;
	return 1.26 * sin(10 * pi * z[1]) + 0.63 * sin(20 * pi * z[1] + 1);
}

/* Twelve years with increasingly strong seasons. */
static void z_weeks(double *z, level_draw *d)
{
	z[0] = (double)d->index;
}

static double s_seasons(const double *z, level_draw *d)
{
	double t = z[0] / (double)d->rows;
	return 1.2 * (0.5 + t) * cos(24 * pi * t) + 1.5 * (t - 0.5);
}

/* ---------------------------------------------------------------------------------------------------- sums, surfaces */

static double s_hinges(const double *z, level_draw *d)
{
	double sum = 0;
	for (size_t j = 0; j < d->z_count; j++)
		sum += (fmax(0, z[j] - 0.3 * ((double)j - 2.5)) - 0.45) / 0.6;
	return sum / sqrt((double)d->z_count);
}

static void z_heavy(double *z, level_draw *d)
{
	for (size_t j = 0; j < d->z_count; j++)
		z[j] = level_normal(d) / sqrt(draw_exponential(&d->stream, 1) + 0.1);
}

static double s_heavy(const double *z, level_draw *d)
{
	double sum = 0;
	for (size_t j = 0; j < d->z_count; j++)
		sum += (log(0.3 + fabs(z[j])) - 0.2) / 0.8;
	return sum / sqrt((double)d->z_count);
}

static double s_saddle(const double *z, level_draw *d)
{
	(void)d;
	return (z[0] * z[0] - z[1] * z[1] + z[0] * z[1]) / sqrt(5);
}

static void z_square(double *z, level_draw *d)
{
	for (size_t j = 0; j < d->z_count; j++)
		z[j] = 6 * level_uniform(d) - 3;
}

static double s_ring(const double *z, level_draw *d)
{
	(void)d;
	double r = sqrt(z[0] * z[0] + z[1] * z[1]) - 1.5;
	return 2.6 * (exp(-2 * r * r) - 0.4);
}

/* One of twenty columns has a kink, every second is a coin. */
static void z_twenty(double *z, level_draw *d)
{
	for (size_t j = 0; j < d->z_count; j++)
		z[j] = j % 2 == 0 ? level_normal(d) : level_below(d, 2);
}

static double s_bend(const double *z, level_draw *d)
{
	(void)d;
	return z[4] < 0 ? 0.4 * z[4] - 0.3 : 1.5 * z[4] - 0.3;
}

/* A broken line whose kink depends on a coin. */
static void z_coin_and_uniform(double *z, level_draw *d)
{
	z[0] = level_below(d, 2);
	z[1] = level_uniform(d);
}

static double s_break(const double *z, level_draw *d)
{
	(void)d;
	double at = z[0] > 0 ? 0.7 : 0.3;
	return 4 * fabs(z[1] - at) - 1.1;
}

/* -------------------------------------------------------------------------------------------------------------- kinds */

static double k_dispersed(double signal, double noise, double share, level_draw *d)
{
	return level_uniform(d) < 0.3 ? 0 : draw_poisson(&d->stream, exp(0.8 + share * signal + 0.5 * noise));
}

static double k_spread_of(double signal, double noise, double share, level_draw *d)
{
	(void)d;
	return 0.5 * signal + exp(share * signal) * noise;
}

static double k_grades(double signal, double noise, double share, level_draw *d)
{
	(void)d;
	return floor(2 * level_latent(signal, noise, share));
}

static double k_lumpy(double signal, double noise, double share, level_draw *d)
{
	(void)signal;
	return level_uniform(d) < share ? floor(3 * level_uniform(d)) : exp(noise);
}

/* ------------------------------------------------------------------------------------------------------- alternatives */

/* The residual of Y given Z depends on the square of that of X. */
static void squared(double *row, level_draw *d)
{
	double noise = level_normal(d);
	row[2] = level_normal(d);
	row[3] = level_normal(d);
	row[0] = row[2] + 0.5 * row[3] * row[3] + noise;
	row[1] = sin(2 * row[2]) + row[3] + 0.35 * (noise * noise - 1) + level_normal(d);
}

/* The sign of the effect of X depends on a second column. */
static void moderated(double *row, level_draw *d)
{
	double noise = level_normal(d);
	for (size_t j = 2; j < 5; j++)
		row[j] = level_normal(d);
	row[0] = 0.8 * row[2] + noise;
	row[1] = 0.8 * row[2] + 0.35 * (row[3] > 0.2 ? 1 : -1) * noise + 0.5 * row[4] + level_normal(d);
}

/* Four classes, one of which differs. */
static void four_classes(double *row, level_draw *d)
{
	for (size_t j = 2; j < 7; j++)
		row[j] = level_normal(d);
	row[0] = level_uniform(d) < 1 / (1 + exp(-row[2])) ? level_below(d, 2) : 2 + level_below(d, 2);
	row[1] = 0.6 * row[2] + 0.4 * row[3] + (row[0] == 3 ? 0.4 : 0) + level_normal(d);
}

/* X determines the variance of Y. */
static void spreading(double *row, level_draw *d)
{
	double noise = level_normal(d);
	row[2] = level_uniform(d);
	row[0] = 2 * row[2] + noise;
	row[1] = cos(5 * row[2]) + exp(0.3 * noise) * level_normal(d);
}

/* A weak linear dependence given seven columns that act on both. */
static void weak_line(double *row, level_draw *d)
{
	double common = 0;
	for (size_t j = 2; j < 9; j++) {
		row[j] = level_normal(d);
		common += row[j] / sqrt(7);
	}
	row[0] = common + level_normal(d);
	row[1] = common * common + 0.14 * row[0] + level_normal(d);
}

/* ---------------------------------------------------------------------------------------------------------- the table */

#define NULL_CASE(name, what, types, class, z, signal, kind, share)                                                    \
	{                                                                                                                  \
		name, what, types, class, z, LEVEL_SIDES(signal, kind, share), 0, NULL, NULL, 0                                \
	}
#define LEFT(name, what, types, z, signal, kind, share, rho)                                                           \
	{                                                                                                                  \
		name, what, types, LEVEL_GIVEN, z, LEVEL_SIDES(signal, kind, share), rho, NULL, NULL, 0                        \
	}
#define ROW(name, what, types, row)                                                                                    \
	{                                                                                                                  \
		name, what, types, LEVEL_GIVEN, NULL, { NULL, NULL, 0 }, { NULL, NULL, 0 }, 0, row, NULL, 0                    \
	}

static const level_case cases[] = {
	NULL_CASE("f-shops", "25 shops, few large, price and area", "nndnn", LEVEL_LABELS, z_shop, s_shop, k_plain, 0.7),
	NULL_CASE("f-wards", "80 wards with slopes, and a coin", "nndnd", LEVEL_LABELS, z_ward, s_ward, k_plain, 0.6),
	NULL_CASE("f-people", "counts of persons with four rows and an age", "nndn", LEVEL_LABELS, z_people, s_people,
	          k_dispersed, 0.7),
	NULL_CASE("f-crossed", "labels of 12 and 9 levels, and a number", "nnddn", LEVEL_LABELS, z_crossed, s_crossed,
	          k_grades, 0.6),
	NULL_CASE("f-sites", "150 sites, few common, treatment differs", "nndd", LEVEL_LABELS, z_site, s_site, k_plain,
	          0.6),
	NULL_CASE("f-tide", "five periods with a harmonic of the second of 3 Z", "nnnnn", LEVEL_WAVES, z_uniforms, s_tide,
	          k_plain, 0.7),
	NULL_CASE("f-seasons", "twelve years of growing seasons", "nnn", LEVEL_WAVES, z_weeks, s_seasons, k_plain, 0.6),
	NULL_CASE("f-hinges", "sum of 6 hinges", "nnnnnnnn", LEVEL_SUMS, z_normals, s_hinges, k_plain, 0.8),
	NULL_CASE("f-heavy", "sum of logarithms of 3 heavy-tailed Z", "nnnnn", LEVEL_SUMS, z_heavy, s_heavy, k_plain, 0.8),
	NULL_CASE("f-saddle", "a saddle over two Z", "nnnn", LEVEL_SURFACES, z_normals, s_saddle, k_plain, 0.7),
	NULL_CASE("f-ring", "a ring over two Z", "nnnn", LEVEL_SURFACES, z_square, s_ring, k_plain, 0.7),
	NULL_CASE("f-twenty", "a bend of one of 20 mixed Z", "nnndndndndndndndndndnd", LEVEL_IRRELEVANT, z_twenty, s_bend,
	          k_plain, 0.6),
	NULL_CASE("f-break", "a line that breaks elsewhere by a coin", "nndn", LEVEL_INTERACTION, z_coin_and_uniform,
	          s_break, k_plain, 0.8),
	NULL_CASE("f-spread", "mean and spread over two Z", "nnnn", LEVEL_SCALE, z_normals, s_saddle, k_spread_of, 0.5),
	NULL_CASE("f-zeros", "dispersed counts with extra zeros, 2 Z", "nnnn", LEVEL_DISCRETE, z_normals, s_saddle,
	          k_dispersed, 0.6),
	NULL_CASE("f-lumpy", "three values or a skewed number", "nn", LEVEL_NO_Z, z_none, s_none, k_lumpy, 0.4),
	LEFT("f-left-shops", "25 shops, noises correlated .3", "nndnn", z_shop, s_shop, k_plain, 0.7, 0.3),
	LEFT("f-left-wards", "80 wards with slopes, noises correlated .3", "nndnd", z_ward, s_ward, k_plain, 0.6, 0.3),
	LEFT("f-left-seasons", "growing seasons, noises correlated .3", "nnn", z_weeks, s_seasons, k_plain, 0.6, 0.3),
	LEFT("f-left-hinges", "sum of 6 hinges, noises correlated .3", "nnnnnnnn", z_normals, s_hinges, k_plain, 0.7, 0.3),
	LEFT("f-left-ring", "a ring over two Z, noises correlated .3", "nnnn", z_square, s_ring, k_plain, 0.7, 0.3),
	LEFT("f-left-zeros", "dispersed counts, noises correlated .7", "nnnn", z_normals, s_saddle, k_dispersed, 0.6, 0.7),
	ROW("f-squared", "the square of what 2 Z leave of X", "nnnn", squared),
	ROW("f-moderated", "the effect of X changes its sign with z2", "nnnnn", moderated),
	ROW("f-classes", "one of four classes differs, 5 Z", "tnnnnnn", four_classes),
	ROW("f-spreading", "X sets the spread of Y", "nnn", spreading),
	ROW("f-line", "a weak line behind seven Z", "nnnnnnnnn", weak_line),
};

enum { CASES = sizeof cases / sizeof cases[0] };

const level_case *level_frozen_at(size_t index)
{
	return index < CASES ? &cases[index] : NULL;
}
