/* I(X;Y|Z) from the fitted grid. */
#ifndef DEPENDENCE_ESTIMATE_H
#define DEPENDENCE_ESTIMATE_H

#include "dependence/search.h"
#include "histogram/histogram_cmi.h"

/* `plug_in` is of the finer grid. */
typedef hist_estimate dependence_estimate;

/* False: out of memory. */
bool dependence_estimate_grid(dependence_estimate *out, const dependence_grid *grid, const dependence_ranks *ranks,
                              const dependence_costs *costs);

#endif
