/* The canonical order of columns, of the labels in them, and the direction of their numbers: functions of the data alone. None of them
 * depends on names, spelling of labels, units or directions, nor on the order of rows or columns, nor on which of two sets is called X. */
#ifndef QUESTION_COLUMN_ORDER_H
#define QUESTION_COLUMN_ORDER_H

#include "question/merged_rows.h"
#include "question/question.h"

/* The values of a column in canonical order: numbers, and labels whose order means something, from the end that the data decide on; other
 * labels from the most frequent one down. */
typedef struct question_value_order {
	bool negated;
	uint32_t *codes; /* [distinct] canonical code of each code; owned by the caller */
} question_value_order;

/* Numbers, and labels whose order means something. */
static inline bool question_is_ordered(const data_column *column)
{
	return column->labels == NULL || column->ordered;
}

/* The order of columns by what they hold in these rows, by themselves and together: order[k] is the place in `columns` of the k-th, hashes[k]
 * its hash, equal for columns that look the same, and values[k] the order of its values (values is zeroed, or NULL: not asked for). Only columns
 * that can be exchanged without changing the table stay as given. A column of Z and one of X or Y are never taken for each other. False: out
 * of memory. */
bool question_order_columns(size_t *order, uint64_t *hashes, question_value_order *values, const question_sample *rows,
                            const mixmi_table *table, const size_t *columns, const question_role *roles, size_t count);

/* Sorts sets->x: labels before numbers, few values before many, then by what the columns have to do with each other and with those of
 * the other sets, which may be empty. Columns that can be exchanged without changing anything stay as given. False: out of memory. Where
 * columns have as many values as others, O(rows columns), else O(values). */
bool question_sort_columns(size_t *sorted, const mixmi_table *table, const question_sample *rows,
                           const mixmi_question *sets);

/* The same for sets->z by themselves, so that what is made of them serves other questions too. Columns that look the same there are sorted by
 * what they have to do with X and Y. */
bool question_sort_given(size_t *sorted, const mixmi_table *table, const question_sample *rows,
                         const mixmi_question *sets);

#endif
