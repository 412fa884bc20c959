/* Greedy equivalence search (Meek 1997; Chickering 2002) by tests. Each move is judged by one question: does x depend on y
 * given the parents that y would have? The graph begins without edges. The edge with the clearest evidence is added, until no
 * move is supported; then edges whose ends are independent given the parents are taken away, the most independent first; and
 * so on until neither brings anything. An edge whose ends a few neighbours separate clearly is then closed, and all begins
 * anew without it. Unlike a search that removes an edge as soon as one of many sets happens to make its ends look independent,
 * this one asks given sets that the graph itself calls for. With a perfect test on a faithful distribution the outcome is the
 * true class. Invariant: the order of nodes decides only between moves whose evidence and nodes' evidence are equal. Cost: as
 * many questions for an edge that is added as its ends have candidates; nodes^2 + edges neighbours^2 a move. */
#include "graph/greedy.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/evidence.h"
#include "graph/skeleton.h"

/* Pairs whose p given nothing is above SCREEN are not looked at again. */
static const double SCREEN = 0.1;
enum { MOST_TURNS = 10 }; /* of adding and taking away, which might go round in circles */

/* ------------------------------------------------------------------------------------------------------- pairs */

static bool may_be_joined(const graph_search *search, size_t pair)
{
	const graph_evidence *e = &search->graph->evidence[pair];
	size_t a, b;
	graph_pair_nodes(search->graph, pair, &a, &b);
	return graph_adjacent(search->graph, a, b) || (!e->by_knowledge && e->known && e->p <= SCREEN);
}

static bool list_pairs(graph_greedy *g)
{
	const graph_search *search = g->search;
	size_t nodes = search->graph->nodes, all = nodes * (nodes - 1) / 2;
	for (size_t pair = 0; pair < all; pair++)
		g->count += may_be_joined(search, pair);
	g->pairs = base_array_zero(g->count, sizeof *g->pairs);
	g->work = base_array(g->count, sizeof *g->work);
	g->found = base_array_zero(g->count, sizeof *g->found);
	g->any = base_array_zero(g->count, sizeof *g->any);
	if (g->pairs == NULL || g->work == NULL || g->found == NULL || g->any == NULL)
		return false;
	size_t place = 0;
	for (size_t pair = 0; pair < all; pair++) {
		const graph_evidence *e = &search->graph->evidence[pair];
		if (!may_be_joined(search, pair))
			continue;
		greedy_pair *p = &g->pairs[place++];
		*p = (greedy_pair){ .pair = pair, .stale = true, .required = e->by_knowledge || !e->known || e->unjudged };
		graph_pair_nodes(search->graph, pair, &p->a, &p->b);
	}
	return true;
}

static void clear(graph_greedy *g)
{
	for (size_t i = 0; g->pairs != NULL && i < g->count; i++) {
		free(g->pairs[i].moves);
		free(g->pairs[i].evidence.given);
	}
	free(g->pairs);
	free(g->work);
	free(g->found);
	free(g->any);
}

/* -------------------------------------------------------------------------------------------------- best moves */

/* What two nodes share with all others: decides between moves that are supported alike, whatever the names. */
static double shared_by(const graph_greedy *g, size_t x)
{
	const graph_search *search = g->search;
	double most = 0;
	for (size_t c = 0; c < search->graph->nodes; c++)
		if (c != x && isfinite(search->marginal[graph_pair(search->graph, x, c)]))
			most = fmax(most, search->marginal[graph_pair(search->graph, x, c)]);
	return most;
}

/* Is move m preferred to n? `sign` is 1 where more evidence is better. */
static bool is_better(const graph_greedy *g, const graph_move *m, const graph_move *n, int sign)
{
	if (m->nats != n->nats)
		return sign > 0 ? m->nats > n->nats : m->nats < n->nats;
	if (m->given != n->given)
		return m->given < n->given;
	double s = shared_by(g, m->y), t = shared_by(g, n->y), u = shared_by(g, m->x), v = shared_by(g, n->x);
	return s != t ? s > t : u > v;
}

/* Nodes at which something has changed make the moves of their pairs stale; so does an edge between two neighbours. */
static void make_stale(graph_greedy *g, const graph_move *m)
{
	const graph_class *c = g->class;
	size_t n = c->nodes;
	for (size_t i = 0; i < n; i++) {
		c->listed[i] = i == m->x || i == m->y;
		for (size_t j = 0; j < c->lists.degrees[i]; j++) {
			size_t k = c->lists.neighbours[i * n + j];
			c->listed[i] = c->listed[i] || c->points[i * n + k] != c->before[i * n + k] ||
			               c->points[k * n + i] != c->before[k * n + i];
		}
	}
	for (size_t i = 0; i < g->count; i++) {
		greedy_pair *p = &g->pairs[i];
		bool between = (graph_class_undirected(c, p->a, m->x) && graph_class_undirected(c, p->a, m->y)) ||
		               (graph_class_undirected(c, p->b, m->x) && graph_class_undirected(c, p->b, m->y));
		p->stale = p->stale || between || c->listed[p->a] || c->listed[p->b];
	}
}

