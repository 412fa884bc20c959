/* A causal order first: sinks are taken away one after another, and what contradicts the order loses a tail. Then knowledge about
 * ancestors, which only takes tails away; then bidirected edges to ancestors, which become directed without a new ancestor; then inducing
 * paths, on which one bidirected edge after another follows the order. Invariants: directed edges follow the order; each step leaves what the
 * steps before it reached, or is followed by them; every loop uses up edges of one kind, so that it ends. */
#include "graph/latent/mag.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct maker {
	mixmi_graph *graph;
	const graph_rules *rules;
	bool *above;   /* [nodes * nodes] above[a * nodes + b]: a is b or an ancestor of b */
	bool *barred;  /* [nodes * nodes] a may not be an ancestor of b */
	size_t *place; /* [nodes] in the order */
	size_t *queue; /* [nodes] scratch */
	size_t *from;  /* [nodes] scratch: the node before, on a path */
} maker;

static graph_mark mark(const maker *m, size_t a, size_t b)
{
	return (graph_mark)m->graph->mark[a * m->graph->nodes + b];
}

static bool is_bidirected(const maker *m, size_t a, size_t b)
{
	return mark(m, a, b) == GRAPH_ARROW && mark(m, b, a) == GRAPH_ARROW;
}

static bool is_required(const maker *m, size_t a, size_t b)
{
	return graph_rules_require(m->rules, a, b) && graph_rules_forbid(m->rules, b, a);
}

static bool is_above(const maker *m, size_t a, size_t b)
{
	return m->above[a * m->graph->nodes + b];
}

static void find_ancestors(maker *m)
{
	size_t n = m->graph->nodes;
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++)
			m->above[a * n + b] = a == b || graph_directed(m->graph, a, b);
	for (size_t c = 0; c < n; c++)
		for (size_t a = 0; a < n; a++)
			for (size_t b = 0; is_above(m, a, c) && b < n; b++)
				m->above[a * n + b] = m->above[a * n + b] || m->above[c * n + b];
}

/* ------------------------------------------------------------------------------------------------------------ start */

/* The mark at b that knowledge leaves; GRAPH_NONE: any. */
static graph_mark known_mark(const maker *m, size_t a, size_t b)
{
	return is_required(m, b, a) ? GRAPH_TAIL : graph_rules_forbid(m->rules, b, a) ? GRAPH_ARROW : GRAPH_NONE;
}

/* Marks by knowledge, and a tail opposite to an arrowhead for a circle: what is left are edges with two circles. */
static void settle_circles(maker *m)
{
	size_t n = m->graph->nodes;
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++) {
			graph_mark known = a != b && graph_adjacent(m->graph, a, b) ? known_mark(m, a, b) : GRAPH_NONE;
			m->barred[a * n + b] = a != b && known_mark(m, b, a) == GRAPH_ARROW;
			if (known == GRAPH_NONE)
				continue;
			m->graph->mark[a * n + b] = (uint8_t)known;
		}
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++)
			if (mark(m, a, b) == GRAPH_CIRCLE && mark(m, b, a) != GRAPH_CIRCLE)
				graph_set_marks(m->graph, a, b, mark(m, b, a), mark(m, b, a) == GRAPH_ARROW ? GRAPH_TAIL : GRAPH_ARROW);
}

/* ------------------------------------------------------------------------------------------------------------ order */

static bool is_open(const maker *m, size_t a, size_t b)
{
	return mark(m, a, b) == GRAPH_CIRCLE; /* at both ends */
}

/* What speaks against a node as the next sink: arrows out of it, and pairs of neighbours that it would make a v-structure of. */
typedef struct objection {
	size_t fixed, arrows, colliders;
} objection;

static objection object(const maker *m, size_t v)
{
	const mixmi_graph *g = m->graph;
	objection o = { 0, 0, 0 };
	for (size_t w = 0; w < g->nodes; w++) {
		if (w == v || m->place[w] != SIZE_MAX)
			continue;
		o.fixed += is_required(m, v, w) || graph_rules_earlier(m->rules, v, w);
		o.arrows += graph_directed(g, v, w);
		for (size_t y = 0; is_open(m, v, w) && y < g->nodes; y++)
			o.colliders += y != w && m->place[y] == SIZE_MAX && is_open(m, v, y) && !graph_adjacent(g, y, w);
	}
	return o;
}

