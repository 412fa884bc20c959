/* A question in the form from which it is answered: the columns of X, Y and Z in the rows that carry information, in an
 * order of columns, values and rows that follows from their content. Nothing in it depends on names, on the text of
 * labels, on signs of numbers, on what is called X, or on rows that are left out. */
#ifndef QUESTION_SETS_H
#define QUESTION_SETS_H

#include "mixmi.h"
#include "question/values.h"

/* Where a column comes from: the column of the table, and its code of each code of the column. */
typedef struct question_source {
	size_t column;
	const uint32_t *codes; /* [levels] */
} question_source;

typedef struct question_set {
	const question_values **columns; /* [count] */
	const question_source *sources;  /* [count] */
	size_t count;
} question_set;

enum { QUESTION_MOST_WAYS = 2 }; /* crossed clusters: of persons and of items */

typedef struct question_sets {
	size_t rows;
	bool regrouped;         /* numbers of Z have been taken as labels */
	size_t rows_incomplete; /* left out: with a missing value in a column of the question ... */
	size_t rows_alone;      /* ... and alone in a level of an absorbed label, so that they compare with no other row */
	const uint32_t *taken;  /* rows of the table that are in the question: row i of it is taken[sorted[i]] */
	const uint32_t *sorted; /* [rows] */
	question_set x, y;
	question_set z;                                      /* without constant and repeated columns */
	bool exchanged;                                      /* x is Y of the question */
	const question_values *clusters[QUESTION_MOST_WAYS]; /* that rows of the question are in, one column per way ... */
	size_t ways;                                         /* ... of which there are so many; 0: none */
	const uint32_t *order; /* [rows] of series one after the other, each in order of time; NULL: rows are no series */
	const size_t *starts;  /* [series + 1] of series in `order`, and the number of rows */
	size_t series;
} question_sets;

/* Takes the columns of a question, which has been checked, from a table. O(rows columns^2). */
question_sets *question_take(base_arena *arena, const mixmi_table *table, const mixmi_question *question);

/* The same, with those columns of Z as labels that `grouped` marks, one for each column of before->z. */
question_sets *question_take_grouped(base_arena *arena, const mixmi_table *table, const mixmi_question *question,
                                     const question_sets *before, const bool *grouped);

#endif