/* The pair with the best move that has not failed; NULL: none. */
static greedy_pair *best_insertion(graph_greedy *g, size_t *place)
{
	greedy_pair *best = NULL;
	for (size_t i = 0; i < g->count; i++) {
		greedy_pair *p = &g->pairs[i];
		for (size_t j = 0; j < p->count && !p->closed && !graph_class_joined(g->class, p->a, p->b); j++)
			if (!isnan(p->moves[j].nats) &&
			    (best == NULL || is_better(g, &p->moves[j], &best->moves[*place], 1))) {
				best = p;
				*place = j;
			}
	}
	return best;
}

/* Adds the best edge that gives a class; false: there is none. A move that fails is not supported any more until its pair is
 * looked at again. */
static bool add_best(graph_greedy *g)
{
	size_t place = 0;
	for (greedy_pair *p = best_insertion(g, &place); p != NULL; p = best_insertion(g, &place)) {
		const graph_move move = p->moves[place];
		if (graph_class_insert(g->class, &move)) {
			make_stale(g, &move);
			for (size_t i = 0; i < g->count; i++) /* what failed may not fail now */
				g->pairs[i].stale = g->pairs[i].stale || g->pairs[i].failed;
			return true;
		}
		p->moves[place].nats = NAN;
		p->failed = true;
	}
	return false;
}

/* Takes the edge away whose ends are most independent; false: there is none. */
static bool take_best(graph_greedy *g)
{
	while (true) {
		size_t best = g->work_count;
		for (size_t i = 0; i < g->work_count; i++)
			if (g->any[i] && (best == g->work_count || is_better(g, &g->found[i], &g->found[best], -1)))
				best = i;
		if (best == g->work_count)
			return false;
		if (graph_class_delete(g->class, &g->found[best])) {
			make_stale(g, &g->found[best]);
			return true;
		}
		g->any[best] = false;
	}
}

/* ------------------------------------------------------------------------------------------------------ phases */

static bool goes_on(const graph_greedy *g, mixmi_status status)
{
	return status == MIXMI_OK && !g->search->watch->cancelled;
}

static mixmi_status add_edges(graph_greedy *g)
{
	mixmi_status status;
	bool more = true;
	do {
		status = greedy_find_moves(g);
		more = goes_on(g, status) && add_best(g);
	} while (more);
	return status;
}

static mixmi_status take_edges(graph_greedy *g, bool *any)
{
	mixmi_status status;
	bool more = true;
	*any = false;
	do {
		status = greedy_find_deletions(g);
		more = goes_on(g, status) && take_best(g);
		*any = *any || more;
	} while (more);
	return status;
}

/* From no edges to a class that no move improves. */
static mixmi_status climb(graph_greedy *g)
{
	bool any = true;
	mixmi_status status = MIXMI_OK;
	graph_class_empty(g->class);
	for (size_t i = 0; i < g->count; i++) {
		g->pairs[i].stale = true;
		g->pairs[i].count = 0;
	}
	for (int turn = 0; any && turn < MOST_TURNS && goes_on(g, status); turn++) {
		status = add_edges(g);
		if (goes_on(g, status))
			status = take_edges(g, &any);
	}
	return status;
}

/* Closes what a few neighbours separate clearly; *any: something was closed. */
static mixmi_status close_some(graph_greedy *g, bool *any)
{
	mixmi_status status = greedy_close_clear(g);
	*any = false;
	for (size_t i = 0; goes_on(g, status) && i < g->work_count; i++)
		if (g->any[i])
			*any = g->pairs[g->work[i]].closed = true;
	return status;
}

/* The skeleton and the evidence become those of the graph. */
static void hand_over(graph_greedy *g)
{
	mixmi_graph *graph = g->search->graph;
	for (size_t i = 0; i < g->count; i++) {
		greedy_pair *p = &g->pairs[i];
		graph_evidence *e = &graph->evidence[p->pair];
		if (graph_class_joined(g->class, p->a, p->b))
			graph_set_undirected(graph, p->a, p->b);
		else
			graph_remove(graph, p->a, p->b);
		if (e->by_knowledge || !p->evidence.known)
			continue;
		free(e->given);
		*e = p->evidence;
		p->evidence.given = NULL;
		if (e->given_count + 1 > graph->levels)
			graph->levels = e->given_count + 1;
	}
}

static mixmi_status search_all(graph_greedy *g)
{
	bool again = true;
	mixmi_status status = MIXMI_OK;
	while (again && goes_on(g, status)) {
		status = climb(g);
		if (goes_on(g, status))
			status = close_some(g, &again);
	}
	if (goes_on(g, status))
		status = greedy_find_evidence(g);
	if (goes_on(g, status))
		hand_over(g);
	return status;
}

mixmi_status graph_greedy_run(graph_search *search)
{
	graph_greedy g = { .search = search };
	mixmi_status status = graph_skeleton_first(search);
	search->class = base_array_zero(1, sizeof *search->class);
	g.class = search->class;
	if (status == MIXMI_OK && (g.class == NULL || !graph_class_init(g.class, search->graph->nodes)))
		status = base_error_memory();
	if (status == MIXMI_OK && !search->watch->cancelled) {
		status = list_pairs(&g) ? search_all(&g) : base_error_memory();
		clear(&g);
	}
	return status;
}
