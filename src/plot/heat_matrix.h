/* Answers for pairs of columns as a matrix of strengths. */
#ifndef PLOT_HEAT_MATRIX_H
#define PLOT_HEAT_MATRIX_H

#include "mixmi.h"

typedef struct plot_matrix {
	size_t rows, columns;
	size_t *row_columns;    /* [rows] columns of the table, in drawing order */
	size_t *column_columns; /* [columns] */
	double *strengths;      /* [rows * columns] in that order; NaN: no answer, or a column with itself */
	bool square;            /* all pairs of the same columns */
	size_t found_rows;      /* more than `rows` if the weakest were omitted */
	size_t unanswered;      /* questions that failed or have no strength */
} plot_matrix;

enum { PLOT_MOST_SQUARE = 1000, PLOT_MOST_ROWS = 100 };

/* For all pairs, rows and columns are in the order of plot_heat_order(). With targets, these are sorted by name and the
 * others by the sum of their strengths, strongest first, at most PLOT_MOST_ROWS. It is an error if a question does not
 * have one column each in X and Y, or if there are more than PLOT_MOST_SQUARE columns. The matrix must be cleared also
 * on failure. */
mixmi_status plot_matrix_init(plot_matrix *matrix, const mixmi_answers *answers, const mixmi_table *table);
void plot_matrix_clear(plot_matrix *matrix);

#endif
