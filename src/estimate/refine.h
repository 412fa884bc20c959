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
 * shortest code are too coarse for the size of a smooth dependence, and pieces that were not chosen by the data add
 * no selection bias. More cells would add more small-sample bias than they remove discretisation bias. 0: out of memory. */
uint32_t estimate_resolution(estimate_division *finer, const estimate_grid *grid, const estimate_ranks *ranks);

#endif
