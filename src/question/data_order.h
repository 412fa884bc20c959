/* The canonical order of columns that comes from the data alone. */
#ifndef QUESTION_DATA_ORDER_H
#define QUESTION_DATA_ORDER_H

#include "question/question.h"

/* Some rows of a table, of which equal ones may be merged into one entry. */
typedef struct question_entries {
	const uint32_t *used;  /* [count] a row of the table for each; NULL: all of its rows */
	const uint32_t *times; /* [count] how many rows it stands for; NULL: one each */
	size_t count;
	size_t rows; /* that they stand for */
} question_entries;

/* The order of columns by what they hold in these rows, by themselves and together: order[k] is the place in `columns` of the k-th, and hashes[k]
 * its hash, equal for columns that look the same. Neither depends on names, labels, units or directions, nor on the order of rows or columns, nor
 * on what is merged, nor on which of two sets is called X; only columns that can be exchanged without changing the table stay as given. A
 * column of Z and one of X or Y are never taken for each other. False: out of memory. */
bool question_order_columns(size_t *order, uint64_t *hashes, const question_entries *rows, const mixmi_table *table,
                            const size_t *columns, const question_role *roles, size_t count);

#endif
