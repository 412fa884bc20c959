/* Optimal bins of one column. With the other columns fixed, the code length depends on the bins through a sum over bins of
 *
 *     sum over own cells of N log2 N - sum over cells of c log2 c
 * (c: rows of the bin in one cell of the other columns, N: in one cell of the other columns of the same role), plus a penalty for the number of bins,
 * plus the bits that describe the bins. The column has two parts, each a sequence of units that bins are runs of: the places of its ordered part, and
 * its atoms, in their order or sorted by similarity. The data bits of all runs of units are computed first; dynamic programming then finds the best
 * cuts of a part for each number of bins. The penalty depends on the number of bins of both parts, so these are chosen together.
 */
#include "estimate/divide.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const uint32_t no_unit = UINT32_MAX;

/* The column, and the joint cells of the others. */
typedef struct view {
	const estimate_ranks *ranks;
	const estimate_column *column;
	const estimate_costs *costs;
	uint32_t *cells; /* [tuples] joint cell of the other columns */
	size_t cell_count;
	uint32_t *own; /* [tuples] joint cell of the other columns in its role; NULL: there are none */
	size_t own_count;
	uint32_t *totals;   /* [cell_count] rows */
	uint32_t *counters; /* [cells of either kind] zero between uses */
	double bins[3];     /* products of the numbers of bins of the other columns, by role */
	size_t limit;       /* most bins that the number of rows allows, at least 1 */
} view;

static bool view_init(view *v, const estimate_grid *grid, size_t j, const estimate_costs *costs)
{
	const estimate_ranks *ranks = grid->ranks;
	*v = (view){ .ranks = ranks, .column = &ranks->columns[j], .costs = costs };
	estimate_grid_bins(v->bins, grid);
	v->bins[v->column->role] /= (double)grid->divisions[j].bins;
	double limit = floor((double)ranks->rows / (v->bins[0] * v->bins[1] * v->bins[2]));
	v->limit = limit < 1 ? 1 : (size_t)limit;
	bool alone = true;
	for (size_t i = 0; i < ranks->column_count; i++)
		alone = alone && (i == j || ranks->columns[i].role != v->column->role);
	v->cells = base_array(ranks->tuples, sizeof *v->cells);
	v->own = alone ? NULL : base_array(ranks->tuples, sizeof *v->own);
	bool done = v->cells != NULL && (alone || v->own != NULL) &&
	            estimate_number_cells(v->cells, &v->cell_count, grid, ESTIMATE_IN_ALL, j) &&
	            (alone || estimate_number_cells(v->own, &v->own_count, grid, 1 << v->column->role, j));
	if (!done)
		return false;
	v->totals = base_array_zero(v->cell_count, sizeof *v->totals);
	v->counters = base_array_zero(v->cell_count + v->own_count, sizeof *v->counters);
	for (size_t i = 0; v->totals != NULL && i < ranks->tuples; i++)
		v->totals[v->cells[i]] += ranks->times[i];
	return v->totals != NULL && v->counters != NULL;
}

static void view_clear(view *v)
{
	free(v->cells);
	free(v->own);
	free(v->totals);
	free(v->counters);
}

static double penalty(const view *v, size_t bins)
{
	double all[3] = { v->bins[0], v->bins[1], v->bins[2] };
	all[v->column->role] *= (double)bins;
	return estimate_penalty(v->costs, all);
}

/* ------------------------------------------------------------------------------------------- rows of units */

/* The cells of the rows of each unit. */
typedef struct content {
	size_t *first; /* [units + 1] */
	estimate_entry *entries;
} content;

static void content_clear(content *c)
{
	free(c->first);
	free(c->entries);
}

/* Adds the rows of a symbol to the counters of their cells, and an entry for each new cell. Returns the number of entries. */
static size_t add_symbol(estimate_entry *entries, size_t kept, const view *v, size_t symbol, const uint32_t *cells,
                         const uint32_t *totals)
{
	for (size_t i = v->column->first[symbol]; i < v->column->first[symbol + 1]; i++) {
		uint32_t tuple = v->column->sorted[i], cell = cells[tuple];
		if (totals != NULL && totals[cell] == 1)
			continue;
		if (v->counters[cell] == 0)
			entries[kept++].cell = cell;
		v->counters[cell] += v->ranks->times[tuple];
	}
	return kept;
}

/* Counts the rows of each unit by cell. With `totals`, cells of one row are omitted: their c log2 c is 0 in any bin. unit[symbol] is no_unit for symbols
 * that are omitted. */
