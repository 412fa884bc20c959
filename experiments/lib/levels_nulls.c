/* The nulls of the suite, each put together from the parts of levels_parts.h: X and Y are drawn from Z, one after the
 * other, with noises that have nothing in common. */
#include "levels_parts.h"
#include "levels_tables.h"

#define SIDES(signal, kind, share)                                                                                     \
	{ signal, kind, share },                                                                                           \
	{                                                                                                                  \
		signal, kind, share                                                                                            \
	}
#define NULL_CASE(name, what, types, class, z, ...)                                                                    \
	{                                                                                                                  \
		name, what, types, class, z, __VA_ARGS__, 0, NULL, NULL, 0                                                     \
	}

static const level_case cases[] = {
	NULL_CASE("linear-1", "linear in 1 Z, R^2 .5", "nnn", LEVEL_ADDITIVE, z_normals, SIDES(s_linear, k_plain, 0.5)),
	NULL_CASE("linear-3", "linear in 3 Z, R^2 .6", "nnnnn", LEVEL_ADDITIVE, z_normals, SIDES(s_linear, k_plain, 0.6)),
	NULL_CASE("linear-5", "linear in 5 Z, R^2 .7", "nnnnnnn", LEVEL_ADDITIVE, z_normals, SIDES(s_linear, k_plain, 0.7)),
	NULL_CASE("linear-8", "linear in 8 Z, R^2 .7", "nnnnnnnnnn", LEVEL_ADDITIVE, z_normals,
	          SIDES(s_linear, k_plain, 0.7)),
	NULL_CASE("linear-1-strong", "linear in 1 Z, R^2 .94", "nnn", LEVEL_ADDITIVE, z_normals,
	          SIDES(s_linear, k_plain, 0.94)),
	NULL_CASE("linear-3-strong", "linear in 3 Z, R^2 .94", "nnnnn", LEVEL_ADDITIVE, z_normals,
	          SIDES(s_linear, k_plain, 0.94)),
	NULL_CASE("curves-3", "sine, parabola and modulus of 3 Z", "nnnnn", LEVEL_ADDITIVE, z_normals,
	          SIDES(s_curves, k_plain, 0.7)),
	NULL_CASE("curves-5", "other sums of curves of 5 Z on each side", "nnnnnnn", LEVEL_ADDITIVE, z_normals,
	          { s_curves, k_plain, 0.7 }, { s_other_curves, k_plain, 0.7 }),
	NULL_CASE("parabola-line", "X a parabola of Z and Y a sine of it", "nnn", LEVEL_ADDITIVE, z_normals,
	          { s_square, k_plain, 0.8 }, { s_sine, k_plain, 0.8 }),
	NULL_CASE("steps", "two steps of a uniform Z", "nnn", LEVEL_ADDITIVE, z_uniforms, SIDES(s_step, k_plain, 0.8)),
	NULL_CASE("mixed-z", "a number, a coin and three classes as Z", "nnndd", LEVEL_ADDITIVE, z_mixed,
	          SIDES(s_mixed, k_plain, 0.7)),
	NULL_CASE("income-z", "3 log-normal Z that act through their logarithms", "nnnnn", LEVEL_ADDITIVE, z_lognormals,
	          SIDES(s_log, k_plain, 0.7)),
	NULL_CASE("correlated-z", "4 Z with correlations .9", "nnnnnn", LEVEL_ADDITIVE, z_correlated,
	          SIDES(s_correlated, k_plain, 0.8)),
	NULL_CASE("trend", "a date as Z: trend in X, trend and seasons in Y", "nnn", LEVEL_ADDITIVE, z_time,
	          { s_trend, k_plain, 0.7 }, { s_season, k_plain, 0.7 }),
	NULL_CASE("skewed-2", "log-normal X and Y, linear in 2 Z on their scale", "nnnn", LEVEL_ADDITIVE, z_normals,
	          SIDES(s_linear, k_lognormal, 0.7)),
	NULL_CASE("heavy-2", "very heavy tails, linear in 2 Z before", "nnnn", LEVEL_ADDITIVE, z_normals,
	          SIDES(s_linear, k_heavy, 0.7)),

	NULL_CASE("ordinal-1", "two 5-point scales, 1 Z", "ddn", LEVEL_DISCRETE, z_normals,
	          SIDES(s_linear, k_ordinal, 0.8)),
	NULL_CASE("ordinal-3", "two 5-point scales, 3 Z", "ddnnn", LEVEL_DISCRETE, z_normals,
	          SIDES(s_linear, k_ordinal, 0.7)),
	NULL_CASE("ordinal-5", "two 5-point scales, 5 Z", "ddnnnnn", LEVEL_DISCRETE, z_normals,
	          SIDES(s_linear, k_ordinal, 0.7)),
	NULL_CASE("ordinal-8", "two 5-point scales as numbers, 8 Z", "nnnnnnnnnn", LEVEL_DISCRETE, z_normals,
	          SIDES(s_linear, k_ordinal, 0.7)),
	NULL_CASE("binary-1", "two binary columns, 1 Z", "ddn", LEVEL_DISCRETE, z_normals, SIDES(s_linear, k_binary, 0.8)),
	NULL_CASE("binary-5", "two binary columns, 5 Z", "ddnnnnn", LEVEL_DISCRETE, z_normals,
	          SIDES(s_linear, k_binary, 0.7)),
	NULL_CASE("binary-8-curves", "two binary columns, curves of 8 Z", "ddnnnnnnnn", LEVEL_DISCRETE, z_normals,
	          SIDES(s_curves, k_binary, 0.7)),
	NULL_CASE("rare-3", "two rare events, 3 Z", "ddnnn", LEVEL_DISCRETE, z_normals, SIDES(s_linear, k_rare, 0.6)),
	NULL_CASE("ordinal-number", "a 5-point scale and a number, 5 Z", "dnnnnnn", LEVEL_DISCRETE, z_normals,
	          { s_linear, k_ordinal, 0.7 }, { s_linear, k_plain, 0.7 }),
	NULL_CASE("nominal-binary", "four categories as texts and a binary column, 3 mixed Z", "tdndd", LEVEL_DISCRETE,
	          z_mixed, { s_mixed, k_nominal, 0.7 }, { s_mixed, k_binary, 0.7 }),
	NULL_CASE("counts-1", "counts with more spread than Poisson's, 1 Z", "nnn", LEVEL_DISCRETE, z_normals,
	          SIDES(s_linear, k_counts, 0.8)),
	NULL_CASE("counts-4", "counts, curves of 4 Z", "nnnnnn", LEVEL_DISCRETE, z_normals, SIDES(s_curves, k_counts, 0.8)),
	NULL_CASE("zero-inflated-3", "zero-inflated amounts, 3 Z", "nnnnn", LEVEL_DISCRETE, z_normals,
	          SIDES(s_linear, k_zero_inflated, 0.7)),
	NULL_CASE("zero-inflated-6", "zero-inflated amounts, 6 correlated Z", "nnnnnnnn", LEVEL_DISCRETE, z_correlated,
	          SIDES(s_correlated, k_zero_inflated, 0.7)),
	NULL_CASE("mixture-2", "half of the values rounded, 2 Z", "nnnn", LEVEL_DISCRETE, z_normals,
	          SIDES(s_linear, k_mixture, 0.8)),
	NULL_CASE("heaped-2", "weights rounded to tens, fives or ones, 2 Z", "nnnn", LEVEL_DISCRETE, z_normals,
	          SIDES(s_linear, k_heaped, 0.7)),
	NULL_CASE("censored-3", "limits of detection on both sides, 3 Z", "nnnnn", LEVEL_DISCRETE, z_normals,
	          SIDES(s_linear, k_censored, 0.7)),
	NULL_CASE("zeros-counts", "zero-inflated amount and count, mixed Z", "nnndd", LEVEL_DISCRETE, z_mixed,
	          { s_mixed, k_zero_inflated, 0.7 }, { s_mixed, k_counts, 0.8 }),

	NULL_CASE("scale-1", "common scale exp(z)", "nnn", LEVEL_SCALE, z_normals, SIDES(s_linear, k_scale, 1)),
	NULL_CASE("scale-5", "common scale, exp of a sum of 5 Z", "nnnnnnn", LEVEL_SCALE, z_normals,
	          SIDES(s_linear, k_scale, 1)),
	NULL_CASE("scale-product", "common scale exp(z1 z2)", "nnnn", LEVEL_SCALE, z_normals, SIDES(s_product, k_scale, 1)),
	NULL_CASE("regimes", "calm and crisis: deviations 1 and 5", "nnn", LEVEL_SCALE, z_normals,
	          SIDES(s_sign, k_scale, 0.8)),
	NULL_CASE("mean-scale-3", "mean and scale move together, 3 Z", "nnnnn", LEVEL_SCALE, z_normals,
	          SIDES(s_linear, k_mean_and_scale, 0.6)),
	NULL_CASE("tails-by-z", "heavy tails on both sides where z is positive", "nnn", LEVEL_SCALE, z_normals,
	          SIDES(s_linear, k_shape, 0)),

	NULL_CASE("eights", "two discrete Z of 8 levels, an effect for each", "nndd", LEVEL_LEVELS, z_eights,
	          SIDES(s_effects, k_plain, 0.7)),
	NULL_CASE("eights-cells", "the same with an effect for each pair of levels", "nndd", LEVEL_LEVELS, z_eights,
	          SIDES(s_cells, k_plain, 0.7)),
	NULL_CASE("fifty", "a Z of 50 labels, an effect for each", "nnt", LEVEL_LEVELS, z_fifty,
	          SIDES(s_effects, k_plain, 0.6)),
	NULL_CASE("zipf", "a Z of 200 labels, few common and many rare", "nnT", LEVEL_LEVELS, z_zipf,
	          SIDES(s_effects, k_plain, 0.6)),
	NULL_CASE("factors", "discrete Z of 3, 4 and 5 levels, ordinal X", "dnddd", LEVEL_LEVELS, z_factors,
	          { s_effects, k_ordinal, 0.6 }, { s_effects, k_plain, 0.6 }),
	NULL_CASE("coins-6", "six binary Z", "nndddddd", LEVEL_LEVELS, z_binaries, SIDES(s_coins, k_plain, 0.6)),
	NULL_CASE("fifty-binary", "binary X and Y, a Z of 50 labels", "ddt", LEVEL_LEVELS, z_fifty,
	          SIDES(s_effects, k_binary, 0.6)),
	NULL_CASE("groups-3", "codes of groups with 3 or 4 rows, as numbers", "nnn", LEVEL_GROUPS, z_triples,
	          SIDES(s_effects, k_plain, 0.7)),
	NULL_CASE("groups-3-strong", "the same, R^2 .94", "nnn", LEVEL_GROUPS, z_triples, SIDES(s_effects, k_plain, 0.94)),
	NULL_CASE("groups-15", "codes of groups with 15 rows, as numbers", "nnn", LEVEL_GROUPS, z_fifteens,
	          SIDES(s_effects, k_plain, 0.7)),
	NULL_CASE("groups-15-labels", "the same declared discrete", "nnd", LEVEL_GROUPS, z_fifteens,
	          SIDES(s_effects, k_plain, 0.7)),

	NULL_CASE("product", "z1 z2, R^2 .5", "nnnn", LEVEL_INTERACTION, z_normals, SIDES(s_product, k_plain, 0.5)),
	NULL_CASE("product-strong", "z1 z2, R^2 .94", "nnnn", LEVEL_INTERACTION, z_normals,
	          SIDES(s_product, k_plain, 0.94)),
	NULL_CASE("maximum", "greatest of 3 Z, R^2 .5", "nnnnn", LEVEL_INTERACTION, z_normals,
	          SIDES(s_maximum, k_plain, 0.5)),
	NULL_CASE("maximum-strong", "greatest of 3 Z, R^2 .94", "nnnnn", LEVEL_INTERACTION, z_normals,
	          SIDES(s_maximum, k_plain, 0.94)),
	NULL_CASE("periodic", "sine of z1 + z2, R^2 .7", "nnnn", LEVEL_INTERACTION, z_normals,
	          SIDES(s_periodic, k_plain, 0.7)),
	NULL_CASE("periodic-strong", "sine of z1 + z2, R^2 .94", "nnnn", LEVEL_INTERACTION, z_normals,
	          SIDES(s_periodic, k_plain, 0.94)),
	NULL_CASE("signed", "z1 times the modulus of z2, R^2 .94", "nnnn", LEVEL_INTERACTION, z_normals,
	          SIDES(s_signed, k_plain, 0.94)),
	NULL_CASE("product-3", "z1 z2 z3, R^2 .8", "nnnnn", LEVEL_INTERACTION, z_normals, SIDES(s_product_3, k_plain, 0.8)),
	NULL_CASE("xor", "sign of z1 z2, R^2 .8", "nnnn", LEVEL_INTERACTION, z_normals, SIDES(s_xor, k_plain, 0.8)),
	NULL_CASE("class-slope", "the slope of z differs by class, R^2 .8", "nndn", LEVEL_INTERACTION, z_class_and_normal,
	          SIDES(s_class_slope, k_plain, 0.8)),
	NULL_CASE("distance", "modulus of z1 - z2, R^2 .9", "nnnn", LEVEL_INTERACTION, z_normals,
	          SIDES(s_distance, k_plain, 0.9)),
	NULL_CASE("radial", "sine of the squared radius of 2 Z, R^2 .8", "nnnn", LEVEL_INTERACTION, z_normals,
	          SIDES(s_radial, k_plain, 0.8)),
	NULL_CASE("both-high", "whether z1 and z2 are both high, R^2 .8", "nnnn", LEVEL_INTERACTION, z_normals,
	          SIDES(s_threshold_pair, k_plain, 0.8)),
	NULL_CASE("product-ordinal", "z1 z2, two 5-point scales", "ddnn", LEVEL_INTERACTION, z_normals,
	          SIDES(s_product, k_ordinal, 0.8)),
	NULL_CASE("product-distance", "z1 z2 in X, modulus of z1 - z2 in Y", "nnnn", LEVEL_INTERACTION, z_normals,
	          { s_product, k_plain, 0.9 }, { s_distance, k_plain, 0.9 }),

	NULL_CASE("sine-of-five", "sine of a sum of five Z", "nnnnnnn", LEVEL_UNLEARNABLE, z_normals,
	          SIDES(s_sine_of_five, k_plain, 0.9)),
	NULL_CASE("four-products", "sum of four products of eight Z", "nnnnnnnnnn", LEVEL_UNLEARNABLE, z_normals,
	          SIDES(s_four_products, k_plain, 0.8)),
	NULL_CASE("parity", "parity of the signs of five Z", "nnnnnnn", LEVEL_UNLEARNABLE, z_normals,
	          SIDES(s_parity, k_plain, 0.8)),
	NULL_CASE("fast-sine", "sine of 200 z", "nnn", LEVEL_UNLEARNABLE, z_normals, SIDES(s_fast_sine, k_plain, 0.9)),

	NULL_CASE("gaussian", "two Gaussians", "nn", LEVEL_NO_Z, z_none, SIDES(s_none, k_plain, 0)),
	NULL_CASE("cauchy", "two Cauchy columns", "nn", LEVEL_NO_Z, z_none, SIDES(s_none, k_cauchy, 0)),
	NULL_CASE("mixture", "half rounded, and zero-inflated", "nn", LEVEL_NO_Z, z_none, { s_none, k_mixture, 0 },
	          { s_none, k_zero_inflated, 0 }),
	NULL_CASE("sparse-labels", "50 labels and 40 labels", "tt", LEVEL_NO_Z, z_none, { s_none, k_labels, 50 },
	          { s_none, k_labels, 40 }),
	NULL_CASE("few-counts", "Poisson counts of mean 1 and .3", "nn", LEVEL_NO_Z, z_none, { s_none, k_poisson, 1 },
	          { s_none, k_poisson, 0.3 }),
	NULL_CASE("ties", "two Gaussians rounded to halves", "nn", LEVEL_NO_Z, z_none, SIDES(s_none, k_ties, 0)),
	NULL_CASE("labels-skewed", "50 labels and a log-normal column", "tn", LEVEL_NO_Z, z_none, { s_none, k_labels, 50 },
	          { s_none, k_lognormal, 0 }),
	NULL_CASE("rare-bimodal", "a rare event and a column of two modes", "dn", LEVEL_NO_Z, z_none, { s_none, k_rare, 0 },
	          { s_none, k_bimodal, 0 }),

	NULL_CASE("irrelevant-1", "1 Z that does nothing", "nnn", LEVEL_IRRELEVANT, z_normals, SIDES(s_none, k_plain, 0)),
	NULL_CASE("irrelevant-5", "5 Z that do nothing, mixture columns", "nnnnnnn", LEVEL_IRRELEVANT, z_normals,
	          SIDES(s_none, k_mixture, 0)),
	NULL_CASE("irrelevant-factors", "factors of 3, 4 and 5 levels that do nothing", "nnddd", LEVEL_IRRELEVANT,
	          z_factors, SIDES(s_none, k_plain, 0)),
	NULL_CASE("one-side", "X from a product of Z, Y from nothing", "nnnn", LEVEL_IRRELEVANT, z_normals,
	          { s_product, k_plain, 0.9 }, { s_none, k_plain, 0 }),
	NULL_CASE("near-copy", "Z is nearly X, Y from nothing", "nnn", LEVEL_IRRELEVANT, z_normals,
	          { s_linear, k_plain, 0.999 }, { s_none, k_plain, 0 }),
	NULL_CASE("identifier", "an identifier as Z", "nnn", LEVEL_IRRELEVANT, z_identifier, SIDES(s_none, k_plain, 0)),

#define MCMIKNN_NULL(name, types)                                                                                      \
	{                                                                                                                  \
		name, "design of the mCMIkNN paper, no edge", types, LEVEL_MCMIKNN, z_mcmiknn,                                 \
			{ s_mcmiknn_x, k_mcmiknn_x, 0 }, { s_mcmiknn_y, k_mcmiknn_y, 0 }, 0, NULL, begin_mcmiknn, 0                \
	}
	MCMIKNN_NULL("mcmiknn-1", "nnn"),
	MCMIKNN_NULL("mcmiknn-3", "nnnnn"),
	MCMIKNN_NULL("mcmiknn-5", "nnnnnnn"),
	MCMIKNN_NULL("mcmiknn-7", "nnnnnnnnn"),
};

enum { CASES = sizeof cases / sizeof cases[0] };

const level_case *level_null_at(size_t index)
{
	return index < CASES ? &cases[index] : NULL;
}
