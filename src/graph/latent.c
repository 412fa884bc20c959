/* FCI-stable. Possibly d-separating nodes of x are those on a path from x on which every middle node is a collider or lies in
 * a triangle with its neighbours. They are found on the graph as it stands before any edge goes, so that pairs are
 * independent work and their order does not matter. */
#include "graph/latent.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"
#include "graph/evidence.h"
#include "graph/pag.h"
#include "graph/separators.h"
#include "graph/share.h"
#include "graph/triples.h"

enum { MOST_NODES = 12 }; /* that sets of a pair are made of, from either side */

typedef struct latent {
	graph_search *search;
	mixmi_graph *graph;
	graph_pag pag;
	graph_triple *triples;
	size_t triple_count;
	bool *possible; /* [nodes * nodes] possible[x * nodes + v]: v is possibly d-separating for x */
	size_t *pairs;  /* joined pairs to be tried */
	graph_separators *found;
	size_t count;
	bool *was_limited;     /* [count] it has too many possibly d-separating nodes ... */
	atomic_size_t limited; /* ... and how often that was so */
} latent;

/* ------------------------------------------------------------------------------------------------- marks */

static const char *shown(char out[BASE_TEXT_SHOWN], const mixmi_graph *graph, size_t node)
{
	return base_text_show(out, graph->names[node], strlen(graph->names[node]));
}

/* Circles everywhere but for what is known beforehand. */
static void reset_marks(latent *l)
{
	mixmi_graph *graph = l->graph;
	const graph_rules *rules = l->search->rules;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = 0; b < graph->nodes; b++) {
			if (a == b || !graph_adjacent(graph, a, b))
				continue;
			bool not_b = graph_rules_forbid(rules, b, a),
				 must_b = graph_rules_require(rules, a, b) && graph_rules_forbid(rules, a, b);
			graph->mark[a * graph->nodes + b] = not_b ? GRAPH_ARROW : must_b ? GRAPH_TAIL : GRAPH_CIRCLE;
		}
}

/* Arrows at c from both sides, unless something known beforehand has a tail there. */
static bool set_collider(latent *l, const graph_triple *t)
{
	const size_t ends[2] = { t->a, t->b };
	char a[BASE_TEXT_SHOWN], b[BASE_TEXT_SHOWN], c[BASE_TEXT_SHOWN];
	for (int i = 0; i < 2; i++)
		if (graph_pag_mark(&l->pag, ends[i], t->c) == GRAPH_TAIL)
			return graph_add_conflict(l->graph, "%s *-> %s <-* %s contradicts background knowledge: not set",
			                          shown(a, l->graph, t->a), shown(c, l->graph, t->c), shown(b, l->graph, t->b));
	for (int i = 0; i < 2; i++)
		graph_pag_put(&l->pag, ends[i], t->c, GRAPH_ARROW);
	return true;
}

static bool report_ambiguous(latent *l, const graph_triple *t)
{
	char a[BASE_TEXT_SHOWN], b[BASE_TEXT_SHOWN], c[BASE_TEXT_SHOWN];
	if (l->graph->evidence[graph_pair(l->graph, t->a, t->b)].by_knowledge)
		return true;
	shown(c, l->graph, t->c);
	return graph_add_conflict(l->graph, "%s - %s - %s is ambiguous: separating sets disagree on %s",
	                          shown(a, l->graph, t->a), c, shown(b, l->graph, t->b), c);
}

/* Judges the triples of the present skeleton and sets their arrows; the ambiguous ones stay in l->triples. */
static mixmi_status set_colliders(latent *l, bool report)
{
	free(l->triples);
	l->pag.ambiguous = l->triples = NULL;
	l->pag.ambiguous_count = 0;
	reset_marks(l);
	mixmi_status status = graph_triples_judge(&l->triples, &l->triple_count, l->search);
	size_t ambiguous = 0;
	bool done = true;
	for (size_t i = 0; status == MIXMI_OK && done && i < l->triple_count; i++) {
		const graph_triple t = l->triples[i];
		if (t.verdict == GRAPH_COLLIDER)
			done = set_collider(l, &t);
		if (t.verdict != GRAPH_AMBIGUOUS)
			continue;
		done = !report || report_ambiguous(l, &t);
		l->triples[ambiguous++] = t;
	}
	if (ambiguous > 0)
		qsort(l->triples, ambiguous, sizeof *l->triples, graph_triple_compare);
	l->pag.ambiguous = l->triples;
	l->pag.ambiguous_count = ambiguous;
	return status == MIXMI_OK && !done ? base_error_memory() : status;
}

