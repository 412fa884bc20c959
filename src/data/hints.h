/* Hints about columns and tables that may not be what they look like. Hints are remarks: they change neither kinds nor
 * answers, which is why they may use names. */
#ifndef DATA_HINTS_H
#define DATA_HINTS_H

#include "data/table.h"

/* Adds remarks on a column before it is added to the table: consecutive integers that may be codes; a repeated
 * identifier, so that rows are not independent; a time next to a status, which may be censored. Returns false if memory
 * runs out. */
bool data_hint_column(data_column *column, const mixmi_table *table);

/* Adds remarks on the complete table: rows that are the cells of a frequency table. */
mixmi_status data_hint_table(mixmi_table *table);

#endif
