/*
 * Bins of one part. Data bits are a sum over bins, and those of all runs of units are known; so for every number of bins at
 * once the best cuts follow by dynamic programming, in O(units^2) per number of bins.
 *
 * Cuts of the ordered part are said at a resolution d, a divisor of the places: d is said first, then which of the d - 1
 * positions. So a few equally full bins are cheap to say, and fine cuts have to earn their bits. Atoms are cut in their order,
 * or where they have none in that of their likeness (likeness.h), at one resolution: the units.
 */
#include "estimate/partition.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

static const size_t resolutions[] = { 2, 3, 4, 6, 8, 12, 16, 24, 48 };

_Static_assert(sizeof resolutions / sizeof resolutions[0] == ESTIMATE_RESOLUTIONS, "a table for every resolution");
_Static_assert(ESTIMATE_PLACES == 48, "the finest resolution is that of the places");

/* Of atoms: more of them are put together before the dynamic programme, which keeps it linear in atoms. */
enum { MOST_UNITS = 96 };

/* ----------------------------------------------------------------------------------------- data bits */

static double *costs_ending_at(const estimate_part *part, size_t end)
{
	return part->cost + end * (end - 1) / 2;
}

/* Collects the entries of a part unit by unit, those of one unit in one cell added up. `own`: by the own cells. */
static bool collect_units(estimate_unit_cells *out, const estimate_part *part, const estimate_view *view, bool own)
{
	size_t total = 0;
	for (size_t i = 0; i < part->bounds[part->units]; i++)
		total += view->first[part->sequence[i] + 1] - view->first[part->sequence[i]];
	out->first = base_array(part->units + 1, sizeof *out->first);
	out->entries = base_array(total, sizeof *out->entries);
	if (out->first == NULL || out->entries == NULL)
		return false;
	size_t kept = 0;
	for (size_t u = 0; u < part->units; u++) {
		size_t start = out->first[u] = kept;
		for (size_t i = part->bounds[u]; i < part->bounds[u + 1]; i++)
			for (size_t e = view->first[part->sequence[i]]; e < view->first[part->sequence[i] + 1]; e++) {
				estimate_entry entry = view->entries[e];
				if (!own && view->totals[entry.cell] == 1)
					continue;
				if (own)
					entry.cell = view->around->own_cells[entry.cell];
				out->entries[kept++] = entry;
			}
		if (own || part->bounds[u + 1] - part->bounds[u] > 1)
			kept =
				start + estimate_merge_entries(out->entries + start, kept - start, own ? view->own_cells : view->cells);
	}
	out->first[part->units] = kept;
	return true;
}

/* Adds a unit's rows to the counts; returns what that adds to the sum of c log2 c. */
static double add_unit(uint32_t *counts, const estimate_unit_cells *u, size_t unit, const cells_xlogx *xlogx)
{
	double added = 0;
	for (size_t i = u->first[unit]; i < u->first[unit + 1]; i++) {
		uint32_t *count = &counts[u->entries[i].cell];
		double before = cells_xlog2x(xlogx, *count);
		*count += u->entries[i].count;
		added += cells_xlog2x(xlogx, *count) - before;
	}
	return added;
}

static void clear_units(uint32_t *counts, const estimate_unit_cells *u, size_t units)
{
	for (size_t i = 0; i < u->first[units]; i++)
		counts[u->entries[i].cell] = 0;
}

/* Data bits of all runs of units that end at one of them, from extending the run backwards. */
static bool compute_costs(estimate_part *part, const estimate_view *view)
{
	bool in_company = view->around->own_cells != NULL;
	part->rows = base_array_zero(part->units, sizeof *part->rows);
	if (part->rows == NULL || !collect_units(&part->cells, part, view, false) ||
	    (in_company && !collect_units(&part->own, part, view, true)))
		return false;
	for (size_t u = 0; u < part->units; u++)
		for (size_t i = part->bounds[u]; i < part->bounds[u + 1]; i++)
			part->rows[u] += view->rows[part->sequence[i]];
	for (size_t end = 1; end <= part->units; end++) {
		double inside = 0, known = 0;
		uint64_t rows = 0;
		for (size_t start = end; start-- > 0;) {
			inside += add_unit(view->cells, &part->cells, start, &view->costs->xlogx);
			rows += part->rows[start];
			if (in_company)
				known += add_unit(view->own_cells, &part->own, start, &view->costs->xlogx);
			else
				known = cells_xlog2x(&view->costs->xlogx, rows);
			costs_ending_at(part, end)[start] = known - inside;
		}
		clear_units(view->cells, &part->cells, end);
		if (in_company)
			clear_units(view->own_cells, &part->own, end);
	}
	return true;
}

