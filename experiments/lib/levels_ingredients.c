/* Cases for single ingredients of the default test: steps and trees, products of three columns, slopes per label, many labels,
 * skewed and rare values. An ingredient that changes nothing here is not needed. */
#include <math.h>

#include "levels_parts.h"
#include "levels_tables.h"

/* -------------------------------------------------------------------------------------------------- steps and trees */

static double s_three_steps(const double *z, level_draw *d)
{
	(void)d;
	return z[0] < 0.2 ? -1.2 : z[0] < 0.45 ? 1.1 : z[0] < 0.7 ? -0.6 : 0.7;
}

static double s_box(const double *z, level_draw *d)
{
	(void)d;
	return fabs(z[0] - 0.4) < 0.25 && fabs(z[1] - 0.6) < 0.25 ? 1.73 : -0.58;
}

static double s_deep_tree(const double *z, level_draw *d)
{
	(void)d;
	if (z[0] < 0.5)
		return z[1] < 0.3 ? 1.4 : z[2] < 0.6 ? -0.9 : 0.3;
	return z[2] < 0.4 ? -1.1 : z[0] < 0.8 ? 0.8 : z[1] < 0.5 ? -0.2 : 1.2;
}

static void z_label_6_and_number(double *z, level_draw *d)
{
	z[0] = level_below(d, 6);
	z[1] = level_uniform(d);
}

static double s_label_threshold(const double *z, level_draw *d)
{
	(void)d;
	return z[1] < 0.15 * (1 + z[0]) ? 1 : -1;
}

/* --------------------------------------------------------------------------------------------- products of three */

static void z_coins_and_normal(double *z, level_draw *d)
{
	z[0] = level_below(d, 2);
	z[1] = level_below(d, 2);
	z[2] = level_normal(d);
}

static double s_coins_slope(const double *z, level_draw *d)
{
	(void)d;
	return (2 * z[0] - 1) * (2 * z[1] - 1) * z[2];
}

/* ----------------------------------------------------------------------------------------------- slopes per label */

static void begin_40(level_draw *d)
{
	d->parameters[0] = 40;
}

static void z_label_normal(double *z, level_draw *d)
{
	z[0] = level_below(d, (uint64_t)d->parameters[0]);
	z[1] = level_normal(d);
}

static void z_label_coin(double *z, level_draw *d)
{
	z[0] = level_below(d, (uint64_t)d->parameters[0]);
	z[1] = level_below(d, 2);
}

static double s_slopes(const double *z, level_draw *d)
{
	(void)d;
	return level_effect(z[0], 1) * z[1];
}

static double s_differences(const double *z, level_draw *d)
{
	(void)d;
	return (level_effect(z[0], 0) + level_effect(z[0], 1) * (2 * z[1] - 1)) / sqrt(2);
}

/* ---------------------------------------------------------------------------------------------------- many labels */

static double zipf_below(level_draw *d, double count)
{
	return floor(pow(count + 1, level_uniform(d))) - 1;
}

static void labels_mean(double *row, level_draw *d, double count, bool zipf, double size)
{
	row[0] = zipf ? zipf_below(d, count) : level_below(d, (uint64_t)count);
	row[1] = size * level_effect(row[0], 3) + level_normal(d);
}

static void labels_20(double *row, level_draw *d)
{
	labels_mean(row, d, 20, false, 0.3);
}

static void labels_60(double *row, level_draw *d)
{
	labels_mean(row, d, 60, false, 0.4);
}

static void labels_200_zipf(double *row, level_draw *d)
{
	labels_mean(row, d, 200, true, 0.4);
}

/* Labels with many levels on both sides that agree in a quarter of the rows. */
static void labels_both(double *row, level_draw *d)
{
	row[0] = level_below(d, 30);
	row[1] = level_uniform(d) < 0.2 ? fmod(7 * row[0], 25) : level_below(d, 25);
}

