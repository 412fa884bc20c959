/* The rows of a question: those without missing values in its columns. */
#ifndef QUESTION_ROWS_H
#define QUESTION_ROWS_H

#include "data/table.h"
#include "paper/cells/cell_numbers.h"

/* Rows without missing values. */
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

/* The codes of a column in these rows, for numbering or sorting them. */
cells_coordinate question_complete_codes(const question_complete *rows, const data_column *column);

/* Counts of each distinct value in these rows: the column's own counts if all rows are complete, else an array that the caller frees as *owned. NULL: out
 * of memory. */
const uint32_t *question_complete_count(uint32_t **owned, const question_complete *rows, const data_column *column);

/* Rows to compute with. Where columns have few values, equal rows may be merged into one entry with a count. */
typedef struct question_sample {
	size_t count;          /* rows of the question */
	size_t entries;        /* as many as rows if nothing is merged */
	const uint32_t *used;  /* [entries] a row of the table for each; NULL: all of its rows */
	const uint32_t *times; /* [entries] rows of each entry; NULL: nothing is merged */
	uint32_t *entry_of;    /* [count] the entry of each row; NULL: nothing is merged */
	uint32_t *owned;
} question_sample;

/* One entry per row; `complete` must outlive it. */
question_sample question_sample_unmerged(const question_complete *complete);

/* The codes of the entries, and the counts of each distinct value in them: the column's own arrays if all its rows are used one by one, else
 * arrays that the caller frees as *owned. NULL: out of memory. */
const uint32_t *question_sample_codes(uint32_t **owned, const question_sample *rows, const data_column *column);
const uint32_t *question_sample_count(uint32_t **owned, const question_sample *rows, const data_column *column);

#endif
