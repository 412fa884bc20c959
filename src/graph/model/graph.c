/* The graph as an object: marks, evidence and the lists for the public accessors. Invariant: mark[a, b] is GRAPH_NONE
 * if and only if mark[b, a] is; circles and bidirected edges occur only in a PAG. */
#include "graph/model/graph.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"

static size_t pair_count(size_t nodes)
{
	return nodes > 0 ? nodes * (nodes - 1) / 2 : 0;
}

size_t graph_pair(const mixmi_graph *graph, size_t a, size_t b)
{
	size_t low = a < b ? a : b, high = a < b ? b : a;
	return low * (2 * graph->nodes - low - 1) / 2 + (high - low - 1);
}

double *graph_probability(const mixmi_graph *graph, size_t a, size_t b)
{
	return &graph->evidence[graph_pair(graph, a, b)].probability[b < a];
}

uint8_t *graph_arrow_kind(const mixmi_graph *graph, size_t a, size_t b)
{
	return &graph->evidence[graph_pair(graph, a, b)].kind[b < a];
}

static void swap(double pair[2])
{
	double first = pair[0];
	pair[0] = pair[1];
	pair[1] = first;
}

void graph_evidence_turn(graph_evidence *evidence)
{
	swap(evidence->share);
	swap(evidence->probability);
	uint8_t first = evidence->kind[0];
	evidence->kind[0] = evidence->kind[1];
	evidence->kind[1] = first;
}

void graph_pair_nodes(const mixmi_graph *graph, size_t pair, size_t *a, size_t *b)
{
	/* the last row that starts at or before the pair */
	size_t low = 0, high = graph->nodes - 1;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (middle * (2 * graph->nodes - middle - 1) / 2 <= pair)
			low = middle;
		else
			high = middle;
	}
	*a = low;
	*b = pair - low * (2 * graph->nodes - low - 1) / 2 + low + 1;
}

mixmi_graph *graph_new(const char *const *names, const mixmi_type *types, size_t nodes)
{
	mixmi_graph *graph = base_array_zero(1, sizeof *graph);
	if (graph == NULL)
		return NULL;
	bool fits = nodes == 0 || nodes <= SIZE_MAX / nodes;
	graph->nodes = nodes;
	graph->complete = true;
	graph->alpha = graph->threshold = NAN;
	graph->names = base_strings_copy(names, nodes);
	graph->types = base_array(nodes, sizeof *graph->types);
	graph->mark = fits ? base_array_zero(nodes * nodes, sizeof *graph->mark) : NULL;
	graph->evidence = fits ? base_array_zero(pair_count(nodes), sizeof *graph->evidence) : NULL;
	if (graph->names == NULL || graph->types == NULL || graph->mark == NULL || graph->evidence == NULL) {
		mixmi_graph_free(graph);
		return NULL;
	}
	for (size_t i = 0; i < nodes; i++)
		graph->types[i] = types != NULL ? types[i] : MIXMI_NUMERIC;
	return graph;
}

void mixmi_graph_free(mixmi_graph *graph)
{
	if (graph == NULL)
		return;
	for (size_t i = 0; graph->evidence != NULL && i < pair_count(graph->nodes); i++)
		free(graph->evidence[i].given);
	for (size_t i = 0; i < graph->conflict_count; i++)
		free(graph->conflicts[i]);
	free(graph->names);
	free(graph->types);
	free(graph->mark);
	free(graph->evidence);
	free(graph->frequency);
	free(graph->frequency_any);
	free(graph->edge_pairs);
	free(graph->separation_pairs);
	free(graph->conflicts);
	free(graph->determined);
	free(graph->undecided_pairs);
	free(graph->suggestions);
	free(graph->totals);
	for (size_t i = 0; graph->pair_lags != NULL && i < pair_count(graph->nodes); i++)
		free(graph->pair_lags[i]);
	for (size_t i = 0; graph->own_lags != NULL && i < graph->nodes; i++)
		free(graph->own_lags[i]);
	free(graph->pair_lags);
	free(graph->own_lags);
	free(graph->lag);
	free(graph->now);
	free(graph);
}

bool graph_adjacent(const mixmi_graph *graph, size_t a, size_t b)
{
	return graph->mark[a * graph->nodes + b] != GRAPH_NONE;
}

bool graph_directed(const mixmi_graph *graph, size_t from, size_t to)
{
	return graph->mark[from * graph->nodes + to] == GRAPH_ARROW && graph->mark[to * graph->nodes + from] == GRAPH_TAIL;
}

