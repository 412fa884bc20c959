/* The rows that a question can use, in an order that is a function of the data and not of the order they come in. For
 * methods that work row by row; the histogram has its tuples instead. */
#ifndef INFO_ROWS_H
#define INFO_ROWS_H

#include "data/table.h"

typedef struct info_rows {
	size_t count;
	size_t dropped;  /* rows with a missing value in one of the columns */
	uint32_t *codes; /* [columns][count] column after column; rows in lexicographic order of their codes */
} info_rows;

/* Codes of the rows without a missing value, for columns in the order of their names (info_question). Rows that agree
 * in every column cannot be told apart. An error where fewer than 2 are left. O(rows) and a radix sort. */
mixmi_status info_rows_init(info_rows *rows, const mixmi_table *table, const size_t *columns, size_t column_count);
void info_rows_clear(info_rows *rows);

#endif
