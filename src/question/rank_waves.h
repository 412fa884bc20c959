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

/* The sine and the normal score of the place of a value: `rank` is the rows with less, less the rows with more. A table NULL or of another
 * number of rows is not used, and they are computed. */
double question_rank_sine(const question_rank_waves *table, int64_t rank, size_t rows);
double question_rank_score(const question_rank_waves *table, int64_t rank, size_t rows);

/* False: out of memory. O(rows). */
bool question_rank_waves_init(question_rank_waves *table, size_t rows);
void question_rank_waves_clear(question_rank_waves *table);

/* values[k][entry]: `waves` waves over the places of entries, and after them the normal scores. */
void question_rank_waves_fill(double *values, const int64_t *ranks, size_t entries, const question_rank_waves *table,
                              size_t rows, size_t waves);

#endif
