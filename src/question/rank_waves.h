/* Functions of a rank that are even or odd around the median to the last bit, so that a column and its negative give the
 * same functions up to sign: the normal score, and the cosines of whole and half periods over the ranks. A rank is the
 * number of rows with a smaller value minus that with a larger one; a place is a rank over twice the number of rows. */
#ifndef QUESTION_RANK_WAVES_H
#define QUESTION_RANK_WAVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { QUESTION_MOST_WAVES = 128 };

/* Normal score of a place u in (-1/2, 1/2), 0 being the median, and sin(pi u). */
double question_normal_score(double u);
double question_wave_sine(double u);

typedef struct question_rank_place {
	double sine;
	double score;
} question_rank_place;

/* Sines and normal scores of all ranks among so many rows, computed once for all columns that need them. */
typedef struct question_rank_waves {
	size_t rows;
	question_rank_place *at; /* [rows] by the absolute value of the rank */
} question_rank_waves;

/* False: out of memory. O(rows). */
bool question_rank_waves_init(question_rank_waves *table, size_t rows);
void question_rank_waves_clear(question_rank_waves *table);

/* Sine and normal score of a rank. A table that is NULL or for another number of rows is not used. */
double question_rank_sine(const question_rank_waves *table, int64_t rank, size_t rows);
double question_rank_score(const question_rank_waves *table, int64_t rank, size_t rows);

/* The rank of a value that `count` of `rows` rows share, with `below` rows under it. */
static inline int64_t question_rank(size_t below, size_t count, size_t rows)
{
	return 2 * (int64_t)below + (int64_t)count - (int64_t)rows;
}

/* values[k - 1][entry]: wave k of the rank of each entry, sqrt 2 times sin(k pi u) for odd k and cos(k pi u) for even k,
 * k = 1 .. waves; and after them the normal scores. */
void question_rank_waves_fill(double *values, const int64_t *ranks, size_t entries, const question_rank_waves *table,
                              size_t rows, size_t waves);

#endif
