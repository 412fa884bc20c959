/* The rows of a question, equal ones merged if that is faster, and its columns on them. If columns have few values, equal rows are merged into one entry
 * with a count. Costs are per entry, and since all sums are exact, merging does not change a bit of the answer. */
#ifndef QUESTION_ROW_SAMPLE_H
#define QUESTION_ROW_SAMPLE_H

#include "paper/question/rows.h"
#include "question/rank_waves.h"

/* True if y is a copy of x in these rows, in the other direction (*reversed) or, unless both are `ordered`, under other labels. Values that occur in
 * other rows only do not count. met: scratch space for the values of both. O(rows) if so. */
bool question_is_copy(bool *reversed, uint32_t *met, const data_column *x, const data_column *y, bool ordered,
                      const question_complete *rows);

/* Has the column a second value in these rows? */
bool question_varies(const data_column *column, const question_complete *rows);

/* Merges rows that agree in all of `columns` if that reduces their number several times; otherwise one entry per row. If rows are merged, cells of any of
 * the columns have enough rows for comparisons within them. False: out of memory. O(rows columns) if columns have few values, else O(columns). */
bool question_sample_merge(question_sample *rows, const question_complete *complete, const mixmi_table *table,
                           const size_t *columns, size_t count);
void question_sample_clear(question_sample *rows);

/* Expands values[value_count][entries] of merged rows to [value_count][rows]. NULL: out of memory. */
double *question_sample_spread(const double *values, size_t value_count, const question_sample *rows);

/* A column of the table on the rows of a question. */
typedef struct question_column {
	size_t rows;
	size_t entries;                /* that stand for them */
	const uint32_t *times;         /* [entries] NULL: each stands for one row */
	size_t distinct;               /* values of the table's column; some may be in none of the rows */
	size_t occurring;              /* values that are in the rows */
	bool unordered;                /* labels: no value is larger than another */
	bool clusters;                 /* labels that only tell which rows may depend on each other */
	const uint32_t *codes;         /* [entries] */
	const uint32_t *counts;        /* [distinct] */
	const unsigned char *censored; /* [distinct] as of data_column: a time that may be censored; NULL: none */
	const uint64_t
		*row_keys; /* [entries] distinguishes labels of equally many rows whatever their spelling; NULL: nothing does */
	const question_rank_waves *ranks; /* of as many rows; NULL: what is asked of them is computed */
	uint32_t *owned_codes, *owned_counts;
} question_column;

/* Column `source` on `rows`, which must outlive it. False: out of memory. */
bool question_column_init(question_column *column, const data_column *source, const question_sample *rows);
void question_column_clear(question_column *column);

#endif
