/* Scores of a column with what Z says about them taken off: partial residuals. */
#ifndef EXPLAIN_PARTIAL_H
#define EXPLAIN_PARTIAL_H

#include "explain/scores.h"

/* residuals[i] of complete row i: the score of `side` less what the columns of Z add to it in a least-squares fit of bins of
 * `along` (NULL: of an intercept; then scores of `side` are normal, and those of Z too) and functions of each column of Z, added up. *spent: how many parameters Z took. Without Z the scores themselves.
 * False: out of memory. O(rows z^2 + parameters^3), parameters below 80. */
bool explain_partial_residuals(int32_t *residuals, size_t *spent, const explain_scores *scores,
                               const explain_side *side, const explain_side *along, const mixmi_table *table,
                               const mixmi_question *question);

#endif
