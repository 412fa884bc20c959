/* Features of a column residualised on Z: what is left of each once Z is known. They depend on the column and on Z, never on what they
 * will be compared with, so that one regression serves every question about the column given that Z. */
#ifndef SCAN_RESIDUALS_H
#define SCAN_RESIDUALS_H

#include "question/column_features.h"
#include "scan/given.h"

typedef struct scan_residuals {
	size_t rows;
	size_t entries; /* that stand for them, and how often each, as of scan_given */
	const uint32_t *times;
	size_t count;
	size_t rank;    /* how many of them are independent of each other */
	double freedom; /* effective parameters of the regression on Z; 0: none */
	double *values; /* [count][entries] mean 0, uncorrelated, of variance 1 or parts of it; fixed */
	double *shared; /* [count][count] their mean products */
	unsigned char detail[QUESTION_MOST_FEATURES]; /* as in question_features */
	double skewness[QUESTION_MOST_FEATURES];
	double fourth[QUESTION_DETAILS]; /* mean fourth power of the length of a row, in the features up to each detail */
	scan_manner manner;              /* of Z */
	size_t comparable;               /* rows, as of scan_given */
	bool constant;                   /* the column itself has one value */
	bool ordered;                    /* the features have an order of their own */
	bool levelled;                   /* over its scale given Z */
	double left;                     /* share of the variance of the first feature that Z leaves, cross-validated */
} scan_residuals;

/* Frees the features of a column from Z. False: out of memory. O(rows features functions). */
bool scan_residuals_init(scan_residuals *residuals, const question_column *column, const scan_given *given);
void scan_residuals_clear(scan_residuals *residuals);

/* Frees columns of values, mean 0 and fixed, from Z. False: out of memory. */
bool scan_residualise_values(double *values, size_t count, const scan_given *given);

/* Bytes that it holds. */
size_t scan_residuals_size(const scan_residuals *residuals);

/* Makes features of values that have been set, and describes them: uncorrelated ones, each residualised on those before it or, where they
 * have no order, all from each other alike. Those without a variance of their own are left out. False: out of memory. */
bool scan_residuals_finish(scan_residuals *residuals);

#endif
