/* Each split has its rows sorted by every column before the tree grows; a node has the same range in each of these
 * orders, and splitting divides each range, keeping its order. */
#include "residual/tree.h"

#include <math.h>
#include <string.h>

#include "residual/constants.h"

/* A column to split by: values below a code against others. */
typedef struct splitter {
	const uint32_t *codes;
	uint32_t *order; /* [rows] rows, each node's together and sorted by code */
} splitter;

typedef struct growth {
	size_t rows;
	const double *y;
	splitter *splitters;
	size_t splitter_count;
	double least;  /* gain of a split */
	double *gains; /* [rows] scratch, as is ... */
	uint32_t *scratch;
	bool *goes_low; /* [rows] */
	uint32_t *leaves;
	size_t leaf_count;
} growth;

typedef struct node {
	size_t from, to;
	int level;
} node;

/* The best split of a node: the first `rows` rows of its range in this order; splitter NULL: none. */
typedef struct split {
	double gain;
	const splitter *by;
	size_t rows;
} split;

static void sort_by_code(splitter *s, size_t rows, size_t levels, base_arena *arena)
{
	base_arena_mark mark = base_arena_here(arena);
	uint32_t *start = base_arena_take_zero(arena, levels + 1, sizeof *start);
	for (size_t i = 0; i < rows; i++)
		start[s->codes[i] + 1]++;
	for (size_t v = 0; v < levels; v++)
		start[v + 1] += start[v];
	for (size_t i = 0; i < rows; i++)
		s->order[start[s->codes[i]]++] = (uint32_t)i;
	base_arena_back(arena, mark);
}

static size_t splitters_of(const question_values *column)
{
	bool by_level = column->labels && column->levels > 2;
	return by_level ? (column->levels <= QUESTION_FEW_VALUES ? column->levels : 0) : 1;
}

static const uint32_t *level_against_others(base_arena *arena, const question_values *column, size_t level)
{
	uint32_t *codes = base_arena_take(arena, column->rows, sizeof *codes);
	for (size_t i = 0; i < column->rows; i++)
		codes[i] = column->codes[i] == level;
	return codes;
}

static void add_splitters(growth *g, base_arena *arena, const question_values *column)
{
	size_t count = splitters_of(column);
	for (size_t k = 0; k < count; k++) {
		bool by_level = column->labels && column->levels > 2;
		splitter *s = &g->splitters[g->splitter_count++];
		s->order = base_arena_take(arena, column->rows, sizeof *s->order);
		s->codes = by_level ? level_against_others(arena, column, k) : column->codes;
		sort_by_code(s, column->rows, by_level ? 2 : column->levels, arena);
	}
}

/* gains[below]: of a split that puts so many rows into the low side, 0 where there is none; returns the largest. */
static double gains_of(double *gains, const growth *g, const splitter *s, const node *at)
{
	const uint32_t *order = s->order + at->from;
	size_t rows = at->to - at->from;
	double total = 0, sum = 0, n = (double)rows, largest = 0;
	for (size_t i = 0; i < rows; i++)
		total += g->y[order[i]];
	for (size_t below = 1; below < rows; below++) {
		sum += g->y[order[below - 1]];
		gains[below] = 0;
		if (below < QUESTION_LEAST_ROWS || rows - below < QUESTION_LEAST_ROWS ||
		    s->codes[order[below]] == s->codes[order[below - 1]])
			continue;
		double low = (double)below, gap = sum * n - total * low;
		gains[below] = gap * gap / (n * low * (n - low));
		largest = fmax(largest, gains[below]);
	}
	return largest;
}

/* Of equally good splits the first is taken. */
static void improve(split *best, const growth *g, const splitter *s, const node *at)
{
	double largest = gains_of(g->gains, g, s, at);
	if (!(largest > best->gain * (1 + question_margin)))
		return;
	size_t below = 1;
	while (g->gains[below] < largest - question_margin * fmax(1, largest))
		below++;
	*best = (split){ largest, s, below };
}

/* Moves the rows of the low side of a node to the front of its range in every order. */
static void divide(growth *g, const node *at, const split *best)
{
	for (size_t i = at->from; i < at->to; i++)
		g->goes_low[best->by->order[i]] = i < at->from + best->rows;
	for (size_t j = 0; j < g->splitter_count; j++) {
		uint32_t *order = g->splitters[j].order;
		size_t low = at->from, high = 0;
		for (size_t i = at->from; i < at->to; i++) {
			uint32_t row = order[i];
			if (g->goes_low[row])
				order[low++] = row;
			else
				g->scratch[high++] = row;
		}
		memcpy(order + low, g->scratch, high * sizeof *order);
	}
}

static void grow(growth *g, const node *at)
{
	split best = { g->least, NULL, 0 };
	for (size_t j = 0; j < g->splitter_count && at->level < RESIDUAL_DEPTH; j++)
		improve(&best, g, &g->splitters[j], at);
	if (best.by == NULL) {
		for (size_t i = at->from; i < at->to; i++)
			g->leaves[g->splitters[0].order[i]] = (uint32_t)g->leaf_count;
		g->leaf_count++;
		return;
	}
	divide(g, at, &best);
	grow(g, &(node){ at->from, at->from + best.rows, at->level + 1 });
	grow(g, &(node){ at->from + best.rows, at->to, at->level + 1 });
}

static double variance(const double *y, size_t rows)
{
	double sum = 0, squares = 0;
	for (size_t i = 0; i < rows; i++)
		sum += y[i];
	for (size_t i = 0; i < rows; i++)
		squares += (y[i] - sum / (double)rows) * (y[i] - sum / (double)rows);
	return squares / (double)rows;
}

size_t residual_tree(uint32_t *leaves, base_arena *arena, const question_values *const *z, size_t count,
                     const double *y)
{
	size_t rows = count > 0 ? z[0]->rows : 0, splitters = 0;
	for (size_t j = 0; j < count; j++)
		splitters += splitters_of(z[j]);
	if (splitters == 0)
		return 1;
	base_arena_mark mark = base_arena_here(arena);
	growth g = { .rows = rows,
		         .y = y,
		         .splitters = base_arena_take(arena, splitters, sizeof *g.splitters),
		         .least = log((double)rows * (double)splitters) * variance(y, rows),
		         .gains = base_arena_take(arena, rows, sizeof *g.gains),
		         .scratch = base_arena_take(arena, rows, sizeof *g.scratch),
		         .goes_low = base_arena_take(arena, rows, sizeof *g.goes_low),
		         .leaves = leaves };
	for (size_t j = 0; j < count; j++)
		add_splitters(&g, arena, z[j]);
	grow(&g, &(node){ 0, rows, 0 });
	base_arena_back(arena, mark);
	return g.leaf_count;
}