/* The same given a label that acts on both sides. */
static void labels_given(double *row, level_draw *d)
{
	row[2] = level_below(d, 4);
	row[0] = fmod(level_below(d, 30) + row[2] * level_below(d, 3), 30);
	row[1] = 0.7 * row[2] + 0.5 * level_effect(row[0], 3) + level_normal(d);
}

static void z_label_4(double *z, level_draw *d)
{
	z[0] = level_below(d, 4);
}

static double s_code(const double *z, level_draw *d)
{
	(void)d;
	return z[0];
}

static double k_labels_of(double signal, double noise, double share, level_draw *d)
{
	(void)noise;
	return fmod(zipf_below(d, share) + 3 * signal * level_below(d, 2), share);
}

static double k_skewed(double signal, double noise, double share, level_draw *d)
{
	(void)d;
	return exp(share * signal + 1.2 * noise);
}

/* ------------------------------------------------------------------------------------------ skewed and rare values */

static double k_rare_binary(double signal, double noise, double share, level_draw *d)
{
	(void)d;
	return level_latent(signal, noise, share) > 2;
}

static double k_skewed_counts(double signal, double noise, double share, level_draw *d)
{
	return draw_poisson(&d->stream, 0.3 * exp(share * signal + 1.3 * noise));
}

static double k_many_zeros(double signal, double noise, double share, level_draw *d)
{
	double latent = level_latent(signal, noise, share);
	(void)d;
	return latent > 1.2 ? exp(latent) : 0;
}

/* A few rows carry all of the dependence. */
static void rare_pair(double *row, level_draw *d)
{
	double common = level_uniform(d) < 0.02;
	row[0] = common > 0 || level_uniform(d) < 0.04;
	row[1] = common > 0 || level_uniform(d) < 0.04;
}

/* ------------------------------------------------------------------------------------------------------ the table */

#define NULL_CASE(name, what, types, class, z, signal, kind, share, begin)                                             \
	{                                                                                                                  \
		name, what, types, class, z, LEVEL_SIDES(signal, kind, share), 0, NULL, begin, 0                               \
	}
#define LEFT(name, what, types, z, signal, kind, share, rho, begin)                                                    \
	{                                                                                                                  \
		name, what, types, LEVEL_GIVEN, z, LEVEL_SIDES(signal, kind, share), rho, NULL, begin, 0                       \
	}
#define ROW(name, what, types, class, row)                                                                             \
	{                                                                                                                  \
		name, what, types, class, NULL, { NULL, NULL, 0 }, { NULL, NULL, 0 }, 0, row, NULL, 0                          \
	}

