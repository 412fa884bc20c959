/* The parents of a column among those before it come from a tree of its own (grow-shrink tree): a node of the tree is a set of
 * parents, with all columns that would shorten its code, the best first. Whatever the columns before are, the way goes down from the
 * root along the first that is among them; at the end those are taken away again without which the code is shorter. Nodes are made
 * when they are first come to, so that moving a column costs few new codes. Columns are numbered by what they tell about others, not
 * by their names. Cost: the codes of nodes times columns; a round over all columns takes 2 nodes^2 ways down. */
#include "graph/search/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"

static const double BETTER = 1e-3;     /* nats that a change has to gain: more than rounding, less than any evidence */
static const double IMPOSSIBLE = 1e30; /* length of a column without a parent that it must have */
enum { MOST_ROUNDS = 100, WORD = 64 };

/* A further parent: the length with it, and the node of the tree that it leads to. */
typedef struct branch {
	double length;
	uint32_t parent;
	uint32_t node; /* 0: not made yet */
} branch;

typedef struct tree_node {
	double length; /* of the set */
	double best;   /* after taking away */
	size_t *parents;
	size_t *left; /* after taking away */
	size_t count, left_count;
	branch *branches; /* the best first */
	size_t branch_count;
} tree_node;

/* Trees of all columns; nodes of all trees in one list, of which the first is unused. */
struct graph_order {
	const graph_code *code;
	const order_limits *limits;
	code_work *work;
	size_t count;
	size_t *column_of; /* [count] the caller's node of each of ours */
	tree_node *nodes;
	uint32_t *roots; /* [count] */
	size_t node_count, capacity;
	bool *wanted;     /* [count] scratch, by the caller's nodes */
	double *lengths;  /* [count] scratch, by the caller's nodes */
	size_t *scratch;  /* [count] parents by the caller's nodes, ... */
	size_t *set;      /* [count] ... and by ours */
	uint64_t *before; /* [words] */
	size_t words;
	size_t *best;  /* [count] the best order so far, in our numbers, ... */
	double length; /* ... and the length of its graph; INFINITY: none */
	bool *barred;  /* [count * count] by our numbers: arrows that graph_order_without() does without */
	bool stopped, failed;
};

/* ---------------------------------------------------------------------------------------------------------- trees */

static bool may_be_parent(const graph_order *s, size_t child, size_t parent)
{
	size_t place = s->column_of[child] * s->count + s->column_of[parent];
	return child != parent && s->limits->allowed[place] && !s->limits->required[place];
}

static bool must_be_parent(const graph_order *s, size_t child, size_t parent)
{
	return s->limits->required[s->column_of[child] * s->count + s->column_of[parent]];
}

/* The length of a column given parents in our numbers. */
static double length_of(graph_order *s, size_t child, const size_t *parents, size_t count)
{
	for (size_t i = 0; i < count; i++)
		s->scratch[i] = s->column_of[parents[i]];
	return graph_code_length(s->code, s->work, &(code_family){ s->column_of[child], s->scratch, count });
}

static int shorter_first(const void *x, const void *y)
{
	const branch *a = x, *b = y;
	if (a->length != b->length)
		return a->length < b->length ? -1 : 1;
	return (a->parent > b->parent) - (a->parent < b->parent);
}

static bool contains(const size_t *set, size_t count, size_t node)
{
	for (size_t i = 0; i < count; i++)
		if (set[i] == node)
			return true;
	return false;
}

/* Takes parents away as long as that shortens the code. */
static void shrink(graph_order *s, size_t child, tree_node *n)
{
	memcpy(n->left, n->parents, n->count * sizeof *n->left);
	n->left_count = n->count;
	n->best = n->length;
	for (bool again = true; again;) {
		size_t worst = SIZE_MAX, *fewer = s->set;
		double least = n->best - BETTER;
		again = false;
		for (size_t i = 0; i < n->left_count; i++) {
			if (must_be_parent(s, child, n->left[i]))
				continue;
			memcpy(fewer, n->left, i * sizeof *fewer);
			memcpy(fewer + i, n->left + i + 1, (n->left_count - i - 1) * sizeof *fewer);
			double length = length_of(s, child, fewer, n->left_count - 1);
			if (length < least) {
				least = length;
				worst = i;
			}
		}
		if (worst == SIZE_MAX)
			return;
		memmove(n->left + worst, n->left + worst + 1, (n->left_count - worst - 1) * sizeof *n->left);
		n->left_count--;
		n->best = least;
		again = true;
	}
}

