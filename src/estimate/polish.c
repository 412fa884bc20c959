/* Fine tuples are sorted by step once per column; a cut then walks over the steps around it, tuples changing sides. */
#include "estimate/polish.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

enum { PASSES = 3 };

static const double least_gain = 1e-6; /* bits */
static const double rounding = 1e-9;   /* bits: sums that differ by less are ties, which go to the lowest step */

/* The fine tuples of one column, and what they lie in. */
typedef struct walker {
	const estimate_ranks *ranks;
	const cells_xlogx *xlogx;
	const estimate_column *column;
	uint32_t *sorted; /* fine tuples by step */
	size_t *first;    /* [ESTIMATE_ALL_STEPS + 1] where each step starts in it */
	uint32_t *cells;  /* [fine tuples] joint cell of the other columns */
	size_t cell_count;
	uint32_t *own_cells; /* [fine tuples] of the other columns in its role; NULL if it is alone */
	size_t own_count;
} walker;

/* One side of a cut: rows in each cell. */
typedef struct side {
	uint32_t *cells;
	uint32_t *own_cells;
	uint64_t rows;
} side;

static void sort_by_step(walker *w)
{
	const uint32_t *steps = w->column->steps;
	size_t tuples = w->ranks->fine.count;
	for (size_t s = 0; s <= ESTIMATE_ALL_STEPS; s++)
		w->first[s] = 0;
	for (size_t i = 0; i < tuples; i++)
		if (steps[i] < ESTIMATE_ALL_STEPS)
			w->first[steps[i] + 1]++;
	for (size_t s = 0; s < ESTIMATE_ALL_STEPS; s++)
		w->first[s + 1] += w->first[s];
	for (size_t i = 0; i < tuples; i++)
		if (steps[i] < ESTIMATE_ALL_STEPS)
			w->sorted[w->first[steps[i]]++] = (uint32_t)i;
	for (size_t s = ESTIMATE_ALL_STEPS; s > 0; s--) /* first[s] has become where step s ends */
		w->first[s] = w->first[s - 1];
	w->first[0] = 0;
}

static bool walker_init(walker *w, const estimate_maps *maps, size_t j, const cells_xlogx *xlogx)
{
	const estimate_ranks *ranks = maps->ranks;
	*w = (walker){ .ranks = ranks, .xlogx = xlogx, .column = &ranks->columns[j] };
	bool in_company = estimate_has_company(ranks, j);
	w->sorted = base_array(ranks->fine.count, sizeof *w->sorted);
	w->first = base_array(ESTIMATE_ALL_STEPS + 1, sizeof *w->first);
	w->cells = base_array(ranks->fine.count, sizeof *w->cells);
	if (in_company)
		w->own_cells = base_array(ranks->fine.count, sizeof *w->own_cells);
	if (w->sorted == NULL || w->first == NULL || w->cells == NULL || (in_company && w->own_cells == NULL))
		return false;
	sort_by_step(w);
	return estimate_number_cells(w->cells, &w->cell_count, maps, ESTIMATE_IN_ALL, j) &&
	       (!in_company || estimate_number_cells(w->own_cells, &w->own_count, maps, 1 << w->column->role, j));
}

static void walker_clear(walker *w)
{
	free(w->sorted);
	free(w->first);
	free(w->cells);
	free(w->own_cells);
}

static double change_count(uint32_t *count, uint32_t rows, bool in, const cells_xlogx *xlogx)
{
	uint32_t after = in ? *count + rows : *count - rows;
	double bits = cells_xlog2x(xlogx, after) - cells_xlog2x(xlogx, *count);
	*count = after;
	return bits;
}

/* Moves the tuples of one step into a side or out of it; returns what that changes in the side's data bits. */
static double move_step(side *s, const walker *w, size_t step, bool in)
{
	double bits = 0;
	uint64_t moved = 0;
	for (size_t i = w->first[step]; i < w->first[step + 1]; i++) {
		uint32_t tuple = w->sorted[i], rows = w->ranks->fine.rows[tuple];
		bits -= change_count(&s->cells[w->cells[tuple]], rows, in, w->xlogx);
		if (w->own_cells != NULL)
			bits += change_count(&s->own_cells[w->own_cells[tuple]], rows, in, w->xlogx);
		moved += rows;
	}
	uint64_t before = s->rows;
	s->rows = in ? before + moved : before - moved;
	if (w->own_cells == NULL)
		bits += cells_xlog2x(w->xlogx, s->rows) - cells_xlog2x(w->xlogx, before);
	return bits;
}

