/* Regression trees on Z: one for steps and interactions that smooth functions of few columns do not fit, and one whose leaves are groups of
 * rows with about the same Z. */
#ifndef REGRESS_TREE_H
#define REGRESS_TREE_H

#include "regress/regressors.h"

/* Grows a greedy tree for `values`, fixed, and sets leaf[row]. Returns the number of leaves, 1 if no split explains enough, or 0 if out of
 * memory. O(rows columns depth). */
size_t regress_tree(uint32_t *leaf, const double *values, const regress_regressors *given);

/* The same for fitted values, which have no noise: a node is split as long as a split has a gain above `error`, the variance of the
 * residuals. No split leaves less than question_least_share of a node on either side, since small slices would leave large leaves behind. */
size_t regress_partition(uint32_t *leaf, const double *fitted, double error, const regress_regressors *given);

/* Groups of 4 to about 7 rows with similar Z: every node is split at the middle of the column in which it is widest (a k-d tree), as long as both
 * sides keep 4 rows. Returns as above. O(rows columns log rows). */
size_t regress_groups(uint32_t *leaf, const regress_regressors *given);

#endif
