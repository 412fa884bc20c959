/* The alternatives of the suite: dependence of many shapes and strengths, without Z, remaining given Z, or created by
 * conditioning on a common effect. Most have a power between .2 and 1 at n = 300 for some test. */
#include <math.h>

#include "levels_parts.h"
#include "levels_tables.h"

static const double pi = 3.14159265358979323846264338328;

static void pair(double *row, level_draw *d, double rho)
{
	row[0] = level_normal(d);
	row[1] = rho * row[0] + sqrt(1 - rho * rho) * level_normal(d);
}

/* ---------------------------------------------------------------------------------------------------- without Z */

static void saturating(double *row, level_draw *d)
{
	row[0] = exp(level_normal(d));
	row[1] = 0.8 * row[0] / (1 + row[0]) + 0.6 * level_normal(d);
}

static void u_shape(double *row, level_draw *d)
{
	row[0] = level_normal(d);
	row[1] = 0.35 * row[0] * row[0] + level_normal(d);
}

static void sine(double *row, level_draw *d)
{
	row[0] = level_uniform(d);
	row[1] = sin(6 * pi * row[0]) + 1.2 * level_normal(d);
}

/* Six tenths of the rows on the dark squares of a 4 x 4 board, the rest anywhere. */
static void board(double *row, level_draw *d)
{
	double i = level_below(d, 4), dark = 2 * level_below(d, 2) + fmod(i, 2),
		   j = level_uniform(d) < 0.6 ? dark : level_below(d, 4);
	row[0] = i + level_uniform(d);
	row[1] = j + level_uniform(d);
}

static void spread(double *row, level_draw *d)
{
	row[0] = level_normal(d);
	row[1] = exp(0.4 * row[0]) * level_normal(d);
}

/* The zeros are dependent, the amounts are not. */
static void zeros_only(double *row, level_draw *d)
{
	double common = level_normal(d);
	row[0] = 0.5 * common + 0.87 * level_normal(d) < 0 ? 0 : exp(level_normal(d));
	row[1] = 0.5 * common + 0.87 * level_normal(d) < 0 ? 0 : exp(level_normal(d));
}

static void categories(double *row, level_draw *d)
{
	row[0] = level_below(d, 4);
	row[1] = level_uniform(d) < 0.2 ? fmod(row[0] + 2, 4) : level_below(d, 4);
}

static void shared_counts(double *row, level_draw *d)
{
	double common = draw_poisson(&d->stream, 0.4);
	row[0] = common + draw_poisson(&d->stream, 1.2);
	row[1] = common + draw_poisson(&d->stream, 1.2);
}

/* A common scale: uncorrelated, but extremes occur together. */
static void tails(double *row, level_draw *d)
{
	double scale = 1 / sqrt(draw_exponential(&d->stream, 1));
	row[0] = scale * level_normal(d);
	row[1] = scale * level_normal(d);
}

static void circle(double *row, level_draw *d)
{
	double angle = 2 * pi * level_uniform(d);
	row[0] = cos(angle) + 0.4 * level_normal(d);
	row[1] = sin(angle) + 0.4 * level_normal(d);
}

/* One label in six has another mean. */
static void sparse_labels(double *row, level_draw *d)
{
	row[0] = level_below(d, 30);
	row[1] = (fmod(row[0], 6) < 1 ? 1.2 : 0) + level_normal(d);
}

static void class_spread(double *row, level_draw *d)
{
	row[0] = level_below(d, 3);
	row[1] = (1 + 0.5 * row[0]) * level_normal(d);
}

static void subgroup(double *row, level_draw *d)
{
	pair(row, d, level_uniform(d) < 0.1 ? 0.99 : 0);
}

static void rare_shift(double *row, level_draw *d)
{
	row[0] = level_uniform(d) < 0.06;
	row[1] = 1.1 * row[0] + level_normal(d);
}

static void heavy_line(double *row, level_draw *d)
{
	pair(row, d, 0.3);
	row[0] = row[0] * row[0] * row[0];
	row[1] = row[1] * row[1] * row[1];
}

/* ------------------------------------------------------------------------------------------------------- given Z */

static void one_class(double *row, level_draw *d)
{
	row[2] = level_below(d, 3);
	pair(row, d, row[2] > 1 ? 0.6 : 0);
}

static void sign_flip(double *row, level_draw *d)
{
	double z = level_normal(d);
	pair(row, d, z > 0 ? 0.5 : -0.5);
	row[2] = z;
}

static void strong_z(double *row, level_draw *d)
{
	pair(row, d, 0.3);
	row[2] = level_normal(d);
	row[0] += 3 * row[2];
	row[1] += 3 * row[2];
}

