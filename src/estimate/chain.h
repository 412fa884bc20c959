/* I(X;Y|Z) by regressions and what a grid shows of their residuals. */
#ifndef ESTIMATE_CHAIN_H
#define ESTIMATE_CHAIN_H

#include "estimate/attempt.h"

/* `table` is in canonical form. *exists: false where no column of X or Y can be regressed; `out` is then as it was. *changed: Z explains
 * something of X or of Y, so that a grid of the columns as they are would mix values of Z. */
mixmi_status estimate_by_regression(estimate_result *out, bool *exists, bool *changed, const mixmi_table *table,
                                    const estimate_role *roles, const mixmi_options *options);

#endif
