/* All functions of places are even or odd to the last bit (rank_scores.h), so places on one side of the median are enough. Ties at the ends
 * make the largest score another one; then sines of scores are taken anew. */
#include "question/rank_waves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "question/rank_scores.h"

bool question_rank_waves_init(question_rank_waves *table, size_t rows)
{
	*table = (question_rank_waves){ rows, base_array(rows, sizeof *table->at) };
	if (table->at == NULL)
		return false;
	for (size_t d = 0; d < rows; d++) {
		double place = (double)d / (2 * (double)rows);
		table->at[d].sine = question_wave_sine(place);
		table->at[d].score = question_normal_score(place);
	}
	double end = rows > 0 ? table->at[rows - 1].score : 0;
	for (size_t d = 0; d < rows; d++)
		table->at[d].score_sine = end > 0 ? question_wave_sine(table->at[d].score / (2 * end)) : 0;
	return true;
}

void question_rank_waves_clear(question_rank_waves *table)
{
	free(table->at);
	memset(table, 0, sizeof *table);
}

static const question_rank_place *look_up(const question_rank_waves *table, int64_t rank)
{
	return &table->at[rank < 0 ? -rank : rank];
}

static double largest_score(const int64_t *ranks, const question_rank_waves *table)
{
	double end = 0;
	for (size_t i = 0; i < table->rows; i++)
		end = fmax(end, look_up(table, ranks[i])->score);
	return end;
}

void question_rank_waves_fill(double *values, const int64_t *ranks, const question_rank_waves *table, size_t waves,
                              size_t score_waves)
{
	size_t rows = table->rows;
	double end = largest_score(ranks, table), at[2 * QUESTION_MOST_WAVES];
	bool usual = end == table->at[rows - 1].score && end > 0;
	for (size_t i = 0; i < rows; i++) {
		const question_rank_place *p = look_up(table, ranks[i]);
		double sign = ranks[i] < 0 ? -1 : 1, place = end > 0 ? sign * p->score / (2 * end) : 0;
		question_waves_of_sine(at, waves, sign * p->sine);
		question_waves_of_sine(at + waves, score_waves, usual ? sign * p->score_sine : question_wave_sine(place));
		if (score_waves > 0)
			at[waves] = place;
		for (size_t k = 0; k < waves + score_waves; k++)
			values[k * rows + i] = at[k];
	}
}
