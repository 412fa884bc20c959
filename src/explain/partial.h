/* Scores of a column with what Z says about them taken off: partial residuals. */
#ifndef EXPLAIN_PARTIAL_H
#define EXPLAIN_PARTIAL_H

#include "explain/scores.h"

/* residuals[i] of complete row i: the score of `side` less what the regression on Z says about it. Groups of `along`, where there is one, take part in
 * the regression, but what they say stays. *spent: effective parameters. Without Z the scores themselves. False: out of memory. */
bool explain_partial_residuals(int32_t *residuals, double *spent, const explain_scores *scores,
                               const explain_side *side, const explain_side *along, const mixmi_table *table,
                               const mixmi_question *question);

#endif
