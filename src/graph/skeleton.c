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
#include "graph/contributors.h"
#include "graph/evidence.h"
#include "graph/separators.h"
#include "graph/share.h"
#include "graph/subsets.h"
#include "test/remember.h"

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
	uint8_t *separated; /* by place in `pairs`: a graph_tried */
	size_t count;
	graph_lists lists; /* where sets are grown: of the edges as they are while a level runs */
	bool again;        /* some pairs have to be tried again with other sets of this size */
} level;

static bool is_balanced(const graph_search *search)
{
	return search->options->search != MIXMI_SEARCH_PC_STABLE;
}

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
		bool separated = graph_search_separates(l->search, &answer);
		if ((separated || graph_evidence_is_weaker(&answer, evidence)) &&
		    !graph_evidence_set(evidence, &answer, sets->set, l->size))
			return base_error_memory();
		if (separated) {
			l->separated[index] = GRAPH_SEPARATED;
			break;
		}
	}
	return MIXMI_OK;
}

static mixmi_status try_pair(void *context, size_t index, graph_worker *worker)
{
	level *l = context;
	size_t a, b, nodes = l->search->graph->nodes;
	if (l->size > 0 && is_balanced(l->search))
		return graph_contributors_try(&l->separated[index], &l->search->graph->evidence[l->pairs[index]], l->search,
		                              &l->lists, l->pairs[index], l->size, worker);
	l->separated[index] = GRAPH_TRIED;
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
static bool has_sets(const graph_search *search, size_t size, size_t a, size_t b, const size_t *degrees, size_t *room)
{
	if (degrees[a] - 1 < size)
		return false;
	return search->rules->tiers == NULL || graph_search_candidates(room, search, a, b) >= size;
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

static size_t pair_of(void *context, size_t index)
{
	const level *l = context;
	return l->pairs[index];
}

/* Sets that grow are asked about again at every level. */
static const graph_outcome pairs_of_level = { NULL, put_pair, take_pair },
						   pairs_again = { pair_of, put_pair, take_pair };

/* -------------------------------------------------------------------------------------------- removing edges */

static void remove_separated(level *l)
{
	for (size_t i = 0; i < l->count; i++) {
		size_t a, b;
		graph_pair_nodes(l->search->graph, l->pairs[i], &a, &b);
		if (l->separated[i] == GRAPH_SEPARATED)
			graph_remove(l->search->graph, a, b);
	}
}

/* A pass that was interrupted takes no edge away: which pairs it had come to is chance. What separated them is not what supports
 * them. */
static void forget_separated(level *l)
{
	for (size_t i = 0; i < l->count; i++) {
		graph_evidence *e = &l->search->graph->evidence[l->pairs[i]];
		if (l->separated[i] != GRAPH_SEPARATED)
			continue;
		free(e->given);
		*e = (graph_evidence){ .by_knowledge = e->by_knowledge };
	}
}

/* A pair to be removed, and how clearly it is independent. */
typedef struct removal {
	size_t pair;
	const graph_evidence *evidence;
} removal;

static int compare_removals(const void *x, const void *y)
{
	const removal *r = x, *s = y;
	const graph_evidence *e = r->evidence, *f = s->evidence;
	if (!isnan(e->p) && !isnan(f->p) && e->p != f->p)
		return e->p > f->p ? -1 : 1;
	if (e->corrected != f->corrected && !isnan(e->corrected) && !isnan(f->corrected))
		return e->corrected < f->corrected ? -1 : 1;
	return (r->pair > s->pair) - (r->pair < s->pair);
}

static size_t list_removals(removal *removals, const level *l)
{
	size_t count = 0;
	for (size_t i = 0; i < l->count; i++)
		if (l->separated[i] == GRAPH_SEPARATED)
			removals[count++] = (removal){ l->pairs[i], &l->search->graph->evidence[l->pairs[i]] };
	if (count > 0)
		qsort(removals, count, sizeof *removals, compare_removals);
	return count;
}

/* Of three nodes that explain each other all three edges might go at once. So the most independent pair goes first, and the
 * others only as long as their sets still fit the graph; the first always does. */
static mixmi_status remove_in_turn(level *l)
{
	mixmi_graph *graph = l->search->graph;
	removal *removals = base_array(l->count, sizeof *removals);
	graph_lists lists;
	graph_between between;
	bool ready = graph_lists_init(&lists, graph);
	ready = graph_between_init(&between, graph->nodes) && ready && removals != NULL;
	size_t count = ready ? list_removals(removals, l) : 0;
	for (size_t i = 0; i < count; i++) {
		size_t pair = removals[i].pair, a, b;
		graph_evidence *e = &graph->evidence[pair];
		graph_separator s = { .pair = pair, .given = e->given, .given_count = e->given_count };
		graph_pair_nodes(graph, pair, &a, &b);
		e->doubtful = !graph_separator_fits(&s, graph, &lists, &between);
		l->again = l->again || e->doubtful;
		if (e->doubtful)
			continue;
		graph_remove(graph, a, b);
		graph_lists_cut(&lists, a, b);
	}
	free(removals);
	graph_lists_clear(&lists);
	graph_between_clear(&between);
	return ready ? MIXMI_OK : base_error_memory();
}

/* The pairs of a level, or of a part of it; marks stay as they are. */
static mixmi_status try_pairs(level *l, bool growing)
{
	char stage[64];
	snprintf(stage, sizeof stage, "level %zu", l->size);
	mixmi_status status = MIXMI_OK;
	if (growing && !graph_lists_init(&l->lists, l->search->graph))
		status = base_error_memory();
	if (status == MIXMI_OK)
		status = graph_search_share(l->search, stage, "pairs", l->count, try_pair,
		                            growing ? &pairs_again : &pairs_of_level, l);
	graph_lists_clear(&l->lists);
	return status;
}

static mixmi_status run_level(level *l)
{
	bool growing = l->size > 0 && is_balanced(l->search);
	if (l->search->inside == NULL)
		l->search->watch->level = l->size;
	graph_search_expect(l->search, l->count, l->size);
	memset(l->separated, 0, l->count * sizeof *l->separated);
	mixmi_status status = try_pairs(l, growing);
	l->again = false;
	if (l->search->watch->cancelled)
		forget_separated(l);
	else if (status == MIXMI_OK && growing)
		return remove_in_turn(l);
	else
		remove_separated(l);
	return status;
}

/* What every pair shows given nothing; a pair that was not asked about may show anything. */
static bool note_marginal(graph_search *search)
{
	size_t nodes = search->graph->nodes, all = nodes * (nodes - 1) / 2;
	search->marginal = base_array(all, sizeof *search->marginal);
	for (size_t pair = 0; search->marginal != NULL && pair < all; pair++) {
		const graph_evidence *e = &search->graph->evidence[pair];
		graph_answer answer = {
			.verdict = GRAPH_DEPENDENT, .p = e->p, .estimate = e->estimate, .corrected = e->corrected, .rows = e->rows
		};
		search->marginal[pair] = e->known ? graph_nats(&answer) : INFINITY;
	}
	return search->marginal != NULL;
}

/* Were there sets of this size? Without growing, pairs that have none are not listed. */
static bool any_tried(const level *l)
{
	if (l->size == 0 || !is_balanced(l->search))
		return l->count > 0;
	for (size_t i = 0; i < l->count; i++)
		if (l->separated[i] != GRAPH_NO_SETS)
			return true;
	return false;
}

/* One level, and once more while pairs have to look for other sets; *more: larger sets may be there. */
static mixmi_status run_size(level *l, size_t *room, bool *more)
{
	mixmi_status status = MIXMI_OK;
	*more = false;
	test_memory_forget(l->search->memory);
	do {
		l->again = false;
		l->count = list_pairs(l->pairs, l->search, l->size, room);
		if (l->count > 0)
			status = run_level(l);
		*more = *more || any_tried(l);
	} while (status == MIXMI_OK && l->again && !l->search->watch->cancelled);
	if (*more && !l->search->watch->cancelled)
		l->search->graph->levels = l->size + 1;
	if (status == MIXMI_OK && l->size == 0 && is_balanced(l->search) && !note_marginal(l->search))
		status = base_error_memory();
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
	bool more = true;
	for (; status == MIXMI_OK && more && !search->watch->cancelled && (largest < 0 || l.size <= (size_t)largest);
	     l.size++)
		status = run_size(&l, room, &more);
	free(l.pairs);
	free(l.separated);
	free(room);
	return status;
}
