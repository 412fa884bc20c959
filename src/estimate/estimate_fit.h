/* Fitting a question's columns for what they tell about each other. */
#ifndef ESTIMATE_DEPENDENCE_FIT_H
#define ESTIMATE_DEPENDENCE_FIT_H

#include "estimate/plug_in.h"

/* The estimate of I(X;Y|Z). If `histogram` is not NULL the fitted grid of the columns as they are is handed over there, columns in the order
 * given. */
mixmi_status estimate_fit(estimate_result *estimate, mixmi_histogram **histogram, const mixmi_table *table,
                          const size_t *columns, const estimate_role *roles, size_t column_count,
                          const mixmi_options *options);

#endif