/* Finds the columns that would shorten the code of a node. */
static bool find_branches(graph_order *s, size_t child, tree_node *n)
{
	size_t extra = 0, found = 0;
	for (size_t i = 0; i < n->count; i++)
		extra += !must_be_parent(s, child, n->parents[i]);
	memset(s->wanted, 0, s->count * sizeof *s->wanted);
	for (size_t j = 0; extra < s->limits->most_parents && j < s->count; j++)
		s->wanted[s->column_of[j]] = may_be_parent(s, child, j) && !contains(n->parents, n->count, j);
	for (size_t i = 0; i < n->count; i++)
		s->scratch[i] = s->column_of[n->parents[i]];
	graph_code_lengths(s->lengths, s->code, s->work, &(code_family){ s->column_of[child], s->scratch, n->count },
	                   s->wanted);
	for (size_t j = 0; j < s->count; j++)
		found += s->wanted[s->column_of[j]] && s->lengths[s->column_of[j]] < n->length - BETTER;
	n->branches = base_array(found, sizeof *n->branches);
	if (n->branches == NULL)
		return false;
	for (size_t j = 0; j < s->count; j++)
		if (s->wanted[s->column_of[j]] && s->lengths[s->column_of[j]] < n->length - BETTER)
			n->branches[n->branch_count++] = (branch){ s->lengths[s->column_of[j]], (uint32_t)j, 0 };
	qsort(n->branches, n->branch_count, sizeof *n->branches, shorter_first);
	return true;
}

/* A node with these parents, ascending; its number, or 0: out of memory. */
static uint32_t make_node(graph_order *s, size_t child, const size_t *parents, size_t count)
{
	if (!base_grow((void **)&s->nodes, &s->capacity, s->node_count + 1, sizeof *s->nodes))
		return 0;
	tree_node *n = &s->nodes[s->node_count++];
	*n = (tree_node){ .length = length_of(s, child, parents, count), .count = count };
	n->parents = base_array_copy(parents, count, sizeof *n->parents);
	n->left = base_array(count, sizeof *n->left);
	if (n->parents == NULL || n->left == NULL || !find_branches(s, child, n))
		return 0;
	shrink(s, child, n);
	s->stopped = s->stopped || !s->limits->go_on(s->limits->context);
	return (uint32_t)(s->node_count - 1);
}

static uint32_t follow(graph_order *s, size_t child, uint32_t node, size_t place)
{
	const tree_node *n = &s->nodes[node];
	const branch b = n->branches[place];
	size_t *parents = s->set, at = 0;
	if (b.node != 0)
		return b.node;
	while (at < n->count && n->parents[at] < b.parent)
		at++;
	memcpy(parents, n->parents, at * sizeof *parents);
	parents[at] = b.parent;
	memcpy(parents + at + 1, n->parents + at, (n->count - at) * sizeof *parents);
	uint32_t made = make_node(s, child, parents, n->count + 1);
	s->nodes[node].branches[place].node = made;
	return made;
}

static bool is_before(const uint64_t *before, size_t node)
{
	return before[node / WORD] >> (node % WORD) & 1;
}

/* The set that a column takes from those before it: a node of its tree; 0: it lacks one that it must have. */
static uint32_t way_down(graph_order *s, size_t child, const uint64_t *before)
{
	uint32_t node = s->roots[child];
	const tree_node *root = &s->nodes[node];
	for (size_t i = 0; i < root->count; i++)
		if (!is_before(before, root->parents[i]))
			return 0;
	for (bool deeper = true; deeper && !s->stopped;) {
		const tree_node *n = &s->nodes[node];
		deeper = false;
		for (size_t b = 0; b < n->branch_count; b++)
			if (is_before(before, n->branches[b].parent) && may_be_parent(s, child, n->branches[b].parent) &&
			    !s->barred[child * s->count + n->branches[b].parent]) {
				node = follow(s, child, node, b);
				s->failed = s->failed || node == 0;
				s->stopped = s->stopped || s->failed;
				deeper = node != 0;
				break;
			}
		if (node == 0)
			return 0;
	}
	return node;
}

