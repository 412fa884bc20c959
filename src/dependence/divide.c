/*
 * Bins of one column. With the other columns held, what they change in the code length is a sum over bins of
 *
 *     sum over own cells of N log2 N - sum over cells of c log2 c
 *
 * (c: rows of the bin in one cell of the surroundings, N: those in one cell of the other columns of the same role), plus
 * a penalty for the number of bins, plus the bits that say which bins these are. The ordered part and the atoms are each cut
 * by dynamic programming, for every number of bins at once, and the two numbers are then chosen together.
 *
 * Cuts of the ordered part are said at a resolution d, a divisor of the places: d is said first, then which of the d - 1
 * positions. So a few equally full bins are cheap to say, and fine cuts have to earn their bits.
 */
#include "dependence/divide.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "dependence/order.h"

static const double ln2 = 0.693147180559945309417232121458;

static const size_t resolutions[] = { 2, 3, 4, 6, 8, 12, 16, 24, 48 };

enum {
	RESOLUTIONS = sizeof resolutions / sizeof resolutions[0],
	MOST_UNITS = 96 /* of atoms: more of them are put together before the dynamic programme */
};

_Static_assert(DEPENDENCE_PLACES == 48, "the finest resolution is that of the places");

/* The cells that the rows of each unit lie in. */
typedef struct unit_entries {
	size_t *first; /* [units + 1] */
	dependence_entry *entries;
} unit_entries;

/* One part of a column, as a sequence of units between which it may be cut. */
typedef struct part {
	size_t units;
	uint32_t *sequence; /* the part's symbols, unit by unit */
	size_t *bounds;     /* [units + 1] where each unit starts in it */
	unit_entries cells; /* of the surroundings, without rows that are alone in theirs: they never change a sum */
	unit_entries own;   /* of the other columns of its role; only where there are any */
	uint64_t *rows;     /* [units] */
	double *cost;       /* triangle: data bits of units a .. b-1 as one bin at b(b-1)/2 + a */
	size_t most;        /* bins at most */
	double *tables; /* by resolution, [bins - 1][end]: least data bits of the first `end` units of that resolution */
	size_t tables_at[RESOLUTIONS];
	double *least;      /* [most + 1] least bits by number of bins, what says the bins included */
	size_t *resolution; /* [most + 1] which resolution that is at */
	double *said;       /* [most + 1] bits of `least` that say the bins */
	double apart;       /* every atom a bin of its own: data bits; infinite where units are single atoms anyway */
} part;

typedef struct workspace {
	const dependence_column *column;
	const dependence_around *around;
	const dependence_costs *costs;
	size_t symbols;
	size_t *first; /* [symbols + 1] where each symbol's entries start */
	dependence_entry *entries;
	uint64_t *rows;      /* [symbols] */
	uint32_t *totals;    /* [cell_count] rows of each cell */
	uint32_t *cells;     /* [cell_count] counts, zero between uses */
	uint32_t *own_cells; /* [own_cell_count] the same */
	part ordered, atoms;
	double whole; /* data bits of a single bin */
	size_t limit; /* bins that the number of rows allows */
} workspace;

/* The share of the cells' parameters that known margins leave open. */
static double open_parameters(const double bins[3])
{
	double cells = bins[0] * bins[1] * bins[2];
	return cells > 1 ? (cells - bins[0] - bins[1] - bins[2] + 2) / (cells - 1) : 0;
}

static double complexity_of(const dependence_costs *costs, double cells)
{
	if (costs->known == NULL || cells > DEPENDENCE_KNOWN)
		return hist_complexity_bits(&costs->complexity, cells);
	double *known = &costs->known[(size_t)cells];
	if (isnan(*known))
		*known = hist_complexity_bits(&costs->complexity, cells);
	return *known;
}

double dependence_penalty(const dependence_costs *costs, const double bins[3])
{
	double cells = bins[0] * bins[1] * bins[2];
	if (cells > (double)costs->complexity.n)
		return INFINITY;
	return complexity_of(costs, cells) * open_parameters(bins);
}

static double log2_choose(size_t n, size_t k)
{
	return (lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1)) / ln2;
}

/* Bits that say which of the ways to make `bins` bins of `units` units in a given order it is. */
static double say_cuts(size_t units, size_t bins)
{
	return bins <= 1 || bins >= units ? 0 : log2_choose(units - 1, bins - 1);
}

