/* Which form of the columns shows their dependence in the shortest code, and the estimate that follows from it. */
#ifndef DEPENDENCE_ROUTES_H
#define DEPENDENCE_ROUTES_H

#include "dependence/attempt.h"

/* The estimate by the best of: the columns as they are (`plain`), X and Y freed from Z, and in addition one side freed from the
 * other. `table` has the columns, roles[j] what each is. *changed: it is not that of `plain`. */
mixmi_status dependence_choose_route(dependence_estimate *out, bool *changed, const dependence_attempt *plain,
                                     const mixmi_table *table, const dependence_role *roles,
                                     const mixmi_options *options);

/* True if one estimate sees clearly more than another, leaving aside half of what it expects finer cuts to add. */
bool dependence_sees_more(const dependence_estimate *other, const dependence_estimate *present);

#endif
