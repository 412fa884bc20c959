/* A question with its columns in canonical order, so that no answer depends on the order of columns in the question or the table, nor on which set is
 * called X. There are two orders. Preset paper sorts by name, which decides ties between columns and thus the last bits. All else sorts by the data
 * (column_order.h), which depends neither on names nor on the order of rows, labels or the direction of scales. Codes are those of the table.
 */
#ifndef QUESTION_QUESTION_H
#define QUESTION_QUESTION_H

#include "paper/question/rows.h"

typedef enum question_role { QUESTION_X, QUESTION_Y, QUESTION_Z } question_role;

typedef struct question_ready {
	const mixmi_table *table;
	size_t count;
	size_t *columns;       /* [count] the columns of the question in the table, in canonical order */
	mixmi_question places; /* X, Y and Z as places in `columns`, in the order of the question, one array */
	mixmi_question sets;   /* the same, each ascending, X being the set with the smallest place */
	bool exchanged;        /* X of `sets` is Y of the question */
	question_role *roles;  /* [count] as in the question */
	size_t *room;          /* memory of `places` and `sets` */
	uint64_t key; /* key of random streams, a function of the data and the roles; not set in the order of names */
} question_ready;

/* Checks a question and orders its columns by name. O(columns^2). */
mixmi_status question_init(question_ready *question, const mixmi_table *table, const mixmi_question *asked);

/* The same with preset paper; otherwise orders columns by the data: O(rows columns), and an error if fewer than 2 rows are complete. */
mixmi_status question_init_for_preset(question_ready *question, const mixmi_table *table, const mixmi_question *asked,
                                      int preset);

void question_clear(question_ready *question);

/* The complete rows in an order that depends only on the data. For methods that work row by row; histograms use tuples. */
typedef struct question_rows {
	size_t count;
	size_t dropped;   /* rows with a missing value in one of the columns */
	uint32_t *codes;  /* [columns][count] column after column; rows in lexicographic order of their codes */
	size_t *distinct; /* [columns] codes are below this */
} question_rows;

/* The codes of the complete rows, columns in canonical order. An error if fewer than 2 rows are complete. O(rows) and a radix sort. */
mixmi_status question_rows_init(question_rows *rows, const question_ready *question);
void question_rows_clear(question_rows *rows);

/* Keys of random streams from names: by columns in canonical order with their roles (perm), or set by set (rcit, rcot). */
uint64_t question_key_by_columns(const question_ready *question);
uint64_t question_key_by_sets(const question_ready *question);

/* An error if X or Y is empty. */
mixmi_status question_check_sets(const mixmi_question *question);

/* The role of the index-th column of all three sets together. */
static inline question_role question_role_at(const mixmi_question *question, size_t index)
{
	size_t y = question->x_count, z = y + question->y_count;
	return index < y ? QUESTION_X : index < z ? QUESTION_Y : QUESTION_Z;
}

static inline size_t question_count(const mixmi_question *question)
{
	return question->x_count + question->y_count + question->z_count;
}

/* The index-th column of all three sets together. */
static inline size_t question_column_at(const mixmi_question *question, size_t index)
{
	size_t y = question->x_count, z = y + question->y_count;
	return index < y ? question->x[index] : index < z ? question->y[index - y] : question->z[index - z];
}

/* Concatenates two sets, or all three; returns the number of columns. */
size_t question_join(size_t *joint, const size_t *a, size_t a_count, const size_t *b, size_t b_count);
size_t question_join_all(size_t *joint, const mixmi_question *question);

#endif
