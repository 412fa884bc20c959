/* The rows of a test. If columns have few values, equal rows are merged into one entry with a count. Costs are per entry, and since all sums are exact,
 * merging does not change a bit of the answer. */
#ifndef QUESTION_MERGED_ROWS_H
#define QUESTION_MERGED_ROWS_H

#include "question/complete_rows.h"

typedef struct question_sample {
	size_t count;          /* rows of the question */
	size_t entries;        /* as many as rows if nothing is merged */
	const uint32_t *used;  /* [entries] a row of the table for each; NULL: all of its rows */
	const uint32_t *times; /* [entries] rows of each entry; NULL: nothing is merged */
	uint32_t *owned;
} question_sample;

/* One entry per row; `complete` must outlive it. */
question_sample question_sample_unmerged(const question_complete *complete);

/* Merges rows that agree in all of `columns` if that reduces their number several times; otherwise one entry per row. If rows are merged, cells of any of
 * the columns have enough rows for comparisons within them. False: out of memory. O(rows columns) if columns have few values, else O(columns). */
bool question_sample_merge(question_sample *rows, const question_complete *complete, const mixmi_table *table,
                           const size_t *columns, size_t count);
void question_sample_clear(question_sample *rows);

/* Expands values[value_count][entries] of a merge of `columns` to [value_count][rows]. NULL: out of memory. O(rows (columns + value_count)). */
double *question_sample_spread(const double *values, size_t value_count, const question_sample *rows,
                               const question_complete *complete, const mixmi_table *table, const size_t *columns,
                               size_t count);

#endif
