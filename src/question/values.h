/* The values of one column in the rows of a question. All that the default method reads of a column is here: codes and
 * counts of what occurs, and whether values have an order; no number, name or text. */
#ifndef QUESTION_VALUES_H
#define QUESTION_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* Invariant: codes run from 0 to levels - 1 in the order of the values, and each occurs. */
typedef struct question_values {
	size_t rows;
	size_t levels;
	bool labels;            /* values without order */
	bool mixed;             /* of a residual: it keeps a point mass, so it is not continuous */
	const uint32_t *codes;  /* [rows] */
	const uint32_t *counts; /* [levels] rows of each value */
	const struct question_values *raw; /* of a residual: the column that it is the residual of; else NULL */
} question_values;

#endif
