/* The hold-out set: nulls and alternatives of other origins than those of the suite (places, clocks, exposures, clusters,
 * sentinels, random walks, trees, compositions), for figures on data not used in development. */
#include <math.h>

#include "levels_parts.h"
#include "levels_tables.h"

static const double pi = 3.14159265358979323846264338328;

/* -------------------------------------------------------------------------------------------------------------- Z */

/* Places in a square of side 1. */
static double s_field(const double *z, level_draw *d)
{
	(void)d;
	return cos(7 * z[0] + 2 * z[1]) + cos(3 * z[0] - 6 * z[1] + 1);
}

static void z_hour(double *z, level_draw *d)
{
	z[0] = level_below(d, 24);
}

static double s_clock(const double *z, level_draw *d)
{
	(void)d;
	return sqrt(2) * cos(2 * pi * (z[0] - 15) / 24);
}

/* Districts within regions, five each. */
static void z_nested(double *z, level_draw *d)
{
	z[1] = level_below(d, 30);
	z[0] = floor(z[1] / 5);
}

static void z_exposure(double *z, level_draw *d)
{
	z[0] = exp(1 + 0.8 * level_normal(d));
}

static double s_first(const double *z, level_draw *d)
{
	(void)d;
	return z[0];
}

static void z_sizes(double *z, level_draw *d)
{
	z[0] = 1 + draw_poisson(&d->stream, 8);
}

/* Three clusters that Z identifies almost without error. */
static void z_clusters(double *z, level_draw *d)
{
	z[0] = 4 * level_below(d, 3) + 0.3 * level_normal(d);
}

static double s_cluster(const double *z, level_draw *d)
{
	(void)d;
	static const double means[] = { 0.2, -1.3, 1.1 };
	return means[z[0] < 2 ? 0 : z[0] < 6 ? 1 : 2];
}

/* A fifth of the values are the sentinel -99. */
static void z_sentinel(double *z, level_draw *d)
{
	z[0] = level_uniform(d) < 0.2 ? -99 : 20 + 5 * level_normal(d);
}

static double s_sentinel(const double *z, level_draw *d)
{
	(void)d;
	return z[0] < 0 ? 1.5 : (z[0] - 20) / 5;
}

/* A random walk, stored in the data set's parameters. */
static void z_walk(double *z, level_draw *d)
{
	d->parameters[0] += level_normal(d);
	z[0] = d->parameters[0];
}

static double s_walk(const double *z, level_draw *d)
{
	(void)d;
	return 0.4 * z[0];
}

/* A composition of three parts. */
static void z_shares(double *z, level_draw *d)
{
	double sum = 0;
	for (size_t j = 0; j < 3; j++)
		sum += z[j] = draw_exponential(&d->stream, 1);
	for (size_t j = 0; j < 3; j++)
		z[j] /= sum;
}

static double s_log_ratio(const double *z, level_draw *d)
{
	(void)d;
	return log(z[0] / z[1]) / 1.8;
}

static double s_tree(const double *z, level_draw *d)
{
	(void)d;
	if (z[0] < 0.2)
		return z[1] < -0.5 ? -1.4 : z[2] < 0 ? 0.9 : -0.3;
	return z[3] < 0.4 ? 0.2 : z[1] < 0 ? 1.6 : -1;
}

static double s_half_space(const double *z, level_draw *d)
{
	(void)d;
	return z[0] + z[1] + z[2] > 0 ? 1 : -1;
}

static double s_minimum(const double *z, level_draw *d)
{
	(void)d;
	return fmin(z[0], z[1]) + 0.5642;
}

/* ---------------------------------------------------------------------------------------------------------- kinds */

static double k_events(double signal, double noise, double share, level_draw *d)
{
	(void)noise;
	return draw_poisson(&d->stream, share * signal);
}

static double k_successes(double signal, double noise, double share, level_draw *d)
{
	(void)noise;
	return draw_binomial(&d->stream, (uint64_t)signal, share);
}

static double k_lifetime(double signal, double noise, double share, level_draw *d)
{
	(void)noise;
	return draw_exponential(&d->stream, exp(share * signal));
}

static double k_sigmoid(double signal, double noise, double share, level_draw *d)
{
	(void)d;
	return 1 / (1 + exp(-3 * signal)) + share * noise;
}

/* A seven-point scale whose extremes are overused. */
static double k_extremes(double signal, double noise, double share, level_draw *d)
{
	double v = nearbyint(1.3 * level_latent(signal, noise, share));
	return fabs(v) >= 2 && draw_below(&d->stream, 2) == 0 ? (v < 0 ? -3 : 3) : fmax(-3, fmin(3, v));
}

