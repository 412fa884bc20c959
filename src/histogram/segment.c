/*
 * Segmentation of one column. With the other columns held, what cuts change in L(D, M) is a sum over intervals of
 *
 *     cost(interval) = N log2(width) - sum over cells of c log2 c
 *
 * (c: rows of the interval in one cell of the surroundings, N: their sum, width in candidate bins) plus a penalty that
 * depends on the number of intervals only. Costs of all segments that end at a group come from extending the segment
 * backwards one group at a time, touching only the cells that its points lie in; they are computed once for all numbers of
 * intervals. Widths are whole numbers, so no rounding depends on the column's units.
 */
#include "histogram/segment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The rows of one group in one cell of the surroundings. */
typedef struct entry {
	uint32_t cell;
	uint32_t count;
} entry;

typedef struct workspace {
	size_t groups;
	size_t levels;      /* most intervals that are worth trying */
	entry *entries;     /* by group */
	size_t *first;      /* [groups + 1] where each group's entries start */
	uint32_t *cells;    /* [surroundings' cells] counts, all zero between uses */
	double *width_bits; /* [k_init + 1] log2 of a width in candidate bins */
	double *cost;       /* triangle: cost of groups a .. b-1 at b(b-1)/2 + a */
	double *best;       /* [levels][groups + 1] least cost of the first b groups in k + 1 intervals */
	double *penalty;    /* [levels] what k + 1 intervals cost apart from the data */
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
	w->cells = base_array_zero(cells, sizeof *w->cells);
	w->width_bits = base_array(column->scale.k_init + 1, sizeof *w->width_bits);
	w->cost = base_array(w->groups * (w->groups + 1) / 2, sizeof *w->cost);
	w->best = base_array(w->levels * (w->groups + 1), sizeof *w->best);
	w->penalty = base_array(w->levels, sizeof *w->penalty);
	return w->entries != NULL && w->first != NULL && w->cells != NULL && w->width_bits != NULL && w->cost != NULL &&
	       w->best != NULL && w->penalty != NULL;
}

static void workspace_clear(workspace *w)
{
	free(w->entries);
	free(w->first);
	free(w->cells);
	free(w->width_bits);
	free(w->cost);
	free(w->best);
	free(w->penalty);
}

/* Adds up the entries of one group that share a cell; returns how many are left. */
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

/* Sorts the column's continuous tuples by group and merges those in the same cell. */
static void collect_entries(workspace *w, const hist_grid *grid, const hist_grid_column *column, const uint32_t *ids)
{
	memset(w->first, 0, (w->groups + 1) * sizeof *w->first);
	for (size_t i = 0; i < grid->tuples; i++)
		if (column->symbols[i] < w->groups)
			w->first[column->symbols[i] + 1]++;
	for (size_t g = 0; g < w->groups; g++)
		w->first[g + 1] += w->first[g];
	for (size_t i = 0; i < grid->tuples; i++)
		if (column->symbols[i] < w->groups)
			w->entries[w->first[column->symbols[i]]++] = (entry){ ids[i], grid->counts[i] };
	size_t start = 0, kept = 0; /* first[g] is now where group g ended */
	for (size_t g = 0; g < w->groups; g++) {
		size_t end = w->first[g];
		memmove(w->entries + kept, w->entries + start, (end - start) * sizeof *w->entries);
		w->first[g] = kept;
		kept += merge_entries(w->entries + kept, end - start, w->cells);
		start = end;
	}
	w->first[w->groups] = kept;
}

static double *costs_ending_at(const workspace *w, size_t end)
{
	return w->cost + end * (end - 1) / 2;
}

static void compute_costs(workspace *w, const hist_grid_column *column, const base_xlogx *xlogx)
{
	for (size_t width = 1; width <= column->scale.k_init; width++)
		w->width_bits[width] = log2((double)width);
	for (size_t end = 1; end <= w->groups; end++) {
		double *cost = costs_ending_at(w, end);
		double sum = 0;
		uint64_t rows = 0;
		for (size_t start = end; start-- > 0;) {
			for (size_t i = w->first[start]; i < w->first[start + 1]; i++) {
				uint32_t *count = &w->cells[w->entries[i].cell];
				double before = base_xlog2x(xlogx, *count);
				*count += w->entries[i].count;
				rows += w->entries[i].count;
				sum += base_xlog2x(xlogx, *count) - before;
			}
			cost[start] = (double)rows * w->width_bits[column->starts[end] - column->starts[start]] - sum;
		}
		for (size_t i = 0; i < w->first[end]; i++)
			w->cells[w->entries[i].cell] = 0;
	}
}

