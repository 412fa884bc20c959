/* Separating sets of one pair. Cost: a test per set. */
#include "graph/search/separators.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/model/evidence.h"
#include "graph/search/subsets.h"

void graph_separators_clear(graph_separators *separators)
{
	for (size_t i = 0; i < separators->count; i++)
		free(separators->items[i].given);
	free(separators->items);
	*separators = (graph_separators){ 0 };
}

/* ------------------------------------------------------------------------------------------------ ordering */

static double known_or(double value, double other)
{
	return isnan(value) ? other : value;
}

int graph_separator_order(const graph_separator *s, const graph_separator *t)
{
	double p = known_or(s->answer.p, -1), q = known_or(t->answer.p, -1);
	double e = known_or(s->answer.estimate, INFINITY), f = known_or(t->answer.estimate, INFINITY);
	if (p != q)
		return p > q ? -1 : 1;
	return (e > f) - (e < f);
}

static int compare_separators(const graph_separator *s, const graph_separator *t)
{
	int order = graph_separator_order(s, t);
	return order != 0 ? order : (s->order > t->order) - (s->order < t->order);
}

const graph_separator *graph_separators_best(const graph_separators *separators)
{
	const graph_separator *best = separators->items;
	for (size_t i = 1; i < separators->count; i++)
		if (compare_separators(&separators->items[i], best) < 0)
			best = &separators->items[i];
	return separators->count > 0 ? best : NULL;
}

/* ------------------------------------------------------------------------------------------------- keeping */

static bool keep(graph_separators *s, const graph_separator *found)
{
	graph_separator item = *found;
	item.given = NULL;
	if (item.given_count > 0) {
		item.given = base_array_copy(found->given, found->given_count, sizeof *item.given);
		if (item.given == NULL)
			return false;
	}
	if (!base_grow((void **)&s->items, &s->capacity, s->count + 1, sizeof *s->items)) {
		free(item.given);
		return false;
	}
	s->items[s->count++] = item;
	return true;
}

void graph_separators_put(base_parcel *parcel, const graph_separators *separators)
{
	const graph_separator *best = graph_separators_best(separators);
	graph_evidence found = { .known = best != NULL };
	if (best != NULL)
		found = (graph_evidence){ .known = true,
			                      .estimate = best->answer.estimate,
			                      .corrected = best->answer.corrected,
			                      .p = best->answer.p,
			                      .lower = best->answer.lower,
			                      .upper = best->answer.upper,
			                      .rows = best->answer.rows,
			                      .given = best->given,
			                      .given_count = best->given_count };
	graph_evidence_put(parcel, &found);
}

bool graph_separators_take(base_parcel *parcel, graph_separators *separators)
{
	graph_evidence found = { 0 };
	bool good = graph_evidence_take(parcel, &found);
	if (good && found.known) {
		const graph_answer answer = { GRAPH_INDEPENDENT, found.estimate, found.corrected, found.p,
			                          found.lower,       found.upper,    found.rows };
		good = keep(separators, &(graph_separator){ 0, 0, answer, found.given, found.given_count });
	}
	free(found.given);
	return good;
}

/* ------------------------------------------------------------------------------------------------- finding */

/* Asks about one set after the other. */
static mixmi_status try_sets(graph_separators *out, graph_search *search, size_t pair, graph_subsets *sets, size_t size,
                             graph_worker *worker)
{
	size_t a, b;
	graph_separator found = { .pair = pair, .given = sets->set, .given_count = size };
	graph_evidence *evidence = &search->graph->evidence[pair];
	graph_pair_nodes(search->graph, pair, &a, &b);
	bool joined = graph_adjacent(search->graph, a, b);
	graph_subsets_start(sets, size);
	for (; graph_subsets_next(sets); found.order++) {
		mixmi_status status = graph_search_ask(&found.answer, search, a, b, sets->set, size, worker);
		if (status != MIXMI_OK || found.answer.verdict == GRAPH_UNASKED)
			return status;
		bool kept = true;
		if (graph_search_separates(search, &found.answer))
			kept = keep(out, &found);
		else if (joined && graph_evidence_is_weaker(&found.answer, evidence))
			kept = graph_evidence_set(evidence, &found.answer, sets->set, size);
		if (!kept)
			return base_error_memory();
	}
	return MIXMI_OK;
}

mixmi_status graph_separators_smallest(graph_separators *out, graph_search *search, size_t pair, const graph_pool *pool,
                                       size_t from, size_t to, size_t *room, graph_worker *worker)
{
	mixmi_status status = MIXMI_OK;
	size_t before = out->count;
	for (size_t size = from; status == MIXMI_OK && size <= to && out->count == before; size++) {
		graph_subsets sets = { .lists = { pool->lists[0], pool->lists[1] },
			                   .counts = { pool->counts[0], pool->counts[1] },
			                   .places = room,
			                   .set = room + size };
		status = try_sets(out, search, pair, &sets, size, worker);
	}
	return status;
}

bool graph_separators_cut(const graph_separators *separators, mixmi_graph *graph, size_t pair)
{
	const graph_separator *best = graph_separators_best(separators);
	size_t a, b;
	if (best == NULL)
		return true;
	graph_pair_nodes(graph, pair, &a, &b);
	graph_remove(graph, a, b);
	return graph_evidence_set(&graph->evidence[pair], &best->answer, best->given, best->given_count);
}
