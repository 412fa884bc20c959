/* The rows of a question: those without missing values in its columns, equal ones merged if that is faster, and its columns on them. */
#ifndef QUESTION_ROWS_H
#define QUESTION_ROWS_H

#include "cells/cell_numbers.h"
#include "data/table.h"
#include "question/rank_waves.h"

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

/* True if y is a copy of x in these rows, in the other direction (*reversed) or, unless both are `ordered`, under other labels. Values that occur in
 * other rows only do not count. met: scratch space for the values of both. O(rows) if so. */
bool question_is_copy(bool *reversed, uint32_t *met, const data_column *x, const data_column *y, bool ordered,
                      const question_complete *rows);

/* Has the column a second value in these rows? */
bool question_varies(const data_column *column, const question_complete *rows);

/* bin[code]: equally full bins of a column's values, from the rows that hold each. `counts` may be `bin`. */
void question_equal_bins(uint32_t *bin, const uint32_t *counts, size_t distinct, size_t bins);

/* The rows of a test. If columns have few values, equal rows are merged into one entry with a count. Costs are per entry, and since all sums are exact,
 * merging does not change a bit of the answer. */
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
