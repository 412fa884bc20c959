/* The rows that a question can use, in an order that is a function of the data and not of the order they come in. For
 * methods that work row by row; the histograms have tuples instead. */
#ifndef QUESTION_QUESTION_ROWS_H
#define QUESTION_QUESTION_ROWS_H

#include "question/question.h"

typedef struct question_rows {
	size_t count;
	size_t dropped;   /* rows with a missing value in one of the columns */
	uint32_t *codes;  /* [columns][count] column after column; rows in lexicographic order of their codes */
	size_t *distinct; /* [columns] codes are below this */
} question_rows;

/* The table's codes of the complete rows, for a question's columns in canonical order. Rows that agree in every column are interchangeable. An error where fewer than 2 are left. O(rows) and
 * a radix sort. */
mixmi_status question_rows_init(question_rows *rows, const question_ready *question);
void question_rows_clear(question_rows *rows);

#endif
