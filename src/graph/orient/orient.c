/* V-structures (Colombo and Maathuis 2014, section 4), after background knowledge and before Meek's rules. V-structures that contradict
 * each other are all left out; only the rules of the paper set them one after another. Invariant: the directed part that is left is acyclic. */
#include "graph/orient/orient.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"
#include "graph/orient/certainty.h"
#include "graph/orient/meek.h"
#include "graph/orient/triples.h"

typedef struct orientation {
	graph_search *search;
	mixmi_graph *graph;
	graph_directions directions;
	uint32_t
		*partner; /* [nodes * nodes] of the arrow a -> c: 1 + b of the v-structure a -> c <- b that set it; else 0 */
} orientation;

static const char *shown(char out[BASE_TEXT_SHOWN], const mixmi_graph *graph, size_t node)
{
	return base_text_show(out, graph->names[node], strlen(graph->names[node]));
}

/* Of both marks of an arrow: without latent variables one follows from the other. */
static void set_probability(orientation *o, size_t a, size_t b, double probability)
{
	*graph_probability(o->graph, a, b) = *graph_probability(o->graph, b, a) = probability;
}

/* ---------------------------------------------------------------------------------------------- knowledge */

/* An edge with only one allowed direction gets it. Required directions come first, because they are known to be consistent. */
static bool obey_knowledge(orientation *o, bool required)
{
	const graph_rules *rules = o->search->rules;
	for (size_t from = 0; rules->flags != NULL && from < o->graph->nodes; from++)
		for (size_t to = 0; to < o->graph->nodes; to++) {
			if (from == to || !graph_adjacent(o->graph, from, to) || graph_directed(o->graph, from, to) ||
			    !graph_rules_forbid(rules, to, from) || graph_rules_require(rules, from, to) != required)
				continue;
			if (graph_may_point(&o->directions, from, to)) {
				graph_set_directed(o->graph, from, to);
				set_probability(o, from, to, 1);
				continue;
			}
			char x[BASE_TEXT_SHOWN], y[BASE_TEXT_SHOWN];
			if (!graph_add_conflict(
					o->graph, "%s -> %s not set: background knowledge leaves no other direction, but it %s",
					shown(x, o->graph, from), shown(y, o->graph, to), graph_why_not(&o->directions, from, to)))
				return false;
		}
	return true;
}

/* -------------------------------------------------------------------------------------------- v-structures */

/* Reports why a -> c <- b is impossible: `side` is the end whose arrow cannot be set. */
static bool report_conflict(orientation *o, const graph_triple *t, size_t side)
{
	char a[BASE_TEXT_SHOWN], b[BASE_TEXT_SHOWN], c[BASE_TEXT_SHOWN], s[BASE_TEXT_SHOWN], other[BASE_TEXT_SHOWN];
	const mixmi_graph *graph = o->graph;
	shown(a, graph, t->a);
	shown(b, graph, t->b);
	shown(c, graph, t->c);
	shown(s, graph, side);
	uint32_t partner = o->partner[t->c * graph->nodes + side];
	if (!graph_directed(graph, t->c, side) && !graph_rules_forbid(o->search->rules, side, t->c))
		return graph_add_conflict(o->graph, "v-structure %s -> %s <- %s not set: it %s", a, c, b,
		                          graph_why_not(&o->directions, side, t->c));
	if (partner == 0)
		return graph_add_conflict(o->graph, "v-structure %s -> %s <- %s not set: background knowledge forbids %s -> %s",
		                          a, c, b, s, c);
	return graph_add_conflict(o->graph, "v-structure %s -> %s <- %s not set: it contradicts %s -> %s <- %s", a, c, b, c,
	                          s, shown(other, graph, partner - 1));
}

/* The end whose arrow to the middle cannot be set; SIZE_MAX: both can. */
static size_t end_in_the_way(orientation *o, const graph_triple *t)
{
	const size_t ends[2] = { t->a, t->b };
	for (int i = 0; i < 2; i++)
		if (!graph_directed(o->graph, ends[i], t->c) &&
		    (graph_directed(o->graph, t->c, ends[i]) || !graph_may_point(&o->directions, ends[i], t->c)))
			return ends[i];
	return SIZE_MAX;
}

static void set_arrows(orientation *o, const graph_triple *t)
{
	const size_t ends[2] = { t->a, t->b };
	double probability = graph_probability_of_nats(t->nats, true);
	for (int i = 0; i < 2; i++) {
		if (probability > *graph_probability(o->graph, ends[i], t->c))
			set_probability(o, ends[i], t->c, probability);
		if (graph_directed(o->graph, ends[i], t->c))
			continue;
		graph_set_directed(o->graph, ends[i], t->c);
		o->partner[ends[i] * o->graph->nodes + t->c] = (uint32_t)ends[1 - i] + 1;
	}
}

/* ---------------------------------------------------------------------------------------- opposed v-structures */

