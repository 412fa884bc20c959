/* Censored times: a time and its status as one column. */
#ifndef DATA_SURVIVAL_H
#define DATA_SURVIVAL_H

#include "data/table.h"

/* Makes a column of the table a censored time. `status`, with the table's rows, need not be in the table; `event` is
 * the value of an observed event. NULL: derived from the values, or an error that asks for it. */
mixmi_status data_table_set_survival(mixmi_table *table, size_t time, const data_column *status, const char *event);

/* An error if one of `count` columns has times that may be censored; `why` is the end of the message. Invalid indices
 * are ignored. */
mixmi_status data_refuse_censored(const mixmi_table *table, const size_t *columns, size_t count, const char *why);

#endif
