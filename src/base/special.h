/* Special functions for arguments where GSL is not accurate or would call its error handler, which by default aborts
 * the program. */
#ifndef BASE_SPECIAL_H
#define BASE_SPECIAL_H

#include "mixmi.h"

/* ln 2: converts bits to nats. */
#define BASE_LN2 0.693147180559945309417232121458

/* x - ln(1 + x) for x > -1, without cancellation near 0. */
double base_log_excess(double x);

/* ln(a / b) of two positive counts, each a product of two counts below 2^32. Exact if they are equal or close. */
double base_log_ratio(uint64_t a, uint64_t b);

/* P(chi-squared with `df` degrees of freedom > x) for any df > 0 (up to 1e300) and x >= 0; 1 if df is 0. */
double base_chi2_tail(double x, double df);

/* The x at which that tail is alpha, 0 < alpha < 1; 0 if df is 0. */
double base_chi2_quantile(double alpha, double df);

#endif
