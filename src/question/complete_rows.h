/* The rows without missing values in the columns of a question. */
#ifndef QUESTION_COMPLETE_ROWS_H
#define QUESTION_COMPLETE_ROWS_H

#include "data/table.h"

typedef struct question_complete {
	size_t count;
	size_t dropped;
	uint32_t *used; /* [count] rows of the table; NULL: all */
} question_complete;

/* An error if there are fewer than 2 rows. */
mixmi_status question_check_rows(size_t rows);

/* An error if there are no columns, a column is unknown or repeated, or fewer than 2 rows are complete. */
mixmi_status question_complete_init(question_complete *rows, const mixmi_table *table, const size_t *columns,
                                    size_t column_count);
void question_complete_clear(question_complete *rows);

static inline size_t question_complete_at(const question_complete *rows, size_t index)
{
	return rows->used != NULL ? rows->used[index] : index;
}

/* Counts of each distinct value in these rows: the column's own counts if all rows are complete, else an array that the caller frees as *owned. NULL: out
 * of memory. */
const uint32_t *question_complete_count(uint32_t **owned, const question_complete *rows, const data_column *column);

#endif
