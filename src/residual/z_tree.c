/* Planned rows are sorted by every column before the tree grows; a node has the same range in each of these orders, and
 * splitting divides each range, keeping its order. Then all rows pass down the tree. */
#include "residual/z_tree.h"

#include <math.h>

#include "base/memory.h"
#include "residual/constants.h"

/* A column to split by, at a code or between a level and the others. */
typedef struct splitter {
	const question_values *column;
	size_t level;    /* against the others; SIZE_MAX: at a code */
	uint32_t *codes; /* [planned] */
	uint32_t *order; /* [planned] planned rows, each node's together and sorted by code */
} splitter;

/* A node has the range from `from` to `to` of each order. Codes up to `code` go to node `low`, others to `low` + 1. */
typedef struct node {
	size_t from, to;
	int level;
	const splitter *by; /* NULL: a leaf */
	uint32_t code;
	size_t low;
	uint32_t leaf;
} node;

enum { MOST_NODES = 2 << RESIDUAL_DEPTH };

typedef struct growth {
	size_t rows;     /* planned */
	const double *y; /* [rows] */
	splitter *splitters;
	size_t splitter_count;
	double least;      /* gain of a split */
	uint32_t *scratch; /* [rows] */
	bool *goes_low;    /* [rows] */
	node nodes[MOST_NODES];
	size_t node_count;
	uint32_t leaf_count;
} growth;

/* The best split of a node: the first `rows` rows of its range in this order; splitter NULL: none. */
typedef struct split {
	double gain;
	const splitter *by;
	size_t rows;
} split;

static uint32_t code_of(const splitter *s, size_t row)
{
	uint32_t code = s->column->codes[row];
	return s->level == SIZE_MAX ? code : code == s->level;
}

static void sort_by_code(splitter *s, size_t rows, base_arena *arena)
{
	base_arena_mark mark = base_arena_here(arena);
	size_t levels = s->column->levels > 2 ? s->column->levels : 2;
	uint32_t *start = base_arena_take_zero(arena, levels + 1, sizeof *start);
	for (size_t i = 0; i < rows; i++)
		start[s->codes[i] + 1]++;
	for (size_t v = 0; v < levels; v++)
		start[v + 1] += start[v];
	for (size_t i = 0; i < rows; i++)
		s->order[start[s->codes[i]]++] = (uint32_t)i;
	base_arena_back(arena, mark);
}

static bool is_by_level(const question_values *column)
{
	return column->labels && column->levels > 2;
}

static size_t splitters_of(const question_values *column)
{
	if (column->share != NULL)
		return 0;
	return !is_by_level(column) ? 1 : column->levels <= QUESTION_FEW_VALUES ? column->levels : 0;
}

static void add_splitters(growth *g, base_arena *arena, const question_values *column, const uint32_t *planned_rows)
{
	size_t count = splitters_of(column);
	for (size_t k = 0; k < count; k++) {
		splitter *s = &g->splitters[g->splitter_count++];
		*s = (splitter){ column, is_by_level(column) ? k : SIZE_MAX, base_arena_take(arena, g->rows, sizeof *s->codes),
			             base_arena_take(arena, g->rows, sizeof *s->order) };
		for (size_t i = 0; i < g->rows; i++)
			s->codes[i] = code_of(s, planned_rows[i]);
		sort_by_code(s, g->rows, arena);
	}
}

/* Gain of a split = gap^2 / (rows low (rows - low)). */
typedef struct ratio {
	double above, below;
} ratio;

static double sum_of(const growth *g, const uint32_t *order, size_t rows)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++)
		sum += g->y[order[i]];
	return sum;
}

/* The first split of a node by one column that is as good as `enough`, or (if that is infinite) the largest gain.
 * Ratios are compared by products, as divisions would take most of the time. */