static bool content_init(content *c, const view *v, const uint32_t *cells, const uint32_t *totals, const uint32_t *unit,
                         size_t units)
{
	size_t symbols = v->column->symbols, kept = 0;
	uint32_t *order = base_array(symbols, sizeof *order), *end = base_array_zero(units + 2, sizeof *end);
	c->first = base_array_zero(units + 1, sizeof *c->first);
	c->entries = base_array(v->ranks->tuples, sizeof *c->entries);
	bool done = order != NULL && end != NULL && c->first != NULL && c->entries != NULL;
	for (size_t s = 0; done && s < symbols; s++)
		if (unit[s] != no_unit)
			end[unit[s] + 2]++;
	for (size_t u = 0; done && u < units; u++)
		end[u + 2] += end[u + 1];
	for (size_t s = 0; done && s < symbols; s++)
		if (unit[s] != no_unit)
			order[end[unit[s] + 1]++] = (uint32_t)s;
	for (size_t u = 0; done && u < units; u++) {
		for (size_t k = end[u]; k < end[u + 1]; k++)
			kept = add_symbol(c->entries, kept, v, order[k], cells, totals);
		for (size_t i = c->first[u]; i < kept; i++) {
			c->entries[i].count = v->counters[c->entries[i].cell];
			v->counters[c->entries[i].cell] = 0;
		}
		c->first[u + 1] = kept;
	}
	free(order);
	free(end);
	return done;
}

static double bits_of_entries(const content *c, size_t unit, const cells_xlogx *xlogx)
{
	double bits = 0;
	for (size_t i = c->first[unit]; i < c->first[unit + 1]; i++)
		bits += cells_xlog2x(xlogx, c->entries[i].count);
	return bits;
}

/* Rows of each unit. */
static uint64_t *rows_of_units(const view *v, const uint32_t *unit, size_t units)
{
	uint64_t *rows = base_array_zero(units, sizeof *rows);
	for (size_t s = 0; rows != NULL && s < v->column->symbols; s++)
		if (unit[s] != no_unit)
			rows[unit[s]] += v->column->rows[s];
	return rows;
}

/* Data bits if each unit is a bin. */
static bool bits_of_bins(double *bits, const view *v, const uint32_t *unit, size_t units)
{
	content cells = { 0 }, own = { 0 };
	uint64_t *rows = rows_of_units(v, unit, units);
	bool done = rows != NULL && content_init(&cells, v, v->cells, v->totals, unit, units) &&
	            (v->own == NULL || content_init(&own, v, v->own, NULL, unit, units));
	const cells_xlogx *xlogx = &v->costs->xlogx;
	*bits = 0;
	for (size_t u = 0; done && u < units; u++)
		*bits += (v->own != NULL ? bits_of_entries(&own, u, xlogx) : cells_xlog2x(xlogx, rows[u])) -
		         bits_of_entries(&cells, u, xlogx);
	free(rows);
	content_clear(&cells);
	content_clear(&own);
	return done;
}

/* ---------------------------------------------------------------------------------------------- one part */

/* Zeroed memory: the column does not have this part. */
typedef struct part {
	size_t units;
	uint32_t *unit;  /* [symbols] no_unit for those of the other part */
	size_t most;     /* bins at most */
	double *cost;    /* data bits of units a .. b-1 as one bin, at b(b-1)/2 + a */
	double *table;   /* [bins - 1][end]: fewest data bits of the first `end` units */
	double separate; /* data bits if each atom is a bin; infinite if the table includes that */
} part;

static void part_clear(part *p)
{
	free(p->unit);
	free(p->cost);
	free(p->table);
}

static double *costs_ending_at(const part *p, size_t end)
{
	return p->cost + end * (end - 1) / 2;
}

/* Adds the rows of a unit to the counters; returns the increase of the sum of c log2 c. */
static double add_unit(uint32_t *counters, const content *c, size_t unit, const cells_xlogx *xlogx)
{
	double added = 0;
	for (size_t i = c->first[unit]; i < c->first[unit + 1]; i++) {
		uint32_t *count = &counters[c->entries[i].cell];
		double before = cells_xlog2x(xlogx, *count);
		*count += c->entries[i].count;
		added += cells_xlog2x(xlogx, *count) - before;
	}
	return added;
}

static void clear_units(uint32_t *counters, const content *c, size_t units)
{
	for (size_t i = 0; i < c->first[units]; i++)
		counters[c->entries[i].cell] = 0;
}

/* Data bits of all runs of units: for each end, the run is extended backwards. */
static void fill_costs(part *p, const view *v, const content *cells, const content *own, const uint64_t *unit_rows)
{
	const cells_xlogx *xlogx = &v->costs->xlogx;
	uint32_t *own_counters = v->counters + v->cell_count;
	for (size_t end = 1; end <= p->units; end++) {
		double inside = 0, known = 0;
		uint64_t rows = 0;
		for (size_t start = end; start-- > 0;) {
			inside += add_unit(v->counters, cells, start, xlogx);
			rows += unit_rows[start];
			if (v->own != NULL)
				known += add_unit(own_counters, own, start, xlogx);
			else
				known = cells_xlog2x(xlogx, rows);
			costs_ending_at(p, end)[start] = known - inside;
		}
		clear_units(v->counters, cells, end);
		if (v->own != NULL)
			clear_units(own_counters, own, end);
	}
}

