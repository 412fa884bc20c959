/* The best bins of one column of a grid, given the bins of the others, and the order of labels by similarity. */
#ifndef ESTIMATE_DIVIDE_H
#define ESTIMATE_DIVIDE_H

#include "estimate/costs.h"
#include "estimate/grid.h"

typedef struct estimate_entry {
	uint32_t cell, count;
} estimate_entry;

/* order[k] is the k-th atom along the first axis of a correspondence analysis of the table of atoms by cells. Atom a has the entries first[a] to
 * first[a + 1] - 1. False: out of memory. */
bool estimate_order_atoms(uint32_t *order, size_t atoms, const size_t *first, const estimate_entry *entries,
                          size_t cells);

/* The bins of column j with the shortest code, given those of the others. best->bin has room for all symbols. False: out of memory.
 * O(tuples columns + units^2 cells + units^2 bins). */
bool estimate_divide(estimate_division *best, const estimate_grid *grid, size_t j, const estimate_costs *costs);

#endif
