/* Grids of the columns of three sides X, Y and Z, by minimum description length: the length of a grid, in bits, is
 *     n (H(X,Y,Z) - H(X) - H(Y) - H(Z)) + its penalty + the bits that tell its cuts (bits.h),
 * with the entropies of its bins. A grid of single bins has length 0. Columns are divided in turn, each best given the
 * others (bin_search.h); at last cuts move between values (cuts.h). */
#ifndef ANSWER_BIN_GRID_H
#define ANSWER_BIN_GRID_H

#include "answer/bits.h"
#include "question/values.h"

typedef struct answer_grid {
	size_t rows, columns;
	const question_values *const *column; /* [columns] */
	const int *side;                      /* [columns] 0 and 1: X and Y; 2: Z */
	size_t *units;                        /* [columns] among which cuts are chosen */
	size_t *k;                            /* [columns] bins, of which each holds rows */
	uint32_t **bin;                       /* [columns][levels] bin of each value */
	double data, penalty, cuts;           /* bits, set by answer_grid_measure() */
	size_t entries;                       /* of the columns' codes: rows, or kinds of rows ... */
	const uint32_t *weight;               /* [entries] ... of which there are so many; NULL: one each */
} answer_grid;

/* divided: columns of X and Y have two bins at least, also where single bins are shorter. */
answer_grid answer_grid_of(base_arena *arena, answer_bits *bits, const question_values *const *column, const int *side,
                           size_t columns, bool divided);

/* Measures how many bits the dependence of X and Y given Z takes: data, which is -n I(X;Y|Z) of the bins, penalty and
 * cuts. Below 0 in all, if the rows show it. Without Z this is the length. */
void answer_grid_measure(answer_grid *grid, base_arena *arena, answer_bits *bits);

#endif