/* ----------------------------------------------------------------------------------- dynamic programme */

/* A resolution of the ordered part makes blocks of several units each; for atoms, blocks are units. */
static size_t blocks_of(const estimate_part *part, size_t resolution)
{
	return part->ordered ? resolutions[resolution] : part->units;
}

/* Extends the dynamic programme over `blocks` blocks of equally many units from k bins to k + 1. */
static void extend_table(double *table, const estimate_part *part, size_t blocks, size_t k)
{
	size_t width = part->units / blocks, row = blocks + 1;
	const double *below = table + (k - 1) * row;
	for (size_t end = k + 1; end <= blocks; end++) {
		const double *cost = costs_ending_at(part, end * width);
		double least = INFINITY;
		for (size_t start = k; start < end; start++) {
			double bits = below[start] + cost[start * width];
			least = bits < least ? bits : least;
		}
		table[k * row + end] = least;
	}
}

/* Bits that say which `bins` bins these are, at a resolution of so many blocks. */
static double say_bins(const estimate_part *part, const estimate_view *view, size_t blocks, size_t bins)
{
	if (bins <= 1)
		return 0;
	if (part->ordered)
		return estimate_say_cuts(blocks, bins) + log2((double)blocks) + 1;
	return view->column->nominal ? estimate_say_classes(view->column->atoms, bins) : estimate_say_cuts(blocks, bins);
}

/* One resolution: least bits for every number of bins. Splitting a bin never raises data bits, so one bin per block bounds them
 * from below; where the column has one part only, that ends the search early. */
static void solve_resolution(estimate_part *part, const estimate_view *view, size_t r, double *total)
{
	size_t blocks = blocks_of(part, r), width = part->units / blocks;
	size_t bins = part->most < blocks ? part->most : blocks;
	bool single = view->column->places == 0 || view->column->atoms == 0;
	double *table = part->tables + part->tables_at[r], floor = 0;
	for (size_t end = 1; end <= blocks; end++) {
		table[end] = costs_ending_at(part, end * width)[0];
		floor += costs_ending_at(part, end * width)[(end - 1) * width];
	}
	for (size_t k = 1; k <= bins; k++) {
		if (single && floor + estimate_view_penalty(view, k) > *total)
			return;
		if (k > 1)
			extend_table(table, part, blocks, k - 1);
		double said = say_bins(part, view, blocks, k);
		double bits = table[(k - 1) * (blocks + 1) + blocks] + said;
		*total = fmin(*total, bits + estimate_view_penalty(view, k));
		if (bits < part->least[k]) {
			part->least[k] = bits;
			part->said[k] = said;
			part->resolution[k] = r;
		}
	}
}

static bool solve(estimate_part *part, const estimate_view *view)
{
	size_t count = part->ordered ? ESTIMATE_RESOLUTIONS : 1, size = 0;
	for (size_t r = 0; r < count; r++) {
		size_t blocks = blocks_of(part, r);
		part->tables_at[r] = size;
		size += (blocks + 1) * (part->most < blocks ? part->most : blocks);
	}
	part->tables = base_array(size, sizeof *part->tables);
	part->least = base_array(part->most + 1, sizeof *part->least);
	part->said = base_array_zero(part->most + 1, sizeof *part->said);
	part->resolution = base_array_zero(part->most + 1, sizeof *part->resolution);
	if (part->tables == NULL || part->least == NULL || part->said == NULL || part->resolution == NULL)
		return false;
	for (size_t k = 0; k <= part->most; k++)
		part->least[k] = INFINITY;
	double total = INFINITY;
	for (size_t r = 0; r < count; r++)
		if (part->units % blocks_of(part, r) == 0)
			solve_resolution(part, view, r, &total);
	return true;
}

