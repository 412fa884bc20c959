/* The best bins of one column of a grid, given the bins of the others. */
#ifndef ESTIMATE_DIVIDE_H
#define ESTIMATE_DIVIDE_H

#include "estimate/costs.h"
#include "estimate/grid.h"

/* The bins of column j with the shortest code, and the change in code length in bits (0 or less up to rounding). best->bin has room for all symbols.
 * False: out of memory. O(tuples columns + units^2 cells). */
bool estimate_divide(estimate_division *best, double *change, const estimate_grid *grid, size_t j,
                     const estimate_costs *costs);

#endif
