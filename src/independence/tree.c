/* A k-d tree on ranks. Rows come in an order that is a function of the data, sorting is stable, and ties are never cut, so the
 * tree does not depend on the order of rows. O(n log^2 n) for each column. */
#include "independence/tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "independence/strata.h"

enum { DEEPEST = UINT8_MAX };

typedef struct builder {
	const independence_given *given;
	size_t given_count;
	size_t leaf, quiet_leaf;
	uint32_t *scratch; /* [rows] */
	independence_tree *tree;
} builder;

/* The share of all rows between the smallest and the largest value here; 0 where there is one value only. */
static double spread(const independence_given *g, const uint32_t *rows, size_t count, size_t all)
{
	const independence_column *column = g->column;
	uint32_t low = UINT32_MAX, high = 0;
	for (size_t i = 0; i < count; i++) {
		uint32_t code = column->codes[rows[i]];
		low = code < low ? code : low;
		high = code > high ? code : high;
	}
	if (low == high)
		return 0;
	double from = column->below[low] + column->counts[low] / 2.0, to = column->below[high] + column->counts[high] / 2.0;
	return (to - from) / (double)all;
}

/* The column to split by; given_count if none can. */
static size_t widest(const builder *b, const uint32_t *rows, size_t count)
{
	size_t best = b->given_count;
	double most = 0;
	for (size_t k = 0; k < b->given_count; k++) {
		double s = b->given[k].weight * spread(&b->given[k], rows, count, b->tree->rows);
		if (s > most) {
			most = s;
			best = k;
		}
	}
	return best;
}

/* A column in which these few rows must not be together; given_count if there is none. */
static size_t mixed(const builder *b, const uint32_t *rows, size_t count)
{
	for (size_t k = 0; k < b->given_count; k++)
		for (size_t i = 1; b->given[k].exact && i < count; i++)
			if (b->given[k].symbols[rows[i]] != b->given[k].symbols[rows[0]])
				return k;
	return b->given_count;
}

/* The place nearest to the middle of sorted rows that does not part equal keys. */
static size_t cut_place(const uint32_t *rows, size_t count, const uint32_t *keys)
{
	size_t right = count / 2, left = count / 2;
	while (right < count && keys[rows[right]] == keys[rows[right - 1]])
		right++;
	while (left > 0 && keys[rows[left]] == keys[rows[left - 1]])
		left--;
	bool take_left = left > 0 && (right == count || count / 2 - left <= right - count / 2);
	return take_left ? left : right;
}

static void split(builder *b, size_t start, size_t count, size_t level, size_t since)
{
	independence_tree *tree = b->tree;
	uint32_t *rows = tree->order + start;
	size_t k = count > b->leaf && level < DEEPEST ? widest(b, rows, count) : b->given_count;
	bool small = k == b->given_count || (b->given[k].quiet && count <= b->quiet_leaf);
	if (small)
		k = mixed(b, rows, count);
	if (k == b->given_count) {
		tree->levels[tree->count] = (uint8_t)since;
		tree->starts[tree->count++] = (uint32_t)start;
		tree->depth = level > tree->depth ? level : tree->depth;
		return;
	}
	const uint32_t *keys = small ? b->given[k].symbols : b->given[k].column->codes;
	independence_sort_rows(rows, b->scratch, count, keys);
	size_t left = cut_place(rows, count, keys), next = level < DEEPEST ? level + 1 : level;
	split(b, start, left, next, since);
	split(b, start + left, count - left, next, next);
}

bool independence_tree_init(independence_tree *tree, const independence_given *given, size_t given_count, size_t rows,
                            size_t leaf, size_t quiet_leaf)
{
	*tree = (independence_tree){ .rows = rows };
	builder b = { given, given_count, leaf, quiet_leaf, base_array(rows, sizeof *b.scratch), tree };
	tree->order = base_array(rows, sizeof *tree->order);
	tree->starts = base_array(rows + 1, sizeof *tree->starts);
	tree->levels = base_array(rows, sizeof *tree->levels);
	bool done = b.scratch != NULL && tree->order != NULL && tree->starts != NULL && tree->levels != NULL;
	if (done) {
		for (size_t i = 0; i < rows; i++)
			tree->order[i] = (uint32_t)i;
		split(&b, 0, rows, 0, 0);
		tree->starts[tree->count] = (uint32_t)rows;
	}
	free(b.scratch);
	return done;
}

void independence_tree_clear(independence_tree *tree)
{
	free(tree->order);
	free(tree->starts);
	free(tree->levels);
	memset(tree, 0, sizeof *tree);
}

size_t independence_tree_cells(uint32_t *cells, const independence_tree *tree, size_t level)
{
	size_t cell = 0;
	for (size_t k = 0; k < tree->count; k++) {
		cell += k > 0 && tree->levels[k] <= level;
		for (size_t i = tree->starts[k]; i < tree->starts[k + 1]; i++)
			cells[i] = (uint32_t)cell;
	}
	return cell + 1;
}
