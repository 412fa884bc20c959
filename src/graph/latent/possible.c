/* Possible d-separating nodes of x are those on a path from x on which every inner node is a collider or in a triangle
 * with its neighbours (Spirtes, Glymour and Scheines 2000). They are determined on the graph before any edge is
 * removed, so that pairs are independent and their order does not matter (Colombo and Maathuis 2014). Cost: 2^nodes
 * sets per pair. */
#include "graph/latent/possible.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/model/evidence.h"
#include "graph/search/share.h"

/* With more columns in Z, tests have little power. */
enum { MOST_NEIGHBOURS = 3 };

/* ------------------------------------------------------------------------------------------------ the nodes */

/* Visits all steps u - v of possible paths from x; `seen` and `stack` have nodes^2 elements. */
static void spread(graph_possible *p, size_t x, bool *seen, size_t *stack)
{
	const mixmi_graph *graph = p->search->graph;
	size_t nodes = graph->nodes, height = 0;
	memset(seen, 0, nodes * nodes * sizeof *seen);
	for (size_t v = 0; v < nodes; v++)
		if (v != x && graph_adjacent(graph, x, v)) {
			seen[x * nodes + v] = true;
			stack[height++] = x * nodes + v;
		}
	while (height > 0) {
		size_t u = stack[--height] / nodes, v = stack[height] % nodes;
		p->nodes[x * nodes + v] = true;
		for (size_t w = 0; w < nodes; w++) {
			if (w == u || w == x || w == v || seen[v * nodes + w] || !graph_adjacent(graph, v, w))
				continue;
			bool collider = graph_pag_mark(p->pag, u, v) == GRAPH_ARROW && graph_pag_mark(p->pag, w, v) == GRAPH_ARROW;
			if (!collider && !graph_adjacent(graph, u, w))
				continue;
			seen[v * nodes + w] = true;
			stack[height++] = v * nodes + w;
		}
	}
}

static bool find_nodes(graph_possible *p)
{
	size_t nodes = p->search->graph->nodes;
	bool *seen = base_array(nodes * nodes, sizeof *seen);
	size_t *stack = base_array(nodes * nodes, sizeof *stack);
	p->nodes = base_array_zero(nodes * nodes, sizeof *p->nodes);
	bool done = seen != NULL && stack != NULL && p->nodes != NULL;
	for (size_t x = 0; done && x < nodes; x++)
		if (p->pag != NULL)
			spread(p, x, seen, stack);
		else
			for (size_t v = 0; v < nodes; v++)
				p->nodes[x * nodes + v] = v != x && graph_adjacent(p->search->graph, x, v);
	free(seen);
	free(stack);
	return done;
}

/* Without a PAG, only pairs with a common neighbour are tested: an edge that a score-based search adds because of latent
 * variables lies next to a path through them. */
static bool is_listed(const graph_possible *p, size_t a, size_t b)
{
	const mixmi_graph *graph = p->search->graph;
	if (!graph_adjacent(graph, a, b) || graph_rules_require(p->search->rules, a, b))
		return false;
	for (size_t c = 0; p->pag == NULL && c < graph->nodes; c++)
		if (c != a && c != b && graph_adjacent(graph, a, c) && graph_adjacent(graph, b, c))
			return true;
	return p->pag != NULL;
}

static bool list_pairs(graph_possible *p)
{
	const mixmi_graph *graph = p->search->graph;
	size_t nodes = graph->nodes;
	p->pairs = base_array(nodes * (nodes - 1) / 2, sizeof *p->pairs);
	for (size_t a = 0; p->pairs != NULL && a < nodes; a++)
		for (size_t b = a + 1; b < nodes; b++)
			if (is_listed(p, a, b))
				p->pairs[p->count++] = graph_pair(graph, a, b);
	p->found = p->pairs != NULL ? base_array_zero(p->count, sizeof *p->found) : NULL;
	return p->found != NULL;
}

bool graph_possible_init(graph_possible *possible, graph_search *search, const graph_pag *pag)
{
	*possible = (graph_possible){ .search = search, .pag = pag };
	return find_nodes(possible) && list_pairs(possible);
}

void graph_possible_clear(graph_possible *possible)
{
	for (size_t i = 0; possible->found != NULL && i < possible->count; i++)
		graph_separators_clear(&possible->found[i]);
	free(possible->found);
	free(possible->pairs);
	free(possible->nodes);
}

