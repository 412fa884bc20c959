/* A cut walks over the places around it, tuples changing sides. */
#include "estimate/polish.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "estimate/constants.h"

/* The tuples of one column, and what they lie in. */
typedef struct walker {
	const estimate_ranks *ranks;
	const estimate_column *column;
	const cells_xlogx *xlogx;
	uint32_t *cells;     /* [tuples] joint cell of the other columns */
	uint32_t *own;       /* [tuples] of the other columns in its role; of none one cell */
	uint32_t *counts[2]; /* [cells] on the left and right of a cut */
	uint32_t *owned[2];  /* [own cells] */
} walker;

static bool walker_init(walker *w, const estimate_grid *grid, size_t j, const cells_xlogx *xlogx)
{
	const estimate_ranks *ranks = grid->ranks;
	const estimate_column *column = &ranks->columns[j];
	size_t cells = 0, own = 0;
	*w = (walker){ .ranks = ranks, .column = column, .xlogx = xlogx };
	w->cells = base_array(ranks->tuples, sizeof *w->cells);
	w->own = base_array(ranks->tuples, sizeof *w->own);
	bool done = w->cells != NULL && w->own != NULL &&
	            estimate_number_cells(w->cells, &cells, grid, ESTIMATE_IN_ALL, j) &&
	            estimate_number_cells(w->own, &own, grid, 1 << column->role, j);
	for (size_t side = 0; done && side < 2; side++) {
		w->counts[side] = base_array_zero(cells, sizeof *w->counts[side]);
		w->owned[side] = base_array_zero(own, sizeof *w->owned[side]);
		done = w->counts[side] != NULL && w->owned[side] != NULL;
	}
	return done;
}

static void walker_clear(walker *w)
{
	free(w->cells);
	free(w->own);
	for (size_t side = 0; side < 2; side++) {
		free(w->counts[side]);
		free(w->owned[side]);
	}
}

static double change_count(uint32_t *count, uint32_t rows, bool in, const cells_xlogx *xlogx)
{
	uint32_t after = in ? *count + rows : *count - rows;
	double bits = cells_xlog2x(xlogx, after) - cells_xlog2x(xlogx, *count);
	*count = after;
	return bits;
}

/* Moves the tuples of places into a side or out of it; returns what that changes in the side's data bits. */
static double move(const walker *w, size_t side, size_t from, size_t to, bool in)
{
	double bits = 0;
	for (size_t i = w->column->first[from]; i < w->column->first[to]; i++) {
		uint32_t tuple = w->column->sorted[i], rows = w->ranks->times[tuple];
		bits += change_count(&w->owned[side][w->own[tuple]], rows, in, w->xlogx) -
		        change_count(&w->counts[side][w->cells[tuple]], rows, in, w->xlogx);
	}
	return bits;
}

/* The best place for the cut at `now` between others at `from` and `to`, or its present one. */
static size_t best_place(const walker *w, size_t from, size_t now, size_t to, size_t reach, double price)
{
	size_t low = now - from < reach ? from + 1 : now - reach + 1, high = to - now < reach ? to - 1 : now + reach - 1;
	double bits = 0, present = 0, least = INFINITY;
	size_t best = now;
	move(w, 0, from, low, true);
	move(w, 1, low, to, true);
	for (size_t cut = low; cut <= high; cut++) { /* bits are counted against the lowest place */
		if (cut == now)
			present = bits;
		if (bits < least - estimate_rounding) { /* ties go to the lowest place */
			least = bits;
			best = cut;
		}
		if (cut < high)
			bits += move(w, 0, cut, cut + 1, true) + move(w, 1, cut, cut + 1, false);
	}
	move(w, 0, from, high, false);
	move(w, 1, high, to, false);
	return least < present - price ? best : now;
}

/* Moves the cuts of a column. The bits for leaving its place count once: after that a cut moves on at no cost. */
static bool polish_column(bool *moved, estimate_grid *grid, size_t j, size_t reach, const cells_xlogx *xlogx)
{
	const double price = log2(2.0 * (double)reach - 1);
	estimate_division *d = &grid->divisions[j];
	size_t places = grid->ranks->columns[j].places;
	walker w;
	bool done = walker_init(&w, grid, j, xlogx);
	for (size_t from = 0, now = 0, to; done && now < places; from = now) {
		for (now = from + 1; now < places && d->bin[now] == d->bin[from]; now++)
			;
		for (to = now + 1; to < places && d->bin[to] == d->bin[now]; to++)
			;
		if (now >= places)
			break;
		bool on_place = now % reach == 0;
		size_t best = best_place(&w, from, now, to, reach, on_place ? price : estimate_rounding);
		if (best == now)
			continue;
		uint32_t left = d->bin[from], right = d->bin[now];
		for (size_t s = from; s < to; s++)
			d->bin[s] = s < best ? left : right;
		d->said += on_place ? price : 0;
		*moved = true;
		now = best;
	}
	walker_clear(&w);
	return done;
}

bool estimate_polish(estimate_grid *grid, size_t reach, const cells_xlogx *xlogx)
{
	bool done = true, moved = true;
	for (size_t pass = 0; done && moved && pass < ESTIMATE_PASSES; pass++) {
		moved = false;
		for (size_t j = 0; done && j < grid->ranks->column_count; j++)
			if (grid->divisions[j].bins > 1 && grid->ranks->columns[j].places > 0)
				done = polish_column(&moved, grid, j, reach, xlogx);
	}
	for (size_t j = 0; done && j < grid->ranks->column_count; j++)
		done = estimate_division_number(&grid->divisions[j], &grid->ranks->columns[j]);
	return done;
}
