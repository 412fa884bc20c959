/* The search for the grid that shows in the shortest code how X, Y and Z depend on each other. */
#ifndef ESTIMATE_GRID_SEARCH_H
#define ESTIMATE_GRID_SEARCH_H

#include "estimate/divide.h"
#include "estimate/joint_cells.h"

typedef struct estimate_grid {
	size_t column_count;
	estimate_division *divisions; /* [columns] */
	double bits;                  /* code length against that of one bin per column: 0 or less */
	size_t rounds;                /* over all starts */
	bool converged;               /* false: the start that won was stopped by max_rounds */
} estimate_grid;

/* From several starts, or one unless `thorough`, each round divides every column anew with the others as they are, until none
 * changes. The best result of all starts wins; ties go to the earlier. With fewer `roles` than all, columns in the others stay in
 * one bin. */
mixmi_status estimate_search(estimate_grid *grid, const estimate_ranks *ranks, const estimate_costs *costs, int roles,
                             bool thorough, const mixmi_options *options);
void estimate_grid_clear(estimate_grid *grid);

/* Data bits of a grid, by the maps given: sum over the cells of Z of N log2 N, of X and of Y the same against n, less the sum
 * over all cells of c log2 c. What the columns of one side tell about each other is in none of it. False: out of memory. */
bool estimate_data_bits(double *bits, const estimate_maps *maps, const cells_xlogx *xlogx);

#endif
