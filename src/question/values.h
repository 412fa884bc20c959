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
	bool labels;           /* values without order */
	bool given;            /* a column of Z */
	bool absorbed;         /* labels of Z whose level means are subtracted from whatever is regressed on Z */
	const double *share;   /* [levels] of what is absorbed: the part of level means that is subtracted; NULL: all ... */
	double share_lost;     /* ... and the rows that this takes from a regression */
	const bool *censored;  /* [levels] of times whose end was not observed; NULL: the column is no such time */
	bool mixed;            /* of a residual: it keeps a point mass, so it is not continuous */
	const uint32_t *codes; /* [rows] */
	const uint32_t *counts;            /* [levels] rows of each value */
	const struct question_values *raw; /* of a residual: the column that it is the residual of; else NULL */
} question_values;

/* The column of these numbers, which are finite; -0 equals 0. Codes and counts are in the arena. A radix sort. */
question_values *question_values_of(base_arena *arena, const double *numbers, size_t rows);

/* The column of numbers that were computed: sets those equal that differ by rounding errors, in `numbers` too. */
question_values *question_values_tied(base_arena *arena, double *numbers, size_t rows);

/* The column of some codes, of which those that do not occur are dropped. largest: of the codes. */
question_values *question_values_of_codes(base_arena *arena, const uint32_t *codes, size_t rows, uint32_t largest);

/* The mid-rank of each value, from -1/2 to 1/2, and its normal score, into out[levels]. */
void question_places(double *out, const question_values *column);
void question_scores(double *out, const question_values *column);

/* A score for each row, out[rows], in which rows of the same value lie about evenly between the middles to the next values,
 * in an order that carries no information about other columns: the same information, and a density. */
void question_dithered_scores(double *out, base_arena *arena, const question_values *column);

/* Numbers without large point masses, of which there are enough distinct ones. O(levels). */
bool question_continuous(const question_values *column);

/* The cells of several columns of codes: cells[rows], numbered from 0 in the lexicographic order of the codes, and each
 * occurs; returns their number, 1 if count is 0. levels: more than the largest code of each column. O(rows) per column,
 * and a sort where the product of two numbers of cells exceeds the rows. */
size_t question_cells(uint32_t *cells, base_arena *arena, const uint32_t *const *codes, const size_t *levels,
                      size_t count, size_t rows);

#endif
