/* One look at a question's columns, as they are or freed from each other: the grid that codes them shortest. */
#ifndef DEPENDENCE_ATTEMPT_H
#define DEPENDENCE_ATTEMPT_H

#include "dependence/grid_estimate.h"

typedef struct dependence_attempt {
	dependence_ranks ranks;
	dependence_costs costs;
	dependence_grid grid;
	dependence_estimate estimate;
} dependence_attempt;

/* Finds the grid, then the estimate. `freed`: Z tells little of X and Y any more, so that the search of three columns and more is a
 * shorter one and Z need not be looked at apart. After a failure the attempt can be cleared all the same. */
mixmi_status dependence_attempt_search(dependence_attempt *attempt, const mixmi_table *table, const size_t *columns,
                                       const dependence_role *roles, size_t column_count, bool freed,
                                       const mixmi_options *options);
mixmi_status dependence_attempt_estimate(dependence_attempt *attempt, bool freed, const mixmi_options *options);
void dependence_attempt_clear(dependence_attempt *attempt);

#endif
