/* Special functions from a library: GSL, or R's own (MIXMI_RMATH), so that the R package needs no other library. Both
 * agree to a relative error of 1e-12 (tests/functions compares them). With the same library, results have the same
 * bits. No other file in src/ includes GSL headers. All functions are thread-safe. */
#ifndef BASE_FUNCTIONS_H
#define BASE_FUNCTIONS_H

#include <stddef.h>

/* The x with P(N(0, 1) < x) = p, and the x with P(N(0, 1) > x) = q, for 0 < p, q < 1. Both keep full precision near
 * 0. */
double base_normal_quantile(double p);
double base_normal_upper_quantile(double q);

/* Replaces places u by normal quantiles at 1/2 + u, -1/2 < u < 1/2, at a fraction of the cost. The score of -u is that
 * of u with the other sign. */
void base_normal_scores(double *values, size_t count);

/* P(chi-squared > x) for x > 0 and 0 < df <= 200,000, where the result is above the smallest double. */
double base_chi2_upper(double x, double df);

/* ln Gamma(x) for x > 0; ln n!; the digamma function at n > 0. */
double base_log_gamma(double x);
double base_log_factorial(unsigned n);
double base_digamma(int n);

/* e^x E1(x) for x > 0, where E1 is the exponential integral. */
double base_scaled_e1(double x);

#endif
