/* The search for the grid that shows in the shortest code how X, Y and Z depend on each other. */
#ifndef DEPENDENCE_GRID_SEARCH_H
#define DEPENDENCE_GRID_SEARCH_H

#include "dependence/divide.h"
#include "dependence/joint_cells.h"

typedef struct dependence_grid {
	size_t column_count;
	dependence_division *divisions; /* [columns] */
	double bits;                    /* code length against that of one bin a column: 0 or less */
	size_t rounds;                  /* over all starts */
	bool converged;                 /* false: the start that won was stopped by max_rounds */
} dependence_grid;

/* From several starts, or one unless `thorough`, each round divides every column anew with the others as they are, until none
 * changes. The best result of all starts wins; ties go to the earlier. With fewer `roles` than all, columns in the others stay in
 * one bin. */
mixmi_status dependence_search(dependence_grid *grid, const dependence_ranks *ranks, const dependence_costs *costs,
                               int roles, bool thorough, const mixmi_options *options);
void dependence_grid_clear(dependence_grid *grid);

/* Data bits of a grid, by the maps given: sum over the cells of Z of N log2 N, of X and of Y the same against n, less the sum
 * over all cells of c log2 c. What the columns of one side tell about each other is in none of it. False: out of memory. */
bool dependence_data_bits(double *bits, const dependence_maps *maps, const cells_xlogx *xlogx);

#endif
