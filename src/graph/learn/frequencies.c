/* Counts edges of subsamples, by complementary pairs (Shah and Samworth 2013): an edge counts if both halves of the
 * rows have it. The halves are independent samples, so an edge that occurs by chance in a share p of them is in both
 * with probability p^2. Invariant: shares are quotients of integers, so they do not depend on the order of pairs or
 * nodes. */
#include "graph/learn/frequencies.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

/* ------------------------------------------------------------------------------------------------------------- lists */

static bool make_room(graph_edges *edges, size_t count)
{
	edges->pairs = base_array(count, sizeof *edges->pairs);
	edges->directions = base_array(count, sizeof *edges->directions);
	return edges->pairs != NULL && edges->directions != NULL;
}

static size_t count_edges(const mixmi_graph *graph)
{
	size_t count = 0;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++)
			count += graph_adjacent(graph, a, b);
	return count;
}

bool graph_edges_list(graph_edges *edges, const mixmi_graph *graph)
{
	*edges = (graph_edges){ .finished = true };
	if (!make_room(edges, count_edges(graph)))
		return false;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++) {
			if (!graph_adjacent(graph, a, b))
				continue;
			edges->pairs[edges->count] = (uint32_t)graph_pair(graph, a, b);
			edges->directions[edges->count++] = graph_directed(graph, a, b) ? 1 : graph_directed(graph, b, a) ? 2 : 0;
		}
	return true;
}

void graph_edges_put(base_parcel *parcel, const graph_edges *edges)
{
	base_parcel_put_number(parcel, edges->finished ? edges->count + 1 : 0);
	base_parcel_put(parcel, edges->pairs, edges->count * sizeof *edges->pairs);
	base_parcel_put(parcel, edges->directions, edges->count * sizeof *edges->directions);
}

bool graph_edges_take(base_parcel *parcel, graph_edges *edges)
{
	size_t count;
	if (!base_parcel_take_size(parcel, &count))
		return false;
	if (count == 0)
		return true;
	*edges = (graph_edges){ .finished = true, .count = count - 1 };
	return make_room(edges, edges->count) &&
	       base_parcel_take(parcel, edges->pairs, edges->count * sizeof *edges->pairs) &&
	       base_parcel_take(parcel, edges->directions, edges->count * sizeof *edges->directions);
}

void graph_edges_clear(graph_edges *edges)
{
	free(edges->pairs);
	free(edges->directions);
	*edges = (graph_edges){ 0 };
}

/* ------------------------------------------------------------------------------------------------------------ shares */

/* Counts by ordered pair of nodes, and by pair. */
typedef struct tally {
	uint32_t *arrows;    /* [nodes * nodes] complementary pairs in which both have a -> b */
	uint32_t *edges;     /* by pair of nodes: in which both have an edge */
	size_t halves;       /* complementary pairs of which both halves were finished */
	size_t single_edges; /* total number of edges in their subsamples */
} tally;

static void count_common(tally *t, const mixmi_graph *graph, uint32_t pair, uint8_t direction, uint8_t other)
{
	size_t a, b;
	graph_pair_nodes(graph, pair, &a, &b);
	t->edges[pair]++;
	t->arrows[a * graph->nodes + b] += direction == 1 && other == 1;
	t->arrows[b * graph->nodes + a] += direction == 2 && other == 2;
}

/* The lists are in ascending order of pairs. */
static void count(tally *t, const mixmi_graph *graph, const graph_edges *x, const graph_edges *y)
{
	if (!x->finished || !y->finished)
		return;
	t->halves++;
	t->single_edges += x->count + y->count;
	for (size_t i = 0, j = 0; i < x->count && j < y->count;) {
		uint32_t p = x->pairs[i], q = y->pairs[j];
		if (p == q)
			count_common(t, graph, p, x->directions[i], y->directions[j]);
		i += p <= q;
		j += q <= p;
	}
}

static bool set_shares(mixmi_graph *graph, const tally *t)
{
	size_t nodes = graph->nodes, pairs = nodes * (nodes - 1) / 2;
	double halves = (double)t->halves;
	graph->subsamples = 2 * t->halves;
	graph->subsample_edges = t->halves > 0 ? (double)t->single_edges / (2 * halves) : 0;
	if (t->halves == 0)
		return true;
	graph->frequency = base_array(nodes * nodes, sizeof *graph->frequency);
	graph->frequency_any = base_array(pairs, sizeof *graph->frequency_any);
	if (graph->frequency == NULL || graph->frequency_any == NULL)
		return false;
	for (size_t i = 0; i < nodes * nodes; i++)
		graph->frequency[i] = (double)t->arrows[i] / halves;
	for (size_t i = 0; i < pairs; i++)
		graph->frequency_any[i] = (double)t->edges[i] / halves;
	return true;
}

bool graph_fill_frequencies(mixmi_graph *graph, const graph_edges *found, size_t subsamples)
{
	tally t = { base_array_zero(graph->nodes * graph->nodes, sizeof *t.arrows),
		        base_array_zero(graph->nodes * graph->nodes, sizeof *t.edges), 0, 0 };
	bool done = t.arrows != NULL && t.edges != NULL;
	for (size_t i = 0; done && i + 1 < subsamples; i += 2)
		count(&t, graph, &found[i], &found[i + 1]);
	done = done && set_shares(graph, &t);
	free(t.arrows);
	free(t.edges);
	return done;
}

/* ------------------------------------------------------------------------------------------- graphs of other processes */

static mixmi_status check_nodes(const mixmi_graph *graph, const mixmi_graph *subsample, size_t index)
{
	bool same = graph->nodes == subsample->nodes;
	for (size_t i = 0; same && i < graph->nodes; i++)
		same = strcmp(graph->names[i], subsample->names[i]) == 0;
	if (same)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_USAGE, "subsample %zu has other nodes than the graph", index);
}

mixmi_status mixmi_graph_set_subsamples(mixmi_graph *graph, const mixmi_graph *const *subsamples, size_t count_of)
{
	graph_edges *found = base_array_zero(count_of, sizeof *found);
	mixmi_status status = found != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < count_of; i++) {
		status = check_nodes(graph, subsamples[i], i);
		if (status == MIXMI_OK && !graph_edges_list(&found[i], subsamples[i]))
			status = base_error_memory();
	}
	if (status == MIXMI_OK) {
		free(graph->frequency);
		free(graph->frequency_any);
		graph->frequency = graph->frequency_any = NULL;
		if (!graph_fill_frequencies(graph, found, count_of))
			status = base_error_memory();
	}
	for (size_t i = 0; found != NULL && i < count_of; i++)
		graph_edges_clear(&found[i]);
	free(found);
	return status;
}
