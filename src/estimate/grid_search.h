/* The search for the grid that shows in the shortest code how X, Y and Z depend on each other. */
#ifndef ESTIMATE_GRID_SEARCH_H
#define ESTIMATE_GRID_SEARCH_H

#include "estimate/costs.h"
#include "estimate/grid.h"

/* From a few equally full bins per column each round divides every column anew with the others as they are, until none
 * changes. After a failure the grid can be cleared all the same. */
mixmi_status estimate_search(estimate_grid *grid, const estimate_ranks *ranks, const estimate_costs *costs,
                             const mixmi_options *options);

/* Data bits of a grid: sum over the cells of Z of N log2 N, of X and of Y the same against n, less the sum
 * over all cells of c log2 c. What the columns of one side tell about each other is in none of it. False: out of memory. */
bool estimate_data_bits(double *bits, const estimate_grid *grid, const cells_xlogx *xlogx);

#endif
