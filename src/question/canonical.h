/* The canonical form of a question: a table that depends only on the data, not on names, spelling of labels, the order of rows and columns, or the
 * direction of scales. Whatever is computed from it is therefore invariant to the last bit. */
#ifndef QUESTION_CANONICAL_H
#define QUESTION_CANONICAL_H

#include "paper/question/question.h"

#define QUESTION_NOWHERE SIZE_MAX

/* A column of the question: its place in the canonical table, and its own code for each canonical code. */
typedef struct question_asked {
	const data_column *source;
	size_t place; /* QUESTION_NOWHERE: a constant column of Z, which is not in the table */
	bool negated;
	uint32_t *codes; /* [source->distinct] */
} question_asked;

typedef struct question_canonical {
	mixmi_table table;     /* complete rows in lexicographic order, values in canonical order */
	question_role *roles;  /* [table.column_count] */
	size_t *columns;       /* [table.column_count] 0, 1, 2, ... */
	question_asked *asked; /* [asked_count] a copy of another column has the place of that column */
	size_t asked_count;
	size_t rows_dropped;
	uint32_t *clusters; /* [table.rows] cluster of each row, numbered by content; NULL: rows are independent */
	size_t cluster_count;
} question_canonical;

/* Omits columns of Z that are constant or copies of another column of Z, also under other labels or in the other direction. O(rows) per column and a radix sort. */
mixmi_status question_canonical_init(question_canonical *out, const mixmi_table *table, const mixmi_question *question);
void question_canonical_clear(question_canonical *canonical);

/* Finds a column of the question by its column in the original table. */
const question_asked *question_asked_column(const question_canonical *canonical, const data_column *source);

#endif
