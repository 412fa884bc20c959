/* Leaves of a regression tree on Z: for steps and interactions that no smooth function of few columns follows. */
#ifndef REGRESS_TREE_H
#define REGRESS_TREE_H

#include "regress/regressors.h"

/* leaf[row] of the greedy tree that explains `values`, fixed, best; returns the number of leaves, 1 if no split explains enough, 0: out of
 * memory. O(rows columns depth). */
size_t regress_tree(uint32_t *leaf, const double *values, const regress_regressors *given);

#endif
