/* The residual of a column given others. Given the others, a column and its residual carry the same information: replacing X and Y by their residuals
 * given Z does not change I(X;Y|Z), but a coarse grid of Z is then enough to measure it. */
#ifndef ESTIMATE_RESIDUAL_H
#define ESTIMATE_RESIDUAL_H

#include "data/table.h"
#include "regress/regressors.h"

/* A regression: the response and its predictors. */
typedef struct estimate_regression {
	const mixmi_table *table; /* in canonical form (canonical.h), or with residuals in place of columns */
	size_t response;
	const size_t *predictors; /* [count] */
	size_t count;
	bool measured;              /* the information of the residual is needed, not only the column */
	const uint64_t *row_keys;   /* [rows] from the content of each row */
	int64_t threshold;          /* rows that a point mass has */
	struct test_memory *memory; /* of functions of ranks; NULL: none */
} estimate_regression;

/* Predictors that several responses share. Zeroed memory: not prepared yet. */
typedef struct estimate_predictors {
	question_column *columns;
	size_t count;
	uint64_t *keys;
	regress_regressors given;
} estimate_predictors;

void estimate_predictors_clear(estimate_predictors *predictors);

typedef struct estimate_residual {
	bool
		exists; /* false: the column has no continuous part, or the regression does not shorten its code by more than it costs */
	data_column column; /* residuals over their scale; point masses stay point masses */
	double freedom;     /* effective parameters */
	double saved;       /* nats per row by which prediction shortens the code of the column, cross-validated */
	double information; /* nats per row: entropy of the column minus that of the residual */
	double *terms;      /* [rows] whose mean `information` is; both only if it is measured */
} estimate_residual;

/* Regresses the normal scores of a column on others, and then the size of the residuals. Responses without point masses share the predictors `shared`,
 * which the first of them prepares: [2] on all rows and on a part; NULL: no other response has the same predictors. False: out of memory; the residual can still be cleared. Costs as
 * much as regress_regressors_init(). */
bool estimate_residual_init(estimate_residual *out, const estimate_regression *regression, estimate_predictors *shared);

/* Only estimate_residual.saved, with many rows from a part of them; negative if the regression does not count, and -INFINITY if there is none. */
bool estimate_residual_saved(double *saved, const estimate_regression *regression);
void estimate_residual_clear(estimate_residual *residual);

/* -------------------------------------------------------------------------------------- densities of single columns */

/* Values are a sample, or the quantiles of a known distribution. The expected logarithm of the share of rows between two values differs. */
typedef enum estimate_values { ESTIMATE_SAMPLE, ESTIMATE_QUANTILES } estimate_values;

/* The log density at the value of each row among the rows in use (NULL: all), from the distance that the rows within `reach` ranks span. `codes` number
 * the distinct values values[code] in ascending order. Rows that are not in use get 0. Compare entropies of the same rows only: the bias at the ends
 * then cancels. False: out of memory. O(rows). */
bool estimate_log_densities(double *out, const uint32_t *codes, const double *values, size_t distinct, const bool *used,
                            size_t rows, size_t reach, estimate_values kind);

/* The reach that balances noise and curvature. */
size_t estimate_reach(size_t rows);

#endif
