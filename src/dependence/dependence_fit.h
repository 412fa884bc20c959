/* Fitting a question's columns for what they tell about each other. */
#ifndef DEPENDENCE_DEPENDENCE_FIT_H
#define DEPENDENCE_DEPENDENCE_FIT_H

#include "dependence/witness.h"

/* Ranks, search, polish, estimate, and what a test says about it (`witness` may be NULL). If `histogram` is not NULL the fitted grid is handed over there, columns in the order
 * given. */
mixmi_status dependence_fit(dependence_estimate *estimate, mixmi_histogram **histogram, const mixmi_table *table,
                            const size_t *columns, const dependence_role *roles, size_t column_count,
                            const dependence_witness *witness, const mixmi_options *options);

#endif
