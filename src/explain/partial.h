/* Partial residuals: scores of a column minus their regression on Z. */
#ifndef EXPLAIN_PARTIAL_H
#define EXPLAIN_PARTIAL_H

#include "explain/scores.h"

/* Sets residuals[i] of complete row i to the score of `side` minus the fit on Z, or to the score if there is no Z. Groups of `along`, unless it is NULL, are
 * part of the regression, but their effects stay in the residuals. *spent: effective parameters. False: out of memory. */
bool explain_partial_residuals(int32_t *residuals, double *spent, const explain_scores *scores,
                               const explain_side *side, const explain_side *along, const mixmi_table *table,
                               const mixmi_question *question);

#endif
