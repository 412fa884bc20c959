/* Features of a column residualised on Z: what is left of each once Z is known. They depend on the column and on Z, never on what they
 * will be compared with, so that one regression serves every question about the column given that Z. */
#ifndef TEST_RESIDUALS_H
#define TEST_RESIDUALS_H

#include "question/column_features.h"
#include "test/given.h"

typedef struct test_residuals {
	size_t rows;
	size_t entries; /* that stand for them, and how often each, as of test_given */
	const uint32_t *times;
	size_t count;
	size_t rank;    /* how many of them are independent of each other */
	double freedom; /* effective parameters of the regression on Z; 0: none */
	size_t share_count,
		smooth_count; /* of the first `smooth_count` the functions stand for others that are not there */
	double *shares;   /* [share_count] what it took of each block of functions of Z (regress.h) */
	double *values;   /* [count][entries] mean 0, uncorrelated, of variance 1 or parts of it; fixed */
	double *shared;   /* [count][count] their mean products */
	unsigned char detail[QUESTION_MOST_FEATURES]; /* as in question_features */
	double fourth[QUESTION_DETAILS]; /* mean fourth power of the length of a row, in the features up to each detail */
	test_manner manner;              /* of Z */
	size_t comparable;               /* rows, as of test_given */
	bool constant;                   /* the column itself has one value */
	bool ordered;                    /* the features have an order of their own */
	bool levelled;                   /* over its scale given Z */
	double inside;                   /* share of the variance of the first feature that lies within clusters */
	double left;                     /* share of the variance of the first feature that Z leaves, cross-validated */
} test_residuals;

/* Waves over ranks that so many rows carry. */
size_t test_wave_count(double rows);

/* Residualises the features of a column on Z. False: out of memory. O(rows features functions). */
bool test_residuals_init(test_residuals *residuals, const question_column *column, const test_given *given);
void test_residuals_clear(test_residuals *residuals);

/* Residualises columns of values, mean 0 and fixed, on Z. False: out of memory. */
bool test_residualise_values(double *values, size_t count, const test_given *given);

/* Bytes that it holds. */
size_t test_residuals_size(const test_residuals *residuals);

/* Makes features of values that have been set, and describes them: uncorrelated ones, each residualised on those before it or, where they
 * have no order, all from each other alike. Those without a variance of their own are left out. False: out of memory. */
bool test_residuals_finish(test_residuals *residuals);

#endif
