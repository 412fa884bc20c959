/* The pairs and their neighbours are those of the graph before any edge is removed, so that pairs are independent and their order does not
 * matter. */
#include "graph/latent/neighbours.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/model/evidence.h"
#include "graph/search/separators.h"
#include "graph/search/share.h"

/* With more columns in Z, tests have little power. */
enum { MOST_NEIGHBOURS = 3 };

typedef struct candidates {
	graph_search *search;
	size_t *pairs; /* [count] adjacent pairs to test */
	size_t count;
	graph_separators *found; /* [count] */
} candidates;

static bool is_listed(const graph_search *search, size_t a, size_t b)
{
	const mixmi_graph *graph = search->graph;
	bool common = false;
	for (size_t c = 0; c < graph->nodes; c++)
		common = common || (c != a && c != b && graph_adjacent(graph, a, c) && graph_adjacent(graph, b, c));
	return common && graph_adjacent(graph, a, b) && !graph_rules_require(search->rules, a, b);
}

static bool list_pairs(candidates *l)
{
	const mixmi_graph *graph = l->search->graph;
	l->pairs = base_array(graph->nodes * graph->nodes / 2, sizeof *l->pairs);
	for (size_t a = 0; l->pairs != NULL && a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++)
			if (is_listed(l->search, a, b))
				l->pairs[l->count++] = graph_pair(graph, a, b);
	l->found = base_array_zero(l->count, sizeof *l->found);
	return l->pairs != NULL && l->found != NULL;
}

/* Finds the smallest sets that separate a pair. */
static mixmi_status try_pair(void *context, size_t index, graph_worker *worker)
{
	candidates *l = context;
	graph_search *search = l->search;
	size_t a, b, nodes = search->graph->nodes, *room = base_array(4 * nodes, sizeof *room);
	if (room == NULL)
		return base_error_memory();
	int64_t limit = search->options->max_cond;
	graph_pair_nodes(search->graph, l->pairs[index], &a, &b);
	graph_pool pool = { .lists = { room, room + nodes } };
	pool.counts[0] = graph_search_candidates(room, search, a, b);
	pool.counts[1] = graph_search_candidates(room + nodes, search, b, a);
	size_t largest = pool.counts[0] > pool.counts[1] ? pool.counts[0] : pool.counts[1];
	largest = largest > MOST_NEIGHBOURS ? MOST_NEIGHBOURS : largest;
	largest = limit >= 0 && largest > (size_t)limit ? (size_t)limit : largest;
	mixmi_status status = graph_separators_smallest(&l->found[index], search, l->pairs[index], &pool, 1, largest,
	                                                room + 2 * nodes, worker);
	free(room);
	return status;
}

static size_t pair_of(void *context, size_t index)
{
	const candidates *l = context;
	return l->pairs[index];
}

static void put_found(base_parcel *parcel, void *context, size_t index)
{
	const candidates *l = context;
	graph_evidence_put(parcel, &l->search->graph->evidence[l->pairs[index]]);
	graph_separators_put(parcel, &l->found[index]);
}

static bool take_found(base_parcel *parcel, void *context, size_t index)
{
	candidates *l = context;
	return graph_evidence_take(parcel, &l->search->graph->evidence[l->pairs[index]]) &&
	       graph_separators_take(parcel, &l->found[index]);
}

/* Removes edges, using the best set of each pair that has one. */
static bool separate(candidates *l)
{
	for (size_t i = 0; i < l->count; i++)
		if (!graph_separators_cut(&l->found[i], l->search->graph, l->pairs[i]))
			return false;
	return true;
}

mixmi_status graph_neighbour_sets(graph_search *search)
{
	static const graph_outcome outcome = { pair_of, put_found, take_found };
	candidates l = { .search = search };
	mixmi_status status = list_pairs(&l) ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK)
		status = graph_search_share(search, "sets of neighbours", "pairs", l.count, try_pair, &outcome, &l);
	if (status == MIXMI_OK && !search->watch->cancelled && !separate(&l))
		status = base_error_memory();
	for (size_t i = 0; l.found != NULL && i < l.count; i++)
		graph_separators_clear(&l.found[i]);
	free(l.found);
	free(l.pairs);
	return status;
}
