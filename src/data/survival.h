/* Censored times: a time and whether it ended with its event, as one column. */
#ifndef DATA_SURVIVAL_H
#define DATA_SURVIVAL_H

#include "data/table.h"

/* Makes a column of the table a censored time. `status`, of the table's rows, need not be in the table; `event` is the value that means
 * that the event was observed. NULL: found from the values, or an error that asks for it. */
mixmi_status data_table_set_survival(mixmi_table *table, size_t time, const data_column *status, const char *event);

/* An error if one of `count` columns holds times that may be censored; `why` ends its sentence. Indices that the table lacks are passed
 * over. */
mixmi_status data_refuse_censored(const mixmi_table *table, const size_t *columns, size_t count, const char *why);

#endif
