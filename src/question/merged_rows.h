/* The rows that the test looks at. Where columns have few values, equal rows are merged into one entry that counts as often as they are:
 * the test takes time for each entry, and all its sums are exact, so that its answers are the same to the last bit. */
#ifndef QUESTION_MERGED_ROWS_H
#define QUESTION_MERGED_ROWS_H

#include "question/complete_rows.h"

typedef struct question_sample {
	size_t count;          /* rows of the question */
	size_t entries;        /* that stand for them; as many if nothing is merged */
	const uint32_t *used;  /* [entries] a row of the table for each; NULL: all of its rows */
	const uint32_t *times; /* [entries] how many rows it stands for; NULL: nothing is merged */
	uint32_t *owned;
} question_sample;

/* Every row by itself; `complete` must outlive it. */
question_sample question_sample_unmerged(const question_complete *complete);

/* Rows that are equal in all of `columns` together, if that makes entries several times fewer than rows; else every row by itself. Where
 * they are merged, cells of any of the columns hold enough rows for comparing within them. False: out of memory. O(rows columns) where
 * columns have few values, else O(columns). */
bool question_sample_merge(question_sample *rows, const question_complete *complete, const mixmi_table *table,
                           const size_t *columns, size_t count);
void question_sample_clear(question_sample *rows);

/* Values of entries, [count][entries], as values of the rows that they stand for, [count][rows]: of a merge of `columns`. NULL: out of
 * memory. O(rows (columns + count)). */
double *question_sample_spread(const double *values, size_t value_count, const question_sample *rows,
                               const question_complete *complete, const mixmi_table *table, const size_t *columns,
                               size_t count);

#endif
