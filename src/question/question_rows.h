/* The complete rows of a question in an order that depends only on the data. For methods that work row by row; histograms use tuples. */
#ifndef QUESTION_QUESTION_ROWS_H
#define QUESTION_QUESTION_ROWS_H

#include "question/question.h"

typedef struct question_rows {
	size_t count;
	size_t dropped;   /* rows with a missing value in one of the columns */
	uint32_t *codes;  /* [columns][count] column after column; rows in lexicographic order of their codes */
	size_t *distinct; /* [columns] codes are below this */
} question_rows;

/* The codes of the complete rows, for the columns of a question in canonical order. An error if fewer than 2 rows are complete. O(rows) and a radix sort. */
mixmi_status question_rows_init(question_rows *rows, const question_ready *question);
void question_rows_clear(question_rows *rows);

#endif
