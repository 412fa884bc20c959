/* The direction of a dependence: does one column go up with the other, or down? */
#ifndef EXPLAIN_RANK_SIGN_H
#define EXPLAIN_RANK_SIGN_H

#include "explain/scores.h"

/* Spearman's rank correlation of two columns within cells of others, pooled over the cells: sum of products over the root of
 * the sums of squares of ranks that are centred in each cell; and its standard error, by the infinitesimal jackknife with the
 * cells held. Numeric columns of Z are cut into equally full bins, as many as leave about 20 rows per cell. Where that leaves one
 * of them fewer than six (and not one per value), too much of it would vary within a cell: what is ranked there is then
 * not X and Y but the residuals of their normal scores given Z, also held, and the error counts the parameters of the regression.
 * Both are NaN where nothing varies. X and Y have an order, and `scores` are of the question. False: out of memory.
 * O(rows log rows). */
bool explain_sign(double *sign, double *error, const explain_scores *scores, const mixmi_table *table,
                  const mixmi_question *question);

#endif