static double scan(size_t *at_split, const growth *g, const splitter *s, const node *at, double enough)
{
	const uint32_t *order = s->order + at->from;
	size_t rows = at->to - at->from;
	double total = sum_of(g, order, rows), sum = 0, n = (double)rows;
	ratio best = { 0, 1 };
	for (size_t low = 1; low < rows; low++) {
		sum += g->y[order[low - 1]];
		if (low < QUESTION_LEAST_ROWS || rows - low < QUESTION_LEAST_ROWS ||
		    s->codes[order[low]] == s->codes[order[low - 1]])
			continue;
		double gap = sum * n - total * (double)low;
		ratio r = { gap * gap, n * (double)low * (double)(rows - low) };
		if (r.above * best.below > best.above * r.below)
			best = r;
		else
			continue;
		*at_split = low;
		if (r.above / r.below >= enough)
			break;
	}
	return best.above / best.below;
}

/* Of equally good splits the first is taken. */
static void improve(split *best, const growth *g, const splitter *s, const node *at)
{
	size_t low = 0;
	double largest = scan(&low, g, s, at, INFINITY);
	if (!(largest > best->gain * (1 + question_margin)))
		return;
	scan(&low, g, s, at, largest - question_margin * fmax(1, largest));
	*best = (split){ largest, s, low };
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
			order[low] = row;
			g->scratch[high] = row;
			low += g->goes_low[row];
			high += !g->goes_low[row];
		}
		base_copy(order + low, g->scratch, high * sizeof *order);
	}
}

/* Splits a node or makes it a leaf. */
static void grow(growth *g, node *at)
{
	split best = { g->least, NULL, 0 };
	for (size_t j = 0; j < g->splitter_count && at->level < RESIDUAL_DEPTH; j++)
		improve(&best, g, &g->splitters[j], at);
	at->by = best.by;
	if (best.by == NULL) {
		at->leaf = g->leaf_count++;
		return;
	}
	size_t middle = at->from + best.rows;
	at->code = best.by->codes[best.by->order[middle - 1]];
	at->low = g->node_count;
	divide(g, at, &best);
	g->nodes[g->node_count++] = (node){ .from = at->from, .to = middle, .level = at->level + 1 };
	g->nodes[g->node_count++] = (node){ .from = middle, .to = at->to, .level = at->level + 1 };
}

static uint32_t leaf_of(const growth *g, size_t row)
{
	const node *at = &g->nodes[0];
	while (at->by != NULL)
		at = &g->nodes[at->low + (code_of(at->by, row) > at->code)];
	return at->leaf;
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

static void grow_all(growth *g, base_arena *arena, const question_values *const *z, size_t count, const double *y,
                     const uint32_t *planned_rows)
{
	double *own = base_arena_take(arena, g->rows, sizeof *own);
	for (size_t i = 0; i < g->rows; i++)
		own[i] = y[planned_rows[i]];
	g->y = own;
	g->scratch = base_arena_take(arena, g->rows, sizeof *g->scratch);
	g->goes_low = base_arena_take(arena, g->rows, sizeof *g->goes_low);
	for (size_t j = 0; j < count; j++)
		add_splitters(g, arena, z[j], planned_rows);
	g->least = 2 * log((double)g->rows * (double)g->splitter_count) * variance(own, g->rows);
	g->nodes[g->node_count++] = (node){ .to = g->rows };
	for (size_t k = 0; k < g->node_count; k++)
		grow(g, &g->nodes[k]);
}

size_t residual_tree(uint32_t *leaves, base_arena *arena, const question_values *const *z, size_t count,
                     const double *y, const uint32_t *planned_rows, size_t planned)
{
	size_t splitters = 0;
	for (size_t j = 0; j < count; j++)
		splitters += splitters_of(z[j]);
	if (splitters == 0)
		return 1;
	base_arena_mark mark = base_arena_here(arena);
	growth *g = base_arena_take_zero(arena, 1, sizeof *g);
	g->rows = planned;
	g->splitters = base_arena_take(arena, splitters, sizeof *g->splitters);
	grow_all(g, arena, z, count, y, planned_rows);
	size_t count_of_leaves = g->leaf_count;
	for (size_t i = 0; i < z[0]->rows && count_of_leaves > 1; i++)
		leaves[i] = leaf_of(g, i);
	base_arena_back(arena, mark);
	return count_of_leaves;
}
