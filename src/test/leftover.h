/* What the regressions of two columns left of Z in both, measured by products of different rows with about the same Z. */
#ifndef TEST_LEFTOVER_H
#define TEST_LEFTOVER_H

#include "test/residuals.h"

/* Rows grouped by the leaves of a partition of Z. */
typedef struct test_groups {
	const uint32_t *leaf; /* [rows]; NULL: none */
	size_t leaves;
	double *weights;  /* [1 + weight_count][leaves] sums of the weights over the rows, the first of 1 */
	double *x, *y;    /* [count][leaves] sums of the features of each side */
	double *inverse;  /* [leaves] 1 / number of pairs of different rows */
	double *products; /* [leaves] of the pair at hand: mean product of a row of the leaf with the other ones */
	double noise;     /* variance of their sum over that of the sum of f g */
} test_groups;

enum { TEST_PARTITIONS = 3 };

typedef struct test_leftover {
	const test_residuals *x, *y;
	size_t x_count, y_count;
	test_groups groups[TEST_PARTITIONS]; /* by the fit of X, by that of Y, and by Z alone */
} test_leftover;

/* For features of both sides after regressions, the first x_count and y_count, and functions of Z, each [rows], that products are weighted
 * by. False: out of memory. O(rows counts). */
bool test_leftover_init(test_leftover *l, const test_residuals *x, size_t x_count, const test_residuals *y,
                        size_t y_count, const double *const *weights, size_t weight_count);
void test_leftover_clear(test_leftover *l);

/* Prepares a pair of features. O(rows). */
void test_leftover_pair(test_leftover *l, size_t k, size_t m);

/* What is to be subtracted from the sum of w f g over rows for the pair; weight: number of w, from 1, or 0 for the sum of f g. *variance, of
 * this sum over the number of rows, is increased by what remains uncertain. O(leaves). */
double test_leftover_shift(double *variance, const test_leftover *l, size_t weight);

#endif
