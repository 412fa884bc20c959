/* The canonical order of columns, the order of their labels, and the direction of their numbers. They depend only on the data: not on names, spelling of
 * labels, units or directions, nor on the order of rows or columns, nor on which of two sets is called X. */
#ifndef QUESTION_COLUMN_ORDER_H
#define QUESTION_COLUMN_ORDER_H

#include "paper/question/question.h"

#define QUESTION_ABSENT UINT32_MAX

/* The canonical order of the values of a column. Numbers and ordered labels ascend or descend, as the data decide; other labels are sorted by frequency. */
typedef struct question_value_order {
	bool negated;
	uint32_t *
		codes; /* [distinct] canonical code of each code, QUESTION_ABSENT if it is in none of the rows; owned by the caller */
} question_value_order;

/* True for numbers and ordered labels. */
static inline bool question_is_ordered(const data_column *column)
{
	return column->labels == NULL || column->ordered;
}

/* The place of a column in the canonical order. */
typedef struct question_placed {
	uint64_t hash;         /* equal for columns that look the same */
	uint64_t set, settled; /* hash of the columns with the same role, and the result of breaking ties */
	size_t column;         /* its number in the question, X before Y before Z */
} question_placed;

/* Orders the columns of a question by their content in these rows, alone and jointly. placed[k] is the k-th column, and values[j] the order of the
 * values of column j of the question (`values` must be zeroed; NULL: not needed). Columns keep their given order only if exchanging them does not
 * change the table. Columns of Z are always distinguished from columns of X and Y. False: out of memory. */
bool question_order_columns(question_placed *placed, question_value_order *values, const question_sample *rows,
                            const mixmi_table *table, const mixmi_question *question);

#endif
