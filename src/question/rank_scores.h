/* Functions of a rank that are even or odd around the median to the last bit, so that a column and its negative give the
 * same functions up to sign: the normal score, and the cosines of whole and half periods over the ranks. */
#ifndef QUESTION_RANK_SCORES_H
#define QUESTION_RANK_SCORES_H

#include <stddef.h>
#include <stdint.h>

enum { QUESTION_MOST_WAVES = 128 };

/* Normal score of a place u in (-1/2, 1/2), 0 being the median. */
double question_normal_score(double u);

/* waves[k - 1] = sqrt 2 times sin(k pi u) for odd k and cos(k pi u) for even k, k = 1 .. count. */
void question_waves(double *waves, size_t count, double u);

/* The same in two steps: sin(pi u), and all waves from it. */
double question_wave_sine(double u);
void question_waves_of_sine(double *waves, size_t count, double sine);

/* The place of a value that `count` rows of `rows` share, with `below` rows under it: the middle of their tied ranks. */
static inline double question_place(size_t below, size_t count, size_t rows)
{
	return ((double)below - (double)(rows - below - count)) / (2 * (double)rows);
}

#endif
