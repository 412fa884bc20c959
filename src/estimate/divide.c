/*
 * Bins of one column. With the other columns held, what they change in the code length is a sum over bins of
 *
 *     sum over own cells of N log2 N - sum over cells of c log2 c
 *
 * (c: rows of the bin in one cell of the other columns, N: those in one cell of the other columns of the same role), plus
 * a penalty for the number of bins, plus the bits that say which bins these are. The penalty joins the ordered part and the
 * atoms: each is cut by itself for every number of bins (partition.h), and the two numbers are then chosen together.
 */
#include "estimate/divide.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "estimate/partition.h"

typedef struct workspace {
	estimate_view view;
	estimate_part ordered, atoms;
	double whole; /* data bits of the column as one bin */
} workspace;

static double cost_whole(const estimate_view *view)
{
	estimate_filling bin = { 0, 0, 0 };
	for (size_t s = 0; s < view->symbols; s++)
		estimate_view_fill(view, &bin, s);
	for (size_t s = 0; s < view->symbols; s++)
		estimate_view_empty(view, s);
	return estimate_view_bits(view, &bin);
}

/* Data bits of the present division, whose bins are filled one after the other since they share the counters. */
static bool cost_present(double *bits, const estimate_view *view, const estimate_division *present)
{
	size_t bins = estimate_division_bins(present);
	uint32_t *map = base_array(view->symbols, sizeof *map), *sorted = base_array(view->symbols, sizeof *sorted);
	size_t *starts = base_array_zero(bins + 1, sizeof *starts);
	bool done = map != NULL && sorted != NULL && starts != NULL;
	if (done) {
		estimate_map_symbols(map, present, view->column);
		for (size_t s = 0; s < view->symbols; s++)
			starts[map[s] + 1]++;
		for (size_t b = 0; b < bins; b++)
			starts[b + 1] += starts[b];
		for (size_t s = 0; s < view->symbols; s++)
			sorted[starts[map[s]]++] = (uint32_t)s; /* starts[b] ends as the end of bin b */
		*bits = 0;
		for (size_t b = 0, i = 0; b < bins; b++) {
			estimate_filling bin = { 0, 0, 0 };
			size_t from = i;
			for (; i < starts[b]; i++)
				estimate_view_fill(view, &bin, sorted[i]);
			for (size_t k = from; k < i; k++)
				estimate_view_empty(view, sorted[k]);
			*bits += estimate_view_bits(view, &bin);
		}
	}
	free(map);
	free(sorted);
	free(starts);
	return done;
}

/* How a column is to be divided: bins of each part, 0 where it has none. */
typedef struct choice {
	bool whole;
	bool separate; /* every atom by itself */
	size_t intervals, groups;
	double bits, said;
} choice;

static void consider(choice *best, const workspace *w, choice c)
{
	size_t bins = c.whole ? 1 : c.intervals + c.groups;
	if (c.bits >= best->bits)
		return; /* penalties are not negative */
	c.bits += estimate_view_penalty(&w->view, bins);
	if (c.bits < best->bits)
		*best = c;
}

static choice choose(const workspace *w)
{
	const estimate_part *o = &w->ordered, *a = &w->atoms;
	choice best = { .whole = true, .bits = w->whole + estimate_view_penalty(&w->view, 1) };
	for (size_t i = o->units > 0; i <= o->most; i++) {
		double bits = o->units > 0 ? o->least[i] : 0, said = o->units > 0 ? o->said[i] : 0;
		if (w->view.column->atoms == 0)
			consider(&best, w, (choice){ false, false, i, 0, bits, said });
		for (size_t g = 1; g <= a->most; g++)
			consider(&best, w, (choice){ false, false, i, g, bits + a->least[g], said + a->said[g] });
		if (isfinite(a->separate))
			consider(&best, w, (choice){ false, true, i, w->view.column->atoms, bits + a->separate, said });
	}
	return best;
}

static bool apply(estimate_division *division, const workspace *w, const choice *c)
{
	const estimate_column *column = w->view.column;
	size_t longest = c->intervals > c->groups ? c->intervals : c->groups;
	size_t *ends = base_array(longest + 1, sizeof *ends);
	uint32_t *scratch = base_array(c->groups + 1, sizeof *scratch);
	bool done = ends != NULL && scratch != NULL;
	division->whole = c->whole;
	division->cut_bits = c->said;
	division->intervals = c->whole ? column->places > 0 : c->intervals;
	division->groups = c->whole ? column->atoms > 0 : c->groups;
	if (done && c->whole) {
		division->ends[0] = ESTIMATE_ALL_STEPS;
		memset(division->group, 0, column->atoms * sizeof *division->group);
	} else if (done) {
		if (c->intervals > 0)
			estimate_part_trace(ends, &w->ordered, c->intervals);
		for (size_t i = 0; i < c->intervals; i++)
			division->ends[i] = (uint32_t)(w->ordered.bounds[ends[i]] * ESTIMATE_STEPS);
		if (c->groups > 0 && !c->separate)
			estimate_part_trace(ends, &w->atoms, c->groups);
		for (size_t i = 0, g = 0; i < column->atoms; i++) {
			while (!c->separate && i >= w->atoms.bounds[ends[g]])
				g++;
			division->group[w->atoms.sequence[i] - column->places] = (uint32_t)(c->separate ? i : g);
		}
		estimate_division_number(division, column, scratch);
	}
	free(ends);
	free(scratch);
	return done;
}

bool estimate_divide(estimate_division *best, double *change, const estimate_ranks *ranks, size_t j,
                     const estimate_division *present, const estimate_around *around, const estimate_costs *costs)
{
	workspace w = { .whole = 0 };
	double before = 0;
	bool done = estimate_view_init(&w.view, ranks, j, around, costs) && estimate_part_of_places(&w.ordered, &w.view) &&
	            estimate_part_of_atoms(&w.atoms, &w.view) && cost_present(&before, &w.view, present);
	if (done) {
		w.whole = cost_whole(&w.view);
		choice c = choose(&w);
		before += present->cut_bits + estimate_view_penalty(&w.view, estimate_division_bins(present));
		*change = c.bits - before;
		done = apply(best, &w, &c);
	}
	estimate_view_clear(&w.view);
	estimate_part_clear(&w.ordered);
	estimate_part_clear(&w.atoms);
	return done;
}
