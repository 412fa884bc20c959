/* The canonical order of columns that comes from the data alone. */
#ifndef QUESTION_DATA_ORDER_H
#define QUESTION_DATA_ORDER_H

#include "question/question.h"

/* Puts q->columns into the order of their content in the complete rows, of which there are *rows; hashes[j] becomes the hash of
 * column j in the new order. Roles must be set, and have to be set anew afterwards: a column of Z and one of X or Y are never
 * taken for each other. */
mixmi_status question_order_by_data(question_ready *q, uint64_t *hashes, size_t *rows);

#endif
