/* Every column keeps the rows of each node in the order of its values, so that a node is split in time proportional to its rows: sums up to
 * each place give the gain of every split, and a stable partition keeps the orders. Values are fixed, so the order of equal rows does not
 * matter. */
#include "regress/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "regress/constants.h"

/* What a split compares: numbers up to a value with those above, or one label with all others. */
typedef struct cut {
	const regress_source *source;
	uint32_t label;  /* UINT32_MAX: numbers */
	uint32_t *order; /* [rows] the rows of each node in ascending order */
} cut;

typedef struct growth {
	size_t rows;
	const double *values; /* NULL: nodes are split in the middle */
	size_t count;
	cut *cuts;      /* [count] */
	uint32_t *room; /* [rows] */
	bool *above;    /* [rows] whether the row goes to the upper side of the split at hand */
	uint32_t *leaf;
	size_t leaves, depth;
	double gain;  /* least gain of a split */
	double share; /* least share of the rows of a node on either side */
} growth;

static uint32_t place_of(const cut *c, uint32_t row)
{
	uint32_t code = c->source->codes[row];
	return c->label == UINT32_MAX ? code : code == c->label;
}

/* Where one column splits a node best: the number of the first row of the upper side, or 0. *gain: of the best split so far; total: sum of the
 * node's values. The division, which takes longest, is left out where the gain is clearly smaller. */
static size_t try_cut(double *gain, const growth *t, const cut *c, size_t from, size_t to, double total)
{
	double rows = (double)(to - from), least = fmax(QUESTION_LEAST_ROWS, t->share * rows), sum = 0;
	size_t best = 0;
	uint32_t place = place_of(c, c->order[from]);
	for (size_t i = from; i + 1 < to; i++) {
		double below = (double)(i + 1 - from), above = rows - below;
		uint32_t here = place;
		sum += t->values[c->order[i]];
		place = place_of(c, c->order[i + 1]);
		if (below < least || above < least || here == place)
			continue;
		double gap = sum * rows - total * below, weight = rows * below * above;
		if (gap * gap > 0.999 * *gain * weight && gap * gap / weight > *gain) {
			*gain = gap * gap / weight;
			best = i + 1;
		}
	}
	return best;
}

/* Twice the distance of a place from the middle of the column's values. */
static uint32_t off_centre(const cut *c, size_t at)
{
	uint32_t last = c->label == UINT32_MAX ? (uint32_t)c->source->values - 1 : 1;
	uint32_t sum = place_of(c, c->order[at - 1]) + place_of(c, c->order[at]);
	return sum > last ? sum - last : last - sum;
}

/* Where one column splits a node of at least 8 rows nearest to its middle: from *end to before the place that is returned there are no rows or, if
 * two places are equally near, the rows between them. 0: the column is no wider than *width there, in shares of its values, or has no such place.
 * Of two places that of the column's own middle is better, so that the column's direction does not matter. */
static size_t halve(double *width, size_t *end, const cut *c, size_t from, size_t to)
{
	double values = c->label == UINT32_MAX ? (double)c->source->values - 1 : 1;
	double own = (double)(place_of(c, c->order[to - 1]) - place_of(c, c->order[from])) / values;
	size_t half = (to - from) / 2, down = from + half, up = to - half;
	while (down >= from + QUESTION_LEAST_ROWS && place_of(c, c->order[down - 1]) == place_of(c, c->order[down]))
		down--;
	while (up + QUESTION_LEAST_ROWS <= to && place_of(c, c->order[up - 1]) == place_of(c, c->order[up]))
		up++;
	bool low = down >= from + QUESTION_LEAST_ROWS, high = up + QUESTION_LEAST_ROWS <= to;
	if (!(own > *width) || !(low || high))
		return 0;
	size_t below = from + half - down, above = up - (to - half);
	if (low && high && below == above) {
		below = off_centre(c, down);
		above = off_centre(c, up);
	}
	*width = own;
	*end = low && !(high && above < below) ? down : up;
	return high && !(low && below < above) ? up : down;
}

/* Without a branch, which the processor could not predict. */
static void split_order(const growth *t, uint32_t *order, size_t from, size_t to)
{
	size_t low = from, high = 0;
	for (size_t i = from; i < to; i++) {
		uint32_t row = order[i], above = t->above[row];
		order[low] = t->room[high] = row;
		low += 1 - above;
		high += above;
	}
	memcpy(order + low, t->room, high * sizeof *order);
}

/* Sorts the rows from place `at` of one column's order on behind the others in all columns. */
static void separate(growth *t, const uint32_t *order, size_t from, size_t at, size_t to)
{
	for (size_t i = from; i < to; i++)
		t->above[order[i]] = i >= at;
	for (size_t c = 0; c < t->count; c++)
		if (t->cuts[c].order != order)
			split_order(t, t->cuts[c].order, from, to);
}