static double length_after(graph_order *s, size_t child, const uint64_t *before)
{
	uint32_t node = way_down(s, child, before);
	return node != 0 ? s->nodes[node].best : IMPOSSIBLE;
}

/* --------------------------------------------------------------------------------------------------------- orders */

static void set_before(uint64_t *before, size_t node)
{
	before[node / WORD] |= UINT64_C(1) << (node % WORD);
}

static double length_of_order(graph_order *s, const size_t *order)
{
	double sum = 0;
	memset(s->before, 0, s->words * sizeof *s->before);
	for (size_t i = 0; i < s->count; i++) {
		sum += length_after(s, order[i], s->before);
		set_before(s->before, order[i]);
	}
	return sum;
}

/* Puts a column where the order codes best, if that is better than where it stands. `room` holds 3 (count + 1) numbers. */
static bool move(graph_order *s, size_t *order, size_t column, double *length, double *room)
{
	size_t m = 0, best = SIZE_MAX, *others = (size_t *)(void *)(room + 2 * (s->count + 1));
	double *at = room, *after = room + s->count + 1, sum = 0, least = *length - BETTER;
	for (size_t i = 0; i < s->count; i++)
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
		s->before[column / WORD] &= ~(UINT64_C(1) << (column % WORD));
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
	if (best == SIZE_MAX || s->stopped)
		return false;
	memcpy(order, others, best * sizeof *order);
	order[best] = column;
	memcpy(order + best + 1, others + best, (m - best) * sizeof *order);
	*length = least;
	return true;
}