/* U-shaped in the residuals given Z. */
static void bent_given(double *row, level_draw *d)
{
	row[2] = level_normal(d);
	row[3] = level_normal(d);
	double u = level_normal(d);
	row[0] = row[2] + row[3] + u;
	row[1] = row[2] - row[3] + 0.4 * u * u + level_normal(d);
}

static void product_effect(double *row, level_draw *d)
{
	row[2] = level_normal(d);
	row[0] = level_normal(d);
	row[1] = 0.5 * row[0] * row[2] + level_normal(d);
}

/* Doses within labels: half of 50 labels respond. */
static void responders(double *row, level_draw *d)
{
	row[2] = level_below(d, 50);
	row[0] = level_normal(d);
	row[1] = level_effect(row[2], 9) + (fmod(row[2], 2) < 1 ? 0.6 : 0) * row[0] + level_normal(d);
}

/* ------------------------------------------------------------------------------------------------------ colliders */

static void sum_child(double *row, level_draw *d)
{
	pair(row, d, 0);
	row[2] = row[0] + row[1] + 1.5 * level_normal(d);
}

static void sign_child(double *row, level_draw *d)
{
	pair(row, d, 0);
	double flip = level_uniform(d) < 0.3 ? -1 : 1;
	row[2] = flip * (row[0] * row[1] < 0 ? -1 : 1);
}

static void xor_child(double *row, level_draw *d)
{
	row[0] = level_below(d, 2);
	row[1] = level_below(d, 2);
	row[2] = level_uniform(d) < 0.35 ? 1 - fmod(row[0] + row[1], 2) : fmod(row[0] + row[1], 2);
}

static void admitted(double *row, level_draw *d)
{
	pair(row, d, 0);
	row[2] = row[0] + row[1] > 1;
	row[3] = level_normal(d);
}

/* ---------------------------------------------------------------------------------------------------- the table */

#define NO_SIDES                                                                                                       \
	{ NULL, NULL, 0 },                                                                                                 \
	{                                                                                                                  \
		NULL, NULL, 0                                                                                                  \
	}
#define WEAK(name, rho, rows)                                                                                          \
	{                                                                                                                  \
		name, "two Gaussians, correlation " #rho, "nn", LEVEL_WEAK, z_none, LEVEL_SIDES(s_none, k_plain, 0), rho,      \
			NULL, NULL, rows                                                                                           \
	}
#define SHAPE(name, what, types, row)                                                                                  \
	{                                                                                                                  \
		name, what, types, LEVEL_SHAPE, NULL, NO_SIDES, 0, row, NULL, 0                                                \
	}
#define GIVEN(name, what, types, row)                                                                                  \
	{                                                                                                                  \
		name, what, types, LEVEL_GIVEN, NULL, NO_SIDES, 0, row, NULL, 0                                                \
	}
#define COLLIDER(name, what, types, row)                                                                               \
	{                                                                                                                  \
		name, what, types, LEVEL_COLLIDER, NULL, NO_SIDES, 0, row, NULL, 0                                             \
	}
#define LEFT(name, what, types, z, signal, kind, share, rho)                                                           \
	{                                                                                                                  \
		name, what, types, LEVEL_GIVEN, z, LEVEL_SIDES(signal, kind, share), rho, NULL, NULL, 0                        \
	}
#define EDGE(name, types)                                                                                              \
	{                                                                                                                  \
		name, "design of the mCMIkNN paper, edge from X to Y", types, LEVEL_GIVEN, NULL, NO_SIDES, 0, row_mcmiknn,     \
			begin_mcmiknn, 0                                                                                           \
	}