static bool note_claims(uint32_t *claims, const graph_triple *triples, size_t count, size_t nodes)
{
	bool any = false;
	for (size_t i = 0; i < count; i++) {
		const graph_triple *t = &triples[i];
		if (t->verdict != GRAPH_COLLIDER)
			continue;
		claims[t->a * nodes + t->c] = t->b + 1;
		claims[t->b * nodes + t->c] = t->a + 1;
		any = any || claims[t->c * nodes + t->a] != 0 || claims[t->c * nodes + t->b] != 0;
	}
	return any;
}

/* Reports that a -> c <- b and c -> s <- x contradict each other. */
static bool report_opposed(orientation *o, const graph_triple *t, size_t side, size_t other)
{
	char a[BASE_TEXT_SHOWN], b[BASE_TEXT_SHOWN], c[BASE_TEXT_SHOWN], s[BASE_TEXT_SHOWN], x[BASE_TEXT_SHOWN];
	const mixmi_graph *graph = o->graph;
	shown(c, graph, t->c);
	shown(s, graph, side);
	return graph_add_conflict(o->graph,
	                          "v-structures %s -> %s <- %s and %s -> %s <- %s contradict each other: neither is set",
	                          shown(a, graph, t->a), c, shown(b, graph, t->b), c, s, shown(x, graph, other));
}

/* V-structures that require an edge in both directions are all left out, so that no order matters. They
 * become ambiguous. False: out of memory. */
static bool drop_opposed(orientation *o, graph_triple *triples, size_t count)
{
	size_t nodes = o->graph->nodes;
	uint32_t *claims = base_array_zero(nodes * nodes, sizeof *claims);
	bool done = claims != NULL, any = done && note_claims(claims, triples, count, nodes);
	for (size_t i = 0; done && any && i < count; i++) {
		graph_triple *t = &triples[i];
		if (t->verdict != GRAPH_COLLIDER)
			continue;
		size_t side = claims[t->c * nodes + t->a] != 0 ? t->a : t->b;
		uint32_t other = claims[t->c * nodes + side];
		if (other == 0)
			continue;
		done = report_opposed(o, t, side, other - 1);
		t->verdict = GRAPH_OPPOSED;
	}
	free(claims);
	return done;
}

/* Says that the separating sets of the ends disagree, or what a v-structure lacks; a triple that was never judged has no sets. */
static bool report_ambiguous(orientation *o, const graph_triple *t)
{
	char a[BASE_TEXT_SHOWN], b[BASE_TEXT_SHOWN], c[BASE_TEXT_SHOWN];
	const mixmi_graph *graph = o->graph;
	const graph_evidence *e = &graph->evidence[graph_pair(graph, t->a, t->b)];
	if (e->by_knowledge || e->unjudged || o->search->watch->cancelled)
		return true;
	shown(a, graph, t->a);
	shown(b, graph, t->b);
	shown(c, graph, t->c);
	return graph_add_conflict(o->graph,
	                          "%s - %s - %s is ambiguous: only some of the sets that separate %s and %s contain %s", a,
	                          c, b, a, b, c);
}

/* As in the paper: one after another in the order of their ends' names, and what stands in the way of one leaves it out. */
static bool set_in_turn(orientation *o, const graph_triple *triples, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (triples[i].verdict != GRAPH_COLLIDER)
			continue;
		size_t side = end_in_the_way(o, &triples[i]);
		if (side == SIZE_MAX)
			set_arrows(o, &triples[i]);
		else if (!report_conflict(o, &triples[i], side))
			return false;
	}
	return true;
}

/* Those that contradict background knowledge are not v-structures from here on. */
static bool leave_out_known(orientation *o, graph_triple *triples, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t side = triples[i].verdict == GRAPH_COLLIDER ? end_in_the_way(o, &triples[i]) : SIZE_MAX;
		if (side == SIZE_MAX)
			continue;
		triples[i].verdict = GRAPH_NO_COLLIDER;
		if (!report_conflict(o, &triples[i], side))
			return false;
	}
	return true;
}

static void set_all(orientation *o, const graph_triple *triples, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (triples[i].verdict == GRAPH_COLLIDER)
			set_arrows(o, &triples[i]);
}

/* Removes the arrows of v-structures. */
static void unset_all(orientation *o)
{
	size_t nodes = o->graph->nodes;
	for (size_t from = 0; from < nodes; from++)
		for (size_t to = 0; to < nodes; to++)
			if (o->partner[from * nodes + to] != 0) {
				graph_set_undirected(o->graph, from, to);
				set_probability(o, from, to, 0);
				o->partner[from * nodes + to] = 0;
			}
}