/* The same for values without an order: a bound of the number of partitions into so many classes. */
static double say_classes(size_t atoms, size_t bins)
{
	if (bins <= 1 || bins >= atoms)
		return 0;
	double a = (double)atoms, k = (double)bins;
	double by_labels = a * log2(k) - lgamma(k + 1) / ln2;
	double by_leaders = log2_choose(atoms, bins) + (a - k) * log2(k) - 1;
	return fmin(by_labels, by_leaders);
}

/* ---------------------------------------------------------------------------------------------- entries */

/* Adds up the entries of one symbol that share a cell; returns how many are left. */
static size_t merge_entries(dependence_entry *entries, size_t count, uint32_t *cells)
{
	size_t kept = 0;
	for (size_t i = 0; i < count; i++) {
		uint32_t *total = &cells[entries[i].cell];
		if (*total == 0)
			entries[kept++].cell = entries[i].cell;
		*total += entries[i].count;
	}
	for (size_t i = 0; i < kept; i++) {
		entries[i].count = cells[entries[i].cell];
		cells[entries[i].cell] = 0;
	}
	return kept;
}

/* Sorts the tuples by symbol and merges those in the same cell. */
static void collect_entries(workspace *w, const dependence_ranks *ranks)
{
	const uint32_t *symbols = w->column->symbols;
	memset(w->first, 0, (w->symbols + 1) * sizeof *w->first);
	memset(w->rows, 0, w->symbols * sizeof *w->rows);
	for (size_t i = 0; i < ranks->tuples.count; i++) {
		w->first[symbols[i] + 1]++;
		w->rows[symbols[i]] += ranks->tuples.rows[i];
		w->totals[w->around->cells[i]] += ranks->tuples.rows[i];
	}
	for (size_t s = 0; s < w->symbols; s++)
		w->first[s + 1] += w->first[s];
	for (size_t i = 0; i < ranks->tuples.count; i++)
		w->entries[w->first[symbols[i]]++] = (dependence_entry){ w->around->cells[i], ranks->tuples.rows[i] };
	size_t start = 0, kept = 0; /* first[s] is now where symbol s ended */
	for (size_t s = 0; s < w->symbols; s++) {
		size_t end = w->first[s];
		memmove(w->entries + kept, w->entries + start, (end - start) * sizeof *w->entries);
		w->first[s] = kept;
		kept += merge_entries(w->entries + kept, end - start, w->cells);
		start = end;
	}
	w->first[w->symbols] = kept;
}

/* A bin that is being filled: its data bits so far. */
typedef struct filling {
	uint64_t rows;
	double inside;     /* sum over cells of c log2 c */
	double own_inside; /* sum over own cells of N log2 N */
} filling;

static void fill(filling *bin, const workspace *w, size_t symbol)
{
	const base_xlogx *xlogx = &w->costs->xlogx;
	bin->rows += w->rows[symbol];
	for (size_t i = w->first[symbol]; i < w->first[symbol + 1]; i++) {
		dependence_entry entry = w->entries[i];
		uint32_t before = w->cells[entry.cell];
		w->cells[entry.cell] = before + entry.count;
		bin->inside += base_xlog2x(xlogx, before + entry.count) - base_xlog2x(xlogx, before);
		if (w->around->own_cells != NULL) {
			uint32_t *own = &w->own_cells[w->around->own_cells[entry.cell]];
			bin->own_inside += base_xlog2x(xlogx, *own + entry.count) - base_xlog2x(xlogx, *own);
			*own += entry.count;
		}
	}
}

static void empty(const workspace *w, size_t symbol)
{
	for (size_t i = w->first[symbol]; i < w->first[symbol + 1]; i++) {
		w->cells[w->entries[i].cell] = 0;
		if (w->around->own_cells != NULL)
			w->own_cells[w->around->own_cells[w->entries[i].cell]] = 0;
	}
}

static double data_bits(const filling *bin, const workspace *w)
{
	double known = w->around->own_cells != NULL ? bin->own_inside : base_xlog2x(&w->costs->xlogx, bin->rows);
	return known - bin->inside;
}

/* -------------------------------------------------------------------------------------------- one part */

static double *costs_ending_at(const part *p, size_t end)
{
	return p->cost + end * (end - 1) / 2;
}

