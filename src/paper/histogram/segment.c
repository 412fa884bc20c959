/* Segmentation of one column. With the other columns fixed, the part of L(D, M) that depends on the cuts is a sum over
 * intervals of
 *
 *     cost(interval) = N log2(width) - sum over cells of c log2 c
 *
 * (c: rows of the interval in one cell of the other columns, N: their sum, width in candidate bins) plus a penalty that
 * depends only on the number of intervals. The costs of all segments that end at a group are computed by extending the
 * segment backwards one group at a time, which changes only the cells of its points. They are computed once for all
 * numbers of intervals. Widths are integers, so rounding does not depend on the column's units; widths between
 * arbitrary edges are relative to the column's range.
 *
 * The optimisations below do not change a bit of the result: segments of several ends grow in parallel, each in its
 * order; a row alone in its cell adds 1 log2 1 = 0 and is left out; minima are the same in any order. */
#include "paper/histogram/segment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The rows of one group in one cell of the other columns. */
typedef struct entry {
	uint32_t cell;
	uint32_t count;
} entry;

/* Number of ends whose segments grow in parallel: a single sum would be limited by its latency. */
enum { LANES = 4 };

/* Limits for the table of increments of c log2 c: additional rows, rows of the cell, and number of entries from which
 * the table is used. */
enum { FEW_MORE = 4, FEW_ROWS = 1024, MANY_ENTRIES = 4096 };

typedef struct workspace {
	size_t groups;
	size_t levels;     /* maximum number of intervals to try */
	entry *entries;    /* by group */
	size_t *first;     /* [groups + 1] start of each group's entries */
	double *rows;      /* [groups + 1] rows in all earlier groups: integers, exact as doubles */
	uint32_t *numbers; /* [cells of the other columns] scratch, then new numbers of the cells that still have entries */
	size_t cells;      /* ... which are below this */
	uint32_t *counts;  /* [cells][LANES] rows of the current segments */
	size_t largest;    /* most rows in one cell */
	double *growth;    /* [FEW_MORE][largest] increase of a cell's c log2 c with 1, 2, ... more rows; NULL: not used */
	double *width_bits; /* [k_init + 1] log2 of a width in candidate bins */
	double *cost;       /* triangle, see cost_at() */
	double *best;       /* [levels][groups + 1] smallest cost of the first b groups in k + 1 intervals */
	double *penalty;    /* [levels] cost of k + 1 intervals without the data */
	double *bound;      /* [groups + 1] scratch of no_later_level_wins() */
} workspace;

double hist_cut_bits(size_t k_init, size_t intervals)
{
	if (intervals <= 1 || intervals >= k_init)
		return 0;
	size_t n = k_init - 1, k = intervals - 1;
	if (k > n - k)
		k = n - k;
	double bits = 0;
	for (size_t i = 1; i <= k; i++)
		bits += log2((double)(n - k + i) / (double)i);
	return bits;
}

static bool workspace_init(workspace *w, const hist_grid *grid, const hist_grid_column *column, size_t cells)
{
	memset(w, 0, sizeof *w);
	w->groups = column->groups;
	w->levels = column->k_max < column->groups ? column->k_max : column->groups;
	w->entries = base_array(grid->tuples, sizeof *w->entries);
	w->first = base_array(w->groups + 1, sizeof *w->first);
	w->rows = base_array_zero(w->groups + 1, sizeof *w->rows);
	w->numbers = base_array_zero(cells, sizeof *w->numbers);
	w->width_bits = base_array(column->scale.k_init + 1, sizeof *w->width_bits);
	w->cost = base_array(w->groups * (w->groups + 1) / 2, sizeof *w->cost);
	w->best = base_array(w->levels * (w->groups + 1), sizeof *w->best);
	w->penalty = base_array(w->levels, sizeof *w->penalty);
	w->bound = base_array(w->groups + 1, sizeof *w->bound);
	return w->entries != NULL && w->first != NULL && w->rows != NULL && w->numbers != NULL && w->width_bits != NULL &&
	       w->cost != NULL && w->best != NULL && w->penalty != NULL && w->bound != NULL;
}

static void workspace_clear(workspace *w)
{
	free(w->entries);
	free(w->first);
	free(w->rows);
	free(w->numbers);
	free(w->counts);
	free(w->growth);
	free(w->width_bits);
	free(w->cost);
	free(w->best);
	free(w->penalty);
	free(w->bound);
}