/* A random order that keeps required parents before their children. */
static void shuffle(graph_order *s, size_t *order, size_t start)
{
	base_random random;
	base_random_init(&random, 0, s->count, start);
	for (size_t i = 0; i < s->count; i++)
		order[i] = i;
	for (size_t i = s->count; i > 1; i--) {
		size_t k = (size_t)base_random_below(&random, i), other = order[i - 1];
		order[i - 1] = order[k];
		order[k] = other;
	}
	for (size_t i = 0; i < s->count; i++)
		for (size_t k = i + 1; k < s->count; k++)
			if (must_be_parent(s, order[i], order[k])) {
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
	for (int round = 0; better && round < MOST_ROUNDS && !s->stopped; round++) {
		better = false;
		memcpy(columns, order, s->count * sizeof *columns);
		for (size_t i = 0; i < s->count && !s->stopped; i++)
			if (near == NULL || near[columns[i]])
				better = move(s, order, columns[i], &length, room) || better;
	}
	return length;
}

/* ---------------------------------------------------------------------------------------------- canonical numbers */

/* What a column saves by each other one as its only parent, the most first. */
typedef struct profile {
	double *savings;
	size_t count, node;
} profile;

static int more_first(const void *x, const void *y)
{
	double a = *(const double *)x, b = *(const double *)y;
	return (a < b) - (a > b);
}

static int by_savings(const void *x, const void *y)
{
	const profile *p = x, *q = y;
	for (size_t i = 0; i < p->count; i++)
		if (p->savings[i] != q->savings[i])
			return p->savings[i] > q->savings[i] ? -1 : 1;
	return (p->node > q->node) - (p->node < q->node);
}

static bool number_columns(graph_order *s)
{
	size_t count = s->count;
	double *savings = base_array(count * count, sizeof *savings);
	profile *profiles = base_array(count, sizeof *profiles);
	bool ready = savings != NULL && profiles != NULL;
	for (size_t i = 0; ready && i < count; i++) {
		double *own = savings + i * count;
		for (size_t j = 0; j < count; j++)
			s->wanted[j] = j != i;
		double alone = graph_code_length(s->code, s->work, &(code_family){ i, NULL, 0 });
		graph_code_lengths(own, s->code, s->work, &(code_family){ i, NULL, 0 }, s->wanted);
		own[i] = alone;
		for (size_t j = 0; j < count; j++)
			own[j] = alone - own[j];
		qsort(own, count, sizeof *own, more_first);
		profiles[i] = (profile){ own, count, i };
	}
	if (ready)
		qsort(profiles, count, sizeof *profiles, by_savings);
	for (size_t i = 0; ready && i < count; i++)
		s->column_of[i] = profiles[i].node;
	free(savings);
	free(profiles);
	return ready;
}

static bool make_root(graph_order *s, size_t child)
{
	size_t *parents = s->set, count = 0;
	for (size_t j = 0; j < s->count; j++)
		if (must_be_parent(s, child, j))
			parents[count++] = j;
	s->roots[child] = make_node(s, child, parents, count);
	return s->roots[child] != 0;
}

static bool make_roots(graph_order *s)
{
	s->node_count = 1;
	if (!base_grow((void **)&s->nodes, &s->capacity, s->count + 1, sizeof *s->nodes))
		return false;
	s->nodes[0] = (tree_node){ 0 };
	for (size_t i = 0; i < s->count; i++)
		if (!make_root(s, i))
			return false;
	return true;
}

bool graph_order_recode(graph_order *s, size_t node)
{
	for (size_t i = 0; i < s->count; i++)
		if (s->column_of[i] == node)
			return make_root(s, i);
	return true;
}

/* --------------------------------------------------------------------------------------------------------- result */

static bool take(graph_order *s, const size_t *order, bool *parents)
{
	memset(parents, 0, s->count * s->count * sizeof *parents);
	memset(s->before, 0, s->words * sizeof *s->before);
	for (size_t i = 0; i < s->count; i++) {
		size_t child = order[i];
		uint32_t node = way_down(s, child, s->before);
		for (size_t k = 0; node != 0 && k < s->nodes[node].left_count; k++)
			parents[s->column_of[child] * s->count + s->column_of[s->nodes[node].left[k]]] = true;
		set_before(s->before, child);
	}
	return !s->failed;
}

static void keep_better(graph_order *s, const size_t *order, double length)
{
	if (s->stopped || length >= s->length - BETTER)
		return;
	s->length = length;
	memcpy(s->best, order, s->count * sizeof *s->best);
}

bool graph_order_run(graph_order *s, bool *parents, size_t starts, bool *stopped)
{
	size_t count = s->count, *order = base_array(2 * count, sizeof *order);
	double *room = base_array(3 * (count + 1), sizeof *room);
	bool ready = order != NULL && room != NULL && (s->node_count > 0 || make_roots(s)), any = isfinite(s->length);
	s->length = INFINITY;
	if (ready && any) {
		memcpy(order, s->best, count * sizeof *order);
		keep_better(s, order, climb(s, order, order + count, room, NULL));
	}
	for (size_t t = 0; ready && t < starts && !s->stopped; t++) {
		shuffle(s, order, t);
		double length = climb(s, order, order + count, room, NULL);
		keep_better(s, order, length);
	}
	*stopped = s->stopped;
	ready = ready && !s->failed && (s->stopped || take(s, s->best, parents));
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
	while (s->column_of[i] != column)
		i++;
	return i;
}

/* The best order with one column moved to just after (or before) another. */
static void move_beside(size_t *order, const graph_order *s, size_t column, size_t other, bool after)
{
	size_t m = 0;
	for (size_t i = 0; i < s->count; i++) {
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
	for (size_t i = 0; i < s->count; i++)
		if (s->barred[s->best[i] * s->count + parent])
			last = s->best[i];
	return last;
}

static void bar(graph_order *s, size_t parent, const size_t *children, size_t count, bool barred)
{
	for (size_t i = 0; i < count; i++)
		s->barred[number_of(s, children[i]) * s->count + parent] = barred;
}

/* Marks the parent, its barred children, and what the best graph joins to them: what may have to move without these arrows. */
static void find_near(graph_order *s, bool *near, size_t parent)
{
	size_t count = s->count;
	memset(s->before, 0, s->words * sizeof *s->before);
	memset(near, 0, count * sizeof *near);
	for (size_t i = 0; i < count; i++) {
		size_t child = s->best[i];
		const tree_node *n = &s->nodes[way_down(s, child, s->before)];
		bool touches = child == parent || s->barred[child * count + parent];
		for (size_t k = 0; k < n->left_count; k++)
			touches = touches || n->left[k] == parent || s->barred[n->left[k] * count + parent];
		near[child] = near[child] || touches;
		for (size_t k = 0; (child == parent || s->barred[child * count + parent]) && k < n->left_count; k++)
			near[n->left[k]] = true;
		set_before(s->before, child);
	}
}

/* Climbs from the best order, from it with the parent after its children, and with the first child before the parent. */
static double climb_without(graph_order *s, size_t *order, size_t parent, size_t child, double *room, bool *near)
{
	size_t count = s->count, *columns = order + count, *kept = order + 2 * count;
	double least = INFINITY;
	find_near(s, near, parent);
	for (int start = 0; start < 3 && !s->stopped; start++) {
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
	size_t *order = base_array(3 * s->count, sizeof *order), from = number_of(s, parent);
	double *room = base_array(3 * (s->count + 1), sizeof *room);
	bool *near = base_array(s->count, sizeof *near), ready = order != NULL && room != NULL && near != NULL;
	if (ready) {
		bar(s, from, children, count, true);
		*length = climb_without(s, order, from, number_of(s, children[0]), room, near);
		ready = !s->failed && (s->stopped || take(s, order + 2 * s->count, parents));
		bar(s, from, children, count, false);
	}
	*stopped = s->stopped;
	free(near);
	free(order);
	free(room);
	return ready;
}

/* Leaves out one edge of the best graph and climbs; keeps the order if it is better once the edge is allowed again. */
static bool try_without(graph_order *s, size_t *order, size_t parent, size_t child, double *room, bool *near)
{
	size_t count = s->count, *columns = order + count, *kept = order + 2 * count;
	double before = s->length;
	s->barred[child * count + parent] = true;
	double length = climb_without(s, order, parent, child, room, near);
	s->barred[child * count + parent] = false;
	if (s->stopped || length >= before - BETTER)
		return false;
	keep_better(s, kept, climb(s, kept, columns, room, NULL));
	return s->length < before;
}

bool graph_order_improve(graph_order *s, bool *parents, bool *improved, bool *stopped)
{
	size_t count = s->count, *order = base_array(3 * count, sizeof *order);
	double *room = base_array(3 * (count + 1), sizeof *room);
	bool *near = base_array(count, sizeof *near), ready = order != NULL && room != NULL && near != NULL;
	*improved = false;
	for (size_t child = 0; ready && child < count; child++)
		for (size_t parent = 0; parent < count && !s->stopped; parent++)
			if (parents[s->column_of[child] * count + s->column_of[parent]] && !must_be_parent(s, child, parent))
				*improved = try_without(s, order, parent, child, room, near) || *improved;
	ready = ready && !s->failed && (s->stopped || !*improved || take(s, s->best, parents));
	*stopped = s->stopped;
	free(near);
	free(order);
	free(room);
	return ready;
}

void graph_order_free(graph_order *s)
{
	if (s == NULL)
		return;
	for (size_t i = 1; s->nodes != NULL && i < s->node_count; i++) {
		free(s->nodes[i].parents);
		free(s->nodes[i].left);
		free(s->nodes[i].branches);
	}
	free(s->nodes);
	free(s->roots);
	free(s->column_of);
	free(s->wanted);
	free(s->lengths);
	free(s->scratch);
	free(s->set);
	free(s->before);
	free(s->best);
	free(s->barred);
	graph_code_work_free(s->work);
	free(s);
}

graph_order *graph_order_new(const graph_code *code, const order_limits *limits)
{
	graph_order *s = base_array_zero(1, sizeof *s);
	if (s == NULL)
		return NULL;
	*s = (graph_order){ .code = code, .limits = limits, .count = code->nodes, .length = INFINITY };
	s->words = s->count / WORD + 1;
	s->work = graph_code_work_new(code);
	s->column_of = base_array(s->count, sizeof *s->column_of);
	s->wanted = base_array(s->count, sizeof *s->wanted);
	s->lengths = base_array(s->count, sizeof *s->lengths);
	s->scratch = base_array(s->count, sizeof *s->scratch);
	s->set = base_array(s->count, sizeof *s->set);
	s->before = base_array(s->words, sizeof *s->before);
	s->best = base_array(s->count, sizeof *s->best);
	s->barred = base_array_zero(s->count * s->count, sizeof *s->barred);
	s->roots = base_array_zero(s->count, sizeof *s->roots);
	if (s->work != NULL && s->column_of != NULL && s->wanted != NULL && s->lengths != NULL && s->scratch != NULL &&
	    s->set != NULL && s->before != NULL && s->best != NULL && s->barred != NULL && s->roots != NULL &&
	    number_columns(s))
		return s;
	graph_order_free(s);
	return NULL;
}