static bool compute_costs(part *p, const view *v)
{
	content cells = { 0 }, own = { 0 };
	uint64_t *rows = rows_of_units(v, p->unit, p->units);
	p->cost = base_array(p->units * (p->units + 1) / 2, sizeof *p->cost);
	bool done = p->cost != NULL && rows != NULL && content_init(&cells, v, v->cells, v->totals, p->unit, p->units) &&
	            (v->own == NULL || content_init(&own, v, v->own, NULL, p->unit, p->units));
	if (done)
		fill_costs(p, v, &cells, &own, rows);
	free(rows);
	content_clear(&cells);
	content_clear(&own);
	return done;
}

static double *fewest(const part *p, size_t bins)
{
	return p->table + (bins - 1) * (p->units + 1);
}

/* Fewest data bits of the first units by number of bins. */
static bool solve(part *p, const view *v)
{
	p->most = p->units < v->costs->most ? p->units : v->costs->most;
	p->most = p->most < v->limit ? p->most : v->limit;
	p->table = base_array(p->most, (p->units + 1) * sizeof *p->table);
	if (p->table == NULL || !compute_costs(p, v))
		return false;
	for (size_t end = 1; end <= p->units; end++)
		fewest(p, 1)[end] = costs_ending_at(p, end)[0];
	for (size_t k = 2; k <= p->most; k++)
		for (size_t end = k; end <= p->units; end++) {
			double least = INFINITY;
			for (size_t start = k - 1; start < end; start++)
				least = fmin(least, fewest(p, k - 1)[start] + costs_ending_at(p, end)[start]);
			fewest(p, k)[end] = least;
		}
	return true;
}

/* The ends of the best `bins` bins, in units: traces the dynamic programme back by comparing sums. */
static void trace(size_t *ends, const part *p, size_t bins)
{
	size_t end = p->units;
	for (size_t k = bins; k > 1; k--) {
		size_t start = k - 1;
		while (start + 1 < end && fewest(p, k - 1)[start] + costs_ending_at(p, end)[start] != fewest(p, k)[end])
			start++;
		ends[k - 1] = end;
		end = start;
	}
	ends[0] = end;
}

/* Bits that describe the bins of a part. */
static double say_intervals(const part *o, size_t bins)
{
	return estimate_say_cuts(o->units, bins);
}

static double say_groups(const part *a, const view *v, size_t bins)
{
	return v->column->nominal ? estimate_say_classes(v->column->atoms, bins) : estimate_say_cuts(a->units, bins);
}

/* ------------------------------------------------------------------------------------------ the two parts */

/* Units are the places with rows: no cut between others would be another one. */
static bool part_of_places(part *p, const view *v)
{
	if (v->column->places == 0)
		return true;
	p->unit = base_array(v->column->symbols, sizeof *p->unit);
	for (size_t s = 0; p->unit != NULL && s < v->column->symbols; s++) {
		p->units += s < v->column->places && v->column->rows[s] > 0;
		p->unit[s] = s < v->column->places ? (uint32_t)(p->units - (p->units > 0)) : no_unit;
	}
	return p->unit != NULL && solve(p, v);
}

/* The order of the atoms: their own, or by similarity if they are labels without an order. Sets p->unit to one unit per atom. */
static bool order_atoms(uint32_t *order, part *p, const view *v)
{
	size_t atoms = v->column->atoms, places = v->column->places;
	for (size_t s = 0; s < v->column->symbols; s++)
		p->unit[s] = s < places ? no_unit : (uint32_t)(s - places);
	for (size_t a = 0; a < atoms; a++)
		order[a] = (uint32_t)a;
	if (!v->column->nominal || atoms < 3 || v->cell_count < 2)
		return true;
	content c = { 0 };
	bool done = content_init(&c, v, v->cells, NULL, p->unit, atoms) &&
	            estimate_order_atoms(order, atoms, c.first, c.entries, v->cell_count);
	content_clear(&c);
	return done;
}

/* Merges atoms into units of about equally many rows if there are more than the dynamic programme can handle. */
static void gather_units(part *p, const view *v, const uint32_t *order)
{
	size_t atoms = v->column->atoms, most = atoms < ESTIMATE_MOST_UNITS ? atoms : ESTIMATE_MOST_UNITS, unit = SIZE_MAX;
	uint64_t total = 0, seen = 0;
	for (size_t a = 0; a < atoms; a++)
		total += v->column->rows[v->column->places + a];
	p->units = 0;
	for (size_t a = 0; a < atoms; a++) {
		size_t s = v->column->places + order[a];
		uint64_t rows = v->column->rows[s];
		size_t to = most == atoms ? a : (size_t)((2 * seen + rows) * most / (2 * total));
		p->units += to != unit;
		p->unit[s] = (uint32_t)(p->units - 1);
		unit = to;
		seen += rows;
	}
}

