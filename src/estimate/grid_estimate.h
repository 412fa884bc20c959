/* I(X;Y|Z) from the fitted grid. */
#ifndef ESTIMATE_GRID_ESTIMATE_H
#define ESTIMATE_GRID_ESTIMATE_H

#include "estimate/grid_search.h"
#include "estimate/plug_in.h"

/* False: out of memory. */
bool estimate_from_grid(estimate_result *out, const estimate_grid *grid, const estimate_ranks *ranks,
                        const estimate_costs *costs);

#endif
