/* Residual features of a column given Z. They depend only on the column and Z, so that one regression serves all
 * questions about the column with this Z. */
#ifndef TEST_RESIDUALS_H
#define TEST_RESIDUALS_H

#include "question/column_features.h"
#include "test/given.h"

typedef struct test_residuals {
	size_t rows;
	size_t entries; /* as in test_given */
	const uint32_t *times;
	size_t count;
	size_t rank;    /* of their correlation matrix */
	double freedom; /* effective parameters of the regression on Z; 0: none */
	size_t share_count,
		smooth_count; /* the first `smooth_count` belong to functions that approximate others and may leave a bias */
	double *shares;   /* [share_count] of each block of functions of Z (regress.h) */
	/* Groups of rows with about the same Z (leftover.h): by the fit, and by Z alone. */
	size_t leaf_count[2];
	uint32_t *leaf[2]; /* [rows]; NULL: none */
	double *values;    /* [count][entries] mean 0, uncorrelated, of variance 1 or parts of it; fixed */
	double *shared;    /* [count][count] their mean products */
	unsigned char detail[QUESTION_MOST_FEATURES]; /* as in question_features */
	double fourth[QUESTION_DETAILS]; /* mean fourth power of the length of a row, in the features up to each detail */
	test_manner manner;              /* of Z */
	size_t comparable;               /* rows, as of test_given */
	bool constant;                   /* the column has only one value */
	bool ordered;                    /* the features are ordered, from simple to fine */
	bool levelled;                   /* divided by its scale given Z */
	double inside;                   /* share of the variance of the first feature that lies within clusters */
	double left; /* share of the first feature's variance that Z does not explain, cross-validated */
} test_residuals;

/* Number of waves for so many rows. */
size_t test_wave_count(double rows);

/* Residualises the features of a column on Z. False: out of memory. O(rows features functions). */
bool test_residuals_init(test_residuals *residuals, const question_column *column, const test_given *given);
void test_residuals_clear(test_residuals *residuals);

/* Residualises columns of values, mean 0 and fixed, on Z. False: out of memory. */
bool test_residualise_values(double *values, size_t count, const test_given *given);

/* Bytes that it holds. */
size_t test_residuals_size(const test_residuals *residuals);

/* Makes the features uncorrelated, in their order or, if they have none, symmetrically, drops those that others
 * determine, and computes their moments. False: out of memory. */
bool test_residuals_finish(test_residuals *residuals);

#endif
