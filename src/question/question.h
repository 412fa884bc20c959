/*
 * A question made ready: its columns in canonical order, each with its role, so that no answer depends on the order in which
 * the question or the table has them, nor on which set is called X. There are two orders. That of the names is what preset
 * paper has always used: ties between columns fall by it, and with them the last bits. That of the data (column_order.h)
 * depends neither on names nor on rows, labels or the direction of a scale. Codes stay the table's own by either.
 */
#ifndef QUESTION_QUESTION_H
#define QUESTION_QUESTION_H

#include "question/complete_rows.h"

typedef enum question_role { QUESTION_X, QUESTION_Y, QUESTION_Z } question_role;

typedef struct question_ready {
	const mixmi_table *table;
	size_t count;
	size_t *columns;       /* [count] all columns of the table that are asked about, in canonical order */
	mixmi_question places; /* X, Y and Z as places in `columns`, each in the order that it was asked in */
	mixmi_question sets;   /* the same in canonical form: each ascending, and X the one with the least place of both */
	bool exchanged;        /* X of `sets` was asked as Y */
	question_role *roles;  /* [count] by `places`: as they were asked */
	size_t *room;          /* what `places` and `sets` point into */
	uint64_t key;          /* by the order of the data: of the random streams, a function of the data and the roles */
} question_ready;

/* Checks a question about a table's columns and makes it ready, by the order of names. O(columns log columns). */
mixmi_status question_init(question_ready *question, const mixmi_table *table, const mixmi_question *asked);

/* The same with preset paper. Else by the order of the data: O(rows columns), some ten operations each; an error where
 * fewer than 2 rows are complete. */
mixmi_status question_init_for_preset(question_ready *question, const mixmi_table *table, const mixmi_question *asked,
                                      int preset);

void question_clear(question_ready *question);

/* Keys of random streams from the names: by columns in canonical order, each with its role in `sets`, as perm has them; or
 * set by set, as rcit and rcot have them. */
uint64_t question_key_by_columns(const question_ready *question);
uint64_t question_key_by_sets(const question_ready *question);

/* An error if X or Y is empty. */
mixmi_status question_check_sets(const mixmi_question *question);

/* The columns of two sets, or of all three, one after the other; returns how many there are. */
size_t question_join(size_t *joint, const size_t *a, size_t a_count, const size_t *b, size_t b_count);
size_t question_join_all(size_t *joint, const mixmi_question *question);

#endif
