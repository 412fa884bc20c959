/* I(X;Y|Z) by regressions and what a grid shows of their residuals. */
#ifndef DEPENDENCE_CHAIN_H
#define DEPENDENCE_CHAIN_H

#include "dependence/attempt.h"

/* `table` is in canonical form. *exists: false where no column of X or Y can be regressed; `out` is then as it was. */
mixmi_status dependence_by_regression(dependence_estimate *out, bool *exists, const mixmi_table *table,
                                      const dependence_role *roles, const mixmi_options *options);

#endif
