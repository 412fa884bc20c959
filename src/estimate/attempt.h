/* One look at a question's columns, as they are or residualised on each other: the grid that codes them shortest. */
#ifndef ESTIMATE_ATTEMPT_H
#define ESTIMATE_ATTEMPT_H

#include "estimate/grid_estimate.h"

typedef struct estimate_attempt {
	estimate_ranks ranks;
	estimate_costs costs;
	estimate_grid grid;
	estimate_result estimate;
} estimate_attempt;

/* Finds the grid, then the estimate. `residual`: X and Y are residuals and depend little on Z, so that the search of three columns and more is
 * shorter and Z need not be searched separately. After a failure the attempt can be cleared all the same. */
mixmi_status estimate_attempt_search(estimate_attempt *attempt, const mixmi_table *table, const size_t *columns,
                                     const estimate_role *roles, size_t column_count, bool residual,
                                     const mixmi_options *options);
mixmi_status estimate_attempt_estimate(estimate_attempt *attempt, bool residual, const mixmi_options *options);
void estimate_attempt_clear(estimate_attempt *attempt);

#endif
