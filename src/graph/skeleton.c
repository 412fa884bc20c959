/* PC-stable. Invariant: while a level runs, marks do not change; a pair's evidence is touched by one thread only, which
 * tries its sets in a fixed order. So the outcome is the same for any number of threads. */
#include "graph/skeleton.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/subsets.h"

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

/* ----------------------------------------------------------------------------------------------- evidence */

static bool says_nothing(const graph_evidence *evidence)
{
	return evidence->rows == 0 && isnan(evidence->p) && isnan(evidence->corrected) && isnan(evidence->estimate);
}

/* Would this test have removed the edge sooner than the one that is kept as evidence? */
static bool is_weaker(const graph_answer *answer, const graph_evidence *evidence)
{
	if (!evidence->known)
		return true;
	if (answer->verdict == GRAPH_UNJUDGED || says_nothing(evidence))
		return answer->verdict != GRAPH_UNJUDGED;
	if (!isnan(answer->p) && !isnan(evidence->p) && answer->p != evidence->p)
		return answer->p > evidence->p;
	return answer->corrected < evidence->corrected ||
	       (answer->corrected == evidence->corrected && answer->estimate < evidence->estimate);
}

static bool set_evidence(graph_evidence *evidence, const graph_answer *answer, const size_t *given, size_t count)
{
	size_t *copy = NULL;
	if (count > 0) {
		copy = base_array_copy(given, count, sizeof *copy);
		if (copy == NULL)
			return false;
	}
	free(evidence->given);
	evidence->given = copy;
	evidence->given_count = count;
	evidence->known = true;
	evidence->estimate = answer->estimate;
	evidence->corrected = answer->corrected;
	evidence->p = answer->p;
	evidence->rows = answer->rows;
	return true;
}

/* -------------------------------------------------------------------------------------------------- levels */

typedef struct level {
	graph_search *search;
	size_t size;     /* of the conditioning sets */
	size_t *pairs;   /* to be tried */
	bool *separated; /* by place in `pairs` */
	size_t count;
} level;

/* Tries the sets of one pair until one separates it. */
static mixmi_status try_sets(level *l, size_t index, graph_subsets *sets, size_t a, size_t b, graph_worker *worker)
{
	graph_evidence *evidence = &l->search->graph->evidence[l->pairs[index]];
	graph_subsets_start(sets, l->size);
	while (graph_subsets_next(sets)) {
		graph_answer answer;
		mixmi_status status = graph_search_ask(&answer, l->search, a, b, sets->set, l->size, worker);
		if (status != MIXMI_OK || answer.verdict == GRAPH_UNASKED)
			return status;
		bool separated = answer.verdict == GRAPH_INDEPENDENT;
		if ((separated || is_weaker(&answer, evidence)) && !set_evidence(evidence, &answer, sets->set, l->size))
			return base_error_memory();
		l->separated[index] = separated;
		if (separated)
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

/* Does node a have neighbours enough for a set, leaving out those in later tiers? `room`: for all nodes. */
static bool has_sets(const level *l, size_t a, size_t b, const size_t *degrees, size_t *room)
{
	if (degrees[a] - 1 < l->size)
		return false;
	return l->search->rules->tiers == NULL || graph_search_candidates(room, l->search, a, b) >= l->size;
}

/* Lists the pairs that have enough neighbours for sets of this size. `room` has place for all nodes twice. */
static void list_pairs(level *l, size_t *room)
{
	const mixmi_graph *graph = l->search->graph;
	size_t *degrees = room + graph->nodes;
	count_neighbours(degrees, graph);
	l->count = 0;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++) {
			if (!graph_adjacent(graph, a, b) || graph_rules_require(l->search->rules, a, b))
				continue;
			if (has_sets(l, a, b, degrees, room) || has_sets(l, b, a, degrees, room))
				l->pairs[l->count++] = graph_pair(graph, a, b);
		}
}

static mixmi_status run_level(level *l)
{
	char stage[64];
	snprintf(stage, sizeof stage, "level %zu", l->size);
	if (l->search->inside == NULL)
		l->search->watch->level = l->size;
	memset(l->separated, 0, l->count * sizeof *l->separated);
	mixmi_status status = graph_search_work(l->search, stage, l->count, try_pair, l);
	for (size_t i = 0; i < l->count; i++) {
		size_t a, b;
		graph_pair_nodes(l->search->graph, l->pairs[i], &a, &b);
		if (l->separated[i])
			graph_remove(l->search->graph, a, b);
	}
	return status;
}

mixmi_status graph_skeleton(graph_search *search)
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
	else
		join_all(search);
	for (; status == MIXMI_OK && !search->watch->cancelled && (largest < 0 || l.size <= (size_t)largest); l.size++) {
		list_pairs(&l, room);
		if (l.count == 0)
			break;
		graph->levels = l.size + 1;
		status = run_level(&l);
	}
	free(l.pairs);
	free(l.separated);
	free(room);
	return status;
}