static bool is_less(const objection *x, const objection *y)
{
	return x->fixed != y->fixed     ? x->fixed < y->fixed
	       : x->arrows != y->arrows ? x->arrows < y->arrows
	                                : x->colliders < y->colliders;
}

static size_t find_sink(const maker *m)
{
	size_t best = SIZE_MAX;
	objection least = { 0, 0, 0 };
	for (size_t v = 0; v < m->graph->nodes; v++) {
		if (m->place[v] != SIZE_MAX)
			continue;
		objection o = object(m, v);
		if (best == SIZE_MAX || is_less(&o, &least)) {
			best = v;
			least = o;
		}
	}
	return best;
}

static void set_order(maker *m)
{
	size_t n = m->graph->nodes;
	for (size_t v = 0; v < n; v++)
		m->place[v] = SIZE_MAX;
	for (size_t left = n; left-- > 0;) {
		size_t v = find_sink(m);
		for (size_t w = 0; w < n; w++) {
			if (w == v || m->place[w] != SIZE_MAX)
				continue;
			if (is_open(m, v, w)) {
				graph_set_directed(m->graph, w, v);
			} else if (graph_directed(m->graph, v, w)) {
				graph_set_marks(m->graph, v, w, GRAPH_ARROW, GRAPH_ARROW);
			}
		}
		m->place[v] = left;
	}
}

/* With selection: an undirected edge has no arrowhead next to it. */
static void direct_lines(maker *m)
{
	const mixmi_graph *g = m->graph;
	for (bool again = true; again;) {
		again = false;
		for (size_t a = 0; a < g->nodes; a++)
			for (size_t b = 0; b < g->nodes; b++) {
				bool line = mark(m, a, b) == GRAPH_TAIL && mark(m, b, a) == GRAPH_TAIL, head = false;
				for (size_t c = 0; line && c < g->nodes; c++)
					head = head || mark(m, c, a) == GRAPH_ARROW;
				if (!head)
					continue;
				graph_set_directed(m->graph, m->place[a] < m->place[b] ? a : b, m->place[a] < m->place[b] ? b : a);
				again = true;
			}
	}
}

/* -------------------------------------------------------------------------------------------------------- ancestors */

/* Takes tails away until a is no ancestor of b; false: required arrows lead from a to b. */
static bool cut_paths(maker *m, size_t a, size_t b)
{
	bool done = true;
	for (size_t x = 0; x < m->graph->nodes; x++) {
		if (!graph_directed(m->graph, a, x) || !is_above(m, x, b))
			continue;
		if (is_required(m, a, x)) {
			done = x != b && cut_paths(m, x, b) && done;
			continue;
		}
		graph_set_marks(m->graph, a, x, GRAPH_ARROW, GRAPH_ARROW);
	}
	return done;
}

static void obey_bars(maker *m)
{
	size_t n = m->graph->nodes;
	find_ancestors(m);
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++)
			if (m->barred[a * n + b] && graph_adjacent(m->graph, a, b) && is_above(m, a, b)) {
				m->barred[a * n + b] = cut_paths(m, a, b);
				find_ancestors(m);
			}
}

static void direct_to_descendants(maker *m)
{
	size_t n = m->graph->nodes;
	find_ancestors(m);
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++)
			if (a != b && is_bidirected(m, a, b) && is_above(m, a, b)) {
				graph_set_directed(m->graph, a, b);
			}
}

/* --------------------------------------------------------------------------------------------------- inducing paths */

/* The last inner node of a path between two nodes that no set blocks: all its inner nodes are colliders on it and ancestors of an end.
 * The nodes before it are in m->from. SIZE_MAX: there is none. */