static size_t list_nodes(size_t *out, const graph_possible *p, size_t x, size_t other)
{
	size_t count = 0, nodes = p->search->graph->nodes;
	for (size_t v = 0; v < nodes; v++)
		if (p->nodes[x * nodes + v] && graph_search_may_stand(p->search, v, x, other))
			out[count++] = v;
	return count;
}

/* The nodes of a pair, and the maximum size of a set. `room` has space for all nodes twice. */
static size_t fill_pool(graph_pool *pool, const graph_possible *p, size_t pair, size_t *room)
{
	size_t a, b, nodes = p->search->graph->nodes;
	int64_t limit = p->search->options->max_cond;
	graph_pair_nodes(p->search->graph, pair, &a, &b);
	*pool = (graph_pool){ .lists = { room, room + nodes } };
	pool->counts[0] = list_nodes(room, p, a, b);
	pool->counts[1] = list_nodes(room + nodes, p, b, a);
	size_t largest = pool->counts[0] > pool->counts[1] ? pool->counts[0] : pool->counts[1];
	if (p->pag == NULL && largest > MOST_NEIGHBOURS)
		largest = MOST_NEIGHBOURS;
	return limit >= 0 && largest > (size_t)limit ? (size_t)limit : largest;
}

/* --------------------------------------------------------------------------------------------------- the sets */

/* Number of sets of 1 to `largest` of `count` nodes. */
static double sets_of(size_t count, size_t largest)
{
	double sets = 1, all = 0;
	for (size_t size = 1; size <= largest && size <= count; size++) {
		sets *= (double)(count - size + 1) / (double)size;
		all += sets;
	}
	return all;
}

bool graph_possible_crowded(size_t *pairs, const graph_possible *possible)
{
	size_t *room = base_array(2 * possible->search->graph->nodes, sizeof *room);
	*pairs = 0;
	for (size_t i = 0; room != NULL && i < possible->count; i++) {
		graph_pool pool;
		size_t largest = fill_pool(&pool, possible, possible->pairs[i], room);
		*pairs += sets_of(pool.counts[0], largest) + sets_of(pool.counts[1], largest) > GRAPH_POSSIBLE_SETS;
	}
	free(room);
	return room != NULL;
}

/* Finds the smallest sets that separate a pair. */
static mixmi_status try_pair(void *context, size_t index, graph_worker *worker)
{
	graph_possible *p = context;
	graph_pool pool;
	size_t nodes = p->search->graph->nodes, *room = base_array(4 * nodes, sizeof *room);
	if (room == NULL)
		return base_error_memory();
	size_t largest = fill_pool(&pool, p, p->pairs[index], room);
	mixmi_status status = graph_separators_smallest(&p->found[index], p->search, p->pairs[index], &pool, 1, largest,
	                                                room + 2 * nodes, worker);
	free(room);
	return status;
}

static size_t pair_of(void *context, size_t index)
{
	const graph_possible *p = context;
	return p->pairs[index];
}

static void put_found(base_parcel *parcel, void *context, size_t index)
{
	const graph_possible *p = context;
	graph_evidence_put(parcel, &p->search->graph->evidence[p->pairs[index]]);
	graph_separators_put(parcel, &p->found[index]);
}

static bool take_found(base_parcel *parcel, void *context, size_t index)
{
	graph_possible *p = context;
	return graph_evidence_take(parcel, &p->search->graph->evidence[p->pairs[index]]) &&
	       graph_separators_take(parcel, &p->found[index]);
}

/* Removes edges, using the best set of each pair that has one. */
static bool separate(graph_possible *p)
{
	mixmi_graph *graph = p->search->graph;
	for (size_t i = 0; i < p->count; i++)
		if (!graph_separators_cut(&p->found[i], graph, p->pairs[i]))
			return false;
	return true;
}

mixmi_status graph_possible_use(graph_possible *possible)
{
	static const graph_outcome outcome = { pair_of, put_found, take_found };
	graph_search *search = possible->search;
	const char *stage = possible->pag != NULL ? "possibly d-separating sets" : "sets of neighbours";
	mixmi_status status = graph_search_share(search, stage, "pairs", possible->count, try_pair, &outcome, possible);
	if (status == MIXMI_OK && !search->watch->cancelled && !separate(possible))
		status = base_error_memory();
	return status;
}
