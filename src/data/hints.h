/* What a person should look at before believing an answer: columns and tables that look like something else than they are taken
 * for. Hints are remarks: they change neither kinds nor answers, which is why they may go by names. */
#ifndef DATA_HINTS_H
#define DATA_HINTS_H

#include "data/table.h"

/* Remarks on a column that is about to join the table: a few whole numbers in a row that may be codes; an identifier that
 * repeats, so that rows are not independent; a time beside a status, which may be censored. False: out of memory. */
bool data_hint_column(data_column *column, const mixmi_table *table);

/* Remarks on the table, once all columns have joined it: rows that are the cells of a table of frequencies. */
mixmi_status data_hint_table(mixmi_table *table);

#endif
