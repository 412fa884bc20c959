/* A question in the form from which it is answered: the columns of X, Y and Z in complete rows. Nothing in it depends on
 * names, on the text of labels, on rows that are left out or on the order of rows and columns in the table. */
#ifndef QUESTION_SETS_H
#define QUESTION_SETS_H

#include "mixmi.h"
#include "question/values.h"

typedef struct question_sets {
	size_t rows;
	size_t rows_left_out; /* with a missing value in a column of the question */
	const question_values **x, **y, **z;
	size_t x_count, y_count, z_count;             /* constant and repeated columns of Z are left out */
	const size_t *x_source, *y_source, *z_source; /* the column of the table that each is */
} question_sets;

/* Takes the columns of a question from a table. The question has been checked. O(rows columns), and a sort. */
question_sets *question_take(base_arena *arena, const mixmi_table *table, const mixmi_question *question);

#endif
