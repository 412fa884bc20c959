/* An order is improved by moving one column at a time to its best place. Cost of a round over all columns: 2 nodes^2 ways down the trees. */
#include "graph/search/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"

static const double IMPOSSIBLE = 1e30; /* length of a column without a parent that is required */
enum {
	MOST_ROUNDS = 100,
	RANDOM_STARTS = 5, /* of the starts, before there is a best order */
	DISPLACED = 10     /* columns of the best order, for other starts */
};

struct graph_order {
	parent_trees trees;
	uint64_t *before; /* [words] */
	size_t words;
	size_t *best;  /* [count] the best order so far, in the numbers of the trees, ... */
	double length; /* ... and the length of its graph; INFINITY: none */
};

static double length_after(graph_order *s, size_t child, const uint64_t *before)
{
	uint32_t node = graph_trees_find(&s->trees, child, before);
	return node != 0 ? s->trees.nodes[node].best : IMPOSSIBLE;
}

/* --------------------------------------------------------------------------------------------------------- orders */

static void set_before(uint64_t *before, size_t node)
{
	before[node / GRAPH_TREES_WORD] |= UINT64_C(1) << (node % GRAPH_TREES_WORD);
}

static double length_of_order(graph_order *s, const size_t *order)
{
	double sum = 0;
	memset(s->before, 0, s->words * sizeof *s->before);
	for (size_t i = 0; i < s->trees.count; i++) {
		sum += length_after(s, order[i], s->before);
		set_before(s->before, order[i]);
	}
	return sum;
}

/* Puts a column where the order codes best, if that is better than where it stands. `room` holds 3 (count + 1) numbers. */
static bool move(graph_order *s, size_t *order, size_t column, double *length, double *room)
{
	size_t m = 0, best = SIZE_MAX, *others = (size_t *)(void *)(room + 2 * (s->trees.count + 1));
	double *at = room, *after = room + s->trees.count + 1, sum = 0, least = *length - GRAPH_BETTER;
	for (size_t i = 0; i < s->trees.count; i++)
		if (order[i] != column)
			others[m++] = order[i];
	memset(s->before, 0, s->words * sizeof *s->before);
	for (size_t i = 0; i <= m; i++) { /* others[i ..] come after the column */
		at[i] = length_after(s, column, s->before) + sum;
		if (i == m)
			break;
		sum += length_after(s, others[i], s->before);
		set_before(s->before, column);
		after[i] = length_after(s, others[i], s->before);
		s->before[column / GRAPH_TREES_WORD] &= ~(UINT64_C(1) << (column % GRAPH_TREES_WORD));
		set_before(s->before, others[i]);
	}
	sum = 0;
	for (size_t i = m + 1; i-- > 0;) {
		sum += i < m ? after[i] : 0;
		if (at[i] + sum < least) {
			least = at[i] + sum;
			best = i;
		}
	}
	if (best == SIZE_MAX || s->trees.stopped)
		return false;
	memcpy(order, others, best * sizeof *order);
	order[best] = column;
	memcpy(order + best + 1, others + best, (m - best) * sizeof *order);
	*length = least;
	return true;
}

static void exchange(size_t *order, size_t a, size_t b)
{
	size_t kept = order[a];
	order[a] = order[b];
	order[b] = kept;
}

/* Makes an order for a start: a random one, or (`near`) the best one with some columns in random places. Required parents come before
 * their children. */
static void make_start(const graph_order *s, size_t *order, size_t start, bool near)
{
	base_random random;
	size_t count = s->trees.count;
	base_random_init(&random, near, count, start);
	for (size_t i = 0; i < count; i++)
		order[i] = near ? s->best[i] : i;
	for (size_t i = count; !near && i > 1; i--)
		exchange(order, i - 1, (size_t)base_random_below(&random, i));
	for (size_t i = 0; near && i < DISPLACED; i++) {
		size_t from = (size_t)base_random_below(&random, count), to = (size_t)base_random_below(&random, count);
		for (; from < to; from++)
			exchange(order, from, from + 1);
		for (; from > to; from--)
			exchange(order, from, from - 1);
	}
	for (size_t i = 0; i < count; i++)
		for (size_t k = i + 1; k < count; k++)
			if (graph_trees_must_be_parent(&s->trees, order[i], order[k])) {
				size_t parent = order[k];
				memmove(order + i + 1, order + i, (k - i) * sizeof *order);
				order[i] = parent;
				k = i; /* and its own parents */
			}
}