/* Collects the entries of a part unit by unit, those of one unit in one cell added up. `own`: by the own cells. */
static bool collect_units(unit_entries *out, const part *p, const workspace *w, bool own)
{
	size_t total = 0;
	for (size_t i = 0; i < p->bounds[p->units]; i++)
		total += w->first[p->sequence[i] + 1] - w->first[p->sequence[i]];
	out->first = base_array(p->units + 1, sizeof *out->first);
	out->entries = base_array(total, sizeof *out->entries);
	if (out->first == NULL || out->entries == NULL)
		return false;
	size_t kept = 0;
	for (size_t u = 0; u < p->units; u++) {
		size_t start = out->first[u] = kept;
		for (size_t i = p->bounds[u]; i < p->bounds[u + 1]; i++)
			for (size_t e = w->first[p->sequence[i]]; e < w->first[p->sequence[i] + 1]; e++) {
				dependence_entry entry = w->entries[e];
				if (!own && w->totals[entry.cell] == 1)
					continue;
				if (own)
					entry.cell = w->around->own_cells[entry.cell];
				out->entries[kept++] = entry;
			}
		if (own || p->bounds[u + 1] - p->bounds[u] > 1)
			kept = start + merge_entries(out->entries + start, kept - start, own ? w->own_cells : w->cells);
	}
	out->first[p->units] = kept;
	return true;
}

/* Adds a unit's rows to the counts; returns what that adds to the sum of c log2 c. */
static double add_unit(uint32_t *counts, const unit_entries *u, size_t unit, const base_xlogx *xlogx)
{
	double added = 0;
	for (size_t i = u->first[unit]; i < u->first[unit + 1]; i++) {
		uint32_t *count = &counts[u->entries[i].cell];
		double before = base_xlog2x(xlogx, *count);
		*count += u->entries[i].count;
		added += base_xlog2x(xlogx, *count) - before;
	}
	return added;
}

static void clear_units(uint32_t *counts, const unit_entries *u, size_t units)
{
	for (size_t i = 0; i < u->first[units]; i++)
		counts[u->entries[i].cell] = 0;
}

/* Data bits of all runs of units that end at one of them, from extending the run backwards. */
static bool compute_costs(part *p, const workspace *w)
{
	bool in_company = w->around->own_cells != NULL;
	p->rows = base_array_zero(p->units, sizeof *p->rows);
	if (p->rows == NULL || !collect_units(&p->cells, p, w, false) ||
	    (in_company && !collect_units(&p->own, p, w, true)))
		return false;
	for (size_t u = 0; u < p->units; u++)
		for (size_t i = p->bounds[u]; i < p->bounds[u + 1]; i++)
			p->rows[u] += w->rows[p->sequence[i]];
	for (size_t end = 1; end <= p->units; end++) {
		double inside = 0, known = 0;
		uint64_t rows = 0;
		for (size_t start = end; start-- > 0;) {
			inside += add_unit(w->cells, &p->cells, start, &w->costs->xlogx);
			rows += p->rows[start];
			if (in_company)
				known += add_unit(w->own_cells, &p->own, start, &w->costs->xlogx);
			else
				known = base_xlog2x(&w->costs->xlogx, rows);
			costs_ending_at(p, end)[start] = known - inside;
		}
		clear_units(w->cells, &p->cells, end);
		if (in_company)
			clear_units(w->own_cells, &p->own, end);
	}
	return true;
}

static double penalty_of(const workspace *w, size_t bins)
{
	double all[3] = { w->around->bins[0], w->around->bins[1], w->around->bins[2] };
	all[w->column->role] *= (double)bins;
	return dependence_penalty(w->costs, all);
}

static size_t blocks_of(const part *p, size_t resolution, bool ordered)
{
	return ordered ? resolutions[resolution] : p->units;
}

/* Extends the dynamic programme over `blocks` blocks of equally many units from k bins to k + 1. */
static void extend_table(double *table, const part *p, size_t blocks, size_t k)
{
	size_t width = p->units / blocks, row = blocks + 1;
	const double *below = table + (k - 1) * row;
	for (size_t end = k + 1; end <= blocks; end++) {
		const double *cost = costs_ending_at(p, end * width);
		double least = INFINITY;
		for (size_t start = k; start < end; start++) {
			double bits = below[start] + cost[start * width];
			least = bits < least ? bits : least;
		}
		table[k * row + end] = least;
	}
}

/* Bits that say which `bins` bins these are, at a resolution of so many blocks. */
static double say_bins(const workspace *w, bool ordered, size_t blocks, size_t bins)
{
	if (bins <= 1)
		return 0;
	if (ordered)
		return say_cuts(blocks, bins) + log2((double)blocks) + 1;
	return w->column->nominal ? say_classes(w->column->atoms, bins) : say_cuts(blocks, bins);
}

