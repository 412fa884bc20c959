/* Answers about pairs of columns as a matrix of strengths. */
#ifndef PLOT_HEAT_MATRIX_H
#define PLOT_HEAT_MATRIX_H

#include "mixmi.h"

typedef struct plot_matrix {
	size_t rows, columns;
	size_t *row_columns;    /* [rows] the table's columns, in the order of drawing */
	size_t *column_columns; /* [columns] */
	double *strengths;      /* [rows * columns] in that order; NaN: no answer, or a column with itself */
	bool square;            /* every pair of the same columns */
	size_t found_rows;      /* more than `rows` where the weakest were left out */
	size_t unanswered;      /* questions that failed or have no strength */
} plot_matrix;

enum { PLOT_MOST_SQUARE = 1000, PLOT_MOST_ROWS = 100 };

/* All pairs: rows and columns in the order of plot_heat_order(). Against targets: the targets by name, the others by their
 * strengths added up, the strongest first, at most PLOT_MOST_ROWS. A question that has not one column of X and one of Y is an
 * error; more than PLOT_MOST_SQUARE columns too. On failure it is still to be cleared. */
mixmi_status plot_matrix_init(plot_matrix *matrix, const mixmi_answers *answers, const mixmi_table *table);
void plot_matrix_clear(plot_matrix *matrix);

#endif
