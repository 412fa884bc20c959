/* Remarks on a table: what the rows may be that the methods assume they are not. Found once, when a source is read, from all of
 * its columns, also those that are not asked for. Remarks change no answer, which is why they may use names. */
#ifndef DATA_REMARKS_H
#define DATA_REMARKS_H

#include "base/options.h"
#include "data/table.h"

/* A column of the source, and whether it is part of the table. */
typedef struct data_seen {
	const data_column *column;
	bool asked;
} data_seen;

/* True if the name alone says that a column may identify units, order rows in time, or count them. */
bool data_remarks_watch(const char *name);

/* Adds the remarks on the rows to the table, which has these columns (seen with `asked`) and as many rows. Options that answer
 * a remark (cluster, time, survival, weights) silence it. O(rows columns). */
mixmi_status data_remarks_find(mixmi_table *table, const data_seen *seen, size_t count, const mixmi_options *options);

#endif
