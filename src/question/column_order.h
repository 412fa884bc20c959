/* The canonical order of columns, the order of their labels, and the direction of their numbers. They depend only on the data: not on names, spelling of
 * labels, units or directions, nor on the order of rows or columns, nor on which of two sets is called X. */
#ifndef QUESTION_COLUMN_ORDER_H
#define QUESTION_COLUMN_ORDER_H

#include "question/merged_rows.h"
#include "question/question.h"

/* The canonical order of the values of a column. Numbers and ordered labels ascend or descend, as the data decide; other labels are sorted by frequency. */
typedef struct question_value_order {
	bool negated;
	uint32_t *codes; /* [distinct] canonical code of each code that occurs in the rows; owned by the caller */
} question_value_order;

/* True for numbers and ordered labels. */
static inline bool question_is_ordered(const data_column *column)
{
	return column->labels == NULL || column->ordered;
}

/* Orders columns by their content in these rows, alone and jointly. order[k] is the index in `columns` of the k-th column, hashes[k] its hash, which is
 * equal for columns that look the same, and values[k] the order of its values (`values` must be zeroed; NULL: not needed). Columns keep their given
 * order only if exchanging them does not change the table. Columns of Z are always distinguished from columns of X and Y. False: out of memory. */
bool question_order_columns(size_t *order, uint64_t *hashes, question_value_order *values, const question_sample *rows,
                            const mixmi_table *table, const size_t *columns, const question_role *roles, size_t count);

/* Sorts sets->x: labels before numbers, few values before many, then by question_order_columns() of all sets; the other sets may be empty. False: out of
 * memory. O(values), or O(rows columns) if the first two criteria do not distinguish the columns. */
bool question_sort_columns(size_t *sorted, const mixmi_table *table, const question_sample *rows,
                           const mixmi_question *sets);

/* The same for sets->z, independently of X and Y if possible, so that whatever is computed from Z can be reused in other questions. */
bool question_sort_given(size_t *sorted, const mixmi_table *table, const question_sample *rows,
                         const mixmi_question *sets);

#endif