static void compute_penalties(workspace *w, const hist_grid_column *column, const hist_surroundings *around,
                              const hist_complexity *complexity)
{
	for (size_t k = 1; k <= w->levels; k++)
		w->penalty[k - 1] = hist_complexity_bits(complexity, around->grid_cells * (double)(k + column->atoms)) +
		                    hist_cut_bits(column->scale.k_init, k);
}

/* Least sum of two arrays' entries, places from .. to-1. Four minima side by side, as one would wait for itself. */
static double least_sum(const double *a, const double *b, size_t from, size_t to)
{
	double least[4] = { INFINITY, INFINITY, INFINITY, INFINITY };
	size_t i = from;
	for (; i + 4 <= to; i += 4)
		for (size_t lane = 0; lane < 4; lane++) {
			double sum = a[i + lane] + b[i + lane];
			least[lane] = sum < least[lane] ? sum : least[lane];
		}
	for (; i < to; i++) {
		double sum = a[i] + b[i];
		least[0] = sum < least[0] ? sum : least[0];
	}
	double low = least[0] < least[1] ? least[0] : least[1], high = least[2] < least[3] ? least[2] : least[3];
	return low < high ? low : high;
}

/* Fills level k (k + 1 intervals) from the level below. */
static void extend_level(workspace *w, size_t k)
{
	const double *below = w->best + (k - 1) * (w->groups + 1);
	double *best = w->best + k * (w->groups + 1);
	for (size_t end = k + 1; end <= w->groups; end++)
		best[end] = least_sum(below, costs_ending_at(w, end), k, end);
}

/* The number of intervals (less one) with the least cost and penalty. Splitting an interval never raises its data cost,
 * so all groups apart bound the data cost of every level from below and end the search early. */
static size_t choose_level(workspace *w)
{
	double floor = 0;
	for (size_t g = 0; g < w->groups; g++)
		floor += costs_ending_at(w, g + 1)[g];
	for (size_t end = 1; end <= w->groups; end++)
		w->best[end] = costs_ending_at(w, end)[0];
	size_t chosen = 0;
	double least = w->best[w->groups] + w->penalty[0];
	for (size_t k = 1; k < w->levels; k++) {
		double least_penalty = INFINITY;
		for (size_t later = k; later < w->levels; later++)
			least_penalty = fmin(least_penalty, w->penalty[later]);
		if (floor + least_penalty > least + 1e-6)
			break;
		extend_level(w, k);
		double score = w->best[k * (w->groups + 1) + w->groups] + w->penalty[k];
		if (score < least) {
			least = score;
			chosen = k;
		}
	}
	return chosen;
}

/* Finds the cuts of the chosen level again: the first start that gives each least cost. */
static void trace_back(hist_segmentation *best, const workspace *w, size_t level)
{
	best->intervals = level + 1;
	best->ends[level] = (uint32_t)w->groups;
	for (size_t k = level; k > 0; k--) {
		size_t end = best->ends[k], start = k;
		const double *below = w->best + (k - 1) * (w->groups + 1), *cost = costs_ending_at(w, end);
		while (below[start] + cost[start] != w->best[k * (w->groups + 1) + end])
			start++;
		best->ends[k - 1] = (uint32_t)start;
	}
}

/* Data cost and parametric complexity of a segmentation. */
static double stochastic_complexity(const workspace *w, const hist_segmentation *segmentation,
                                    const hist_grid_column *column, const hist_surroundings *around,
                                    const hist_complexity *complexity)
{
	double bins = (double)(segmentation->intervals + column->atoms);
	double bits = hist_complexity_bits(complexity, around->grid_cells * bins);
	size_t start = 0;
	for (size_t i = 0; i < segmentation->intervals; i++) {
		bits += costs_ending_at(w, segmentation->ends[i])[start];
		start = segmentation->ends[i];
	}
	return bits;
}

bool hist_segment(hist_segmentation *best, double *change, const hist_grid *grid, const hist_grid_column *column,
                  const hist_segmentation *current, const hist_surroundings *around, const hist_complexity *complexity,
                  const base_xlogx *xlogx)
{
	workspace w;
	bool done = workspace_init(&w, grid, column, around->cells);
	if (done) {
		collect_entries(&w, grid, column, around->ids);
		compute_costs(&w, column, xlogx);
		compute_penalties(&w, column, around, complexity);
		trace_back(best, &w, choose_level(&w));
		*change = stochastic_complexity(&w, best, column, around, complexity) -
		          stochastic_complexity(&w, current, column, around, complexity);
	}
	workspace_clear(&w);
	return done;
}
