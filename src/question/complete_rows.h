/* Rows that have a value in every column of a question. */
#ifndef QUESTION_COMPLETE_ROWS_H
#define QUESTION_COMPLETE_ROWS_H

#include "data/table.h"

typedef struct question_complete {
	size_t count;
	size_t dropped;
	uint32_t *used; /* [count] rows of the table; NULL: all of them */
} question_complete;

/* An error if a table of so many rows can answer nothing. */
mixmi_status question_check_rows(size_t rows);

/* An error if columns are none, unknown or repeated, or fewer than 2 rows are left. */
mixmi_status question_complete_init(question_complete *rows, const mixmi_table *table, const size_t *columns,
                                    size_t column_count);
void question_complete_clear(question_complete *rows);

static inline size_t question_complete_at(const question_complete *rows, size_t index)
{
	return rows->used != NULL ? rows->used[index] : index;
}

/* How often each distinct value of a column occurs in these rows: the column's own counts where all rows are used, else
 * an array that the caller frees as *owned. NULL: out of memory. */
const uint32_t *question_complete_count(uint32_t **owned, const question_complete *rows, const data_column *column);

#endif