/* Merges the entries of one group that share a cell; returns the number of remaining entries. */
static size_t merge_entries(entry *entries, size_t count, uint32_t *cells)
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

/* Sorts the continuous tuples of a column by group and merges those in the same cell. */
static void sort_entries(workspace *w, const hist_grid *grid, const hist_grid_column *column, const uint32_t *ids)
{
	memset(w->first, 0, (w->groups + 1) * sizeof *w->first);
	for (size_t i = 0; i < grid->tuples; i++)
		if (column->symbols[i] < w->groups)
			w->first[column->symbols[i] + 1]++;
	for (size_t g = 0; g < w->groups; g++)
		w->first[g + 1] += w->first[g];
	for (size_t i = 0; i < grid->tuples; i++) {
		uint32_t group = column->symbols[i];
		if (group >= w->groups)
			continue;
		w->entries[w->first[group]++] = (entry){ ids[i], grid->counts[i] };
		w->rows[group + 1] += grid->counts[i];
	}
	size_t start = 0, kept = 0; /* first[g] is now the end of group g */
	for (size_t g = 0; g < w->groups; g++) {
		size_t end = w->first[g];
		memmove(w->entries + kept, w->entries + start, (end - start) * sizeof *w->entries);
		w->first[g] = kept;
		kept += merge_entries(w->entries + kept, end - start, w->numbers);
		w->rows[g + 1] += w->rows[g];
		start = end;
	}
	w->first[w->groups] = kept;
}

/* Removes rows that are alone in their cell and renumbers the remaining cells in order of appearance. With many other
 * columns few remain, and cells used together are close in memory. */
static void drop_lone_rows(workspace *w)
{
	const uint32_t several = 2, renumbered = 3; /* a number + 3 is the new number */
	for (size_t i = 0; i < w->first[w->groups]; i++) {
		uint32_t *rows = &w->numbers[w->entries[i].cell];
		*rows = *rows == 0 && w->entries[i].count == 1 ? 1 : several;
	}
	size_t kept = 0, start = 0;
	for (size_t g = 0; g < w->groups; g++) {
		size_t end = w->first[g + 1];
		w->first[g] = kept;
		for (size_t i = start; i < end; i++) {
			uint32_t *number = &w->numbers[w->entries[i].cell];
			if (*number < several)
				continue;
			if (*number == several)
				*number = renumbered + (uint32_t)w->cells++;
			w->entries[kept++] = (entry){ *number - renumbered, w->entries[i].count };
		}
		start = end;
	}
	w->first[w->groups] = kept;
}

/* Cost of groups start .. end-1. Ends of the same start are consecutive. */
static inline double *cost_at(const workspace *w, size_t start, size_t end)
{
	return w->cost + hist_grid_pair(w->groups, start, end);
}

/* How c log2 c is obtained: from a table, or computed if there may be more rows than the table has. */
typedef enum lookup { LOOKUP_GROWTH, LOOKUP_TABLE, LOOKUP_COMPUTE } lookup;

/* Adds the rows of a group to the segments of lanes from .. LANES-1; sums[] are their sums of c log2 c. */
static inline __attribute__((always_inline)) void add_group(workspace *w, double *sums, size_t group, size_t from,
                                                            const cells_xlogx *xlogx, lookup how)
{
	const double *table = xlogx->table;
	for (size_t i = w->first[group]; i < w->first[group + 1]; i++) {
		uint32_t *counts = w->counts + (size_t)w->entries[i].cell * LANES, more = w->entries[i].count;
		if (how == LOOKUP_GROWTH && more <= FEW_MORE) {
			const double *growth = w->growth + (more - 1) * w->largest;
			for (size_t lane = from; lane < LANES; lane++) {
				sums[lane] += growth[counts[lane]];
				counts[lane] += more;
			}
			continue;
		}
		for (size_t lane = from; lane < LANES; lane++) {
			uint32_t before = counts[lane], after = before + more;
			counts[lane] = after;
			sums[lane] += how == LOOKUP_COMPUTE ? cells_xlog2x(xlogx, after) - cells_xlog2x(xlogx, before)
			                                    : table[after] - table[before];
		}
	}
}

/* Costs of all segments that end at `end` or at one of the next LANES - 1 groups. Lanes beyond the last group grow too,
 * but their costs are not used. */
