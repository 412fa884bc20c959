/* A column replaced by its residual given others. Given the others a column and its residual carry the same information: I(X;Y|Z) does not
 * change when X and Y are replaced by their residuals given Z, but a coarse grid of Z is then enough to see it. */
#ifndef ESTIMATE_RESIDUAL_H
#define ESTIMATE_RESIDUAL_H

#include "data/table.h"
#include "regress/regressors.h"

/* What is to be regressed on what. */
typedef struct estimate_regression {
	const mixmi_table *table; /* in canonical form (canonical.h), or with residuals in place of columns */
	size_t response;
	const size_t *predictors; /* [count] */
	size_t count;
	const uint64_t *row_keys;   /* [rows] from the content of each row */
	int64_t threshold;          /* rows that a point mass has */
	struct test_memory *memory; /* of functions of ranks; NULL: none */
} estimate_regression;

/* Predictors made ready once for several responses. Cleared memory is what has not been made so far. */
typedef struct estimate_predictors {
	question_column *columns;
	size_t count;
	uint64_t *keys;
	regress_regressors given;
} estimate_predictors;

void estimate_predictors_clear(estimate_predictors *predictors);

typedef struct estimate_residual {
	bool exists;        /* false: the column has no continuous part, or there is nothing to regress it on */
	data_column column; /* residuals over their scale; point masses stay point masses */
	double freedom;     /* effective parameters */
	double saved;       /* nats per row by which prediction shortens the code of the column, cross-validated */
	double information; /* nats per row: entropy of the column less that of the residual */
	double *terms;      /* [rows] whose mean `information` is */
} estimate_residual;

/* The mean of the normal scores of a column given others, and the scale of what is left. `shared` is used by responses without point
 * masses, and made by the first of them; NULL: there are no others with the same predictors. False: out of memory; the residual can be cleared all the same.
 * Cost: regress_regressors_init(). */
bool estimate_residual_init(estimate_residual *out, const estimate_regression *regression, estimate_predictors *shared);

/* Only what the regression would save, in nats per row of the ordered part, by a part of the rows where these are many. */
bool estimate_residual_saved(double *saved, const estimate_regression *regression);
void estimate_residual_clear(estimate_residual *residual);

/* -------------------------------------------------------------------------------------- densities of single columns */

/* What the values are: a sample, or the quantiles of a known distribution, which lie evenly. The expected logarithm of the share
 * of rows between two values differs. */
typedef enum estimate_values { ESTIMATE_SAMPLE, ESTIMATE_QUANTILES } estimate_values;

/* Logarithm of the density of each row's value among the rows that are used (NULL: all): the rows within `reach` ranks of it
 * over the distance that they take. `codes` number the distinct values in ascending order, values[code]. Rows that are not used
 * get 0. Entropies that are compared must come from the same rows: what the ends add cancels then. False: out of memory. O(rows). */
bool estimate_log_densities(double *out, const uint32_t *codes, const double *values, size_t distinct, const bool *used,
                            size_t rows, size_t reach, estimate_values kind);

/* A reach that balances noise and curvature for so many rows. */
size_t estimate_reach(size_t rows);

#endif
