/* From codes to normal scores: the quantile of the standard normal distribution at the middle of a value's ranks. O(rows). */
#include "dependence/normal_scores.h"

#include <stdlib.h>
#include <string.h>

#include "base/functions.h"
#include "base/memory.h"
#include "data/atoms.h"
#include "dependence/ranked.h"

enum { LEAST_ROWS = 40 };

/* Normal quantiles at 1 / SIZE, 2 / SIZE, ...: for many rows, straight lines between these are exact enough and cost less. */
typedef struct quantiles {
	double *table; /* NULL: few rows */
} quantiles;

enum { QUANTILES = 4096, TAIL = 64 };

static double normal_score(const quantiles *q, double share)
{
	double place = share * QUANTILES;
	size_t below = (size_t)place;
	if (q->table == NULL || below < TAIL || below >= QUANTILES - TAIL)
		return base_normal_quantile(share);
	return q->table[below] + (place - (double)below) * (q->table[below + 1] - q->table[below]);
}

static bool quantiles_init(quantiles *q, size_t rows)
{
	q->table = NULL;
	if (rows < 2 * QUANTILES)
		return true;
	q->table = base_array(QUANTILES, sizeof *q->table);
	for (size_t i = TAIL; q->table != NULL && i < QUANTILES; i++)
		q->table[i] = base_normal_quantile((double)i / QUANTILES);
	return q->table != NULL;
}

static bool score_codes(dependence_numbers *numbers, const uint32_t *marks, const data_column *column)
{
	quantiles q;
	if (!quantiles_init(&q, numbers->ordered))
		return false;
	double below = 0, all = (double)numbers->ordered;
	for (size_t code = 0; code < column->distinct; code++) {
		numbers->by_code[code] = 0;
		if (marks[code] != DATA_MARK_ORDERED)
			continue;
		numbers->by_code[code] = normal_score(&q, (below + 0.5 * column->counts[code]) / all);
		below += column->counts[code];
	}
	free(q.table);
	return true;
}

bool dependence_numbers_init(dependence_numbers *numbers, const data_column *column, size_t rows, int64_t threshold)
{
	*numbers = (dependence_numbers){ .by_code = base_array(column->distinct, sizeof *numbers->by_code),
		                             .scores = base_array(rows, sizeof *numbers->scores),
		                             .atoms = base_array(rows, sizeof *numbers->atoms),
		                             .used = base_array(rows, sizeof *numbers->used) };
	uint32_t *marks = base_array(column->distinct, sizeof *marks);
	bool done = numbers->by_code != NULL && numbers->scores != NULL && numbers->atoms != NULL &&
	            numbers->used != NULL && marks != NULL;
	size_t distinct = 0;
	if (done) {
		dependence_find_atoms(marks, &numbers->atom_count, &distinct, column, column->counts, threshold);
		for (size_t code = 0; code < column->distinct; code++)
			numbers->ordered += marks[code] == DATA_MARK_ORDERED ? column->counts[code] : 0;
		done = score_codes(numbers, marks, column);
	}
	for (size_t i = 0; done && i < rows; i++) {
		uint32_t mark = marks[column->codes[i]];
		numbers->used[i] = mark == DATA_MARK_ORDERED;
		numbers->scores[i] = numbers->by_code[column->codes[i]];
		numbers->atoms[i] = numbers->used[i] ? UINT32_MAX : mark;
	}
	numbers->predictor =
		(dependence_predictor){ numbers->ordered > 0 ? numbers->scores : NULL,
		                        numbers->atom_count > 0 ? numbers->atoms : NULL, numbers->atom_count, false };
	numbers->continuous = numbers->ordered >= LEAST_ROWS && 2 * distinct >= numbers->ordered;
	free(marks);
	return done;
}

void dependence_numbers_clear(dependence_numbers *numbers)
{
	free(numbers->by_code);
	free(numbers->scores);
	free(numbers->atoms);
	free(numbers->used);
	memset(numbers, 0, sizeof *numbers);
}
