/* Moments of the sum of products of two residual features under independence given Z. */
#ifndef TEST_MOMENTS_H
#define TEST_MOMENTS_H

#include "test/residuals.h"

typedef struct test_moments {
	double variance; /* of the sum divided by sqrt(rows) */
	double rows;     /* effective: the squared sum is at most rows - 1 times its variance */
	bool student;    /* the ratio has Student's distribution, not the normal one */
	double skewness; /* by exchanges of rows; 0 by regression */
	double shift;    /* by regression: mean of the sum, from what Z left in both residuals; otherwise 0 */
} test_moments;

/* By exchanging rows within cells: x[cell * x_width] is the sum of squares of one feature, the number after it that
 * of its cubes. */
test_moments test_moments_within(const double *x, size_t x_width, const double *y, size_t y_width,
                                 const test_given *given);

/* out[k * y->count + l] for every pair of features, within cells. False: out of memory. */
bool test_compare_cells(test_moments *out, const test_residuals *x, const test_residuals *y, const test_given *given);

/* The same after regressions; `products` are the sums themselves. */
bool test_compare_residuals(test_moments *out, const double *products, const test_residuals *x,
                            const test_residuals *y);

/* Share of the effective rows that contribute to a dependence; less than 1 if the two regressions use different
 * parameters. */
double test_rows_share(const test_residuals *x, const test_residuals *y);

#endif