/* One resolution: least bits for every number of bins. Splitting a bin never raises data bits, so all blocks apart bound them
 * from below; where the column has one part only, that ends the search early. */
static void solve_resolution(part *p, const workspace *w, size_t r, bool ordered, double *total)
{
	size_t blocks = blocks_of(p, r, ordered), width = p->units / blocks;
	size_t bins = p->most < blocks ? p->most : blocks;
	bool single = w->column->places == 0 || w->column->atoms == 0;
	double *table = p->tables + p->tables_at[r], floor = 0;
	for (size_t end = 1; end <= blocks; end++) {
		table[end] = costs_ending_at(p, end * width)[0];
		floor += costs_ending_at(p, end * width)[(end - 1) * width];
	}
	for (size_t k = 1; k <= bins; k++) {
		if (single && floor + penalty_of(w, k) > *total)
			return;
		if (k > 1)
			extend_table(table, p, blocks, k - 1);
		double said = say_bins(w, ordered, blocks, k);
		double bits = table[(k - 1) * (blocks + 1) + blocks] + said;
		*total = fmin(*total, bits + penalty_of(w, k));
		if (bits < p->least[k]) {
			p->least[k] = bits;
			p->said[k] = said;
			p->resolution[k] = r;
		}
	}
}

/* Fills in the least bits for every number of bins. */
static bool solve(part *p, const workspace *w, bool ordered)
{
	size_t count = ordered ? RESOLUTIONS : 1, size = 0;
	for (size_t r = 0; r < count; r++) {
		size_t blocks = blocks_of(p, r, ordered);
		p->tables_at[r] = size;
		size += (blocks + 1) * (p->most < blocks ? p->most : blocks);
	}
	p->tables = base_array(size, sizeof *p->tables);
	p->least = base_array(p->most + 1, sizeof *p->least);
	p->said = base_array_zero(p->most + 1, sizeof *p->said);
	p->resolution = base_array_zero(p->most + 1, sizeof *p->resolution);
	if (p->tables == NULL || p->least == NULL || p->said == NULL || p->resolution == NULL)
		return false;
	for (size_t k = 0; k <= p->most; k++)
		p->least[k] = INFINITY;
	double total = INFINITY;
	for (size_t r = 0; r < count; r++)
		solve_resolution(p, w, r, ordered, &total);
	return true;
}

/* Ends of the bins, in units, of the best way to make `bins` bins. */
static void trace_back(size_t *ends, const part *p, size_t bins, bool ordered)
{
	size_t resolution = p->resolution[bins], blocks = blocks_of(p, resolution, ordered), width = p->units / blocks;
	const double *table = p->tables + p->tables_at[resolution];
	size_t end = blocks;
	for (size_t k = bins; k-- > 0;) {
		ends[k] = end * width;
		if (k == 0)
			break;
		const double *below = table + (k - 1) * (blocks + 1), *cost = costs_ending_at(p, end * width);
		size_t start = k;
		while (below[start] + cost[start * width] != table[k * (blocks + 1) + end])
			start++;
		end = start;
	}
}

static void part_clear(part *p)
{
	free(p->sequence);
	free(p->bounds);
	free(p->cells.first);
	free(p->cells.entries);
	free(p->own.first);
	free(p->own.entries);
	free(p->rows);
	free(p->cost);
	free(p->tables);
	free(p->least);
	free(p->resolution);
	free(p->said);
}

static bool part_arrays(part *p, size_t symbols, size_t units)
{
	p->units = units;
	p->sequence = base_array(symbols, sizeof *p->sequence);
	p->bounds = base_array(units + 1, sizeof *p->bounds);
	p->cost = base_array(units * (units + 1) / 2, sizeof *p->cost);
	return p->sequence != NULL && p->bounds != NULL && p->cost != NULL;
}

static size_t least_of(size_t a, size_t b, size_t c)
{
	size_t least = a < b ? a : b;
	return least < c ? least : c;
}

static bool part_of_places(part *p, const workspace *w)
{
	if (w->column->places == 0)
		return true;
	if (!part_arrays(p, DEPENDENCE_PLACES, DEPENDENCE_PLACES))
		return false;
	for (size_t i = 0; i < DEPENDENCE_PLACES; i++)
		p->sequence[i] = (uint32_t)i;
	for (size_t i = 0; i <= DEPENDENCE_PLACES; i++)
		p->bounds[i] = i;
	p->most = least_of(DEPENDENCE_PLACES, w->costs->most, w->limit);
	return compute_costs(p, w) && solve(p, w, true);
}

