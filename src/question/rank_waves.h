/* Sines and normal scores of all places that values may have among so many rows, made once for all the columns whose ranks are asked for. */
#ifndef QUESTION_RANK_WAVES_H
#define QUESTION_RANK_WAVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct question_rank_place {
	double sine;  /* of pi times the place */
	double score; /* normal score */
} question_rank_place;

typedef struct question_rank_waves {
	size_t rows;
	question_rank_place
		*at; /* [rows] by the rows below a value less those above it, in size; signs follow that number's */
} question_rank_waves;

/* False: out of memory. O(rows). */
bool question_rank_waves_init(question_rank_waves *table, size_t rows);
void question_rank_waves_clear(question_rank_waves *table);

/* values[k][row]: `waves` waves over the places of rows, and after them the normal scores. ranks[row]: rows with less less rows with more. */
void question_rank_waves_fill(double *values, const int64_t *ranks, const question_rank_waves *table, size_t waves);

#endif
