/* What independence given Z says of the sum over rows of the products of two residual features. */
#ifndef TEST_MOMENTS_H
#define TEST_MOMENTS_H

#include "test/residuals.h"

typedef struct test_moments {
	double variance; /* of the sum over sqrt(rows) */
	double rows;     /* in effect: the sum's square can be no more than rows - 1 times its variance */
	bool student;    /* it follows Student's distribution rather than the normal one */
	double skewness; /* from exchanging rows; 0 after a regression */
} test_moments;

/* By exchanging rows within cells: x[cell * x_width] is the sum of squares of one feature, the number after it that of its cubes. */
test_moments test_moments_within(const double *x, size_t x_width, const double *y, size_t y_width,
                                 const test_given *given);

/* out[k * y->count + l] for every pair of features, within cells. False: out of memory. */
bool test_compare_cells(test_moments *out, const test_residuals *x, const test_residuals *y, const test_given *given);

/* The same after regressions; `products` are the sums themselves. */
bool test_compare_residuals(test_moments *out, const double *products, const test_residuals *x,
                            const test_residuals *y);

/* The share of the rows in effect that a dependence shows in: less than 1 where both regressions take rows that the other one leaves. */
double test_rows_share(const test_residuals *x, const test_residuals *y);

#endif