/* Counts the tuples of steps into a side, and clears it of them, where no change in bits is asked for. */
static void fill(side *s, const walker *w, size_t from, size_t to)
{
	for (size_t i = w->first[from]; i < w->first[to]; i++) {
		uint32_t tuple = w->sorted[i], rows = w->ranks->fine.rows[tuple];
		s->cells[w->cells[tuple]] += rows;
		if (w->own_cells != NULL)
			s->own_cells[w->own_cells[tuple]] += rows;
		s->rows += rows;
	}
}

static void clear(side *s, const walker *w, size_t from, size_t to)
{
	for (size_t i = w->first[from]; i < w->first[to]; i++) {
		uint32_t tuple = w->sorted[i];
		s->cells[w->cells[tuple]] = 0;
		if (w->own_cells != NULL)
			s->own_cells[w->own_cells[tuple]] = 0;
	}
	s->rows = 0;
}

/* The best step for the cut that ends interval i, or its present one. */
static uint32_t best_step(const walker *w, const estimate_division *d, size_t i, double price, side *left, side *right)
{
	size_t from = i > 0 ? d->ends[i - 1] : 0, to = d->ends[i + 1], now = d->ends[i];
	size_t low = now - from < ESTIMATE_STEPS ? from + 1 : now - ESTIMATE_STEPS + 1;
	size_t high = to - now < ESTIMATE_STEPS ? to - 1 : now + ESTIMATE_STEPS - 1;
	fill(left, w, from, low);
	fill(right, w, low, to);
	double bits = 0, present = 0, least = INFINITY;
	size_t best = now;
	for (size_t cut = low; cut <= high; cut++) { /* bits are counted against the lowest step */
		if (cut == now)
			present = bits;
		if (bits < least - rounding) {
			least = bits;
			best = cut;
		}
		if (cut < high)
			bits += move_step(left, w, cut, true) + move_step(right, w, cut, false);
	}
	clear(left, w, from, high);
	clear(right, w, low, to);
	return (uint32_t)(least < present - price ? best : now);
}

/* One pass over the cuts of a column. The code length of a cut that has left its place is counted already: it moves on at no cost. */
static bool polish_column(bool *moved, estimate_division *d, const estimate_maps *maps, size_t j,
                          const cells_xlogx *xlogx)
{
	const double price = log2(2.0 * ESTIMATE_STEPS - 1);
	walker w;
	side left = { NULL, NULL, 0 }, right = { NULL, NULL, 0 };
	bool done = walker_init(&w, maps, j, xlogx);
	if (done) {
		left.cells = base_array_zero(w.cell_count, sizeof *left.cells);
		right.cells = base_array_zero(w.cell_count, sizeof *right.cells);
		left.own_cells = base_array_zero(w.own_count, sizeof *left.own_cells);
		right.own_cells = base_array_zero(w.own_count, sizeof *right.own_cells);
		done = left.cells != NULL && right.cells != NULL && left.own_cells != NULL && right.own_cells != NULL;
	}
	for (size_t i = 0; done && i + 1 < d->intervals; i++) {
		bool on_place = d->ends[i] % ESTIMATE_STEPS == 0;
		uint32_t best = best_step(&w, d, i, on_place ? price : least_gain, &left, &right);
		if (best == d->ends[i])
			continue;
		d->cut_bits += on_place ? price : 0;
		d->ends[i] = best;
		*moved = true;
	}
	free(left.cells);
	free(right.cells);
	free(left.own_cells);
	free(right.own_cells);
	walker_clear(&w);
	return done;
}

bool estimate_polish(estimate_grid *grid, const estimate_ranks *ranks, const cells_xlogx *xlogx)
{
	estimate_maps maps;
	bool done = estimate_maps_init(&maps, ranks, true), any = true;
	for (size_t j = 0; done && j < ranks->column_count; j++)
		estimate_maps_set(&maps, j, &grid->divisions[j]);
	for (size_t pass = 0; done && any && pass < PASSES; pass++) {
		any = false;
		for (size_t j = 0; done && j < ranks->column_count; j++) {
			estimate_division *d = &grid->divisions[j];
			bool moved = false;
			if (d->whole || d->intervals < 2)
				continue;
			done = polish_column(&moved, d, &maps, j, xlogx);
			if (moved)
				estimate_maps_set(&maps, j, d);
			any = any || moved;
		}
	}
	estimate_maps_clear(&maps);
	return done;
}