static size_t find_inducing(maker *m, size_t a, size_t b)
{
	size_t n = m->graph->nodes, head = 0, tail = 0;
	for (size_t v = 0; v < n; v++)
		m->from[v] = SIZE_MAX;
	for (size_t q = 0; q < n; q++)
		if (q != b && mark(m, a, q) == GRAPH_ARROW && (is_above(m, q, a) || is_above(m, q, b))) {
			m->from[q] = a;
			m->queue[tail++] = q;
		}
	for (; head < tail; head++) {
		size_t q = m->queue[head];
		if (mark(m, b, q) == GRAPH_ARROW)
			return q;
		for (size_t r = 0; r < n; r++)
			if (r != a && r != b && m->from[r] == SIZE_MAX && is_bidirected(m, q, r) &&
			    (is_above(m, r, a) || is_above(m, r, b))) {
				m->from[r] = q;
				m->queue[tail++] = r;
			}
	}
	return SIZE_MAX;
}

/* May u become an ancestor of v? */
static bool may_cause(const maker *m, size_t u, size_t v)
{
	size_t n = m->graph->nodes;
	for (size_t x = 0; x < n; x++)
		for (size_t y = 0; is_above(m, x, u) && y < n; y++)
			if (is_above(m, v, y) && m->barred[x * n + y] && graph_adjacent(m->graph, x, y))
				return false;
	return true;
}

/* Directs a bidirected edge by the order, if knowledge allows. */
static bool direct_edge(maker *m, size_t u, size_t v)
{
	size_t first = m->place[u] < m->place[v] ? u : v, second = first == u ? v : u;
	if (!is_bidirected(m, u, v) || !may_cause(m, first, second))
		return false;
	graph_set_directed(m->graph, first, second);
	return true;
}

/* Joins two nodes that no set separates. */
static void join(maker *m, size_t a, size_t b)
{
	if (is_above(m, a, b) || is_above(m, b, a))
		graph_set_directed(m->graph, is_above(m, a, b) ? a : b, is_above(m, a, b) ? b : a);
	else
		graph_set_marks(m->graph, a, b, GRAPH_ARROW, GRAPH_ARROW);
}

static void break_path(maker *m, size_t a, size_t b, size_t last)
{
	bool done = direct_edge(m, last, b);
	for (size_t v = last; !done && v != a; v = m->from[v])
		done = direct_edge(m, m->from[v], v);
	if (!done)
		join(m, a, b);
	direct_to_descendants(m);
}

static void make_maximal(maker *m)
{
	size_t n = m->graph->nodes;
	for (bool again = true; again;) {
		again = false;
		for (size_t a = 0; a < n; a++)
			for (size_t b = a + 1, last; b < n; b++)
				if (!graph_adjacent(m->graph, a, b) && (last = find_inducing(m, a, b)) != SIZE_MAX) {
					break_path(m, a, b, last);
					again = true;
				}
	}
}

static bool is_changed(const mixmi_graph *graph, const uint8_t *before)
{
	bool changed = false;
	for (size_t i = 0; i < graph->nodes * graph->nodes; i++)
		changed = changed || (graph->mark[i] != before[i] && before[i] != GRAPH_CIRCLE);
	return changed;
}

bool graph_make_member(mixmi_graph *graph, const graph_rules *rules, bool *changed)
{
	size_t n = graph->nodes;
	uint8_t *before = base_array_copy(graph->mark, n * n, sizeof *before);
	maker m = { .graph = graph, .rules = rules };
	m.above = base_array(n * n, sizeof *m.above);
	m.barred = base_array(n * n, sizeof *m.barred);
	m.place = base_array(n, sizeof *m.place);
	m.queue = base_array(n, sizeof *m.queue);
	m.from = base_array(n, sizeof *m.from);
	bool done =
		before != NULL && m.above != NULL && m.barred != NULL && m.place != NULL && m.queue != NULL && m.from != NULL;
	if (done) {
		settle_circles(&m);
		set_order(&m);
		direct_lines(&m);
		obey_bars(&m);
		direct_to_descendants(&m);
		make_maximal(&m);
	}
	*changed = done && is_changed(graph, before);
	free(before);
	free(m.above);
	free(m.barred);
	free(m.place);
	free(m.queue);
	free(m.from);
	return done;
}
