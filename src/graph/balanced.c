/* A skeleton that is as careful about removing as about keeping. Like PC-stable it goes level by level, but of the sets that
 * separate the pairs of a level the clearest goes first, each only if it fits the graph that is left: its nodes lie on paths
 * between the two. So of three nodes that explain each other's dependence one edge goes and not all three. At the end, a
 * pair whose set fits the graph no longer gets another set, or its edge back. Invariant: answers that tie are dealt with
 * together, so nothing depends on the order of nodes; with a perfect test all tie and this is PC-stable. */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/evidence.h"
#include "graph/separators.h"
#include "graph/skeleton.h"

typedef struct level {
	graph_search *search;
	size_t size;             /* of the conditioning sets */
	size_t *pairs;           /* to be tried */
	graph_separators *found; /* [count] by place in `pairs` */
	size_t count;
	graph_lists lists; /* the graph as the level started */
	graph_between between;
} level;

static mixmi_status try_pair(void *context, size_t index, graph_worker *worker)
{
	level *l = context;
	return graph_separators_find(&l->found[index], l->search, &l->lists, l->pairs[index], l->size, worker);
}

/* ------------------------------------------------------------------------------------------------ removing */

/* Everything that was found, in one sorted array that points into the level's. */
static bool gather(graph_separators *all, const level *l)
{
	size_t total = 0;
	for (size_t i = 0; i < l->count; i++)
		total += l->found[i].count;
	*all = (graph_separators){ .count = total };
	all->items = base_array(total, sizeof *all->items);
	if (all->items == NULL)
		return false;
	total = 0;
	for (size_t i = 0; i < l->count; i++)
		for (size_t j = 0; j < l->found[i].count; j++)
			all->items[total++] = l->found[i].items[j];
	if (total > 1)
		qsort(all->items, total, sizeof *all->items, graph_separator_compare);
	return true;
}

/* Takes the edge away for the set that was chosen. */
static bool separate(level *l, const graph_separator *s)
{
	mixmi_graph *graph = l->search->graph;
	size_t a, b;
	graph_pair_nodes(graph, s->pair, &a, &b);
	graph_remove(graph, a, b);
	graph_lists_cut(&l->lists, a, b);
	return graph_evidence_set(&graph->evidence[s->pair], &s->answer, s->given, s->given_count);
}

static bool is_joined(const mixmi_graph *graph, size_t pair)
{
	size_t a, b;
	graph_pair_nodes(graph, pair, &a, &b);
	return graph_adjacent(graph, a, b);
}

/* Sets that tie are all held against the graph before any of them takes an edge away. `chosen` has room for them. */
static bool remove_tied(level *l, const graph_separator *tied, size_t count, bool *chosen)
{
	const mixmi_graph *graph = l->search->graph;
	size_t latest = SIZE_MAX;
	for (size_t i = 0; i < count; i++) {
		chosen[i] = tied[i].pair != latest && is_joined(graph, tied[i].pair) &&
		            graph_separator_fits(&tied[i], graph, &l->lists, &l->between);
		if (chosen[i])
			latest = tied[i].pair;
	}
	for (size_t i = 0; i < count; i++)
		if (chosen[i] && !separate(l, &tied[i]))
			return false;
	return true;
}

static bool remove_edges(level *l)
{
	graph_separators all;
	if (!gather(&all, l))
		return false;
	bool *chosen = base_array(all.count, sizeof *chosen), done = chosen != NULL;
	for (size_t start = 0, end; done && start < all.count; start = end) {
		end = start + 1;
		while (end < all.count && graph_separator_ties(&all.items[start], &all.items[end]))
			end++;
		done = remove_tied(l, all.items + start, end - start, chosen);
	}
	free(chosen);
	free(all.items); /* the sets belong to the level */
	return done;
}

/* ---------------------------------------------------------------------------------------------- the levels */

/* Begins a level with its pairs listed: the graph as it is, nothing found. To be ended in any case. */
static bool begin(level *l)
{
	size_t nodes = l->search->graph->nodes;
	l->found = base_array_zero(l->count, sizeof *l->found);
	bool listed = graph_lists_init(&l->lists, l->search->graph);
	return graph_between_init(&l->between, nodes) && listed && l->found != NULL;
}

static void end(level *l)
{
	for (size_t i = 0; l->found != NULL && i < l->count; i++)
		graph_separators_clear(&l->found[i]);
	free(l->found);
	l->found = NULL;
	graph_lists_clear(&l->lists);
	graph_between_clear(&l->between);
}

