/* All functions of places are even or odd to the last bit (rank_scores.h), so places on one side of the median are enough. */
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
	return true;
}

void question_rank_waves_clear(question_rank_waves *table)
{
	free(table->at);
	memset(table, 0, sizeof *table);
}

void question_rank_waves_fill(double *values, const int64_t *ranks, const question_rank_waves *table, size_t waves)
{
	size_t rows = table->rows;
	double at[QUESTION_MOST_WAVES];
	for (size_t i = 0; i < rows; i++) {
		const question_rank_place *p = &table->at[ranks[i] < 0 ? -ranks[i] : ranks[i]];
		double sign = ranks[i] < 0 ? -1 : 1;
		question_waves_of_sine(at, waves, sign * p->sine);
		for (size_t k = 0; k < waves; k++)
			values[k * rows + i] = at[k];
		values[waves * rows + i] = sign * p->score;
	}
}
