/* I(X;Y|Z) by regressions and what a grid shows of their residuals. */
#ifndef DEPENDENCE_CHAIN_H
#define DEPENDENCE_CHAIN_H

#include "dependence/attempt.h"

/* `table` is in canonical form. *exists: false where no column of X or Y can be regressed; `out` is then as it was. *changed: Z explains
 * something of X or of Y, so that a grid of the columns as they are would mix values of Z. */
mixmi_status dependence_by_regression(dependence_estimate *out, bool *exists, bool *changed, const mixmi_table *table,
                                      const dependence_role *roles, const mixmi_options *options);

#endif