/* Splits the node of the rows from `from` to before `to`, or makes it a leaf. */
static void grow(growth *t, size_t from, size_t to, size_t depth)
{
	double gain = t->gain, total = 0;
	size_t at = 0, end = 0;
	const uint32_t *order = t->cuts[0].order;
	for (size_t i = from; i < to && t->values != NULL; i++)
		total += t->values[order[i]];
	for (size_t c = 0; c < t->count && depth < t->depth && to - from >= 2 * QUESTION_LEAST_ROWS; c++) {
		size_t found = t->values != NULL ? try_cut(&gain, t, &t->cuts[c], from, to, total)
		                                 : halve(&gain, &end, &t->cuts[c], from, to);
		order = found > 0 ? t->cuts[c].order : order;
		at = found > 0 ? found : at;
	}
	if (at == 0) {
		for (size_t i = from; i < to; i++)
			t->leaf[order[i]] = (uint32_t)t->leaves;
		t->leaves++;
		return;
	}
	end = t->values != NULL ? at : end;
	separate(t, order, from, at, to);
	if (end < at) {
		separate(t, order, from, end, at);
		grow(t, end, at, depth + 1);
	}
	grow(t, from, end, depth + 1);
	grow(t, at, to, depth + 1);
}

static size_t count_cuts(const regress_source *s)
{
	return s->values < 2 || s->clusters       ? 0
	       : !s->unordered || s->values == 2  ? 1
	       : s->values <= QUESTION_FEW_VALUES ? s->values
	                                          : 0;
}

static bool sort_rows(cut *c, size_t rows)
{
	size_t values = c->label == UINT32_MAX ? c->source->values : 2;
	uint32_t *next = base_array_zero(values + 1, sizeof *next);
	c->order = base_array(rows, sizeof *c->order);
	bool done = next != NULL && c->order != NULL;
	for (size_t i = 0; done && i < rows; i++)
		next[place_of(c, (uint32_t)i) + 1]++;
	for (size_t v = 1; done && v < values; v++)
		next[v] += next[v - 1];
	for (size_t i = 0; done && i < rows; i++)
		c->order[next[place_of(c, (uint32_t)i)]++] = (uint32_t)i;
	free(next);
	return done;
}

static void growth_clear(growth *t)
{
	for (size_t c = 0; t->cuts != NULL && c < t->count; c++)
		free(t->cuts[c].order);
	free(t->cuts);
	free(t->room);
	free(t->above);
}

static bool growth_init(growth *t, uint32_t *leaf, const double *values, const regress_regressors *g)
{
	size_t count = 0;
	for (size_t j = 0; j < g->column_count; j++)
		count += count_cuts(&g->sources[j]);
	*t = (growth){ .rows = g->rows, .values = values, .leaf = leaf };
	t->cuts = base_array_zero(count + 1, sizeof *t->cuts);
	t->room = base_array(g->rows, sizeof *t->room);
	t->above = base_array(g->rows, sizeof *t->above);
	bool done = t->cuts != NULL && t->room != NULL && t->above != NULL;
	for (size_t j = 0; done && j < g->column_count; j++)
		for (size_t k = 0, own = count_cuts(&g->sources[j]); done && k < own; k++) {
			cut *c = &t->cuts[t->count++];
			*c = (cut){ &g->sources[j], own > 1 ? (uint32_t)k : UINT32_MAX, NULL };
			done = sort_rows(c, g->rows);
		}
	return done;
}

/* Returns the number of leaves; 0: out of memory. */
static size_t grow_all(growth *t, bool ready)
{
	if (ready && t->count > 0)
		grow(t, 0, t->rows, 0);
	else if (ready) {
		memset(t->leaf, 0, t->rows * sizeof *t->leaf);
		t->leaves = 1;
	}
	growth_clear(t);
	return t->leaves;
}

size_t regress_tree(uint32_t *leaf, const double *values, const regress_regressors *g)
{
	growth t;
	bool ready = growth_init(&t, leaf, values, g);
	double n = (double)g->rows, mean = base_total(values, g->rows) / n;
	t.gain = log(n * fmax((double)t.count, 1)) * (base_dot(values, values, g->rows) / n - mean * mean);
	t.depth = REGRESS_DEPTH;
	return grow_all(&t, ready);
}

size_t regress_partition(uint32_t *leaf, const double *fitted, double error, const regress_regressors *g)
{
	growth t;
	bool ready = growth_init(&t, leaf, fitted, g);
	t.gain = error;
	t.depth = SIZE_MAX;
	t.share = question_least_share;
	return grow_all(&t, ready);
}

size_t regress_groups(uint32_t *leaf, const regress_regressors *g)
{
	growth t;
	bool ready = growth_init(&t, leaf, NULL, g);
	t.depth = SIZE_MAX;
	return grow_all(&t, ready);
}
