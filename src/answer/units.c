/* See units.h. */
#include "answer/units.h"

#include <math.h>

#include "answer/bits.h"

/* The share of rows below the middle of a value that has `own` rows and so many rows below it. The order of operations
 * matters where a value lies on the border of two places. */
static double share_below(double below, double own, double rows)
{
	return (2 * below + own - rows) / (2 * rows) + 0.5;
}

/* The most labels with a unit of their own; the others share one. The search costs the square of the units. */
enum { MOST_LABELS = 32 * ANSWER_PLACES };

/* The least number of rows with which fewer than MOST_LABELS labels have more. */
static uint32_t common_from(base_arena *arena, const question_values *column)
{
	base_arena_mark mark = base_arena_here(arena);
	uint32_t *labels = base_arena_take_zero(arena, column->rows + 1, sizeof *labels);
	size_t common = 0, rows = column->rows;
	for (size_t v = 0; v < column->levels; v++)
		labels[column->counts[v]]++;
	while (common + labels[rows] < MOST_LABELS)
		common += labels[rows--];
	base_arena_back(arena, mark);
	return (uint32_t)rows;
}

/* The commonest labels keep a unit, of equally common ones the first. */
static void number_labels(uint32_t *of, base_arena *arena, const question_values *column)
{
	uint32_t unit = 0, from = common_from(arena, column);
	size_t equal = MOST_LABELS - 1;
	for (size_t v = 0; v < column->levels; v++)
		equal -= column->counts[v] > from;
	for (size_t v = 0; v < column->levels; v++) {
		bool own = column->counts[v] > from || (column->counts[v] == from && equal > 0);
		equal -= own && column->counts[v] == from;
		of[v] = own ? unit++ : MOST_LABELS - 1;
	}
}

static void number_places(uint32_t *of, const question_values *column)
{
	double below = 0, rows = (double)column->rows;
	uint32_t place = 0, last = UINT32_MAX, units = 0;
	for (size_t v = 0; v < column->levels; v++) {
		double own = column->counts[v];
		place = (uint32_t)(share_below(below, own, rows) * ANSWER_PLACES);
		units += last != UINT32_MAX && place != last;
		of[v] = units;
		last = place;
		below += own;
	}
}

answer_units answer_units_of_entries(base_arena *arena, const question_values *column, int side, size_t entries,
                                     const uint32_t *weight)
{
	uint32_t *of = base_arena_take(arena, column->levels, sizeof *of);
	if (column->levels > ANSWER_PLACES && !column->labels)
		number_places(of, column);
	else if (column->levels > MOST_LABELS)
		number_labels(of, arena, column);
	else
		for (size_t v = 0; v < column->levels; v++)
			of[v] = (uint32_t)v;
	size_t count = 0;
	for (size_t v = 0; v < column->levels; v++)
		count = of[v] >= count ? (size_t)of[v] + 1 : count;
	uint32_t *unit = base_arena_take(arena, entries, sizeof *unit);
	uint32_t *rows = base_arena_take_zero(arena, count, sizeof *rows);
	for (size_t i = 0; i < entries; i++)
		unit[i] = of[column->codes[i]];
	for (size_t v = 0; v < column->levels; v++)
		rows[of[v]] += column->counts[v];
	return (answer_units){ column, side, count, of, unit, rows, entries, weight };
}

answer_units answer_units_of(base_arena *arena, const question_values *column, int side)
{
	return answer_units_of_entries(arena, column, side, column->rows, NULL);
}

double answer_units_bits(const answer_units *units, size_t k)
{
	return units->column->labels ? answer_bits_of_groups(units->count, k) : answer_bits_of_runs(units->count, k);
}

size_t answer_units_equal(uint32_t *bin, const answer_units *units, size_t k)
{
	const question_values *column = units->column;
	for (size_t u = 0; column->labels && u < units->count; u++)
		bin[u] = (uint32_t)u;
	if (column->labels)
		return units->count;
	double below = 0;
	size_t bins = 0, last = SIZE_MAX, unit = SIZE_MAX;
	for (size_t v = 0; v < column->levels; v++) {
		if (units->of[v] != unit) {
			unit = units->of[v];
			size_t at = (size_t)(share_below(below, column->counts[v], (double)column->rows) * (double)k);
			at = at < k ? at : k - 1;
			bins += at != last;
			bin[unit] = (uint32_t)bins - 1;
			last = at;
		}
		below += column->counts[v];
	}
	return bins;
}
