/* Rows that have a value in every column of a question. */
#ifndef DATA_ROWS_H
#define DATA_ROWS_H

#include "data/table.h"

typedef struct data_rows {
	size_t count;
	size_t dropped;
	uint32_t *used; /* [count] rows of the table; NULL: all of them */
} data_rows;

/* An error if columns are none, unknown or repeated, or fewer than 2 rows are left. */
mixmi_status data_rows_init(data_rows *rows, const mixmi_table *table, const size_t *columns, size_t column_count);
void data_rows_clear(data_rows *rows);

static inline size_t data_rows_at(const data_rows *rows, size_t index)
{
	return rows->used != NULL ? rows->used[index] : index;
}

/* How often each distinct value of a column occurs in these rows: the column's own counts where all rows are used, else
 * an array that the caller frees as *owned. NULL: out of memory. */
const uint32_t *data_rows_count(uint32_t **owned, const data_rows *rows, const data_column *column);

#endif
