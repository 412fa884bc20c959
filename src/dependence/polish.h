/* Cuts moved from their places to the steps around them. */
#ifndef DEPENDENCE_POLISH_H
#define DEPENDENCE_POLISH_H

#include "dependence/grid_search.h"

/* Moves each cut to the best step within one place of it, where that saves more bits than it takes to say the step. A sharp
 * boundary in the data is found this way to within a few rows, and a smooth dependence is left alone. A few passes over the
 * columns, O(rows) a column. False: out of memory. */
bool dependence_polish(dependence_grid *grid, const dependence_ranks *ranks, const cells_xlogx *xlogx);

#endif
