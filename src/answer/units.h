/* A column of a grid as a few units in order: values, or places of equally many rows; labels, whose order comes from
 * the other columns, rare ones of very many together. A division puts units into bins. */
#ifndef ANSWER_UNITS_H
#define ANSWER_UNITS_H

#include "question/values.h"

enum { ANSWER_PLACES = 48 /* of a column with more values: more would hold too few rows at usual sizes */ };

typedef struct answer_units {
	const question_values *column;
	int side;               /* 0 and 1: X and Y; 2: Z */
	size_t count;           /* units */
	const uint32_t *of;     /* [levels] the unit of each value */
	const uint32_t *unit;   /* [entries] */
	const uint32_t *rows;   /* [count] */
	size_t entries;         /* rows, or kinds of rows ... */
	const uint32_t *weight; /* [entries] ... of which there are so many, the same for each column; NULL: one */
} answer_units;

answer_units answer_units_of(base_arena *arena, const question_values *column, int side);

/* The same for a column whose codes are those of kinds of rows, with the rows of each. */
answer_units answer_units_of_entries(base_arena *arena, const question_values *column, int side, size_t entries,
                                     const uint32_t *weight);

/* Bits that tell which unit is in which of k bins. */
double answer_units_bits(const answer_units *units, size_t k);

/* The first bins of a search, bin[units]: at most k of about equally many rows, or each label. Returns their number. */
size_t answer_units_equal(uint32_t *bin, const answer_units *units, size_t k);

#endif
