/* Fixed effects of labels with many levels: whatever is regressed on Z has its means in their levels subtracted, the
 * responses as well as the other functions of Z, which is the same as giving each level an indicator (Frisch and Waugh).
 * Several labels take turns until nothing changes, as alternating projections do. Random effects are absorbed in part: a
 * share of the means is subtracted, once for each column, after which rows are independent (generalised least squares). */
#ifndef RESIDUAL_ABSORB_H
#define RESIDUAL_ABSORB_H

#include "question/values.h"

/* Whether one of the columns is absorbed in part. */
bool residual_absorbs_share(const question_values *const *columns, size_t count);

/* Subtracts from `values` its means in the levels of columns[count]. O(rows) for one column, else O(rows count) for each
 * turn, of which labels that are nearly nested need many. */
void residual_absorb(double *values, base_arena *scratch, const question_values *const *columns, size_t count);

#endif
