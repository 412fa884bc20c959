/* I(X;Y|Z) from regressions and a grid of their residuals. */
#ifndef ESTIMATE_CHAIN_H
#define ESTIMATE_CHAIN_H

#include "estimate/grid_search.h"
#include "question/canonical.h"
#include "test/remember.h"

/* On entry `plain` and terms[rows] hold the value of the grid of the columns themselves; on return, the estimate and the terms whose mean it is. */
mixmi_status estimate_by_regression(estimate_value *plain, double *terms, const question_canonical *canonical,
                                    const estimate_costs *costs, const mixmi_options *options, test_memory *memory);

#endif