static double k_mostly_zero(double signal, double noise, double share, level_draw *d)
{
	(void)signal;
	return level_uniform(d) < share ? 0 : fabs(noise);
}

static double k_integers(double signal, double noise, double share, level_draw *d)
{
	(void)signal;
	(void)noise;
	return level_below(d, (uint64_t)share);
}

/* --------------------------------------------------------------------------------------------------- alternatives */

static void cross(double *row, level_draw *d)
{
	row[0] = level_normal(d);
	row[1] = (level_below(d, 2) > 0 ? 0.8 : -0.8) * row[0] + 0.6 * level_normal(d);
}

static void remainder_of_three(double *row, level_draw *d)
{
	row[0] = level_below(d, 60);
	row[1] = 0.7 * fmod(row[0], 3) + level_normal(d);
}

static void lifetimes(double *row, level_draw *d)
{
	row[0] = level_uniform(d);
	row[1] = draw_exponential(&d->stream, 1 + 1.5 * row[0]);
}

/* Clayton's copula through a common gamma of shape 1. */
static void lower_tail(double *row, level_draw *d)
{
	double common = draw_exponential(&d->stream, 0.5) + draw_exponential(&d->stream, 0.5);
	row[0] = 1 / (1 + draw_exponential(&d->stream, 1) / common);
	row[1] = 1 / (1 + draw_exponential(&d->stream, 1) / common);
}

/* Raters agree only on the extremes. */
static void raters(double *row, level_draw *d)
{
	row[0] = level_below(d, 5);
	bool extreme = row[0] < 1 || row[0] > 3;
	row[1] = extreme && level_uniform(d) < 0.35 ? row[0] : level_below(d, 5);
}

static void shops(double *row, level_draw *d)
{
	row[0] = level_below(d, 12);
	row[1] = level_uniform(d) < 0.25 ? fmod(row[0], 3) : level_below(d, 3);
}

/* More joint events than the exposure explains. */
static void frailty(double *row, level_draw *d)
{
	z_exposure(row + 2, d);
	double shared = exp(0.45 * level_normal(d) - 0.1);
	row[0] = draw_poisson(&d->stream, 0.8 * shared * row[2]);
	row[1] = draw_poisson(&d->stream, 0.5 * shared * row[2]);
}

/* Competition: what one takes the other cannot have. */
static void competition(double *row, level_draw *d)
{
	z_sizes(row + 2, d);
	row[0] = draw_binomial(&d->stream, (uint64_t)row[2], 0.3);
	row[1] = draw_binomial(&d->stream, (uint64_t)(row[2] - row[0]), 0.4);
}

static void best_of_two(double *row, level_draw *d)
{
	row[0] = level_normal(d);
	row[1] = level_normal(d);
	row[2] = fmax(row[0], row[1]) + 0.5 * level_normal(d);
}

/* Y depends on X in one cluster only. */
static void one_cluster(double *row, level_draw *d)
{
	z_clusters(row + 2, d);
	row[0] = s_cluster(row + 2, d) + level_normal(d);
	row[1] = s_cluster(row + 2, d) + (row[2] > 6 ? 0.8 * row[0] : 0) + level_normal(d);
}

/* ----------------------------------------------------------------------------------------------------- the table */

#define ROW(name, what, types, class, row)                                                                             \
	{                                                                                                                  \
		name, what, types, class, NULL, { NULL, NULL, 0 }, { NULL, NULL, 0 }, 0, row, NULL, 0                          \
	}
#define LEFT(name, what, types, z, signal, share, rho)                                                                 \
	{                                                                                                                  \
		name, what, types, LEVEL_GIVEN, z, LEVEL_SIDES(signal, k_plain, share), rho, NULL, NULL, 0                     \
	}