/* Cuts are found again from the sums that they led to, which takes less room than to keep them for every number of bins. */
void estimate_part_trace(size_t *ends, const estimate_part *part, size_t bins)
{
	size_t resolution = part->resolution[bins], blocks = blocks_of(part, resolution), width = part->units / blocks;
	const double *table = part->tables + part->tables_at[resolution];
	size_t end = blocks;
	for (size_t k = bins; k-- > 0;) {
		ends[k] = end * width;
		if (k == 0)
			break;
		const double *below = table + (k - 1) * (blocks + 1), *cost = costs_ending_at(part, end * width);
		size_t start = k;
		while (start + 1 < end && below[start] + cost[start * width] != table[k * (blocks + 1) + end])
			start++;
		end = start;
	}
}

/* ------------------------------------------------------------------------------------- the two parts */

static bool allocate(estimate_part *part, size_t symbols, size_t units)
{
	part->units = units;
	part->sequence = base_array(symbols, sizeof *part->sequence);
	part->bounds = base_array(units + 1, sizeof *part->bounds);
	part->cost = base_array(units * (units + 1) / 2, sizeof *part->cost);
	return part->sequence != NULL && part->bounds != NULL && part->cost != NULL;
}

static size_t least_of(size_t a, size_t b, size_t c)
{
	size_t least = a < b ? a : b;
	return least < c ? least : c;
}

bool estimate_part_of_places(estimate_part *part, const estimate_view *view)
{
	if (view->column->places == 0)
		return true;
	part->ordered = true;
	size_t units = view->costs->units;
	if (!allocate(part, ESTIMATE_PLACES, units))
		return false;
	for (size_t i = 0; i < ESTIMATE_PLACES; i++)
		part->sequence[i] = (uint32_t)i;
	for (size_t i = 0; i <= units; i++)
		part->bounds[i] = i * (ESTIMATE_PLACES / units);
	part->most = least_of(units, view->costs->most, view->limit);
	return compute_costs(part, view) && solve(part, view);
}

/* Puts consecutive atoms into units of about the same number of rows, where there are too many. */
static void gather_units(estimate_part *part, const estimate_view *view)
{
	size_t places = view->column->places, atoms = view->column->atoms;
	uint64_t total = 0, seen = 0;
	for (size_t a = 0; a < atoms; a++)
		total += view->rows[places + a];
	size_t units = 0, unit = SIZE_MAX;
	for (size_t a = 0; a < atoms; a++) {
		uint64_t rows = view->rows[part->sequence[a]];
		size_t to = part->units == atoms ? a : (size_t)((2 * seen + rows) * part->units / (2 * total));
		if (to != unit)
			part->bounds[units++] = a;
		unit = to;
		seen += rows;
	}
	part->units = units;
	part->bounds[units] = atoms;
}

/* Atoms of one unit can only be separated all together, which the units cannot show. */
static void cost_separate(estimate_part *part, const estimate_view *view)
{
	part->separate = 0;
	for (size_t a = 0; a < view->column->atoms; a++) {
		estimate_filling bin = { 0, 0, 0 };
		estimate_view_fill(view, &bin, part->sequence[a]);
		estimate_view_empty(view, part->sequence[a]);
		part->separate += estimate_view_bits(view, &bin);
	}
}

bool estimate_part_of_atoms(estimate_part *part, const estimate_view *view)
{
	size_t atoms = view->column->atoms, places = view->column->places;
	part->separate = INFINITY;
	if (atoms == 0)
		return true;
	if (!allocate(part, atoms, atoms < MOST_UNITS ? atoms : MOST_UNITS))
		return false;
	for (size_t a = 0; a < atoms; a++)
		part->sequence[a] = (uint32_t)a;
	if (view->column->nominal && atoms > 2 && view->around->cell_count > 1 &&
	    !estimate_order_atoms(part->sequence, atoms, view->first + places, view->entries, view->around->cell_count))
		return false;
	for (size_t a = 0; a < atoms; a++)
		part->sequence[a] += (uint32_t)places;
	gather_units(part, view);
	if (part->units < atoms || view->costs->most < atoms)
		cost_separate(part, view);
	part->most = least_of(part->units, view->costs->most, view->limit);
	return compute_costs(part, view) && solve(part, view);
}

void estimate_part_clear(estimate_part *part)
{
	free(part->sequence);
	free(part->bounds);
	free(part->cells.first);
	free(part->cells.entries);
	free(part->own.first);
	free(part->own.entries);
	free(part->rows);
	free(part->cost);
	free(part->tables);
	free(part->least);
	free(part->resolution);
	free(part->said);
}
