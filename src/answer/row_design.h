/* Rows that depend on each other: clusters, and series in order of time. The rows of different groups are independent; a
 * group is a cluster, or a block of successive rows. */
#ifndef ANSWER_ROW_DESIGN_H
#define ANSWER_ROW_DESIGN_H

#include "question/sets.h"

typedef struct answer_rows {
	size_t rows;
	size_t ways;                                           /* 1; 2: crossed clusters */
	const question_values *groups[QUESTION_MOST_WAYS + 1]; /* of each way; with two, then of both at once */
	bool simple;                                           /* each row is a group of its own */
	bool within;                                           /* only deviations from cluster means are compared */
	const uint32_t *order; /* [rows] of series one after the other, each in order of time; NULL: clusters */
	const size_t *starts;  /* [series + 1] of series in `order`, and the number of rows */
	size_t series;
	size_t count; /* groups, of the way with fewer */
} answer_rows;

/* Clusters of one way or of two ways, which are crossed. */
answer_rows answer_rows_of_clusters(base_arena *arena, const question_values *const *ways, size_t count, bool within);

/* Independent rows. */
answer_rows answer_rows_of_single(base_arena *arena, size_t rows);

/* Series, in which rows are like those before. Blocks are long enough that what is left of that after whitening stays
 * inside of them. */
answer_rows answer_rows_of_series(base_arena *arena, const uint32_t *order, const size_t *starts, size_t series);

#endif
