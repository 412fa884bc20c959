/* All functions of places are even or odd to the last bit, so places on one side of the median are enough. Waves follow by
 * recurrence from two of them, even and odd ones separately, which keeps the signs of odd ones exact. */
#include "question/rank_waves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/functions.h"
#include "base/memory.h"
#include "base/wide.h"

static double place_of(int64_t rank, size_t rows)
{
	return (double)rank / (2 * (double)rows);
}

double question_normal_score(double u)
{
	double size = base_normal_upper_quantile(0.5 - fabs(u));
	return u < 0 ? -size : u > 0 ? size : 0;
}

double question_wave_sine(double u)
{
	const double pi = 3.14159265358979323846264338328;
	return sin(pi * u);
}

bool question_rank_waves_init(question_rank_waves *table, size_t rows)
{
	*table = (question_rank_waves){ rows, base_array(rows, sizeof *table->at) };
	for (size_t rank = 0; table->at != NULL && rank < rows; rank++) {
		double place = place_of((int64_t)rank, rows);
		table->at[rank] = (question_rank_place){ question_wave_sine(place), question_normal_score(place) };
	}
	return table->at != NULL;
}

void question_rank_waves_clear(question_rank_waves *table)
{
	free(table->at);
	memset(table, 0, sizeof *table);
}

static const question_rank_place *look_up(const question_rank_waves *table, int64_t rank, size_t rows)
{
	return table != NULL && table->rows == rows ? &table->at[rank < 0 ? -rank : rank] : NULL;
}

double question_rank_sine(const question_rank_waves *table, int64_t rank, size_t rows)
{
	const question_rank_place *p = look_up(table, rank, rows);
	return p == NULL ? question_wave_sine(place_of(rank, rows)) : rank < 0 ? -p->sine : p->sine;
}

double question_rank_score(const question_rank_waves *table, int64_t rank, size_t rows)
{
	const question_rank_place *p = look_up(table, rank, rows);
	return p == NULL ? question_normal_score(place_of(rank, rows)) : rank < 0 ? -p->score : p->score;
}

enum { STRIP = 64 };

/* The waves of STRIP sines, one wave after the other. */
BASE_BOTH void fill_strip_both(double *out, size_t stride, const double *sines, size_t rows, size_t waves)
{
	const double height = 1.41421356237309504880;
	double twice[STRIP], wave[2][STRIP], before[2][STRIP]; /* of even and of odd order */
	for (size_t i = 0; i < STRIP; i++) {
		twice[i] = 2 - 4 * sines[i] * sines[i];
		wave[1][i] = sines[i];
		before[1][i] = -sines[i];
		wave[0][i] = twice[i] / 2;
		before[0][i] = 1;
	}
	for (size_t k = 1; k <= waves; k++) {
		double *now = wave[k % 2], *last = before[k % 2];
		for (size_t i = 0; i < rows; i++)
			out[(k - 1) * stride + i] = height * now[i];
		for (size_t i = 0; i < STRIP; i++) {
			double next = twice[i] * now[i] - last[i];
			last[i] = now[i];
			now[i] = next;
		}
	}
}

BASE_TWICE_VOID(fill_strip, (double *out, size_t stride, const double *sines, size_t rows, size_t waves),
                (out, stride, sines, rows, waves))

void question_rank_waves_fill(double *values, const int64_t *ranks, size_t entries, const question_rank_waves *table,
                              size_t rows, size_t waves)
{
	for (size_t start = 0; start < entries; start += STRIP) {
		double sines[STRIP] = { 0 };
		size_t count = entries - start < STRIP ? entries - start : STRIP;
		for (size_t i = 0; i < count; i++) {
			sines[i] = question_rank_sine(table, ranks[start + i], rows);
			values[waves * entries + start + i] = question_rank_score(table, ranks[start + i], rows);
		}
		fill_strip(values + start, entries, sines, count, waves);
	}
}
