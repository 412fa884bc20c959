/* The special functions that come from a library: GSL, or R's own (MIXMI_RMATH), which the R package uses so that it needs no
 * other library. Both agree to 1e-12 of the value (tests/functions compares them); results have the same bits
 * wherever the library is the same. Nothing else includes GSL's headers in src/. All may be called from several threads. */
#ifndef BASE_FUNCTIONS_H
#define BASE_FUNCTIONS_H

/* The x with P(N(0, 1) < x) = p, and that with P(N(0, 1) > x) = q; 0 < p, q < 1. Near 0 either keeps all its digits. */
double base_normal_quantile(double p);
double base_normal_upper_quantile(double q);

/* P(chi-squared > x) for x > 0, 0 < df <= 200,000, where it is above the smallest double. */
double base_chi2_upper(double x, double df);

/* ln Gamma(x) for x > 0; ln n!; the digamma function at n > 0. */
double base_log_gamma(double x);
double base_log_factorial(unsigned n);
double base_digamma(int n);

/* e^x E1(x) for x > 0, with the exponential integral E1. */
double base_scaled_e1(double x);

#endif
