/* Equal-width candidate bins over the range of a column's continuous part. */
#ifndef HISTOGRAM_SCALE_H
#define HISTOGRAM_SCALE_H

#include <stddef.h>

/* Candidate bin i is [edge(i), edge(i+1)), the last one closed on both sides. Edges are computed on the range scaled by
 * a power of two to about 1, so that neither 1e308 nor denormals overflow or underflow, and scaling a column by a power
 * of two gives the same bins. */
typedef struct hist_scale {
	size_t k_init; /* number of candidate bins; 0: the column has no continuous part */
	double lower;
	double upper;
	int exponent;  /* scaled value = value * 2^-exponent */
	double origin; /* lower and candidate width, scaled */
	double width;
} hist_scale;

/* lower < upper, both finite; k_init >= 1. */
void hist_scale_init(hist_scale *scale, double lower, double upper, size_t k_init);

/* Edge 0 is `lower` and edge k_init is `upper`, exactly. */
double hist_scale_edge(const hist_scale *scale, size_t index);

/* Width of `units` candidate bins, and its natural logarithm, which is correct even if the width is not
 * representable. */
double hist_scale_volume(const hist_scale *scale, size_t units);
double hist_scale_log_volume(const hist_scale *scale, size_t units);

/* Width of [lower, upper] and its natural logarithm, for finite lower < upper. The logarithm is correct even if the
 * width is not representable, and a change of units by a power of two only shifts it. */
double hist_width(double lower, double upper);
double hist_log_width(double lower, double upper);

/* log2 of the width in units of 2^exponent. It does not change if both are scaled by the same factor. */
double hist_width_bits(double lower, double upper, int exponent);

#endif
