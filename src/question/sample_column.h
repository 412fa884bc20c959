/* A column of the table on the rows that a question uses. */
#ifndef QUESTION_SAMPLE_COLUMN_H
#define QUESTION_SAMPLE_COLUMN_H

#include "question/merged_rows.h"
#include "question/rank_waves.h"

typedef struct question_column {
	size_t rows;
	size_t entries;                /* that stand for them (merged_rows.h) */
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
