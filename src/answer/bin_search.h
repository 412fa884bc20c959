/* The search for a grid on units. */
#ifndef ANSWER_BIN_SEARCH_H
#define ANSWER_BIN_SEARCH_H

#include "answer/bits.h"
#include "answer/units.h"

/* The bins of a column. */
typedef struct answer_division {
	size_t k;
	uint32_t *bin; /* [units] */
} answer_division;

/* The largest number of bins of a column of numbers: 5 ln n, at least 2. */
size_t answer_most_bins(size_t rows);

/* Searches from one start with s and one with 2 equally full bins per column; division[columns] gets the shorter grid,
 * or single bins if that is no shorter. divided: columns of X and Y have two bins at least, whatever that costs. Returns
 * the length in bits. */
double answer_search(answer_division *division, base_arena *arena, answer_bits *bits, const answer_units *units,
                     size_t columns, bool divided);

#endif
