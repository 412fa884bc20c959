/* A column replaced by its residual given others. Given the others a column and its residual carry the same information: I(X;Y|Z) does not
 * change when X and Y are replaced by their residuals given Z, but a coarse grid of Z is then enough to see it. */
#ifndef ESTIMATE_RESIDUAL_H
#define ESTIMATE_RESIDUAL_H

#include "data/table.h"

typedef struct estimate_residual {
	bool exists;        /* false: the column has no continuous part, or there is nothing to regress it on */
	data_column column; /* residuals over their scale; point masses stay point masses */
	double freedom;     /* effective parameters */
	double saved;       /* nats per row by which prediction shortens the code of the column, cross-validated */
	double information; /* nats per row: entropy of the column less that of the residual */
	double *terms;      /* [rows] whose mean `information` is */
} estimate_residual;

/* Regresses column `response` of a table on `count` others: the mean of its normal scores, and the scale of what is left. The table is in
 * canonical form (canonical.h) or has residuals in place of its columns. row_keys: [rows] from the content of each row. threshold: rows
 * that a point mass has. `sparing`: a mean or a scale counts only where it shortens the code by more than its parameters cost. False: out of memory. Cost: regress_given_init(). */
bool estimate_residual_init(estimate_residual *out, const mixmi_table *table, size_t response, const size_t *predictors,
                            size_t count, const uint64_t *row_keys, int64_t threshold, bool sparing);

/* Only what a sparing regression would save, in nats per row of the ordered part, by a part of the rows where these are many. */
bool estimate_residual_saved(double *saved, const mixmi_table *table, size_t response, const size_t *predictors,
                             size_t count, const uint64_t *row_keys, int64_t threshold);
void estimate_residual_clear(estimate_residual *residual);

#endif