/* V-structures that together form a cycle are all left out. */
static bool leave_out_cycles(orientation *o, graph_triple *triples, size_t count)
{
	char a[BASE_TEXT_SHOWN], b[BASE_TEXT_SHOWN], c[BASE_TEXT_SHOWN];
	for (size_t i = 0; i < count; i++) {
		graph_triple *t = &triples[i];
		if (t->verdict != GRAPH_COLLIDER ||
		    !(graph_on_cycle(&o->directions, t->a, t->c) || graph_on_cycle(&o->directions, t->b, t->c)))
			continue;
		t->verdict = GRAPH_OPPOSED;
		if (!graph_add_conflict(o->graph, "v-structure %s -> %s <- %s not set: with others it closes a directed cycle",
		                        shown(a, o->graph, t->a), shown(c, o->graph, t->c), shown(b, o->graph, t->b)))
			return false;
	}
	return true;
}

/* All together, so that no order decides. */
static bool set_at_once(orientation *o, graph_triple *triples, size_t count)
{
	if (!drop_opposed(o, triples, count) || !leave_out_known(o, triples, count))
		return false;
	set_all(o, triples, count);
	if (!leave_out_cycles(o, triples, count))
		return false;
	unset_all(o);
	set_all(o, triples, count);
	return true;
}

/* Sets the colliders, and puts the ambiguous ones first in `triples`, sorted. */
static bool set_colliders(orientation *o, graph_triple *triples, size_t count)
{
	size_t ambiguous = 0;
	if (!(o->directions.in_turn ? set_in_turn(o, triples, count) : set_at_once(o, triples, count)))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (triples[i].verdict == GRAPH_AMBIGUOUS && !report_ambiguous(o, &triples[i]))
			return false;
		if (triples[i].verdict == GRAPH_AMBIGUOUS || triples[i].verdict == GRAPH_OPPOSED) {
			const graph_triple other = triples[ambiguous];
			triples[ambiguous++] = triples[i];
			triples[i] = other;
		}
	}
	if (ambiguous > 0)
		qsort(triples, ambiguous, sizeof *triples, graph_triple_compare);
	if (count > ambiguous)
		qsort(triples + ambiguous, count - ambiguous, sizeof *triples, graph_triple_compare);
	o->directions.ambiguous = triples;
	o->directions.ambiguous_count = ambiguous;
	o->directions.others = count > ambiguous ? triples + ambiguous : NULL;
	o->directions.other_count = count - ambiguous;
	return true;
}

/* Background knowledge has priority, but a triple that it makes a v-structure against the tests is reported. */
static bool report_made_colliders(orientation *o, const graph_triple *triples, size_t count)
{
	char a[BASE_TEXT_SHOWN], b[BASE_TEXT_SHOWN], c[BASE_TEXT_SHOWN];
	for (size_t i = 0; o->search->rules->flags != NULL && i < count; i++) {
		const graph_triple *t = &triples[i];
		if (t->verdict != GRAPH_NO_COLLIDER || !graph_directed(o->graph, t->a, t->c) ||
		    !graph_directed(o->graph, t->b, t->c))
			continue;
		shown(c, o->graph, t->c);
		if (!graph_add_conflict(
				o->graph,
				"background knowledge directs %s -> %s <- %s, but the set that separates %s and %s contains %s",
				shown(a, o->graph, t->a), c, shown(b, o->graph, t->b), a, b, c))
			return false;
	}
	return true;
}

/* A tail of an undirected edge is as probable as the least probable of its triples, none of which is a v-structure. */
static void weigh_lines(orientation *o)
{
	for (size_t i = 0; i < o->directions.other_count; i++) {
		const graph_triple *t = &o->directions.others[i];
		const size_t ends[2] = { t->a, t->b };
		double probability = graph_probability_of_nats(t->nats, false);
		for (int k = 0; k < 2; k++) {
			double *before = graph_probability(o->graph, ends[k], t->c);
			if (!graph_directed(o->graph, ends[k], t->c) && !graph_directed(o->graph, t->c, ends[k]) &&
			    probability > 0 && (*before == 0 || probability < *before))
				*before = probability;
		}
	}
}

mixmi_status graph_orient(graph_search *search)
{
	orientation o = { .search = search, .graph = search->graph };
	graph_triple *triples = NULL;
	size_t count = 0, nodes = search->graph->nodes;
	o.partner = base_array_zero(nodes * nodes, sizeof *o.partner);
	mixmi_status status = MIXMI_OK;
	if (!graph_directions_init(&o.directions, search->graph, search->rules) || o.partner == NULL)
		status = base_error_memory();
	o.directions.in_turn = search->options->search == MIXMI_SEARCH_PC_STABLE &&
	                       search->options->v_rule != MIXMI_V_MAX_P && search->series == NULL;
	if (status == MIXMI_OK)
		status = graph_triples_judge(&triples, &count, search);
	bool done = status == MIXMI_OK && obey_knowledge(&o, true) && obey_knowledge(&o, false) &&
	            set_colliders(&o, triples, count) && graph_meek(&o.directions) &&
	            report_made_colliders(&o, triples, count);
	weigh_lines(&o);
	if (status == MIXMI_OK && !done)
		status = base_error_memory();
	free(triples);
	free(o.partner);
	graph_directions_clear(&o.directions);
	return status;
}