static const level_case cases[] = {
	WEAK("weak-150", 0.27, 150),
	WEAK("weak-400", 0.20, 400),
	WEAK("weak-1000", 0.12, 1000),
	SHAPE("saturating", "skewed X, Y rises and levels off", "nn", saturating),
	SHAPE("u-shape", "a weak parabola", "nn", u_shape),
	SHAPE("sine", "three periods of a sine in much noise", "nn", sine),
	SHAPE("board", "a blurred 4 x 4 checkerboard", "nn", board),
	SHAPE("spread", "the spread of Y rises with X", "nn", spread),
	SHAPE("zeros-only", "zero-inflated, only the zeros are related", "nn", zeros_only),
	SHAPE("categories", "four categories each", "tt", categories),
	SHAPE("shared-counts", "two counts with a shared part", "nn", shared_counts),
	SHAPE("tails", "uncorrelated, extremes come together", "nn", tails),
	SHAPE("circle", "a noisy circle", "nn", circle),
	SHAPE("sparse-labels-mean", "30 labels, five of them have another mean", "tn", sparse_labels),
	SHAPE("class-spread", "three classes that differ in spread", "dn", class_spread),
	SHAPE("subgroup", "a tenth of the rows is strongly related", "nn", subgroup),
	SHAPE("rare-shift", "a rare event shifts Y", "dn", rare_shift),
	SHAPE("heavy-line", "cubes of correlated Gaussians", "nn", heavy_line),
	LEFT("left-linear-1", "linear Z, noises correlated .25", "nnn", z_normals, s_linear, k_plain, 0.5, 0.25),
	LEFT("left-linear-3", "3 linear Z, noises correlated .3", "nnnnn", z_normals, s_linear, k_plain, 0.6, 0.3),
	LEFT("left-linear-5", "5 linear Z, noises correlated .3", "nnnnnnn", z_normals, s_linear, k_plain, 0.7, 0.3),
	LEFT("left-curves-2", "curves of 2 Z, noises correlated .3", "nnnn", z_normals, s_curves, k_plain, 0.7, 0.3),
	LEFT("left-ordinal-5", "5-point scales, 5 Z, noises correlated .35", "ddnnnnn", z_normals, s_linear, k_ordinal, 0.5,
	     0.35),
	LEFT("left-binary-3", "binary columns, 3 Z, noises correlated .45", "ddnnn", z_normals, s_linear, k_binary, 0.4,
	     0.45),
	LEFT("left-zeros-3", "zero-inflated amounts, 3 Z, noises correlated .35", "nnnnn", z_normals, s_linear,
	     k_zero_inflated, 0.5, 0.35),
	LEFT("left-counts-3", "counts, 3 Z, noises correlated .5", "nnnnn", z_normals, s_linear, k_counts, 0.5, 0.5),
	LEFT("left-censored-2", "limits of detection, 2 Z, noises correlated .3", "nnnn", z_normals, s_linear, k_censored,
	     0.5, 0.3),
	LEFT("left-product", "z1 z2 in both, noises correlated .4", "nnnn", z_normals, s_product, k_plain, 0.7, 0.4),
	LEFT("left-scale", "common scale, noises correlated .3", "nnn", z_normals, s_linear, k_scale, 1, 0.3),
	LEFT("left-fifty", "Z of 50 labels, noises correlated .3", "nnt", z_fifty, s_effects, k_plain, 0.6, 0.3),
	LEFT("left-factors", "Z of 3, 4 and 5 levels, noises correlated .3", "nnddd", z_factors, s_effects, k_plain, 0.6,
	     0.3),
	LEFT("left-trend", "a date as Z, noises correlated .3", "nnn", z_time, s_season, k_plain, 0.7, 0.3),
	LEFT("left-irrelevant-5", "5 Z that do nothing, noises correlated .25", "nnnnnnn", z_normals, s_none, k_plain, 0,
	     0.25),
	LEFT("left-class-slope", "slope of z by class, noises correlated .35", "nndn", z_class_and_normal, s_class_slope,
	     k_plain, 0.7, 0.35),
	GIVEN("one-class", "correlation in one of three classes", "nnd", one_class),
	GIVEN("sign-flip", "correlation .5 or -.5, as the sign of z says", "nnn", sign_flip),
	GIVEN("strong-z", "3 z in both, noises correlated .3", "nnn", strong_z),
	GIVEN("bent-given", "a parabola in what 2 Z leave over", "nnnn", bent_given),
	GIVEN("product-effect", "the effect of X is proportional to z", "nnn", product_effect),
	GIVEN("responders", "X acts within half of 50 labels", "nnt", responders),
	COLLIDER("sum-child", "Z = X + Y + noise", "nnn", sum_child),
	COLLIDER("sign-child", "Z is the sign of XY in 70% of rows", "nnd", sign_child),
	COLLIDER("xor-child", "Z is X xor Y in 65% of rows", "ddd", xor_child),
	COLLIDER("admitted", "Z says whether X + Y exceeds 1; another Z does nothing", "nndn", admitted),
	EDGE("mcmiknn-edge-1", "nnn"),
	EDGE("mcmiknn-edge-3", "nnnnn"),
	EDGE("mcmiknn-edge-5", "nnnnnnn"),
	EDGE("mcmiknn-edge-7", "nnnnnnnnn"),
};

enum { CASES = sizeof cases / sizeof cases[0] };

const level_case *level_alternative_at(size_t index)
{
	return index < CASES ? &cases[index] : NULL;
}