static const level_case cases[] = {
	NULL_CASE("i-steps-3", "three steps of the first of 3 Z", "nnnnn", LEVEL_ADDITIVE, z_uniforms, s_three_steps,
	          k_plain, 0.8, NULL),
	NULL_CASE("i-box", "a box over two Z", "nnnn", LEVEL_INTERACTION, z_uniforms, s_box, k_plain, 0.8, NULL),
	NULL_CASE("i-tree", "a tree of six leaves, 3 Z", "nnnnn", LEVEL_INTERACTION, z_uniforms, s_deep_tree, k_plain, 0.8,
	          NULL),
	NULL_CASE("i-threshold", "a threshold per label", "nndn", LEVEL_INTERACTION, z_label_6_and_number,
	          s_label_threshold, k_plain, 0.8, NULL),
	LEFT("i-left-steps-3", "three steps, noises correlated .25", "nnnnn", z_uniforms, s_three_steps, k_plain, 0.8, 0.25,
	     NULL),
	LEFT("i-left-tree", "a tree of six leaves, noises correlated .25", "nnnnn", z_uniforms, s_deep_tree, k_plain, 0.7,
	     0.25, NULL),
	NULL_CASE("i-triple", "z1 z2 z3, R^2 .5", "nnnnn", LEVEL_INTERACTION, z_normals, s_product_3, k_plain, 0.5, NULL),
	NULL_CASE("i-coins-slope", "a slope by two coins", "nnddn", LEVEL_INTERACTION, z_coins_and_normal, s_coins_slope,
	          k_plain, 0.6, NULL),
	LEFT("i-left-triple", "z1 z2 z3, noises correlated .3", "nnnnn", z_normals, s_product_3, k_plain, 0.5, 0.3, NULL),
	LEFT("i-left-coins", "a slope by two coins, noises correlated .25", "nnddn", z_coins_and_normal, s_coins_slope,
	     k_plain, 0.6, 0.25, NULL),
	NULL_CASE("i-slopes-40", "a slope for each of 40 labels and no effect", "nndn", LEVEL_LABELS, z_label_normal,
	          s_slopes, k_plain, 0.6, begin_40),
	NULL_CASE("i-differences-40", "a coin's effect differs by 40 labels", "nndd", LEVEL_LABELS, z_label_coin,
	          s_differences, k_plain, 0.7, begin_40),
	LEFT("i-left-slopes-40", "a slope for each of 40 labels, noises correlated .25", "nndn", z_label_normal, s_slopes,
	     k_plain, 0.6, 0.25, begin_40),
	NULL_CASE("i-labels-zipf", "200 labels, few common, and a skewed number, given 4 labels", "Tnd", LEVEL_LEVELS,
	          z_label_4, s_code, k_labels_of, 200, NULL),
	{ "i-labels-4",
	  "30 labels and a skewed number given 4 labels",
	  "tnd",
	  LEVEL_LEVELS,
	  z_label_4,
	  { s_code, k_labels_of, 30 },
	  { s_code, k_skewed, 0.5 },
	  0,
	  NULL,
	  NULL,
	  0 },
	ROW("i-labels-20", "20 labels shift Y", "tn", LEVEL_SHAPE, labels_20),
	ROW("i-labels-60", "60 labels shift Y", "Tn", LEVEL_SHAPE, labels_60),
	ROW("i-labels-200", "200 labels, few common, shift Y", "Tn", LEVEL_SHAPE, labels_200_zipf),
	ROW("i-labels-both", "30 and 25 labels", "tt", LEVEL_SHAPE, labels_both),
	ROW("i-labels-given", "30 labels shift Y given 4 labels", "tnd", LEVEL_GIVEN, labels_given),
	NULL_CASE("i-rare", "events in one of fifty rows", "nn", LEVEL_NO_Z, z_none, s_none, k_rare_binary, 0, NULL),
	NULL_CASE("i-counts", "very skewed counts", "nn", LEVEL_NO_Z, z_none, s_none, k_skewed_counts, 0, NULL),
	NULL_CASE("i-zeros", "nine in ten are zero", "nn", LEVEL_NO_Z, z_none, s_none, k_many_zeros, 0, NULL),
	NULL_CASE("i-rare-given", "rare events given one Z", "nnn", LEVEL_DISCRETE, z_normals, s_linear, k_rare_binary, 0.4,
	          NULL),
	NULL_CASE("i-counts-given", "very skewed counts given two Z", "nnnn", LEVEL_DISCRETE, z_normals, s_linear,
	          k_skewed_counts, 0.8, NULL),
	NULL_CASE("i-zeros-given", "nine in ten are zero, given two Z", "nnnn", LEVEL_DISCRETE, z_normals, s_linear,
	          k_many_zeros, 0.4, NULL),
	ROW("i-rare-pair", "rare events that come together", "nn", LEVEL_SHAPE, rare_pair),
	LEFT("i-left-counts", "very skewed counts, noises correlated .3", "nnnn", z_normals, s_linear, k_skewed_counts, 0.8,
	     0.3, NULL),
	LEFT("i-left-zeros", "nine in ten are zero, noises correlated .4", "nnnn", z_normals, s_linear, k_many_zeros, 0.4,
	     0.4, NULL),
};

enum { CASES = sizeof cases / sizeof cases[0] };

const level_case *level_ingredient_at(size_t index)
{
	return index < CASES ? &cases[index] : level_frozen_at(index - CASES);
}