/* ------------------------------------------------------------------------------ possibly d-separating nodes */

/* Goes through all steps u - v that a path from x may take; `seen` and `stack` have room for nodes^2. */
static void spread(latent *l, size_t x, bool *seen, size_t *stack)
{
	size_t nodes = l->graph->nodes, height = 0;
	memset(seen, 0, nodes * nodes * sizeof *seen);
	for (size_t v = 0; v < nodes; v++)
		if (v != x && graph_adjacent(l->graph, x, v)) {
			seen[x * nodes + v] = true;
			stack[height++] = x * nodes + v;
		}
	while (height > 0) {
		size_t u = stack[--height] / nodes, v = stack[height] % nodes;
		l->possible[x * nodes + v] = true;
		for (size_t w = 0; w < nodes; w++) {
			if (w == u || w == x || w == v || seen[v * nodes + w] || !graph_adjacent(l->graph, v, w))
				continue;
			bool collider =
				graph_pag_mark(&l->pag, u, v) == GRAPH_ARROW && graph_pag_mark(&l->pag, w, v) == GRAPH_ARROW;
			if (!collider && !graph_adjacent(l->graph, u, w))
				continue;
			seen[v * nodes + w] = true;
			stack[height++] = v * nodes + w;
		}
	}
}

static bool find_possible(latent *l)
{
	size_t nodes = l->graph->nodes;
	bool *seen = base_array(nodes * nodes, sizeof *seen);
	size_t *stack = base_array(nodes * nodes, sizeof *stack);
	l->possible = base_array_zero(nodes * nodes, sizeof *l->possible);
	bool done = seen != NULL && stack != NULL && l->possible != NULL;
	for (size_t x = 0; done && x < nodes; x++)
		spread(l, x, seen, stack);
	free(seen);
	free(stack);
	return done;
}

static size_t list_possible(size_t *out, const latent *l, size_t x, size_t other)
{
	size_t count = 0, nodes = l->graph->nodes;
	for (size_t v = 0; v < nodes; v++)
		if (l->possible[x * nodes + v] && graph_search_may_stand(l->search, v, x, other))
			out[count++] = v;
	return count;
}

/* The smallest sets that separate a pair. `room` has place for all nodes four times. */
static mixmi_status try_possible(latent *l, size_t index, size_t *room, graph_worker *worker)
{
	size_t a, b, nodes = l->graph->nodes, counts[2];
	size_t *const lists[2] = { room, room + nodes };
	mixmi_status status = MIXMI_OK;
	graph_pair_nodes(l->graph, l->pairs[index], &a, &b);
	counts[0] = list_possible(lists[0], l, a, b);
	counts[1] = list_possible(lists[1], l, b, a);
	for (int i = 0; i < 2 && status == MIXMI_OK; i++)
		if (counts[i] > MOST_NODES) {
			l->limited++;
			l->was_limited[index] = true;
			status = graph_separators_choose(lists[i], &counts[i], MOST_NODES, l->search, l->pairs[index], worker);
		}
	size_t largest = counts[0] > counts[1] ? counts[0] : counts[1];
	if (l->search->options->max_cond >= 0 && largest > (size_t)l->search->options->max_cond)
		largest = (size_t)l->search->options->max_cond;
	for (size_t size = 1; status == MIXMI_OK && size <= largest && l->found[index].count == 0; size++)
		status = graph_separators_among(&l->found[index], l->search, l->pairs[index], lists, counts, size,
		                                room + 2 * nodes, worker);
	return status;
}

static mixmi_status try_pair(void *context, size_t index, graph_worker *worker)
{
	latent *l = context;
	size_t *room = base_array(4 * l->graph->nodes, sizeof *room);
	mixmi_status status = room != NULL ? try_possible(l, index, room, worker) : base_error_memory();
	free(room);
	return status;
}