void graph_set_marks(mixmi_graph *graph, size_t a, size_t b, graph_mark at_a, graph_mark at_b)
{
	graph->mark[a * graph->nodes + b] = (uint8_t)at_b;
	graph->mark[b * graph->nodes + a] = (uint8_t)at_a;
}

void graph_set_undirected(mixmi_graph *graph, size_t a, size_t b)
{
	graph_set_marks(graph, a, b, GRAPH_TAIL, GRAPH_TAIL);
}

void graph_set_directed(mixmi_graph *graph, size_t from, size_t to)
{
	graph_set_marks(graph, from, to, GRAPH_TAIL, GRAPH_ARROW);
}

void graph_remove(mixmi_graph *graph, size_t a, size_t b)
{
	graph_set_marks(graph, a, b, GRAPH_NONE, GRAPH_NONE);
}

void graph_set_same(mixmi_graph *graph, size_t a, size_t b)
{
	graph_mark open = graph->kind == GRAPH_PAG ? GRAPH_CIRCLE : GRAPH_TAIL;
	graph_set_marks(graph, a, b, open, open);
	graph->evidence[graph_pair(graph, a, b)].same = true;
}

void graph_settle_same(mixmi_graph *graph)
{
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++)
			if (graph->evidence[graph_pair(graph, a, b)].same)
				graph_set_same(graph, a, b);
}

bool graph_add_determined(mixmi_graph *graph, size_t column, size_t by)
{
	size_t count = graph->determined_count;
	graph_determined *larger = base_array(count + 1, sizeof *larger);
	if (larger == NULL)
		return false;
	if (count > 0)
		memcpy(larger, graph->determined, count * sizeof *larger);
	free(graph->determined);
	larger[count] = (graph_determined){ column, by };
	graph->determined = larger;
	graph->determined_count = count + 1;
	return true;
}

const char *const graph_suggestion_words[GRAPH_NO_ROOT] = { "name", "dates", "years" };

bool graph_add_suggestion(mixmi_graph *graph, size_t node, graph_suggestion_why why)
{
	size_t count = graph->suggestion_count;
	graph_suggestion *larger = base_array(count + 1, sizeof *larger);
	if (larger == NULL)
		return false;
	if (count > 0)
		memcpy(larger, graph->suggestions, count * sizeof *larger);
	free(graph->suggestions);
	larger[count] = (graph_suggestion){ node, why };
	graph->suggestions = larger;
	graph->suggestion_count = count + 1;
	return true;
}

bool graph_is_undecided(const mixmi_graph *graph, size_t a, size_t b)
{
	const graph_evidence *e = &graph->evidence[graph_pair(graph, a, b)];
	return e->unjudged && !e->by_knowledge && !graph_adjacent(graph, a, b);
}

void graph_drop_undecided(mixmi_graph *graph)
{
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++) {
			const graph_evidence *e = &graph->evidence[graph_pair(graph, a, b)];
			if (graph_adjacent(graph, a, b) && e->known && e->unjudged && !e->by_knowledge)
				graph_remove(graph, a, b);
		}
}

void graph_make_skeleton(mixmi_graph *graph)
{
	graph->kind = GRAPH_SKELETON;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++)
			if (graph_adjacent(graph, a, b))
				graph_set_undirected(graph, a, b);
}

