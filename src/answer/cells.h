/* Occupied cells of rows that have several codes, and the entropy of their distribution. */
#ifndef ANSWER_CELLS_H
#define ANSWER_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* A code per row: code[value[row]], or code[row] if value is NULL. */
typedef struct answer_codes {
	const uint32_t *code;
	const uint32_t *value;
} answer_codes;

typedef struct answer_cells {
	size_t count;   /* occupied cells; more than `most` if there are */
	uint32_t *row;  /* [count] the first row of each */
	uint32_t *rows; /* [count] */
} answer_cells;

/* The cells of some columns of codes, in the order of their first rows; stops when there are more than `most`.
 * weight: of each row; NULL: 1. O(rows columns). */
answer_cells answer_cells_of(base_arena *arena, const answer_codes *columns, size_t count, size_t rows,
                             const uint32_t *weight, size_t most);

/* The entropy in nats by the estimator of Chao, Wang and Jost (2013), which adds what unseen values would have. */
double answer_entropy(const uint32_t *rows, size_t cells);

#endif
