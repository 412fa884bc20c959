/* The order in which the test takes the columns of a set: by what is in them. */
#ifndef QUESTION_COLUMN_ORDER_H
#define QUESTION_COLUMN_ORDER_H

#include "question/merged_rows.h"

/* Sorts sets->x: labels before numbers, few values before many, then by what the columns have to do with each other and with those of
 * the other sets, which may be empty. The order depends neither on names, labels, units and directions nor on the order of rows and of
 * the table's columns; columns that can be exchanged without changing anything stay as given. False: out of memory. Where columns have as many values
 * as others, O(rows columns), else O(values). */
bool question_sort_columns(size_t *sorted, const mixmi_table *table, const question_sample *rows,
                           const mixmi_question *sets);

/* The same for sets->z by themselves, so that what is made of them serves other questions too. Columns that look the same there are sorted by
 * what they have to do with X and Y. */
bool question_sort_given(size_t *sorted, const mixmi_table *table, const question_sample *rows,
                         const mixmi_question *sets);

#endif
