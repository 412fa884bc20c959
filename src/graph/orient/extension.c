/* Consistent extensions (Dor and Tarsi 1992): a node without arrows out of it, whose undirected neighbours are adjacent to all its other
 * neighbours, can be the last one of an acyclic graph without a new v-structure. It is taken away, and so on. A graph has an extension if
 * and only if this never gets stuck. Invariant: nodes are taken away in an order that background knowledge allows. */
#include "graph/orient/extension.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "graph/orient/meek.h"

typedef struct extension {
	mixmi_graph *graph;
	const graph_rules *rules;
	bool *gone;    /* [nodes] */
	bool *parents; /* [nodes * nodes] of the extension: j is a parent of i at i * nodes + j */
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

/* The node with the fewest new v-structures; where knowledge leaves none, one without arrows out of it, and else any. */
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
	for (size_t v = 0; v < n && best == SIZE_MAX; v++)
		best = e->gone[v] ? best : v;
	return best;
}

/* Removes edges into the node that knowledge forbids: with others it leaves nothing but a cycle for them. */
static bool remove_forbidden(extension *e, size_t v)
{
	mixmi_graph *g = e->graph;
	char a[BASE_TEXT_SHOWN], b[BASE_TEXT_SHOWN];
	for (size_t w = 0; w < g->nodes; w++)
		if (w != v && !e->gone[w] && graph_adjacent(g, w, v) && graph_rules_forbid(e->rules, w, v)) {
			graph_remove(g, w, v);
			g->evidence[graph_pair(g, w, v)].by_knowledge = true;
			if (!graph_add_conflict(g, "edge between %s and %s removed: background knowledge leaves only a cycle",
			                        base_text_show(a, g->names[w], strlen(g->names[w])),
			                        base_text_show(b, g->names[v], strlen(g->names[v]))))
				return false;
		}
	return true;
}

/* False: out of memory. */
static bool extend(extension *e)
{
	const mixmi_graph *g = e->graph;
	for (size_t step = 0; step < g->nodes; step++) {
		size_t added = 1, v = find_last(e, &added);
		if (!remove_forbidden(e, v))
			return false;
		e->gone[v] = true;
		for (size_t w = 0; w < g->nodes; w++)
			if (w != v && !e->gone[w] && graph_adjacent(g, w, v))
				e->parents[v * g->nodes + w] = true;
	}
	return true;
}

/* Directs what all graphs of the class of the extension have, with background knowledge. */
static bool direct(graph_directions *d, const bool *parents)
{
	mixmi_graph *g = d->graph;
	size_t n = g->nodes;
	for (size_t a = 0; a < n; a++)
		for (size_t b = a + 1; b < n; b++)
			if (graph_adjacent(g, a, b) && !g->evidence[graph_pair(g, a, b)].same)
				graph_set_undirected(g, a, b);
	for (size_t c = 0; c < n; c++)
		for (size_t a = 0; a < n; a++) {
			bool compelled = parents[c * n + a] && graph_rules_forbid(d->rules, c, a);
			for (size_t b = 0; b < n; b++)
				compelled =
					compelled || (a != b && parents[c * n + a] && parents[c * n + b] && !graph_adjacent(g, a, b));
			if (compelled)
				graph_set_directed(g, a, c);
		}
	return graph_meek(d);
}

/* Marks that have changed have no probability. */
static bool forget_changed(mixmi_graph *g, const uint8_t *before)
{
	bool any = false;
	for (size_t a = 0; a < g->nodes; a++)
		for (size_t b = 0; b < g->nodes; b++)
			if (a != b && g->mark[a * g->nodes + b] != before[a * g->nodes + b]) {
				*graph_probability(g, a, b) = *graph_probability(g, b, a) = 0;
				any = true;
			}
	return any;
}

/* Tiers are knowledge about the pairs of their columns: a search by score does not look at paths through columns without a tier. `said`:
 * directions were found before, and it is to be said if they change. */
static mixmi_status direct_class(graph_search *search, const bool *parents, bool said)
{
	mixmi_graph *g = search->graph;
	graph_directions directions;
	const graph_rules rules = { .nodes = g->nodes, .flags = search->rules->flags };
	uint8_t *before = base_array_copy(g->mark, g->nodes * g->nodes, sizeof *before);
	bool done = graph_directions_init(&directions, g, &rules) && before != NULL && direct(&directions, parents);
	if (done && forget_changed(g, before) && said)
		done = graph_add_conflict(
			g, "no directed acyclic graph has all directions that tests found: edges were directed anew");
	graph_directions_clear(&directions);
	free(before);
	return done ? MIXMI_OK : base_error_memory();
}

mixmi_status graph_settle_class(graph_search *search)
{
	size_t n = search->graph->nodes;
	extension e = { .graph = search->graph, .rules = search->rules };
	if (search->parents != NULL)
		return direct_class(search, search->parents, false);
	e.gone = base_array_zero(n, sizeof *e.gone);
	e.parents = base_array_zero(n * n, sizeof *e.parents);
	mixmi_status status = e.gone != NULL && e.parents != NULL ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK && !extend(&e))
		status = base_error_memory();
	if (status == MIXMI_OK)
		status = direct_class(search, e.parents, true);
	free(e.gone);
	free(e.parents);
	return status;
}
