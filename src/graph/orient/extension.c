/* Consistent extensions (Dor and Tarsi 1992): a node without arrows out of it, whose undirected neighbours are adjacent to all its other
 * neighbours, can be the last one of an acyclic graph without a new v-structure. It is taken away, and so on. A graph has an extension if
 * and only if this never gets stuck. Invariant: nodes are taken away in an order that background knowledge allows. */
#include "graph/orient/extension.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "graph/orient/meek.h"

typedef struct extension {
	const mixmi_graph *graph;
	const graph_rules *rules;
	bool *gone;    /* [nodes] */
	bool *parents; /* [nodes * nodes] of the extension: j is a parent of i at i * nodes + j */
	bool exact;    /* no v-structure besides those of the graph */
} extension;

static bool is_line(const mixmi_graph *graph, size_t a, size_t b)
{
	return graph_adjacent(graph, a, b) && !graph_directed(graph, a, b) && !graph_directed(graph, b, a);
}

/* May the node come after all that remain? */
static bool may_be_last(const extension *e, size_t v)
{
	for (size_t w = 0; w < e->graph->nodes; w++)
		if (w != v && !e->gone[w] &&
		    (graph_directed(e->graph, v, w) || graph_rules_earlier(e->rules, v, w) ||
		     (is_line(e->graph, v, w) && graph_rules_forbid(e->rules, w, v))))
			return false;
	return true;
}

/* Pairs of remaining neighbours that would become causes of a new v-structure at the node. */
static size_t count_new(const extension *e, size_t v)
{
	const mixmi_graph *g = e->graph;
	size_t count = 0;
	for (size_t x = 0; x < g->nodes; x++)
		for (size_t y = 0; x != v && !e->gone[x] && is_line(g, x, v) && y < g->nodes; y++)
			count += y != v && y != x && !e->gone[y] && graph_adjacent(g, y, v) && !graph_adjacent(g, x, y);
	return count;
}

/* The node with the fewest new v-structures; where knowledge leaves none, any without arrows out of it. */
static size_t find_last(const extension *e, size_t *added)
{
	size_t n = e->graph->nodes, best = SIZE_MAX;
	for (size_t v = 0; v < n && (best == SIZE_MAX || *added > 0); v++) {
		if (e->gone[v] || !may_be_last(e, v))
			continue;
		size_t count = count_new(e, v);
		if (best != SIZE_MAX && count >= *added)
			continue;
		best = v;
		*added = count;
	}
	for (size_t v = 0; v < n && best == SIZE_MAX; v++) {
		bool leads = false;
		for (size_t w = 0; w < n; w++)
			leads = leads || (w != v && !e->gone[w] && graph_directed(e->graph, v, w));
		if (!e->gone[v] && !leads)
			best = v;
	}
	return best;
}

static void extend(extension *e)
{
	const mixmi_graph *g = e->graph;
	e->exact = true;
	for (size_t step = 0; step < g->nodes; step++) {
		size_t added = 1, v = find_last(e, &added);
		if (v == SIZE_MAX) /* a directed cycle */
			break;
		e->exact = e->exact && added == 0;
		e->gone[v] = true;
		for (size_t w = 0; w < g->nodes; w++)
			if (w != v && !e->gone[w] && graph_adjacent(g, w, v))
				e->parents[v * g->nodes + w] = true;
	}
}

/* Directs what all graphs of the class of the extension have, with background knowledge. */
static mixmi_status direct_anew(graph_search *search, const bool *parents)
{
	mixmi_graph *g = search->graph;
	graph_directions directions;
	size_t n = g->nodes;
	bool done = graph_directions_init(&directions, g, search->rules);
	for (size_t a = 0; done && a < n; a++)
		for (size_t b = a + 1; b < n; b++)
			if (graph_adjacent(g, a, b) && !g->evidence[graph_pair(g, a, b)].same) {
				graph_set_undirected(g, a, b);
				*graph_probability(g, a, b) = *graph_probability(g, b, a) = 0;
			}
	for (size_t c = 0; done && c < n; c++)
		for (size_t a = 0; a < n; a++) {
			bool compelled = parents[c * n + a] && graph_rules_forbid(search->rules, c, a);
			for (size_t b = 0; b < n; b++)
				compelled =
					compelled || (a != b && parents[c * n + a] && parents[c * n + b] && !graph_adjacent(g, a, b));
			if (compelled)
				graph_set_directed(g, a, c);
		}
	done = done && graph_meek(&directions) &&
	       graph_add_conflict(
			   g, "no directed acyclic graph has all directions that tests found: edges were directed anew");
	graph_directions_clear(&directions);
	return done ? MIXMI_OK : base_error_memory();
}

mixmi_status graph_settle_class(graph_search *search)
{
	size_t n = search->graph->nodes;
	extension e = { .graph = search->graph, .rules = search->rules };
	e.gone = base_array_zero(n, sizeof *e.gone);
	e.parents = base_array_zero(n * n, sizeof *e.parents);
	mixmi_status status = e.gone != NULL && e.parents != NULL ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK)
		extend(&e);
	if (status == MIXMI_OK && !e.exact)
		status = direct_anew(search, e.parents);
	free(e.gone);
	free(e.parents);
	return status;
}
