/* I(X;Y|Z) from the fitted grid. */
#ifndef DEPENDENCE_GRID_ESTIMATE_H
#define DEPENDENCE_GRID_ESTIMATE_H

#include "dependence/counting.h"
#include "dependence/grid_search.h"

/* False: out of memory. */
bool dependence_estimate_grid(dependence_estimate *out, const dependence_grid *grid, const dependence_ranks *ranks,
                              const dependence_costs *costs);

#endif