/* Puts consecutive atoms into units of about the same number of rows, where there are too many. */
static void gather_units(part *p, const workspace *w)
{
	size_t places = w->column->places, atoms = w->column->atoms;
	uint64_t total = 0, seen = 0;
	for (size_t a = 0; a < atoms; a++)
		total += w->rows[places + a];
	size_t units = 0, unit = SIZE_MAX;
	for (size_t a = 0; a < atoms; a++) {
		uint64_t rows = w->rows[p->sequence[a]];
		size_t to = p->units == atoms ? a : (size_t)((2 * seen + rows) * p->units / (2 * total));
		if (to != unit)
			p->bounds[units++] = a;
		unit = to;
		seen += rows;
	}
	p->units = units;
	p->bounds[units] = atoms;
}

static void cost_apart(part *p, const workspace *w)
{
	p->apart = 0;
	for (size_t a = 0; a < w->column->atoms; a++) {
		filling bin = { 0, 0, 0 };
		fill(&bin, w, (size_t)p->sequence[a]);
		empty(w, (size_t)p->sequence[a]);
		p->apart += data_bits(&bin, w);
	}
}

static bool part_of_atoms(part *p, const workspace *w)
{
	size_t atoms = w->column->atoms, places = w->column->places;
	p->apart = INFINITY;
	if (atoms == 0)
		return true;
	if (!part_arrays(p, atoms, atoms < MOST_UNITS ? atoms : MOST_UNITS))
		return false;
	for (size_t a = 0; a < atoms; a++)
		p->sequence[a] = (uint32_t)a;
	if (w->column->nominal && atoms > 2 && w->around->cell_count > 1 &&
	    !dependence_order_atoms(p->sequence, atoms, w->first + places, w->entries, w->around->cell_count))
		return false;
	for (size_t a = 0; a < atoms; a++)
		p->sequence[a] += (uint32_t)places;
	gather_units(p, w);
	if (p->units < atoms || w->costs->most < atoms)
		cost_apart(p, w);
	p->most = least_of(p->units, w->costs->most, w->limit);
	return compute_costs(p, w) && solve(p, w, false);
}

/* -------------------------------------------------------------------------------------- the whole column */

static bool workspace_init(workspace *w, const dependence_ranks *ranks, const dependence_column *column,
                           const dependence_around *around, const dependence_costs *costs)
{
	memset(w, 0, sizeof *w);
	w->column = column;
	w->around = around;
	w->costs = costs;
	w->symbols = column->places + column->atoms;
	double limit = floor((double)ranks->rows / (around->bins[0] * around->bins[1] * around->bins[2]));
	w->limit = limit < 1 ? 1 : (size_t)limit;
	w->first = base_array(w->symbols + 1, sizeof *w->first);
	w->rows = base_array(w->symbols, sizeof *w->rows);
	w->entries = base_array(ranks->tuples.count, sizeof *w->entries);
	w->totals = base_array_zero(around->cell_count, sizeof *w->totals);
	w->cells = base_array_zero(around->cell_count, sizeof *w->cells);
	w->own_cells = base_array_zero(around->own_cell_count, sizeof *w->own_cells);
	return w->first != NULL && w->rows != NULL && w->totals != NULL && w->entries != NULL && w->cells != NULL &&
	       w->own_cells != NULL;
}

static void workspace_clear(workspace *w)
{
	free(w->first);
	free(w->rows);
	free(w->totals);
	free(w->entries);
	free(w->cells);
	free(w->own_cells);
	part_clear(&w->ordered);
	part_clear(&w->atoms);
}

static void cost_whole(workspace *w)
{
	filling bin = { 0, 0, 0 };
	for (size_t s = 0; s < w->symbols; s++)
		fill(&bin, w, s);
	for (size_t s = 0; s < w->symbols; s++)
		empty(w, s);
	w->whole = data_bits(&bin, w);
}

