/* All labels at once. Indicators are made of the twelve most frequent labels; a column of more has a part of the test that every label
 * counts in, where rows may be exchanged: nothing is given, or all rows of a cell of Z. */
#ifndef TEST_OMNIBUS_H
#define TEST_OMNIBUS_H

#include "test/residuals.h"

/* One side of a question. */
typedef struct test_omnibus_side {
	const data_column *column; /* of the table; NULL: there are several, and only their features count */
	const test_residuals *residuals;
} test_omnibus_side;

/* A sum of squares, and what independence would make of it. */
typedef struct test_moments_of_sum {
	double mean;
	double variance;
	double third; /* cumulant */
} test_moments_of_sum;

enum { TEST_MOST_OMNIBUS = 2 };

typedef struct test_omnibus {
	size_t count; /* 0: no side has more labels than indicators, or no rows can be exchanged */
	double sums
		[TEST_MOST_OMNIBUS]; /* with the simplest features of the other side, and with all of them; one for labels */
	test_moments_of_sum moments[TEST_MOST_OMNIBUS]; /* of each */
	double strength;  /* a correlation: the root of what X and Y share of their variance beyond chance */
	double in_effect; /* rows that would show a linear dependence as well as these show one of all labels */
} test_omnibus;

/* What is needed of a centred matrix M of products between the rows of a cell; d_i is M_ii less their mean. */
typedef struct test_traces {
	double first;    /* sum of M_ii */
	double second;   /* sum of M_ij^2 over all i and j */
	double diagonal; /* sum of M_ii^2 */
	/* for the third cumulant; 0 where it is not asked for */
	double cubes;         /* sum of M_ij^3 over i != j */
	double turned_cubes;  /* sum of d_i^3 */
	double turned_square; /* sum of M_ij^2 d_i over i != j */
	double turned_form;   /* sum of M_ij d_i d_j over i != j */
} test_traces;

/* Moments of the sum of A_ij B_ij over all i and j if all orders of the rows of B are equally likely; at least 4 rows. The mean and the
 * variance are exact; of the third cumulant these are the leading terms. */
test_moments_of_sum test_exchange_moments(const test_traces *a, const test_traces *b, double rows);

/* The part for two sides on `rows`, both residualised on `given`. False: out of memory. O(rows features^2). */
bool test_omnibus_init(test_omnibus *out, const test_omnibus_side *x, const test_omnibus_side *y,
                       const question_sample *rows, const test_given *given);

#endif