static bool part_of_atoms(part *p, const view *v)
{
	size_t atoms = v->column->atoms;
	p->separate = INFINITY;
	if (atoms == 0)
		return true;
	uint32_t *order = base_array(atoms, sizeof *order);
	p->unit = base_array(v->column->symbols, sizeof *p->unit);
	bool done = order != NULL && p->unit != NULL && order_atoms(order, p, v);
	if (done && (atoms > ESTIMATE_MOST_UNITS || v->costs->most < atoms))
		done = bits_of_bins(&p->separate, v, p->unit, atoms);
	if (done)
		gather_units(p, v, order);
	free(order);
	return done && solve(p, v);
}

/* ------------------------------------------------------------------------------------------- both together */

/* The number of bins of each part, 0 if the column does not have it. Both 0: all in one bin. */
typedef struct choice {
	size_t intervals, groups;
	bool separate; /* each atom is a bin */
	double bits, said;
} choice;

static void consider(choice *best, const view *v, choice c)
{
	if (c.bits >= best->bits)
		return; /* penalties are not negative */
	c.bits += penalty(v, c.intervals + c.groups);
	if (c.bits < best->bits)
		*best = c;
}

static choice choose(const view *v, const part *o, const part *a, double whole)
{
	choice best = { .bits = whole + penalty(v, 1) };
	for (size_t i = o->units > 0; i <= o->most; i++) {
		double said = say_intervals(o, i), bits = said + (i > 0 ? fewest(o, i)[o->units] : 0);
		if (v->column->atoms == 0)
			consider(&best, v, (choice){ i, 0, false, bits, said });
		for (size_t g = 1; g <= a->most; g++) {
			double more = say_groups(a, v, g);
			consider(&best, v, (choice){ i, g, false, bits + more + fewest(a, g)[a->units], said + more });
		}
		if (isfinite(a->separate))
			consider(&best, v, (choice){ i, v->column->atoms, true, bits + a->separate, said });
	}
	return best;
}

/* Sets the bins of the symbols of a part, numbered from `from`. */
static bool apply_part(estimate_division *division, const part *p, size_t symbols, size_t bins, size_t from)
{
	size_t *ends = base_array(bins + 1, sizeof *ends);
	if (ends == NULL)
		return false;
	if (bins > 0)
		trace(ends, p, bins);
	for (size_t s = 0; bins > 0 && s < symbols; s++) {
		size_t bin = 0;
		while (p->unit[s] != no_unit && p->unit[s] >= ends[bin])
			bin++;
		if (p->unit[s] != no_unit)
			division->bin[s] = (uint32_t)(from + bin);
	}
	free(ends);
	return true;
}

static bool apply(estimate_division *division, const view *v, const part *o, const part *a, const choice *c)
{
	const estimate_column *column = v->column;
	memset(division->bin, 0, column->symbols * sizeof *division->bin);
	division->said = c->said;
	bool done = apply_part(division, o, column->symbols, c->intervals, 0);
	for (size_t s = column->places; c->separate && s < column->symbols; s++)
		division->bin[s] = (uint32_t)(c->intervals + s - column->places);
	if (!c->separate)
		done = done && apply_part(division, a, column->symbols, c->groups, c->intervals);
	return done && estimate_division_number(division, column);
}

/* Data bits if all units are one bin. */
static bool find_whole(double *bits, const view *v, const part *o, const part *a)
{
	const part *only = o->units == 0 ? a : a->units == 0 ? o : NULL;
	uint32_t *one = only == NULL ? base_array_zero(v->column->symbols, sizeof *one) : NULL;
	if (only != NULL)
		*bits = costs_ending_at(only, only->units)[0];
	bool done = only != NULL || (one != NULL && bits_of_bins(bits, v, one, 1));
	free(one);
	return done;
}

bool estimate_divide(estimate_division *best, const estimate_grid *grid, size_t j, const estimate_costs *costs)
{
	view v;
	part ordered = { 0 }, atoms = { 0 };
	double whole = 0;
	bool done = view_init(&v, grid, j, costs) && part_of_places(&ordered, &v) && part_of_atoms(&atoms, &v) &&
	            find_whole(&whole, &v, &ordered, &atoms);
	if (done) {
		choice c = choose(&v, &ordered, &atoms, whole);
		done = apply(best, &v, &ordered, &atoms, &c);
	}
	view_clear(&v);
	part_clear(&ordered);
	part_clear(&atoms);
	return done;
}
