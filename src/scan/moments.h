/* What independence given Z says of the sum over rows of the products of two residual features. */
#ifndef SCAN_MOMENTS_H
#define SCAN_MOMENTS_H

#include "scan/residuals.h"

typedef struct scan_moments {
	double variance; /* of the sum over sqrt(rows) */
	double rows;     /* in effect: the sum's square can be no more than rows - 1 times its variance */
	bool student;    /* it follows Student's distribution rather than the normal one */
	double skewness;
} scan_moments;

/* By exchanging rows within cells: x[cell * x_width] is the sum of squares of one feature, the number after it that of its cubes. */
scan_moments scan_moments_within(const double *x, size_t x_width, const double *y, size_t y_width,
                                 const scan_given *given);

/* out[k * y->count + l] for every pair of features, within cells. False: out of memory. */
bool scan_compare_cells(scan_moments *out, const scan_residuals *x, const scan_residuals *y, const scan_given *given);

/* The same after regressions; `products` are the sums themselves. */
bool scan_compare_residuals(scan_moments *out, const double *products, const scan_residuals *x,
                            const scan_residuals *y);

#endif