static size_t pair_of(void *context, size_t index)
{
	const latent *l = context;
	return l->pairs[index];
}

static void put_found(base_parcel *parcel, void *context, size_t index)
{
	const latent *l = context;
	graph_evidence_put(parcel, &l->graph->evidence[l->pairs[index]]);
	graph_separators_put(parcel, &l->found[index]);
	base_parcel_put(parcel, &l->was_limited[index], sizeof *l->was_limited);
}

static bool take_found(base_parcel *parcel, void *context, size_t index)
{
	latent *l = context;
	bool taken = graph_evidence_take(parcel, &l->graph->evidence[l->pairs[index]]) &&
	             graph_separators_take(parcel, &l->found[index]) &&
	             base_parcel_take(parcel, &l->was_limited[index], sizeof *l->was_limited);
	l->limited += taken && l->was_limited[index];
	return taken;
}

static const graph_outcome found_outcome = { pair_of, put_found, take_found };

/* Takes edges away for the best set of each pair that has one. */
static bool separate(latent *l)
{
	for (size_t i = 0; i < l->count; i++) {
		const graph_separator *best = graph_separators_best(&l->found[i]);
		size_t a, b;
		if (best == NULL)
			continue;
		graph_pair_nodes(l->graph, l->pairs[i], &a, &b);
		graph_remove(l->graph, a, b);
		if (!graph_evidence_set(&l->graph->evidence[l->pairs[i]], &best->answer, best->given, best->given_count))
			return false;
	}
	return true;
}

static bool list_pairs(latent *l)
{
	size_t nodes = l->graph->nodes;
	l->pairs = base_array(nodes * (nodes - 1) / 2, sizeof *l->pairs);
	for (size_t a = 0; l->pairs != NULL && a < nodes; a++)
		for (size_t b = a + 1; b < nodes; b++)
			if (graph_adjacent(l->graph, a, b) && !graph_rules_require(l->search->rules, a, b))
				l->pairs[l->count++] = graph_pair(l->graph, a, b);
	l->found = l->pairs != NULL ? base_array_zero(l->count, sizeof *l->found) : NULL;
	l->was_limited = base_array_zero(l->count, sizeof *l->was_limited);
	return l->found != NULL && l->was_limited != NULL;
}

static mixmi_status use_possible(latent *l)
{
	if (!find_possible(l) || !list_pairs(l))
		return base_error_memory();
	mixmi_status status =
		graph_search_share(l->search, "possibly d-separating sets", "pairs", l->count, try_pair, &found_outcome, l);
	if (status == MIXMI_OK && !l->search->watch->cancelled && !separate(l))
		status = base_error_memory();
	if (status == MIXMI_OK && l->limited > 0 &&
	    !graph_add_conflict(
			l->graph,
			"some of %zu pairs have more than %d possibly d-separating columns: sets were made of those "
			"that explain most",
			l->count, MOST_NODES))
		status = base_error_memory();
	return status;
}

/* ------------------------------------------------------------------------------------------------------ all */

static mixmi_status run(latent *l)
{
	mixmi_status status = set_colliders(l, false);
	if (status == MIXMI_OK && !l->search->watch->cancelled)
		status = use_possible(l);
	if (status == MIXMI_OK && !l->search->watch->cancelled)
		status = set_colliders(l, true);
	if (status == MIXMI_OK && !l->search->watch->cancelled)
		graph_pag_close(&l->pag);
	return status;
}

mixmi_status graph_latent(graph_search *search)
{
	latent l = { .search = search, .graph = search->graph };
	search->graph->kind = GRAPH_PAG;
	mixmi_status status = graph_pag_init(&l.pag, search->graph) ? MIXMI_OK : base_error_memory();
	l.pag.selection = search->options->selection_bias != 0;
	if (status == MIXMI_OK)
		status = run(&l);
	for (size_t i = 0; l.found != NULL && i < l.count; i++)
		graph_separators_clear(&l.found[i]);
	free(l.found);
	free(l.pairs);
	free(l.possible);
	free(l.was_limited);
	free(l.triples);
	graph_pag_clear(&l.pag);
	return status;
}