/* Improves an order until no move of a column does, of those in `near` (NULL: of any). */
static double climb(graph_order *s, size_t *order, size_t *columns, double *room, const bool *near)
{
	double length = length_of_order(s, order);
	bool better = true;
	for (int round = 0; better && round < MOST_ROUNDS && !s->trees.stopped; round++) {
		better = false;
		memcpy(columns, order, s->trees.count * sizeof *columns);
		for (size_t i = 0; i < s->trees.count && !s->trees.stopped; i++)
			if (near == NULL || near[columns[i]])
				better = move(s, order, columns[i], &length, room) || better;
	}
	return length;
}

/* --------------------------------------------------------------------------------------------------------- result */

static bool take(graph_order *s, const size_t *order, bool *parents)
{
	memset(parents, 0, s->trees.count * s->trees.count * sizeof *parents);
	memset(s->before, 0, s->words * sizeof *s->before);
	for (size_t i = 0; i < s->trees.count; i++) {
		size_t child = order[i];
		uint32_t node = graph_trees_find(&s->trees, child, s->before);
		for (size_t k = 0; node != 0 && k < s->trees.nodes[node].left_count; k++)
			parents[s->trees.column_of[child] * s->trees.count + s->trees.column_of[s->trees.nodes[node].left[k]]] =
				true;
		set_before(s->before, child);
	}
	return !s->trees.failed;
}

static void keep_better(graph_order *s, const size_t *order, double length)
{
	if (s->trees.stopped || length >= s->length - GRAPH_BETTER)
		return;
	s->length = length;
	memcpy(s->best, order, s->trees.count * sizeof *s->best);
}

bool graph_order_run(graph_order *s, bool *parents, size_t starts, bool *stopped)
{
	size_t count = s->trees.count, *order = base_array(2 * count, sizeof *order);
	double *room = base_array(3 * (count + 1), sizeof *room);
	bool ready = order != NULL && room != NULL && graph_trees_grow(&s->trees), any = isfinite(s->length);
	s->length = INFINITY;
	if (ready && any) {
		memcpy(order, s->best, count * sizeof *order);
		keep_better(s, order, climb(s, order, order + count, room, NULL));
	}
	for (size_t t = 0; ready && t < starts && !s->trees.stopped; t++) {
		make_start(s, order, t, any || t >= RANDOM_STARTS);
		double length = climb(s, order, order + count, room, NULL);
		keep_better(s, order, length);
	}
	*stopped = s->trees.stopped;
	s->trees.stopped = false; /* the families of a finished climb are known, so taking them costs nothing */
	ready = ready && !s->trees.failed && take(s, isfinite(s->length) ? s->best : order, parents);
	s->trees.stopped = *stopped;
	free(order);
	free(room);
	return ready;
}

double graph_order_length(const graph_order *s)
{
	return s->length;
}

/* --------------------------------------------------------------------------------------------------- without arrows */

static size_t number_of(const graph_order *s, size_t column)
{
	size_t i = 0;
	while (s->trees.column_of[i] != column)
		i++;
	return i;
}

/* The best order with one column moved to just after (or before) another. */
static void move_beside(size_t *order, const graph_order *s, size_t column, size_t other, bool after)
{
	size_t m = 0;
	for (size_t i = 0; i < s->trees.count; i++) {
		size_t at = s->best[i];
		if (at == other && !after)
			order[m++] = column;
		if (at != column)
			order[m++] = at;
		if (at == other && after)
			order[m++] = column;
	}
}

/* The last of the children in the best order. */
static size_t last_child(const graph_order *s, size_t parent)
{
	size_t last = SIZE_MAX;
	for (size_t i = 0; i < s->trees.count; i++)
		if (s->trees.barred[s->best[i] * s->trees.count + parent])
			last = s->best[i];
	return last;
}

static void bar(graph_order *s, size_t parent, const size_t *children, size_t count, bool barred)
{
	for (size_t i = 0; i < count; i++)
		s->trees.barred[number_of(s, children[i]) * s->trees.count + parent] = barred;
}

/* Marks the parent, its barred children, and what the best graph joins to them: what may have to move without these arrows. */
static void find_near(graph_order *s, bool *near, size_t parent)
{
	size_t count = s->trees.count;
	memset(s->before, 0, s->words * sizeof *s->before);
	memset(near, 0, count * sizeof *near);
	for (size_t i = 0; i < count; i++) {
		size_t child = s->best[i];
		const tree_node *n = &s->trees.nodes[graph_trees_find(&s->trees, child, s->before)];
		bool touches = child == parent || s->trees.barred[child * count + parent];
		for (size_t k = 0; k < n->left_count; k++)
			touches = touches || n->left[k] == parent || s->trees.barred[n->left[k] * count + parent];
		near[child] = near[child] || touches;
		for (size_t k = 0; (child == parent || s->trees.barred[child * count + parent]) && k < n->left_count; k++)
			near[n->left[k]] = true;
		set_before(s->before, child);
	}
}

