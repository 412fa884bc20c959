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

/* What columns hold in these rows, by themselves and together, as a number each: equal for columns that it does not distinguish. It does
 * not depend on names, labels, units or directions, nor on the order of rows or columns, nor on what is merged. The first `asked`
 * columns are of X and Y, the others of Z. False: out of memory. */
bool question_hash_columns(uint64_t *hashes, const question_entries *rows, const mixmi_table *table,
                           const size_t *columns, size_t count, size_t asked);

/* Puts q->columns into the order of their content in the complete rows, of which there are *rows; hashes[j] becomes the hash of
 * column j in the new order. Roles must be set, and have to be set anew afterwards: a column of Z and one of X or Y are never
 * taken for each other. */
mixmi_status question_order_by_data(question_ready *q, uint64_t *hashes, size_t *rows);

#endif