static const level_case cases[] = {
	LEVEL_NULL("h-field", "a smooth field over places", "nnnn", LEVEL_INTERACTION, z_uniforms,
	           LEVEL_SIDES(s_field, k_plain, 0.8)),
	LEVEL_NULL("h-clock", "hours of the day as numbers", "nnn", LEVEL_LEVELS, z_hour,
	           LEVEL_SIDES(s_clock, k_plain, 0.6)),
	LEVEL_NULL("h-nested", "districts within regions", "nndd", LEVEL_LEVELS, z_nested,
	           LEVEL_SIDES(s_effects, k_plain, 0.5)),
	LEVEL_NULL("h-raters", "two scales that overuse the ends, 2 Z", "nnnn", LEVEL_DISCRETE, z_normals,
	           LEVEL_SIDES(s_linear, k_extremes, 0.6)),
	LEVEL_NULL("h-exposure", "counts in proportion to an exposure", "nnn", LEVEL_DISCRETE, z_exposure,
	           { s_first, k_events, 0.8 }, { s_first, k_events, 0.5 }),
	LEVEL_NULL("h-sizes", "successes among z trials", "nnn", LEVEL_DISCRETE, z_sizes, { s_first, k_successes, 0.3 },
	           { s_first, k_successes, 0.5 }),
	LEVEL_NULL("h-clusters", "three clusters that z shows", "nnn", LEVEL_ADDITIVE, z_clusters,
	           LEVEL_SIDES(s_cluster, k_plain, 0.8)),
	LEVEL_NULL("h-sentinel", "a fifth of z is -99", "nnn", LEVEL_ADDITIVE, z_sentinel,
	           LEVEL_SIDES(s_sentinel, k_plain, 0.7)),
	LEVEL_NULL("h-walk", "z is a random walk", "nnn", LEVEL_ADDITIVE, z_walk, LEVEL_SIDES(s_walk, k_plain, 0.5)),
	LEVEL_NULL("h-shares", "logarithm of a ratio of shares", "nnnnn", LEVEL_INTERACTION, z_shares,
	           LEVEL_SIDES(s_log_ratio, k_plain, 0.8)),
	LEVEL_NULL("h-tree", "a tree of splits on 4 Z", "nnnnnn", LEVEL_INTERACTION, z_normals,
	           LEVEL_SIDES(s_tree, k_plain, 0.8)),
	LEVEL_NULL("h-half-space", "on which side of a plane 3 Z lie", "nnnnn", LEVEL_INTERACTION, z_normals,
	           LEVEL_SIDES(s_half_space, k_plain, 0.8)),
	LEVEL_NULL("h-minimum", "the lesser of 2 Z", "nnnn", LEVEL_INTERACTION, z_normals,
	           LEVEL_SIDES(s_minimum, k_plain, 0.9)),
	LEVEL_NULL("h-lifetimes", "lifetimes with rate exp(z)", "nnn", LEVEL_SCALE, z_normals,
	           LEVEL_SIDES(s_linear, k_lifetime, 1)),
	LEVEL_NULL("h-sigmoid", "saturated response to a dose, 2 Z", "nnnn", LEVEL_ADDITIVE, z_normals,
	           LEVEL_SIDES(s_linear, k_sigmoid, 0.15)),
	LEVEL_NULL("h-event-count", "a binary event and a count of one exposure", "dnn", LEVEL_DISCRETE, z_normals,
	           { s_square, k_binary, 0.8 }, { s_square, k_counts, 0.8 }),
	LEVEL_NULL("h-mostly-zero", "nine in ten and nineteen in twenty are zero", "nn", LEVEL_NO_Z, z_none,
	           { s_none, k_mostly_zero, 0.9 }, { s_none, k_mostly_zero, 0.95 }),
	LEVEL_NULL("h-integers", "integers of 1000 and of 7 values", "nn", LEVEL_NO_Z, z_none, { s_none, k_integers, 1000 },
	           { s_none, k_integers, 7 }),
	ROW("h-cross", "two lines that cross", "nn", LEVEL_SHAPE, cross),
	ROW("h-remainder", "Y depends on X modulo 3", "nn", LEVEL_SHAPE, remainder_of_three),
	ROW("h-rates", "lifetimes whose rate rises with X", "nn", LEVEL_SHAPE, lifetimes),
	ROW("h-lower-tail", "Clayton's copula", "nn", LEVEL_SHAPE, lower_tail),
	ROW("h-agreement", "raters who agree on the extremes", "dd", LEVEL_SHAPE, raters),
	ROW("h-shops", "12 labels and 3 labels", "tt", LEVEL_SHAPE, shops),
	ROW("h-frailty", "counts with more in common than exposure", "nnn", LEVEL_GIVEN, frailty),
	ROW("h-competition", "what one takes the other cannot have", "nnn", LEVEL_GIVEN, competition),
	ROW("h-best-of-two", "Z is the greater of X and Y, and noise", "nnn", LEVEL_COLLIDER, best_of_two),
	ROW("h-one-cluster", "Y follows X in one cluster", "nnn", LEVEL_GIVEN, one_cluster),
	LEFT("h-left-field", "a field over places, noises correlated .3", "nnnn", z_uniforms, s_field, 0.6, 0.3),
	LEFT("h-left-walk", "z is a random walk, noises correlated .3", "nnn", z_walk, s_walk, 0.5, 0.3),
	LEFT("h-left-tree", "a tree of splits, noises correlated .35", "nnnnnn", z_normals, s_tree, 0.6, 0.35),
};

enum { CASES = sizeof cases / sizeof cases[0] };

const level_case *level_holdout_at(size_t index)
{
	return index < CASES ? &cases[index] : level_ingredient_at(index - CASES);
}
