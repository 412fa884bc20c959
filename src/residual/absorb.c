#include "residual/absorb.h"

#include <math.h>

#include "residual/constants.h"

static const double absorbed_change = 1e-12; /* of a value in a turn: a smaller one is rounding */

/* Subtracts level means or a share of them; returns the largest in absolute value. */
static double subtract_means(double *values, double *means, const question_values *column)
{
	double largest = 0;
	for (size_t v = 0; v < column->levels; v++)
		means[v] = 0;
	for (size_t i = 0; i < column->rows; i++)
		means[column->codes[i]] += values[i];
	for (size_t v = 0; v < column->levels; v++) {
		means[v] *= (column->share != NULL ? column->share[v] : 1) / column->counts[v];
		largest = fmax(largest, fabs(means[v]));
	}
	for (size_t i = 0; i < column->rows; i++)
		values[i] -= means[column->codes[i]];
	return largest;
}

bool residual_absorbs_share(const question_values *const *columns, size_t count)
{
	for (size_t j = 0; j < count; j++)
		if (columns[j]->share != NULL)
			return true;
	return false;
}

void residual_absorb(double *values, base_arena *scratch, const question_values *const *columns, size_t count)
{
	base_arena_mark mark = base_arena_here(scratch);
	size_t levels = 0;
	for (size_t j = 0; j < count; j++)
		levels = columns[j]->levels > levels ? columns[j]->levels : levels;
	double *means = base_arena_take(scratch, levels, sizeof *means), change = INFINITY;
	bool once = count == 1 || residual_absorbs_share(columns, count);
	for (int turn = 0; turn < (once ? 1 : RESIDUAL_MOST_TURNS) && change > absorbed_change; turn++) {
		change = 0;
		for (size_t j = 0; j < count; j++)
			change = fmax(change, subtract_means(values, means, columns[j]));
	}
	base_arena_back(scratch, mark);
}