static inline __attribute__((always_inline)) void
costs_of_lanes(workspace *w, size_t end, const hist_grid_column *column, const cells_xlogx *xlogx, lookup how)
{
	size_t lanes = w->groups - end + 1 < LANES ? w->groups - end + 1 : LANES;
	double sums[LANES] = { 0 };
	memset(w->counts, 0, w->cells * LANES * sizeof *w->counts);
	for (size_t start = end + lanes - 1; start-- > 0;) {
		size_t from = start < end ? 0 : start - end + 1; /* earlier lanes end before this group */
		if (from == 0)
			add_group(w, sums, start, 0, xlogx, how);
		else
			add_group(w, sums, start, from, xlogx, how);
		double *cost = cost_at(w, start, end + from);
		const double *free_widths = column->widths != NULL ? column->widths + (cost - w->cost) : NULL;
		for (size_t lane = from; lane < lanes; lane++) {
			double width = free_widths != NULL ? free_widths[lane - from]
			                                   : w->width_bits[column->starts[end + lane] - column->starts[start]];
			cost[lane - from] = (w->rows[end + lane] - w->rows[start]) * width - sums[lane];
		}
	}
}

/* Prepares `growth` if that is faster: with many other columns there are many entries of few rows each. */
static bool prepare_growth(workspace *w, const cells_xlogx *xlogx)
{
	memset(w->counts, 0, w->cells * sizeof *w->counts);
	for (size_t i = 0; i < w->first[w->groups]; i++) {
		uint32_t *count = &w->counts[w->entries[i].cell];
		*count += w->entries[i].count;
		w->largest = *count > w->largest ? *count : w->largest;
	}
	if (w->first[w->groups] < MANY_ENTRIES || w->largest > FEW_ROWS)
		return true;
	w->growth = base_array(w->largest, FEW_MORE * sizeof *w->growth);
	if (w->growth == NULL)
		return false;
	for (size_t more = 1; more <= FEW_MORE; more++)
		for (size_t before = 0; before + more <= w->largest; before++)
			w->growth[(more - 1) * w->largest + before] =
				cells_xlog2x(xlogx, before + more) - cells_xlog2x(xlogx, before);
	return true;
}

/* Returns false if memory runs out. */
static bool compute_costs(workspace *w, const hist_grid_column *column, const cells_xlogx *xlogx)
{
	w->counts = base_array(w->cells, LANES * sizeof *w->counts);
	if (w->counts == NULL || !prepare_growth(w, xlogx))
		return false;
	for (size_t width = 1; width <= column->scale.k_init; width++)
		w->width_bits[width] = log2((double)width);
	for (size_t end = 1; end <= w->groups; end += LANES) {
		if (w->growth != NULL)
			costs_of_lanes(w, end, column, xlogx, LOOKUP_GROWTH);
		else if (w->largest < xlogx->size)
			costs_of_lanes(w, end, column, xlogx, LOOKUP_TABLE);
		else
			costs_of_lanes(w, end, column, xlogx, LOOKUP_COMPUTE);
	}
	return true;
}

static void compute_penalties(workspace *w, const hist_grid_column *column, const hist_other_columns *around,
                              const cells_complexity *complexity)
{
	for (size_t k = 1; k <= w->levels; k++)
		w->penalty[k - 1] = around->grid_cells * (double)(k + column->atoms);
	cells_complexity_many(w->penalty, w->levels, complexity);
	for (size_t k = 1; k <= w->levels; k++)
		w->penalty[k - 1] += hist_cut_bits(column->scale.k_init, k);
}

/* For ends from+1 .. groups: the minimum of below[start] + cost(start .. end) over start >= from, plus `price`. `best`
 * may be `below`: an element is complete when it is used. The inner loop runs over ends, so that the compiler can
 * vectorise it. */
static inline __attribute__((always_inline)) void extend_plainly(double *best, const double *below, const workspace *w,
                                                                 size_t from, double price)
{
	for (size_t end = from + 1; end <= w->groups; end++)
		best[end] = INFINITY;
	for (size_t start = from; start < w->groups; start++) {
		const double *restrict cost = cost_at(w, start, start + 1);
		double *restrict to = best + start + 1, so_far = below[start] + price;
		for (size_t i = 0; i < w->groups - start; i++) {
			double sum = so_far + cost[i];
			to[i] = sum < to[i] ? sum : to[i];
		}
	}
}

#if defined(__x86_64__) && defined(__GNUC__)
/* The same operations four at a time; minima are not rounded, so the bits are the same. */
__attribute__((target("avx2"))) static void extend_wide(double *best, const double *below, const workspace *w,
                                                        size_t from, double price)
{
	extend_plainly(best, below, w, from, price);
}

