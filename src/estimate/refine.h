/* The fitted grid made finer for estimating. */
#ifndef ESTIMATE_REFINE_H
#define ESTIMATE_REFINE_H

#include "estimate/grid_search.h"

/* Splits the bins of every column that has more than one into equally full pieces, as many in all as a column of all rows would have
 * at this resolution. `finer` has room for a division of every column. False: out of memory. */
bool estimate_refine(estimate_division *finer, const estimate_grid *grid, const estimate_ranks *ranks,
                     uint32_t resolution);

/* The resolution that leaves at most n^(d/(d+1)) occupied cells, d being the number of divided columns (2 at least), or half as many
 * for 3 columns and more. The bins of the
 * code are the fewest that pay; for the size of a smooth dependence that is too coarse, and pieces that nothing was chosen by add
 * no bias of choice. More cells would bring more bias from counting than they take away from cutting. 0: out of memory. */
uint32_t estimate_resolution(estimate_division *finer, const estimate_grid *grid, const estimate_ranks *ranks);

#endif
