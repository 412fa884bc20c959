/* The parts of the cases: how Z is drawn, its signals in X and Y, and the kind of column made
 * from a signal and noise. Signals have mean 0 and variance 1 for the Z that they are meant for. */
#ifndef EXPERIMENTS_LEVELS_PARTS_H
#define EXPERIMENTS_LEVELS_PARTS_H

#include "levels.h"

/* Z. */
level_z z_none, z_normals, z_correlated, z_lognormals, z_uniforms, z_time, z_mixed, z_class_and_normal, z_eights,
	z_fifty, z_zipf, z_factors, z_binaries, z_triples, z_fifteens, z_identifier, z_mcmiknn;

/* Signals of one column, or a sum of functions of one column each. */
level_signal s_none, s_linear, s_square, s_sine, s_curves, s_other_curves, s_step, s_mixed, s_log, s_correlated,
	s_trend, s_season, s_effects, s_cells, s_coins, s_sign;
/* Signals of several columns at once. */
level_signal s_product, s_product_3, s_maximum, s_periodic, s_signed, s_xor, s_class_slope, s_distance, s_radial,
	s_threshold_pair;
/* Signals that cannot be learnt from the rows. */
level_signal s_sine_of_five, s_four_products, s_parity, s_fast_sine;
level_signal s_mcmiknn_x, s_mcmiknn_y;

/* Columns from the latent value sqrt(share) signal + sqrt(1 - share) noise. */
level_kind k_plain, k_ordinal, k_binary, k_rare, k_nominal, k_counts, k_zero_inflated, k_mixture, k_heaped, k_censored,
	k_heavy, k_ties, k_bimodal;
/* Columns whose variance or shape depends on the signal. */
level_kind k_scale, k_shape, k_mean_and_scale;
/* Columns of pure noise. */
level_kind k_cauchy, k_poisson, k_labels, k_lognormal;
level_kind k_mcmiknn_x, k_mcmiknn_y;

level_begin begin_mcmiknn;
level_row row_mcmiknn;

/* Rows of tables of cases: both sides alike, and a null. */
#define LEVEL_SIDES(signal, kind, share)                                                                               \
	{ signal, kind, share },                                                                                           \
	{                                                                                                                  \
		signal, kind, share                                                                                            \
	}
#define LEVEL_NULL(name, what, types, class, z, ...)                                                                   \
	{                                                                                                                  \
		name, what, types, class, z, __VA_ARGS__, 0, NULL, NULL, 0                                                     \
	}

static inline double level_normal(level_draw *d)
{
	return draw_normal(&d->stream);
}

static inline double level_uniform(level_draw *d)
{
	return draw_uniform(&d->stream);
}

static inline double level_below(level_draw *d, uint64_t count)
{
	return (double)draw_below(&d->stream, count);
}

/* A number that belongs to a code: standard normal over codes. */
double level_effect(double code, uint64_t column);
double level_latent(double signal, double noise, double share);

#endif