/* Data bits of the present division: bin by bin, each symbol once. */
static bool cost_present(double *bits, const workspace *w, const dependence_division *present)
{
	size_t bins = dependence_division_bins(present);
	uint32_t *map = base_array(w->symbols, sizeof *map), *sorted = base_array(w->symbols, sizeof *sorted);
	size_t *starts = base_array_zero(bins + 1, sizeof *starts);
	bool done = map != NULL && sorted != NULL && starts != NULL;
	if (done) {
		dependence_map_symbols(map, present, w->column);
		for (size_t s = 0; s < w->symbols; s++)
			starts[map[s] + 1]++;
		for (size_t b = 0; b < bins; b++)
			starts[b + 1] += starts[b];
		for (size_t s = 0; s < w->symbols; s++)
			sorted[starts[map[s]]++] = (uint32_t)s; /* starts[b] ends as the end of bin b */
		*bits = 0;
		for (size_t b = 0, i = 0; b < bins; b++) {
			filling bin = { 0, 0, 0 };
			size_t from = i;
			for (; i < starts[b]; i++)
				fill(&bin, w, sorted[i]);
			for (size_t k = from; k < i; k++)
				empty(w, sorted[k]);
			*bits += data_bits(&bin, w);
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
	bool apart; /* every atom by itself */
	size_t intervals, groups;
	double bits, said;
} choice;

static void consider(choice *best, const workspace *w, choice c)
{
	size_t bins = c.whole ? 1 : c.intervals + c.groups;
	if (c.bits >= best->bits)
		return; /* penalties are not negative */
	c.bits += penalty_of(w, bins);
	if (c.bits < best->bits)
		*best = c;
}

static choice choose(const workspace *w)
{
	const part *o = &w->ordered, *a = &w->atoms;
	choice best = { .whole = true, .bits = w->whole + penalty_of(w, 1) };
	for (size_t i = o->units > 0; i <= o->most; i++) {
		double bits = o->units > 0 ? o->least[i] : 0, said = o->units > 0 ? o->said[i] : 0;
		if (w->column->atoms == 0)
			consider(&best, w, (choice){ false, false, i, 0, bits, said });
		for (size_t g = 1; g <= a->most; g++)
			consider(&best, w, (choice){ false, false, i, g, bits + a->least[g], said + a->said[g] });
		if (isfinite(a->apart))
			consider(&best, w, (choice){ false, true, i, w->column->atoms, bits + a->apart, said });
	}
	return best;
}

static bool apply(dependence_division *division, const workspace *w, const choice *c)
{
	const dependence_column *column = w->column;
	size_t longest = c->intervals > c->groups ? c->intervals : c->groups;
	size_t *ends = base_array(longest + 1, sizeof *ends);
	uint32_t *scratch = base_array(c->groups + 1, sizeof *scratch);
	bool done = ends != NULL && scratch != NULL;
	division->whole = c->whole;
	division->cut_bits = c->said;
	division->intervals = c->whole ? column->places > 0 : c->intervals;
	division->groups = c->whole ? column->atoms > 0 : c->groups;
	if (done && c->whole) {
		division->ends[0] = DEPENDENCE_ALL_STEPS;
		memset(division->group, 0, column->atoms * sizeof *division->group);
	} else if (done) {
		if (c->intervals > 0)
			trace_back(ends, &w->ordered, c->intervals, true);
		for (size_t i = 0; i < c->intervals; i++)
			division->ends[i] = (uint32_t)(ends[i] * DEPENDENCE_STEPS);
		if (c->groups > 0 && !c->apart)
			trace_back(ends, &w->atoms, c->groups, false);
		for (size_t i = 0, g = 0; i < column->atoms; i++) {
			while (!c->apart && i >= w->atoms.bounds[ends[g]])
				g++;
			division->group[w->atoms.sequence[i] - column->places] = (uint32_t)(c->apart ? i : g);
		}
		dependence_division_number(division, column, scratch);
	}
	free(ends);
	free(scratch);
	return done;
}

bool dependence_divide(dependence_division *best, double *change, const dependence_ranks *ranks, size_t j,
                       const dependence_division *present, const dependence_around *around,
                       const dependence_costs *costs)
{
	workspace w;
	double before = 0;
	bool done = workspace_init(&w, ranks, &ranks->columns[j], around, costs);
	if (done) {
		collect_entries(&w, ranks);
		cost_whole(&w);
		done = part_of_places(&w.ordered, &w) && part_of_atoms(&w.atoms, &w) && cost_present(&before, &w, present);
	}
	if (done) {
		choice c = choose(&w);
		before += present->cut_bits + penalty_of(&w, dependence_division_bins(present));
		*change = c.bits - before;
		done = apply(best, &w, &c);
	}
	workspace_clear(&w);
	return done;
}
