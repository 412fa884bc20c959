/* See spacing.h. */
#include "answer/spacing.h"

#include <math.h>

#include "answer/bits.h"
#include "base/functions.h"

static const double reach_power = 0.45; /* ranks on either side are rows^0.45 / 2: balances bias and noise */

static size_t reach_of(size_t rows)
{
	size_t reach = (size_t)(pow((double)rows, reach_power) / 2 + question_margin);
	return reach > 2 ? reach : 2;
}

/* The value at a rank that does not fall from call to call. */
typedef struct ranked {
	const question_values *column;
	const double *value;
	size_t level, end; /* ranks below `end` have this level or one below */
} ranked;

static double at_rank(ranked *r, size_t rank)
{
	while (r->end <= rank)
		r->end += r->column->counts[++r->level];
	return r->value[r->level];
}

void answer_spacing(double *out, base_arena *arena, const question_values *column, const double *value, bool known)
{
	base_arena_mark mark = base_arena_here(arena);
	size_t rows = column->rows, reach = reach_of(rows), below = 0;
	double *width = base_arena_take(arena, column->levels, sizeof *width), least = 1;
	ranked from = { column, value, 0, column->counts[0] }, to = from;
	for (size_t v = 0; v < column->levels; v++) {
		size_t at = below + (column->counts[v] - 1) / 2;
		size_t low = at > reach ? at - reach : 0, high = at + reach < rows ? at + reach : rows - 1;
		width[v] = at_rank(&to, high) - at_rank(&from, low);
		if (width[v] > 0 && width[v] < least)
			least = width[v];
		out[v] = (known ? log((double)(high - low)) : base_digamma((int)(high - low))) - log((double)rows + 0.5);
		below += column->counts[v];
	}
	for (size_t v = 0; v < column->levels; v++)
		out[v] -= log(width[v] > 0 ? width[v] : least);
	base_arena_back(arena, mark);
}
