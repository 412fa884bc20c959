/* Special functions where GSL's stop short or would call its error handler, which by default ends the program. */
#ifndef BASE_SPECIAL_H
#define BASE_SPECIAL_H

#include "mixmi.h"

/* ln 2: nats are bits times this. */
#define BASE_LN2 0.693147180559945309417232121458

/* x - ln(1 + x) for x > -1, without cancellation near 0. */
double base_log_excess(double x);

/* ln(a / b) of two counts above 0, each a product of two counts below 2^32: exact where they are equal or close. */
double base_log_ratio(uint64_t a, uint64_t b);

/* P(chi-squared with `df` degrees of freedom > x) for any df > 0 (up to 1e300) and x >= 0; 1 where df is 0. */
double base_chi2_tail(double x, double df);

/* The x at which that tail is alpha, 0 < alpha < 1; 0 where df is 0. */
double base_chi2_quantile(double alpha, double df);

#endif
