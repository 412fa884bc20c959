/* I(X;Y|Z) from regressions and a grid of their residuals. */
#ifndef ESTIMATE_CHAIN_H
#define ESTIMATE_CHAIN_H

#include "estimate/grid_search.h"
#include "test/remember.h"

/* The estimate of I(X;Y|Z), and terms[rows], set to 0 by the caller, whose mean it is. `plain` receives the grid of the columns themselves; NULL: it is not
 * needed. */
mixmi_status estimate_canonical(estimate_value *out, double *terms, estimate_fitted *plain,
                                const question_canonical *canonical, const estimate_costs *costs,
                                const mixmi_options *options, test_memory *memory);

#endif