/* Climbs from the best order, from it with the parent after its children, and with the first child before the parent. */
static double climb_without(graph_order *s, size_t *order, size_t parent, size_t child, double *room, bool *near)
{
	size_t count = s->trees.count, *columns = order + count, *kept = order + 2 * count;
	double least = INFINITY;
	find_near(s, near, parent);
	for (int start = 0; start < 3 && !s->trees.stopped; start++) {
		if (start == 0)
			memcpy(order, s->best, count * sizeof *order);
		else if (start == 1)
			move_beside(order, s, parent, last_child(s, parent), true);
		else
			move_beside(order, s, child, parent, false);
		double length = climb(s, order, columns, room, near);
		if (length >= least)
			continue;
		least = length;
		memcpy(kept, order, count * sizeof *kept);
	}
	return least;
}

bool graph_order_without(graph_order *s, bool *parents, double *length, size_t parent, const size_t *children,
                         size_t count, bool *stopped)
{
	size_t *order = base_array(3 * s->trees.count, sizeof *order), from = number_of(s, parent);
	double *room = base_array(3 * (s->trees.count + 1), sizeof *room);
	bool *near = base_array(s->trees.count, sizeof *near), ready = order != NULL && room != NULL && near != NULL;
	if (ready) {
		bar(s, from, children, count, true);
		*length = climb_without(s, order, from, number_of(s, children[0]), room, near);
		ready = !s->trees.failed && (s->trees.stopped || take(s, order + 2 * s->trees.count, parents));
		bar(s, from, children, count, false);
	}
	*stopped = s->trees.stopped;
	free(near);
	free(order);
	free(room);
	return ready;
}

/* Leaves out one edge of the best graph and climbs; keeps the order if it is better once the edge is allowed again. */
static bool try_without(graph_order *s, size_t *order, size_t parent, size_t child, double *room, bool *near)
{
	size_t count = s->trees.count, *columns = order + count, *kept = order + 2 * count;
	double before = s->length;
	s->trees.barred[child * count + parent] = true;
	double length = climb_without(s, order, parent, child, room, near);
	s->trees.barred[child * count + parent] = false;
	if (s->trees.stopped || length >= before - GRAPH_BETTER)
		return false;
	keep_better(s, kept, climb(s, kept, columns, room, NULL));
	return s->length < before;
}

bool graph_order_improve(graph_order *s, bool *parents, bool *improved, bool *stopped)
{
	size_t count = s->trees.count, *order = base_array(3 * count, sizeof *order);
	double *room = base_array(3 * (count + 1), sizeof *room);
	bool *near = base_array(count, sizeof *near), ready = order != NULL && room != NULL && near != NULL;
	*improved = false;
	for (size_t child = 0; ready && child < count; child++)
		for (size_t parent = 0; parent < count && !s->trees.stopped; parent++)
			if (parents[s->trees.column_of[child] * count + s->trees.column_of[parent]] &&
			    !graph_trees_must_be_parent(&s->trees, child, parent))
				*improved = try_without(s, order, parent, child, room, near) || *improved;
	ready = ready && !s->trees.failed && (s->trees.stopped || !*improved || take(s, s->best, parents));
	*stopped = s->trees.stopped;
	free(near);
	free(order);
	free(room);
	return ready;
}

double graph_order_saving(graph_order *s, const bool *parents, size_t child, size_t parent)
{
	size_t count = s->trees.count, *set = s->trees.scratch, others = 0;
	for (size_t i = 0; i < count; i++) { /* in the order of the trees, which comes from the data */
		size_t column = s->trees.column_of[i];
		if (column != parent && parents[child * count + column])
			set[others++] = column;
	}
	double without = graph_code_length(s->trees.code, s->trees.work, &(code_family){ child, set, others });
	set[others++] = parent;
	return without - graph_code_length(s->trees.code, s->trees.work, &(code_family){ child, set, others });
}

bool graph_order_recode(graph_order *s, size_t node)
{
	return graph_trees_recode(&s->trees, node);
}

void graph_order_free(graph_order *s)
{
	if (s == NULL)
		return;
	graph_trees_clear(&s->trees);
	free(s->before);
	free(s->best);
	free(s);
}

graph_order *graph_order_new(const graph_code *code, const order_limits *limits)
{
	graph_order *s = base_array_zero(1, sizeof *s);
	if (s == NULL)
		return NULL;
	s->length = INFINITY;
	s->words = code->nodes / GRAPH_TREES_WORD + 1;
	s->before = base_array(s->words, sizeof *s->before);
	s->best = base_array(code->nodes, sizeof *s->best);
	if (graph_trees_init(&s->trees, code, limits) && s->before != NULL && s->best != NULL)
		return s;
	graph_order_free(s);
	return NULL;
}
