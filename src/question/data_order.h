/* The canonical order that comes from the data alone: of columns, of labels, and of the two directions of a scale. */
#ifndef QUESTION_DATA_ORDER_H
#define QUESTION_DATA_ORDER_H

#include "question/question.h"

/*
 * Selects the complete rows, puts q->columns into the order of their content and finds the canonical codes of each: numbers
 * keep their order or have all of it reversed; labels, which have none, are ordered by the rows that hold them. hashes[j]
 * becomes the hash of column j in the new order. Roles must be set, and have to be set anew afterwards: a column of Z and
 * one of X or Y are never taken for each other.
 */
mixmi_status question_order_by_data(question_ready *q, uint64_t *hashes);

#endif
