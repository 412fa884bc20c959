/* Groups of neighbouring values and their means. O(rows), given Z as many fits of Z as there are groups in the model. */
#include "explain/curve.h"

#include <math.h>
#include <string.h>

enum { EFFECTS = 12 }; /* groups of the column that the curve runs along, in the additive model */

size_t explain_split(uint32_t *group, const explain_side *along, size_t most)
{
	const question_values *values = along->values;
	size_t before = 0, count = 0, slot = SIZE_MAX;
	size_t slots = values->levels <= most ? 0 : most > 4 ? most - 2 : most; /* room for two point masses */
	bool after_mass = false;
	for (size_t v = 0; v < values->levels; v++) {
		size_t here = values->counts[v];
		size_t next = slots == 0 ? v : (2 * before + here) * slots / (2 * values->rows);
		bool alone = slots == 0 || along->masses[v];
		if (count == 0 || ((next != slot || alone || after_mass) && count < most))
			count++;
		slot = next;
		after_mass = alone;
		group[v] = (uint32_t)count - 1;
		before += here;
	}
	return count;
}

double *explain_ranks(const explain_sides *sides, const explain_side *side, const explain_side *along)
{
	double *left = base_arena_take(sides->arena, sides->rows, sizeof *left);
	double *places = base_arena_take(sides->arena, side->values->levels, sizeof *places);
	uint32_t *of_level = base_arena_take(sides->arena, along->values->levels, sizeof *of_level);
	uint32_t *group = base_arena_take(sides->arena, sides->rows, sizeof *group);
	question_places(places, side->values);
	for (size_t i = 0; i < sides->rows; i++)
		left[i] = places[side->values->codes[i]];
	explain_leave(left, 1, sides);
	size_t count = explain_split(of_level, along, EFFECTS);
	if (!sides->given || count < 2)
		return left;
	for (size_t i = 0; i < sides->rows; i++)
		group[i] = of_level[along->values->codes[i]];
	const double one_row = 1; /* keeps effects of groups small that Z almost tells */
	const explain_effects e = explain_effects_of(sides, group, count, left, one_row);
	for (size_t i = 0; i < sides->rows; i++) {
		left[i] += e.effects[group[i]];
		for (size_t k = 1; k < count; k++)
			left[i] -= e.effects[k] * e.indicators[(k - 1) * sides->rows + i];
	}
	return left;
}

static void set_extents(explain_curve *curve, const explain_side *along, const uint32_t *group)
{
	double before = 0;
	for (size_t v = 0; v < along->values->levels; v++) {
		explain_group *g = &curve->groups[group[v]];
		if (g->rows == 0)
			g->first = v;
		g->last = v;
		g->rows += along->values->counts[v];
	}
	for (size_t i = 0; i < curve->count; i++) {
		explain_group *g = &curve->groups[i];
		g->middle = (before + g->rows / 2) / (double)along->values->rows;
		g->atom = g->first == g->last && along->masses[g->first];
		before += g->rows;
	}
}

/* Variance within each group, smoothed over its neighbours and towards that of all. */
static void set_weights(explain_curve *curve, const double *squares, double freedom)
{
	const double least = 1e-6;
	double all = 0;
	for (size_t i = 0; i < curve->count; i++)
		all += squares[i];
	all = fmax(all / fmax(freedom, 1), least);
	for (size_t i = 0; i < curve->count; i++) {
		size_t from = i > 0 ? i - 1 : 0, to = i + 1 < curve->count ? i + 1 : i;
		double local = 0, rows = 0;
		for (size_t j = from; j <= to; j++) {
			local += squares[j];
			rows += curve->groups[j].rows - 1;
		}
		local = rows > 0 ? local / rows : all;
		curve->groups[i].weight = curve->groups[i].rows / fmax(0.5 * all + 0.5 * local, least);
	}
}

void explain_curve_fill(explain_curve *curve, const explain_side *along, const double *ranks, double spent,
                        base_arena *arena)
{
	double within[EXPLAIN_GROUPS] = { 0 };
	const uint32_t *codes = along->values->codes;
	uint32_t *group = base_arena_take(arena, along->values->levels, sizeof *group);
	size_t rows = along->values->rows;
	memset(curve, 0, sizeof *curve);
	curve->count = explain_split(group, along, EXPLAIN_GROUPS);
	set_extents(curve, along, group);
	for (size_t i = 0; i < rows; i++)
		curve->groups[group[codes[i]]].mean += ranks[i];
	for (size_t g = 0; g < curve->count; g++)
		curve->groups[g].mean /= curve->groups[g].rows;
	for (size_t i = 0; i < rows; i++) {
		double off = ranks[i] - curve->groups[group[codes[i]]].mean;
		within[group[codes[i]]] += off * off;
	}
	set_weights(curve, within, (double)rows - (double)curve->count - spent);
}
