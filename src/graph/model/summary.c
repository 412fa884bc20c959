/* The summary graph of a time series: one node per column, and one edge for all lags at which one column affects
 * another. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "graph/model/graph.h"

/* Adds a lag to a list such as "0, 2". False: out of memory. */
static bool add_lag(char **list, size_t lag)
{
	size_t used = *list != NULL ? strlen(*list) : 0;
	char *longer = base_array(used + 24, 1);
	if (longer == NULL)
		return false;
	snprintf(longer, used + 24, "%s%s%zu", *list != NULL ? *list : "", *list != NULL ? ", " : "", lag);
	free(*list);
	*list = longer;
	return true;
}

/* Of an arrowhead at several lags. */
static uint8_t more_certain(uint8_t kind, uint8_t other)
{
	return kind > other ? kind : other;
}

/* A summary edge has the arrows of its lags, and shows the strongest of them. */
static bool add_edge(mixmi_graph *out, const mixmi_graph *graph, size_t from, size_t to, const size_t *place)
{
	size_t a = place[graph->now[from]], b = place[graph->now[to]], n = out->nodes;
	if (a == b)
		return add_lag(&out->own_lags[a], graph->lag[from]);
	size_t pair = graph_pair(out, a, b);
	const graph_evidence *source = &graph->evidence[graph_pair(graph, from, to)];
	graph_evidence *e = &out->evidence[pair];
	uint8_t at_a = graph->mark[to * graph->nodes + from], at_b = graph->mark[from * graph->nodes + to];
	out->mark[b * n + a] = out->mark[b * n + a] == GRAPH_ARROW ? GRAPH_ARROW : at_a;
	out->mark[a * n + b] = out->mark[a * n + b] == GRAPH_ARROW ? GRAPH_ARROW : at_b;
	const uint8_t kinds[2] = { *graph_arrow_kind(out, a, b), *graph_arrow_kind(out, b, a) };
	bool stronger = !e->known || source->p < e->p || (source->p == e->p && source->estimate > e->estimate);
	if (stronger && source->known) {
		*e = *source;
		e->given = NULL;
		e->given_count = 0;
		e->along = source->along == from ? a : b;
		e->size_of = source->size_of == from ? a : b;
		if ((from > to) != (a > b))
			graph_evidence_turn(e);
	}
	*graph_arrow_kind(out, a, b) = more_certain(kinds[0], *graph_arrow_kind(graph, from, to));
	*graph_arrow_kind(out, b, a) = more_certain(kinds[1], *graph_arrow_kind(graph, to, from));
	e->by_knowledge = e->by_knowledge || source->by_knowledge;
	return add_lag(&out->pair_lags[pair], graph->lag[from]);
}

/* The columns without lag, and the position of each. NULL if memory runs out. */
static mixmi_graph *list_columns(const mixmi_graph *graph, size_t *place)
{
	size_t count = 0;
	const char **names = base_array(graph->nodes, sizeof *names);
	mixmi_type *types = base_array(graph->nodes, sizeof *types);
	mixmi_graph *out = NULL;
	for (size_t i = 0; names != NULL && types != NULL && i < graph->nodes; i++) {
		if (graph->lag[i] > 0)
			continue;
		place[i] = count;
		names[count] = graph->names[i];
		types[count++] = graph->types[i];
	}
	if (names != NULL && types != NULL)
		out = graph_new(names, types, count);
	free(names);
	free(types);
	return out;
}

static bool fill(mixmi_graph *out, const mixmi_graph *graph, const size_t *place)
{
	size_t n = out->nodes;
	out->own_lags = base_array_zero(n, sizeof(char *));
	out->pair_lags = base_array_zero(n * (n - 1) / 2, sizeof(char *));
	bool done = out->own_lags != NULL && out->pair_lags != NULL;
	for (size_t lag = 0; done && lag <= graph->lags; lag++)
		for (size_t from = 0; done && from < graph->nodes; from++)
			for (size_t to = 0; done && graph->lag[from] == lag && to < graph->nodes; to++)
				if (graph->lag[to] == 0 && graph_adjacent(graph, from, to) && (lag > 0 || from < to))
					done = add_edge(out, graph, from, to, place);
	out->tests = graph->tests;
	out->levels = graph->levels;
	out->complete = graph->complete;
	out->alpha = graph->alpha;
	out->threshold = graph->threshold;
	out->min_rows = graph->min_rows;
	out->kind = graph->kind;
	memcpy(out->search, graph->search, sizeof out->search);
	memcpy(out->test, graph->test, sizeof out->test);
	return done && graph_index(out);
}

mixmi_status mixmi_graph_summary(mixmi_graph **out, const mixmi_graph *graph)
{
	*out = NULL;
	if (graph->lag == NULL)
		return base_error(MIXMI_ERROR_USAGE, "only the graph of a series has a summary");
	size_t *place = base_array(graph->nodes, sizeof *place);
	mixmi_graph *made = place != NULL ? list_columns(graph, place) : NULL;
	bool done = made != NULL && fill(made, graph, place);
	free(place);
	if (done) {
		*out = made;
		return MIXMI_OK;
	}
	mixmi_graph_free(made);
	return base_error_memory();
}