static mixmi_status run_level(level *l)
{
	char stage[64];
	snprintf(stage, sizeof stage, "level %zu", l->size);
	mixmi_status status = begin(l) ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK)
		status = graph_search_work(l->search, stage, l->count, try_pair, l);
	if (status == MIXMI_OK && !remove_edges(l))
		status = base_error_memory();
	end(l);
	return status;
}

static bool goes_on(const graph_search *search, size_t size)
{
	int64_t largest = search->options->max_cond;
	return !search->watch->cancelled && (largest < 0 || size <= (size_t)largest);
}

static mixmi_status run_levels(level *l, size_t *room)
{
	mixmi_status status = MIXMI_OK;
	for (l->size = 0; status == MIXMI_OK && goes_on(l->search, l->size); l->size++) {
		l->count = graph_skeleton_list(l->pairs, l->search, l->size, room);
		if (l->count == 0)
			break;
		l->search->graph->levels = l->size + 1;
		status = run_level(l);
	}
	return status;
}

/* --------------------------------------------------------------------------------------------- consistency */

/* Lists the separated pairs whose set does not fit the graph; the level has begun with no pairs. */
static void list_misfits(level *l)
{
	const mixmi_graph *graph = l->search->graph;
	size_t pairs = graph->nodes * (graph->nodes - 1) / 2;
	l->count = 0;
	for (size_t pair = 0; pair < pairs; pair++) {
		const graph_evidence *e = &graph->evidence[pair];
		graph_separator s = { .pair = pair, .given = e->given, .given_count = e->given_count };
		if (e->known && !e->by_knowledge && e->given_count > 0 && !is_joined(graph, pair) &&
		    !graph_separator_fits(&s, graph, &l->lists, &l->between))
			l->pairs[l->count++] = pair;
	}
}

/* Looks for the smallest sets that do. */
static mixmi_status try_again(void *context, size_t index, graph_worker *worker)
{
	level *l = context;
	graph_separators *found = &l->found[index];
	mixmi_status status = MIXMI_OK;
	size_t a, b;
	graph_pair_nodes(l->search->graph, l->pairs[index], &a, &b);
	size_t largest = l->lists.degrees[a] > l->lists.degrees[b] ? l->lists.degrees[a] : l->lists.degrees[b];
	for (size_t size = 1; size <= largest && goes_on(l->search, size); size++) {
		status = graph_separators_find(found, l->search, &l->lists, l->pairs[index], size, worker);
		if (status != MIXMI_OK || found->count > 0)
			break;
	}
	return status;
}

/* Takes over the best set of each pair, or joins it again; *joined counts those. */
static bool settle(level *l, size_t *joined)
{
	mixmi_graph *graph = l->search->graph;
	for (size_t i = 0; i < l->count; i++) {
		const graph_separators *found = &l->found[i];
		const graph_separator *best = found->items;
		size_t a, b;
		for (size_t j = 1; j < found->count; j++)
			if (graph_separator_compare(&found->items[j], best) < 0)
				best = &found->items[j];
		if (found->count > 0 &&
		    !graph_evidence_set(&graph->evidence[l->pairs[i]], &best->answer, best->given, best->given_count))
			return false;
		if (found->count > 0)
			continue;
		graph_pair_nodes(graph, l->pairs[i], &a, &b);
		graph_set_undirected(graph, a, b);
		graph->evidence[l->pairs[i]].doubtful = true;
		++*joined;
	}
	return true;
}

/* One round over all misfits. */
static mixmi_status mend(level *l, size_t *joined)
{
	size_t all = l->search->graph->nodes * (l->search->graph->nodes - 1) / 2;
	*joined = 0;
	l->count = all;
	mixmi_status status = begin(l) ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK)
		list_misfits(l);
	if (status == MIXMI_OK)
		status = graph_search_work(l->search, "sets that fit the graph", l->count, try_again, l);
	if (status == MIXMI_OK && !l->search->watch->cancelled && !settle(l, joined))
		status = base_error_memory();
	end(l);
	return status;
}

mixmi_status graph_balanced(graph_search *search)
{
	mixmi_graph *graph = search->graph;
	level l = { .search = search };
	l.pairs = base_array(graph->nodes * (graph->nodes - 1) / 2, sizeof *l.pairs);
	size_t *room = base_array(2 * graph->nodes, sizeof *room), joined = 1;
	mixmi_status status = MIXMI_OK;
	if (l.pairs == NULL || room == NULL)
		status = base_error_memory();
	else
		graph_skeleton_join_all(search);
	if (status == MIXMI_OK)
		status = run_levels(&l, room);
	while (status == MIXMI_OK && joined > 0 && !search->watch->cancelled)
		status = mend(&l, &joined);
	free(l.pairs);
	free(room);
	return status;
}
