/* What the regressions of two columns left of Z in both, measured by products of different rows with about the same Z. */
#ifndef TEST_LEFTOVER_H
#define TEST_LEFTOVER_H

#include "test/residuals.h"

/* Rows grouped by the leaves of one side's partition of Z. */
typedef struct test_groups {
	const uint32_t *leaf; /* [rows]; NULL: none */
	size_t leaves;
	double *rows;     /* [leaves] */
	double *x, *y;    /* [count][leaves] sums of the features of each side */
	double *products; /* [leaves] of the pair at hand: mean product of a row of the leaf with the other ones */
	double noise;     /* variance of their sum over that of the sum of f g */
} test_groups;

typedef struct test_leftover {
	const test_residuals *x, *y;
	test_groups groups[2]; /* by the partition of X and of Y */
} test_leftover;

/* For features of both sides after regressions, the first x_count and y_count. False: out of memory. O(rows counts). */
bool test_leftover_init(test_leftover *l, const test_residuals *x, size_t x_count, const test_residuals *y,
                        size_t y_count);
void test_leftover_clear(test_leftover *l);

/* Prepares a pair of features. O(rows). */
void test_leftover_pair(test_leftover *l, size_t k, size_t m);

/* What is to be subtracted from the sum of w f g over rows for the pair; weight: w, [rows], or NULL for 1. *variance, of this sum over the
 * number of rows, is increased by what remains uncertain. O(rows), without weight O(leaves). */
double test_leftover_shift(double *variance, const test_leftover *l, const double *weight);

#endif
