/* The best bins of one column of a grid while the others stay as they are. */
#ifndef ESTIMATE_DIVIDE_H
#define ESTIMATE_DIVIDE_H

#include "estimate/costs.h"
#include "estimate/grid.h"

/* The division of column j that makes the code of the grid shortest, and by how many bits it changes the code: 0 or less but for
 * rounding. `best` has room for the symbols. False: out of memory. O(tuples columns + units^2 cells). */
bool estimate_divide(estimate_division *best, double *change, const estimate_grid *grid, size_t j,
                     const estimate_costs *costs);

#endif