static void extend(double *best, const double *below, const workspace *w, size_t from, double price)
{
	if (__builtin_cpu_supports("avx2"))
		extend_wide(best, below, w, from, price);
	else
		extend_plainly(best, below, w, from, price);
}
#else
static void extend(double *best, const double *below, const workspace *w, size_t from, double price)
{
	extend_plainly(best, below, w, from, price);
}
#endif

/* Level k has k + 1 intervals. */
static double *level(const workspace *w, size_t k)
{
	return w->best + k * (w->groups + 1);
}

/* Bound on the accumulated rounding error of a score. */
static double rounding(double score)
{
	return 1e-6 + 1e-12 * fabs(score);
}

/* True if no level from `k` on can have a score below `least`, that of level `chosen`. For any price per interval, the
 * minimum of data cost plus price over all segmentations, which needs one pass, is a lower bound for the data cost of
 * every level. A price slightly below the increase of the penalty per interval makes this bound tight. */
static bool no_later_level_wins(const workspace *w, size_t k, size_t chosen, double least)
{
	double price = INFINITY;
	for (size_t later = k; later < w->levels; later++)
		price = fmin(price, (w->penalty[later] - w->penalty[chosen]) / (double)(later - chosen));
	price *= 0.9;
	w->bound[0] = 0;
	extend(w->bound, w->bound, w, 0, price);
	double lowest = INFINITY;
	for (size_t later = k; later < w->levels; later++)
		lowest = fmin(lowest, w->penalty[later] - price * (double)(later + 1));
	return w->bound[w->groups] + lowest > least + rounding(least);
}

/* The number of intervals (less one) with the smallest cost plus penalty. */
static size_t choose_level(workspace *w)
{
	for (size_t end = 1; end <= w->groups; end++)
		level(w, 0)[end] = *cost_at(w, 0, end);
	size_t chosen = 0, look = 2;
	double least = level(w, 0)[w->groups] + w->penalty[0];
	for (size_t k = 1; k < w->levels; k++) {
		if (k == look && no_later_level_wins(w, k, chosen, least))
			break;
		extend(level(w, k), level(w, k - 1), w, k, 0);
		double score = level(w, k)[w->groups] + w->penalty[k];
		if (score < least) {
			least = score;
			chosen = k;
			look = k + 2;
		} else if (k >= look) {
			look = k + (k - chosen); /* a check costs as much as a level */
		}
	}
	return chosen;
}

/* Recovers the cuts of the chosen level: the first start that gives each minimum. */
static void trace_back(hist_segmentation *best, const workspace *w, size_t chosen)
{
	best->intervals = chosen + 1;
	best->ends[chosen] = (uint32_t)w->groups;
	for (size_t k = chosen; k > 0; k--) {
		size_t end = best->ends[k], start = k;
		while (level(w, k - 1)[start] + *cost_at(w, start, end) != level(w, k)[end])
			start++;
		best->ends[k - 1] = (uint32_t)start;
	}
}

/* Data cost and parametric complexity of a segmentation. */
static double stochastic_complexity(const workspace *w, const hist_segmentation *segmentation,
                                    const hist_grid_column *column, const hist_other_columns *around,
                                    const cells_complexity *complexity)
{
	double bins = (double)(segmentation->intervals + column->atoms);
	double bits = cells_complexity_bits(complexity, around->grid_cells * bins);
	size_t start = 0;
	for (size_t i = 0; i < segmentation->intervals; i++) {
		bits += *cost_at(w, start, segmentation->ends[i]);
		start = segmentation->ends[i];
	}
	return bits;
}

bool hist_segment(hist_segmentation *best, double *change, const hist_grid *grid, const hist_grid_column *column,
                  const hist_segmentation *current, const hist_other_columns *around,
                  const cells_complexity *complexity, const cells_xlogx *xlogx)
{
	workspace w;
	bool done = workspace_init(&w, grid, column, around->cells);
	if (done) {
		sort_entries(&w, grid, column, around->ids);
		drop_lone_rows(&w);
		done = compute_costs(&w, column, xlogx);
	}
	if (done) {
		compute_penalties(&w, column, around, complexity);
		trace_back(best, &w, choose_level(&w));
		*change = stochastic_complexity(&w, best, column, around, complexity) -
		          stochastic_complexity(&w, current, column, around, complexity);
	}
	workspace_clear(&w);
	return done;
}
