/* A question's columns in a form that depends on the data alone: not on names, spelling of labels, the order of rows and
 * columns, nor on the direction of a scale. All that follows works on this form, so its answers have no choice but to be
 * the same bits. */
#ifndef QUESTION_CANONICAL_H
#define QUESTION_CANONICAL_H

#include "question/question.h"

/* A column that was asked for: where it stands in the canonical table, and which of its own codes each code there is. */
typedef struct question_asked {
	const data_column *source;
	size_t place;
	bool negated;
	uint32_t *codes; /* [source->distinct] */
} question_asked;

typedef struct question_canonical {
	mixmi_table table; /* complete rows in lexicographic order; labels and values permuted, numbers possibly negated */
	question_role *roles;  /* [table.column_count] */
	size_t *columns;       /* [table.column_count] 0, 1, 2, ... */
	question_asked *asked; /* [asked_count] columns that repeat another share its place */
	size_t asked_count;
	size_t rows_dropped;
	uint32_t *clusters; /* [table.rows] of the rows, numbered by their content; NULL: rows are independent */
	size_t cluster_count;
} question_canonical;

/* Columns of Z that another one of Z equals, values renamed, reversed or not, are left out. O(rows) per column and a radix
 * sort. */
mixmi_status question_canonical_init(question_canonical *out, const mixmi_table *table, const mixmi_question *question);
void question_canonical_clear(question_canonical *canonical);

/* What has become of a column of the table that the question is about. */
const question_asked *question_asked_column(const question_canonical *canonical, const data_column *source);

#endif
