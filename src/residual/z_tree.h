/* A regression tree on columns of Z, whose leaves show interactions that no product of two functions shows. */
#ifndef RESIDUAL_Z_TREE_H
#define RESIDUAL_Z_TREE_H

#include "question/values.h"

/* leaves[rows]: the leaf of each row in a tree on y[rows], split where the gain in the sum of squares at the planned
 * rows exceeds what the best of all splits gains by chance; returns the number of leaves; with 1, leaves are not set.
 * Columns are split by their order; labels by each of up to twelve levels against the others, labels of more levels not
 * at all. O(rows depth), and O(planned columns depth) with a sort. */
size_t residual_tree(uint32_t *leaves, base_arena *arena, const question_values *const *z, size_t count,
                     const double *y, const uint32_t *planned_rows, size_t planned);

#endif
