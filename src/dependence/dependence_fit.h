/* Fitting a question's columns for what they tell about each other. */
#ifndef DEPENDENCE_DEPENDENCE_FIT_H
#define DEPENDENCE_DEPENDENCE_FIT_H

#include "dependence/counting.h"

/* The estimate of I(X;Y|Z). If `histogram` is not NULL the fitted grid of the columns as they are is handed over there, columns in the order
 * given. */
mixmi_status dependence_fit(dependence_estimate *estimate, mixmi_histogram **histogram, const mixmi_table *table,
                            const size_t *columns, const dependence_role *roles, size_t column_count,
                            const mixmi_options *options);

#endif
