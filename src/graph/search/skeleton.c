/* PC-stable. Invariant: while a level runs, marks do not change; a pair's evidence is touched by one thread only, which
 * tries its sets in a fixed order. So the outcome is the same for any number of threads. */
#include "graph/search/skeleton.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/model/evidence.h"
#include "graph/search/share.h"
#include "graph/search/subsets.h"

/* Every pair that may have an edge gets one. */
static void join_all(graph_search *search)
{
	mixmi_graph *graph = search->graph;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++) {
			graph_evidence *evidence = &graph->evidence[graph_pair(graph, a, b)];
			bool forbidden = graph_rules_forbid_edge(search->rules, a, b);
			evidence->by_knowledge = forbidden || graph_rules_require(search->rules, a, b);
			if (!forbidden)
				graph_set_undirected(graph, a, b);
		}
}

/* -------------------------------------------------------------------------------------------------- levels */

typedef struct level {
	graph_search *search;
	size_t size;        /* of the conditioning sets */
	size_t *pairs;      /* to be tried */
	uint8_t *separated; /* by place in `pairs` */
	size_t count;
} level;

/* Tries the sets of one pair until one separates it. With max-p all sets of that size are tried and the one with the largest p is kept,
 * so the order of names does not matter. */
static mixmi_status try_sets(level *l, size_t index, graph_subsets *sets, size_t a, size_t b, graph_worker *worker)
{
	graph_evidence *evidence = &l->search->graph->evidence[l->pairs[index]];
	graph_subsets_start(sets, l->size);
	while (graph_subsets_next(sets)) {
		graph_answer answer;
		mixmi_status status = graph_search_ask(&answer, l->search, a, b, sets->set, l->size, worker);
		if (status != MIXMI_OK || answer.verdict == GRAPH_UNASKED)
			return status;
		bool separated = graph_search_separates(l->search, &answer),
			 weaker = graph_evidence_is_weaker(&answer, evidence);
		bool first = separated && !l->separated[index];
		if ((first || (weaker && separated == (l->separated[index] != 0))) &&
		    !graph_evidence_set(evidence, &answer, sets->set, l->size))
			return base_error_memory();
		l->separated[index] = separated || l->separated[index];
		if (separated && l->search->options->v_rule != MIXMI_V_MAX_P)
			break;
	}
	return MIXMI_OK;
}

static mixmi_status try_pair(void *context, size_t index, graph_worker *worker)
{
	level *l = context;
	size_t a, b, nodes = l->search->graph->nodes;
	graph_pair_nodes(l->search->graph, l->pairs[index], &a, &b);
	size_t *room = base_array(2 * nodes + 2 * l->size, sizeof *room);
	if (room == NULL)
		return base_error_memory();
	graph_subsets sets = { .lists = { room, room + nodes },
		                   .places = room + 2 * nodes,
		                   .set = room + 2 * nodes + l->size };
	sets.counts[0] = graph_search_candidates(room, l->search, a, b);
	sets.counts[1] = graph_search_candidates(room + nodes, l->search, b, a);
	mixmi_status status = try_sets(l, index, &sets, a, b, worker);
	free(room);
	return status;
}

/* Neighbours of every node. */
static void count_neighbours(size_t *degrees, const mixmi_graph *graph)
{
	for (size_t a = 0; a < graph->nodes; a++) {
		degrees[a] = 0;
		for (size_t b = 0; b < graph->nodes; b++)
			degrees[a] += graph_adjacent(graph, a, b);
	}
}

/* Does node a have neighbours enough for a set, leaving out those that may not be in one? `room`: for all nodes. */
static bool has_sets(const graph_search *search, size_t size, size_t a, size_t b, const size_t *degrees, size_t *room)
{
	return degrees[a] - 1 >= size && graph_search_candidates(room, search, a, b) >= size;
}

/* Lists the joined pairs that are to be tested and have neighbours enough for sets of this size; returns how many. `room`
 * has place for all nodes twice. */
