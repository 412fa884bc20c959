/* Cuts moved from their places to the steps around them. */
#ifndef ESTIMATE_POLISH_H
#define ESTIMATE_POLISH_H

#include "estimate/grid_search.h"

/* Moves each cut to the best step within one place of it, where that saves more bits than it takes to say the step. A sharp
 * boundary in the data is found this way to within a few rows, and a smooth dependence is left alone. A few passes over the
 * columns, O(rows) per column. False: out of memory. */
bool estimate_polish(estimate_grid *grid, const estimate_ranks *ranks, const cells_xlogx *xlogx);

#endif
