/* The rows that a question can use, in an order that is a function of the data and not of the order they come in. For
 * methods that work row by row; the histogram has its tuples instead. */
#ifndef QUESTION_QUESTION_ROWS_H
#define QUESTION_QUESTION_ROWS_H

#include "data/table.h"

typedef struct question_rows {
	size_t count;
	size_t dropped;  /* rows with a missing value in one of the columns */
	uint32_t *codes; /* [columns][count] column after column; rows in lexicographic order of their codes */
} question_rows;

/* Codes of the rows without a missing value, for columns in the order of their names (question_ready). Rows that agree
 * in every column cannot be told apart. An error where fewer than 2 are left. O(rows) and a radix sort. */
mixmi_status question_rows_init(question_rows *rows, const mixmi_table *table, const size_t *columns,
                                size_t column_count);
void question_rows_clear(question_rows *rows);

#endif