bool graph_add_conflict(mixmi_graph *graph, const char *format, ...)
{
	char line[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	char *copy = base_string_copy(line);
	if (copy == NULL || !base_grow((void **)&graph->conflicts, &graph->conflict_capacity, graph->conflict_count + 1,
	                               sizeof *graph->conflicts)) {
		free(copy);
		return false;
	}
	graph->conflicts[graph->conflict_count++] = copy;
	return true;
}

void graph_drop_conflicts(mixmi_graph *graph, size_t count)
{
	while (graph->conflict_count > count)
		free(graph->conflicts[--graph->conflict_count]);
}

/* ------------------------------------------------------------------------------------------ another order */

static int compare_sizes(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	return (x > y) - (x < y);
}

/* Moves marks, evidence and frequencies of a pair of nodes; `places` is the inverse of `order`. */
static void move_pair(mixmi_graph *out, mixmi_graph *graph, size_t a, size_t b, const size_t *order,
                      const size_t *places)
{
	size_t n = out->nodes, all = graph->nodes, x = order[a], y = order[b];
	size_t pair = graph_pair(out, a, b), source = graph_pair(graph, x, y);
	out->mark[a * n + b] = graph->mark[x * all + y];
	out->mark[b * n + a] = graph->mark[y * all + x];
	if (out->frequency != NULL) {
		out->frequency[a * n + b] = graph->frequency[x * all + y];
		out->frequency[b * n + a] = graph->frequency[y * all + x];
		out->frequency_any[pair] = graph->frequency_any[source];
	}
	graph_evidence *evidence = &out->evidence[pair];
	*evidence = graph->evidence[source];
	graph->evidence[source].given = NULL;
	evidence->along = places[evidence->along];
	evidence->size_of = places[evidence->size_of];
	if ((x > y) != (a > b))
		graph_evidence_turn(evidence);
	for (size_t i = 0; i < evidence->given_count; i++)
		evidence->given[i] = places[evidence->given[i]];
	if (evidence->given_count > 1)
		qsort(evidence->given, evidence->given_count, sizeof *evidence->given, compare_sizes);
}

static void move_pairs(mixmi_graph *out, mixmi_graph *graph, const size_t *order, const size_t *places)
{
	for (size_t a = 0; a < out->nodes; a++)
		for (size_t b = a + 1; b < out->nodes; b++)
			if (order[a] != SIZE_MAX && order[b] != SIZE_MAX)
				move_pair(out, graph, a, b, order, places);
	for (size_t i = 0; i < graph->determined_count; i++) {
		graph->determined[i].column = places[graph->determined[i].column];
		graph->determined[i].by = places[graph->determined[i].by];
	}
}

/* Moves everything that does not refer to nodes. */
static void move_rest(mixmi_graph *out, mixmi_graph *graph)
{
	out->conflicts = graph->conflicts;
	out->conflict_count = graph->conflict_count;
	out->conflict_capacity = graph->conflict_capacity;
	graph->conflicts = NULL;
	graph->conflict_count = 0;
	out->determined = graph->determined;
	out->determined_count = graph->determined_count;
	graph->determined = NULL;
	out->tests = graph->tests;
	out->tests_reused = graph->tests_reused;
	out->levels = graph->levels;
	out->subsamples = graph->subsamples;
	out->min_rows = graph->min_rows;
	out->complete = graph->complete;
	out->kind = graph->kind;
	memcpy(out->search, graph->search, sizeof out->search);
	out->round = graph->round;
	out->open = graph->open;
	memcpy(out->stage, graph->stage, sizeof out->stage);
	out->subsample_edges = graph->subsample_edges;
	out->alpha = graph->alpha;
	out->threshold = graph->threshold;
	memcpy(out->test, graph->test, sizeof out->test);
}

mixmi_graph *graph_reorder(mixmi_graph *out, mixmi_graph *graph, const size_t *order)
{
	bool counted = graph->frequency != NULL && graph->frequency_any != NULL;
	size_t *places = base_array_zero(graph->nodes, sizeof *places);
	bool ready = out != NULL && places != NULL;
	if (ready && counted) {
		out->frequency = base_array_zero(out->nodes * out->nodes, sizeof *out->frequency);
		out->frequency_any = base_array_zero(pair_count(out->nodes), sizeof *out->frequency_any);
		ready = out->frequency != NULL && out->frequency_any != NULL;
	}
	if (ready) {
		for (size_t i = 0; i < out->nodes; i++)
			if (order[i] != SIZE_MAX)
				places[order[i]] = i;
		move_pairs(out, graph, order, places);
		move_rest(out, graph);
	}
	free(places);
	mixmi_graph_free(graph);
	if (!ready)
		mixmi_graph_free(out);
	return ready ? out : NULL;
}

/* ------------------------------------------------------------------------------------------------- asking */

bool graph_index(mixmi_graph *graph)
{
	size_t pairs = pair_count(graph->nodes), pair = 0;
	free(graph->edge_pairs);
	free(graph->separation_pairs);
	free(graph->undecided_pairs);
	graph->edges = graph->separations = graph->undecided = 0;
	graph->edge_pairs = base_array(pairs, sizeof *graph->edge_pairs);
	graph->separation_pairs = base_array(pairs, sizeof *graph->separation_pairs);
	graph->undecided_pairs = base_array(pairs, sizeof *graph->undecided_pairs);
	if (graph->edge_pairs == NULL || graph->separation_pairs == NULL || graph->undecided_pairs == NULL)
		return false;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++, pair++) {
			const graph_evidence *evidence = &graph->evidence[pair];
			if (graph_adjacent(graph, a, b))
				graph->edge_pairs[graph->edges++] = pair;
			else if (graph_is_undecided(graph, a, b))
				graph->undecided_pairs[graph->undecided++] = pair;
			else if (evidence->known || evidence->by_knowledge)
				graph->separation_pairs[graph->separations++] = pair;
		}
	return true;
}
