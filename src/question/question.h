/* Questions in their canonical form: columns in the order of their names, so that no answer depends on the order in which
 * the question or the table has them. */
#ifndef QUESTION_QUESTION_H
#define QUESTION_QUESTION_H

#include "data/table.h"

typedef struct question_ready {
	size_t count;
	size_t *columns;       /* [count] all columns of the table that are asked about, by name */
	mixmi_question places; /* X, Y and Z as places in `columns` */
	size_t *room;          /* what `places` points into */
} question_ready;

/* Checks a question about a table's columns and brings it into that form. */
mixmi_status question_init(question_ready *question, const mixmi_table *table, const mixmi_question *asked);
void question_clear(question_ready *question);

/* An error if X or Y is empty. */
mixmi_status question_check_sets(const mixmi_question *question);

/* The columns of two sets, or of all three, one after the other; returns how many there are. */
size_t question_join(size_t *joint, const size_t *a, size_t a_count, const size_t *b, size_t b_count);
size_t question_join_all(size_t *joint, const mixmi_question *question);

#endif
