/* The order of the columns of one set of a question. */
#ifndef QUESTION_SET_ORDER_H
#define QUESTION_SET_ORDER_H

#include "paper/question/question.h"

/* Sorts the columns of X or of Z: labels before numbers, few values before many, then by question_order_columns() of all sets, of which others may be
 * empty. Z is sorted independently of X and Y if possible, so that whatever is computed from it can be reused in other questions. False: out of memory.
 * O(values), or O(rows columns) if the first two criteria do not distinguish the columns. */
bool question_sort_columns(size_t *sorted, const mixmi_table *table, const question_sample *rows,
                           const mixmi_question *sets, question_role role);

#endif
