/* Separating sets of one pair. A node that lies on no path between two others cannot help to separate them; leaving such
 * nodes out keeps sets consistent with the graph (Li, Cabeli, Sella and Isambert 2019), and with a perfect test loses
 * nothing, as no smallest separating set has one. Cost: a test a set; O(nodes + edges) a pair. */
#include "graph/separators.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/evidence.h"
#include "graph/subsets.h"

enum { MOST_SETS = 1000 }; /* from the neighbours of one node, for one size */

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

static int compare_answers(const graph_answer *x, const graph_answer *y)
{
	double p = known_or(x->p, -1), q = known_or(y->p, -1);
	double e = known_or(x->estimate, INFINITY), f = known_or(y->estimate, INFINITY);
	if (p != q)
		return p > q ? -1 : 1;
	return (e > f) - (e < f);
}

static int compare_separators(const graph_separator *s, const graph_separator *t)
{
	int order = compare_answers(&s->answer, &t->answer);
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
			                      .hidden = best->answer.hidden,
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
		const graph_answer answer = { GRAPH_INDEPENDENT, found.estimate, found.corrected,
			                          found.p,           found.hidden,   found.rows };
		good = keep(separators, &(graph_separator){ 0, 0, answer, found.given, found.given_count });
	}
	free(found.given);
	return good;
}

/* ---------------------------------------------------------------------------------------------- candidates */

/* A candidate and what the pair still shows given it alone. */
typedef struct contributor {
	size_t node;
	graph_answer answer;
} contributor;

static int compare_contributors(const void *x, const void *y)
{
	const contributor *c = x, *d = y;
	int order = compare_answers(&c->answer, &d->answer);
	return order != 0 ? order : (c->node > d->node) - (c->node < d->node);
}

static int compare_nodes(const void *x, const void *y)
{
	size_t a = *(const size_t *)x, b = *(const size_t *)y;
	return (a > b) - (a < b);
}

static double sets_of(size_t count, size_t size)
{
	double sets = count < size ? 0 : 1;
	for (size_t i = 0; i < size; i++)
		sets *= (double)(count - i) / (double)(i + 1);
	return sets;
}

mixmi_status graph_separators_choose(size_t *list, size_t *count, size_t kept, graph_search *search, size_t pair,
                                     graph_worker *worker)
{
	size_t a, b;
	if (kept >= *count)
		return MIXMI_OK;
	graph_pair_nodes(search->graph, pair, &a, &b);
	contributor *all = base_array(*count, sizeof *all);
	mixmi_status status = all != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; i < *count && status == MIXMI_OK; i++) {
		all[i].node = list[i];
		status = graph_search_ask(&all[i].answer, search, a, b, &list[i], 1, worker);
	}
	if (status == MIXMI_OK) {
		qsort(all, *count, sizeof *all, compare_contributors);
		for (size_t i = 0; i < kept; i++)
			list[i] = all[i].node;
		qsort(list, kept, sizeof *list, compare_nodes);
		*count = kept;
	}
	free(all);
	return status;
}

/* As many as the number of sets allows. */
static size_t most_for(size_t count, size_t size)
{
	while (size >= 2 && count > size && sets_of(count, size) > MOST_SETS)
		count--;
	return count;
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
	graph_subsets_start(sets, size);
	for (; graph_subsets_next(sets); found.order++) {
		mixmi_status status = graph_search_ask(&found.answer, search, a, b, sets->set, size, worker);
		if (status != MIXMI_OK || found.answer.verdict == GRAPH_UNASKED)
			return status;
		bool kept = true;
		if (graph_search_separates(search, &found.answer))
			kept = keep(out, &found);
		else if (graph_evidence_is_weaker(&found.answer, evidence))
			kept = graph_evidence_set(evidence, &found.answer, sets->set, size);
		if (!kept)
			return base_error_memory();
	}
	return MIXMI_OK;
}

mixmi_status graph_separators_among(graph_separators *out, graph_search *search, size_t pair, size_t *const lists[2],
                                    size_t counts[2], size_t size, size_t *room, graph_worker *worker)
{
	for (int i = 0; i < 2; i++) {
		size_t kept = most_for(counts[i], size);
		mixmi_status status = graph_separators_choose(lists[i], &counts[i], kept, search, pair, worker);
		if (status != MIXMI_OK)
			return status;
	}
	graph_subsets sets = {
		.lists = { lists[0], lists[1] }, .counts = { counts[0], counts[1] }, .places = room, .set = room + size
	};
	return try_sets(out, search, pair, &sets, size, worker);
}

bool graph_separator_fits(const graph_separator *separator, const mixmi_graph *graph, const graph_lists *lists,
                          graph_between *between)
{
	size_t a, b;
	bool near_a = true, near_b = true, inside = true;
	graph_pair_nodes(graph, separator->pair, &a, &b);
	for (size_t i = 0; i < separator->given_count; i++) {
		near_a = near_a && graph_adjacent(graph, a, separator->given[i]);
		near_b = near_b && graph_adjacent(graph, b, separator->given[i]);
	}
	if (near_a && near_b)
		return true;
	if (!near_a && !near_b)
		return false;
	graph_between_find(between, lists, a, b);
	for (size_t i = 0; i < separator->given_count; i++)
		inside = inside && between->nodes[separator->given[i]];
	return inside;
}
