/* Leaves of a regression tree on Z, for steps and interactions that smooth functions of few columns do not fit. */
#ifndef REGRESS_TREE_H
#define REGRESS_TREE_H

#include "regress/regressors.h"

/* Grows a greedy tree for `values`, fixed, and sets leaf[row]. Returns the number of leaves, 1 if no split explains enough, or 0 if out of
 * memory. O(rows columns depth). */
size_t regress_tree(uint32_t *leaf, const double *values, const regress_regressors *given);

#endif
