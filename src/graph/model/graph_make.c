/* Graphs that a program builds edge by edge. Invariant: after every call the lists of edges and of separated pairs are
 * those that graph_index() would make. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "graph/model/graph.h"

_Static_assert((int)MIXMI_MARK_TAIL == (int)GRAPH_TAIL && (int)MIXMI_MARK_ARROW == (int)GRAPH_ARROW,
               "marks go in and out as they are");

enum { MOST_NODES = 10000 };

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static mixmi_status check_names(const char *const *names, size_t count)
{
	if (count > MOST_NODES)
		return base_error(MIXMI_ERROR_LIMIT, "%zu nodes: a graph has at most %d", count, MOST_NODES);
	for (size_t i = 0; i < count; i++)
		if (*names[i] == '\0' || !base_text_is_utf8(names[i], strlen(names[i])))
			return base_error(MIXMI_ERROR_USAGE, "the name of node %zu is %s", i,
			                  *names[i] == '\0' ? "empty" : "not valid UTF-8");
	const char **sorted = base_array_copy(names, count, sizeof *names);
	if (sorted == NULL)
		return base_error_memory();
	qsort(sorted, count, sizeof *sorted, compare_names);
	mixmi_status status = MIXMI_OK;
	for (size_t i = 1; status == MIXMI_OK && i < count; i++)
		if (strcmp(sorted[i - 1], sorted[i]) == 0) {
			char shown[BASE_TEXT_SHOWN];
			status = base_error(MIXMI_ERROR_USAGE, "two nodes are named '%s'",
			                    base_text_show(shown, sorted[i], strlen(sorted[i])));
		}
	free(sorted);
	return status;
}

mixmi_status mixmi_graph_new(mixmi_graph **out, const char *const *names, size_t count)
{
	*out = NULL;
	mixmi_status status = check_names(names, count);
	if (status != MIXMI_OK)
		return status;
	mixmi_graph *graph = graph_new(names, NULL, count);
	if (graph == NULL || !graph_index(graph)) {
		mixmi_graph_free(graph);
		return base_error_memory();
	}
	graph->complete = true;
	*out = graph;
	return MIXMI_OK;
}

/* Adds a pair to an ascending list, or removes it. The lists are large enough for all pairs. */
static void list_pair(size_t *list, size_t *count, size_t pair, bool wanted)
{
	size_t place = 0, high = *count;
	while (place < high) {
		size_t middle = place + (high - place) / 2;
		if (list[middle] < pair)
			place = middle + 1;
		else
			high = middle;
	}
	bool there = place < *count && list[place] == pair;
	if (there == wanted)
		return;
	if (wanted)
		memmove(list + place + 1, list + place, (*count - place) * sizeof *list);
	else
		memmove(list + place, list + place + 1, (*count - place - 1) * sizeof *list);
	*count = wanted ? *count + 1 : *count - 1;
	if (wanted)
		list[place] = pair;
}

static mixmi_status check_edge(const mixmi_graph *graph, size_t a, size_t b, mixmi_mark mark_a, mixmi_mark mark_b)
{
	if (a >= graph->nodes || b >= graph->nodes)
		return base_error(MIXMI_ERROR_USAGE, "no node %zu: the graph has %zu", a >= graph->nodes ? a : b, graph->nodes);
	if (a == b)
		return base_error(MIXMI_ERROR_USAGE, "node %zu cannot be joined to itself", a);
	bool known = (unsigned)mark_a <= MIXMI_MARK_CIRCLE && (unsigned)mark_b <= MIXMI_MARK_CIRCLE;
	if (!known || (mark_a == MIXMI_MARK_NONE) != (mark_b == MIXMI_MARK_NONE))
		return base_error(MIXMI_ERROR_USAGE, "an edge has a mark at both ends; no edge has none");
	return MIXMI_OK;
}

mixmi_status mixmi_graph_join(mixmi_graph *graph, size_t a, size_t b, mixmi_mark mark_a, mixmi_mark mark_b)
{
	mixmi_status status = check_edge(graph, a, b, mark_a, mark_b);
	if (status != MIXMI_OK)
		return status;
	graph->mark[b * graph->nodes + a] = (uint8_t)mark_a;
	graph->mark[a * graph->nodes + b] = (uint8_t)mark_b;
	size_t pair = graph_pair(graph, a, b);
	const graph_evidence *evidence = &graph->evidence[pair];
	bool joined = mark_a != MIXMI_MARK_NONE;
	graph->evidence[pair].same = false;
	graph->evidence[pair].probability[0] = graph->evidence[pair].probability[1] = 0; /* of the previous marks */
	graph->evidence[pair].kind[0] = graph->evidence[pair].kind[1] = MIXMI_ARROW_NONE;
	graph->evidence[pair].unjudged = graph->evidence[pair].of_sum = false; /* the caller decides */
	list_pair(graph->edge_pairs, &graph->edges, pair, joined);
	list_pair(graph->undecided_pairs, &graph->undecided, pair, false);
	list_pair(graph->separation_pairs, &graph->separations, pair,
	          !joined && (evidence->known || evidence->by_knowledge));
	return MIXMI_OK;
}

mixmi_status mixmi_graph_set_arrows(mixmi_graph *graph, size_t a, size_t b, mixmi_arrow at_a, mixmi_arrow at_b)
{
	if (a >= graph->nodes || b >= graph->nodes || a == b || !graph_adjacent(graph, a, b))
		return base_error(MIXMI_ERROR_USAGE, "there is no edge between nodes %zu and %zu", a, b);
	if ((unsigned)at_a > MIXMI_ARROW_KNOWLEDGE || (unsigned)at_b > MIXMI_ARROW_KNOWLEDGE)
		return base_error(MIXMI_ERROR_USAGE, "no such kind of arrow: %d",
		                  (unsigned)at_a > MIXMI_ARROW_KNOWLEDGE ? (int)at_a : (int)at_b);
	bool head_a = graph->mark[b * graph->nodes + a] == GRAPH_ARROW,
		 head_b = graph->mark[a * graph->nodes + b] == GRAPH_ARROW;
	*graph_arrow_kind(graph, b, a) = (uint8_t)(head_a ? at_a : MIXMI_ARROW_NONE);
	*graph_arrow_kind(graph, a, b) = (uint8_t)(head_b ? at_b : MIXMI_ARROW_NONE);
	return MIXMI_OK;
}
