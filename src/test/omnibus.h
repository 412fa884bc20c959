/* All labels at once. Only the twelve most frequent labels have indicators. For a column with more labels, without Z
 * or by cells, there is one more sum, over all labels. */
#ifndef TEST_OMNIBUS_H
#define TEST_OMNIBUS_H

#include "test/residuals.h"

/* One side of a question. */
typedef struct test_omnibus_side {
	const data_column *column; /* of the table; NULL: there are several columns, and only their features are used */
	const test_residuals *residuals;
} test_omnibus_side;

/* Moments of a sum of squares under independence. */
typedef struct test_moments_of_sum {
	double mean;
	double variance;
	double third; /* cumulant */
} test_moments_of_sum;

enum { TEST_MOST_OMNIBUS = 2 };

typedef struct test_omnibus {
	size_t count; /* 0: every label has an indicator, or Z is treated by regression */
	double sums
		[TEST_MOST_OMNIBUS]; /* with the simplest features of the other side, and with all of them; one for labels */
	test_moments_of_sum moments[TEST_MOST_OMNIBUS]; /* of each */
	double rows;                                    /* that can be compared */
} test_omnibus;

/* Traces of a centred matrix M of products between the rows of a cell; d_i is M_ii minus the mean of the diagonal. */
typedef struct test_traces {
	double first;    /* sum of M_ii */
	double second;   /* sum of M_ij^2 over all i and j */
	double diagonal; /* sum of M_ii^2 */
	/* for the third cumulant; 0 if it is not needed */
	double cubes;         /* sum of M_ij^3 over i != j */
	double turned_cubes;  /* sum of d_i^3 */
	double turned_square; /* sum of M_ij^2 d_i over i != j */
	double turned_form;   /* sum of M_ij d_i d_j over i != j */
} test_traces;

/* Moments of the sum of A_ij B_ij over all i and j if all orders of the rows of B are equally likely; at least 4
 * rows. The mean and the variance are exact; of the third cumulant these are the leading terms. */
test_moments_of_sum test_exchange_moments(const test_traces *a, const test_traces *b, double rows);

/* Computes the sums for two sides on `rows`, both residualised on `given`. False: out of memory. O(rows features^2). */
bool test_omnibus_init(test_omnibus *out, const test_omnibus_side *x, const test_omnibus_side *y,
                       const question_sample *rows, const test_given *given);

#endif
