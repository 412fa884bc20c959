/* Entries are built once a view, in O(tuples + symbols + cells): however often the symbols are then put together in other
 * bins, that costs no more than the cells they lie in. */
#include "estimate/other_columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

size_t estimate_merge_entries(estimate_entry *entries, size_t count, uint32_t *counters)
{
	size_t kept = 0;
	for (size_t i = 0; i < count; i++) {
		uint32_t *total = &counters[entries[i].cell];
		if (*total == 0)
			entries[kept++].cell = entries[i].cell;
		*total += entries[i].count;
	}
	for (size_t i = 0; i < kept; i++) {
		entries[i].count = counters[entries[i].cell];
		counters[entries[i].cell] = 0;
	}
	return kept;
}

/* Sorts the tuples by symbol and merges those in the same cell: tuples differ in columns, but may share their bins. */
static void collect_entries(estimate_view *view, const estimate_tuples *tuples)
{
	const uint32_t *symbols = view->column->symbols;
	memset(view->first, 0, (view->symbols + 1) * sizeof *view->first);
	for (size_t i = 0; i < tuples->count; i++) {
		view->first[symbols[i] + 1]++;
		view->rows[symbols[i]] += tuples->rows[i];
		view->totals[view->around->cells[i]] += tuples->rows[i];
	}
	for (size_t s = 0; s < view->symbols; s++)
		view->first[s + 1] += view->first[s];
	for (size_t i = 0; i < tuples->count; i++)
		view->entries[view->first[symbols[i]]++] = (estimate_entry){ view->around->cells[i], tuples->rows[i] };
	size_t start = 0, kept = 0; /* first[s] is now where symbol s ended */
	for (size_t s = 0; s < view->symbols; s++) {
		size_t end = view->first[s];
		memmove(view->entries + kept, view->entries + start, (end - start) * sizeof *view->entries);
		view->first[s] = kept;
		kept += estimate_merge_entries(view->entries + kept, end - start, view->cells);
		start = end;
	}
	view->first[view->symbols] = kept;
}

bool estimate_view_init(estimate_view *view, const estimate_ranks *ranks, size_t j, const estimate_around *around,
                        const estimate_costs *costs)
{
	const estimate_column *column = &ranks->columns[j];
	*view = (estimate_view){ .column = column, .around = around, .costs = costs };
	view->symbols = column->places + column->atoms;
	double limit = floor((double)ranks->rows / (around->bins[0] * around->bins[1] * around->bins[2]));
	view->limit = limit < 1 ? 1 : (size_t)limit;
	view->first = base_array(view->symbols + 1, sizeof *view->first);
	view->rows = base_array_zero(view->symbols, sizeof *view->rows);
	view->entries = base_array(ranks->tuples.count, sizeof *view->entries);
	view->totals = base_array_zero(around->cell_count, sizeof *view->totals);
	view->cells = base_array_zero(around->cell_count, sizeof *view->cells);
	view->own_cells = base_array_zero(around->own_cell_count, sizeof *view->own_cells);
	if (view->first == NULL || view->rows == NULL || view->entries == NULL || view->totals == NULL ||
	    view->cells == NULL || view->own_cells == NULL)
		return false;
	collect_entries(view, &ranks->tuples);
	return true;
}

void estimate_view_clear(estimate_view *view)
{
	free(view->first);
	free(view->rows);
	free(view->entries);
	free(view->totals);
	free(view->cells);
	free(view->own_cells);
}

void estimate_view_fill(const estimate_view *view, estimate_filling *bin, size_t symbol)
{
	const cells_xlogx *xlogx = &view->costs->xlogx;
	bin->rows += view->rows[symbol];
	for (size_t i = view->first[symbol]; i < view->first[symbol + 1]; i++) {
		estimate_entry entry = view->entries[i];
		uint32_t before = view->cells[entry.cell];
		view->cells[entry.cell] = before + entry.count;
		bin->inside += cells_xlog2x(xlogx, before + entry.count) - cells_xlog2x(xlogx, before);
		if (view->around->own_cells != NULL) {
			uint32_t *own = &view->own_cells[view->around->own_cells[entry.cell]];
			bin->own_inside += cells_xlog2x(xlogx, *own + entry.count) - cells_xlog2x(xlogx, *own);
			*own += entry.count;
		}
	}
}

void estimate_view_empty(const estimate_view *view, size_t symbol)
{
	for (size_t i = view->first[symbol]; i < view->first[symbol + 1]; i++) {
		view->cells[view->entries[i].cell] = 0;
		if (view->around->own_cells != NULL)
			view->own_cells[view->around->own_cells[view->entries[i].cell]] = 0;
	}
}

double estimate_view_bits(const estimate_view *view, const estimate_filling *bin)
{
	double known = view->around->own_cells != NULL ? bin->own_inside : cells_xlog2x(&view->costs->xlogx, bin->rows);
	return known - bin->inside;
}

double estimate_view_penalty(const estimate_view *view, size_t bins)
{
	double all[3] = { view->around->bins[0], view->around->bins[1], view->around->bins[2] };
	all[view->column->role] *= (double)bins;
	return estimate_penalty(view->costs, all);
}