static size_t list_pairs(size_t *pairs, const graph_search *search, size_t size, size_t *room)
{
	const mixmi_graph *graph = search->graph;
	size_t *degrees = room + graph->nodes, count = 0;
	count_neighbours(degrees, graph);
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++) {
			if (!graph_adjacent(graph, a, b) || graph_rules_require(search->rules, a, b))
				continue;
			if (has_sets(search, size, a, b, degrees, room) || has_sets(search, size, b, a, degrees, room))
				pairs[count++] = graph_pair(graph, a, b);
		}
	return count;
}

static void put_pair(base_parcel *parcel, void *context, size_t index)
{
	const level *l = context;
	base_parcel_put(parcel, &l->separated[index], sizeof *l->separated);
	graph_evidence_put(parcel, &l->search->graph->evidence[l->pairs[index]]);
}

static bool take_pair(base_parcel *parcel, void *context, size_t index)
{
	level *l = context;
	return base_parcel_take(parcel, &l->separated[index], sizeof *l->separated) &&
	       graph_evidence_take(parcel, &l->search->graph->evidence[l->pairs[index]]);
}

static size_t pair_at(void *context, size_t index)
{
	const level *l = context;
	return l->pairs[index];
}

static const graph_outcome pairs_of_level = { NULL, put_pair, take_pair };
/* the first stage of a series may have asked about the same pairs */
static const graph_outcome pairs_of_series = { pair_at, put_pair, take_pair };

/* -------------------------------------------------------------------------------------------- removing edges */

static void remove_separated(level *l)
{
	for (size_t i = 0; i < l->count; i++) {
		size_t a, b;
		graph_pair_nodes(l->search->graph, l->pairs[i], &a, &b);
		if (l->separated[i])
			graph_remove(l->search->graph, a, b);
	}
}

/* A pass that was interrupted removes no edge, because it is a matter of chance which pairs it had reached. The sets that separated them
 * are then not recorded as evidence for their edges. */
static void forget_separated(level *l)
{
	for (size_t i = 0; i < l->count; i++) {
		graph_evidence *e = &l->search->graph->evidence[l->pairs[i]];
		if (!l->separated[i])
			continue;
		free(e->given);
		*e = (graph_evidence){ .by_knowledge = e->by_knowledge };
	}
}

static mixmi_status run_level(level *l)
{
	char stage[64];
	snprintf(stage, sizeof stage, "level %zu", l->size);
	if (l->search->inside == NULL)
		l->search->watch->level = l->size;
	graph_search_expect(l->search, l->count, l->size);
	memset(l->separated, 0, l->count * sizeof *l->separated);
	const graph_outcome *outcome = l->search->series != NULL ? &pairs_of_series : &pairs_of_level;
	mixmi_status status = graph_search_share(l->search, stage, "pairs", l->count, try_pair, outcome, l);
	if (l->search->watch->cancelled)
		forget_separated(l);
	else
		remove_separated(l);
	return status;
}

/* One level; *more: there may be larger sets. */
static mixmi_status run_size(level *l, size_t *room, bool *more)
{
	l->count = list_pairs(l->pairs, l->search, l->size, room);
	*more = l->count > 0;
	mixmi_status status = *more ? run_level(l) : MIXMI_OK;
	if (*more && !l->search->watch->cancelled)
		l->search->graph->levels = l->size + 1;
	return status;
}

mixmi_status graph_skeleton(graph_search *search)
{
	join_all(search);
	return graph_skeleton_levels(search);
}

mixmi_status graph_skeleton_levels(graph_search *search)
{
	mixmi_graph *graph = search->graph;
	size_t all = graph->nodes * (graph->nodes - 1) / 2;
	int64_t largest = search->options->max_cond;
	level l = { .search = search };
	l.pairs = base_array(all, sizeof *l.pairs);
	l.separated = base_array(all, sizeof *l.separated);
	size_t *room = base_array(2 * graph->nodes, sizeof *room);
	mixmi_status status = MIXMI_OK;
	if (l.pairs == NULL || l.separated == NULL || room == NULL)
		status = base_error_memory();
	bool more = true;
	for (; status == MIXMI_OK && more && !search->watch->cancelled && (largest < 0 || l.size <= (size_t)largest);
	     l.size++)
		status = run_size(&l, room, &more);
	free(l.pairs);
	free(l.separated);
	free(room);
	return status;
}
