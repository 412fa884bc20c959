/* Columns freed from what others predict of them. Given the others, a column and its residual tell the same: I(X;Y|Z) does
 * not change when X and Y are replaced by their residuals given Z, but a coarse grid of Z is then enough to see it. */
#ifndef DEPENDENCE_FREEING_H
#define DEPENDENCE_FREEING_H

#include "data/table.h"
#include "dependence/normal_scores.h"
#include "dependence/smooth.h"

/* What freeing a column did. */
typedef struct dependence_freed {
	bool freed;         /* false: the others predict nothing of it; there is no column then */
	data_column column; /* its residuals; atoms stay atoms */
	double freedom;     /* effective number of parameters */
	double saved;       /* nats a row that predicting saves in the code of the column, parameters paid for */
	double told;        /* nats a row: entropy before less entropy after */
	double *terms;      /* [rows] whose mean `told` is */
} dependence_freed;

/* What a column is freed from. */
typedef struct dependence_terms {
	dependence_term curves[DEPENDENCE_MOST_TERMS];
	size_t curve_count;
	dependence_term surfaces[DEPENDENCE_MOST_TERMS];
	size_t surface_count;
	dependence_term scales[DEPENDENCE_MOST_TERMS]; /* curves that the spread of the residuals may follow */
	size_t scale_count;
	double least; /* nats that must be saved in all rows before a regression counts */
} dependence_terms;

/* Frees a column from the terms, none of which is its own. Too many terms: it stays as it is. False: out of memory. */
bool dependence_free_column(dependence_freed *out, const data_column *column, const dependence_numbers *numbers,
                            const dependence_terms *terms, size_t rows);
void dependence_freed_clear(dependence_freed *freed);

#endif
