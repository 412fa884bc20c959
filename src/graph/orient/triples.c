/* The three ways to judge the middle of a triple. The conservative and the majority rule ask about every set of neighbours
 * of either end, a pair of ends being one piece of work. Invariant: the triples of a pair stand together. */
#include "graph/orient/triples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/model/evidence.h"
#include "graph/search/lags.h"
#include "graph/search/share.h"
#include "graph/search/subsets.h"

/* Largest p at which causes count as dependent given a common effect. */
static const double VISIBLE = 0.05;

typedef struct listing {
	graph_search *search;
	graph_triple *triples;
	size_t count, capacity;
	size_t *starts; /* first triple of each pair of ends that has one, and the end of all */
	size_t pairs, pair_capacity;
	size_t most; /* nodes in the largest set that separated a pair; at least 1 */
} listing;

static bool add_triple(listing *l, size_t a, size_t b, size_t c)
{
	if (!base_grow((void **)&l->triples, &l->capacity, l->count + 1, sizeof *l->triples))
		return false;
	l->triples[l->count++] = (graph_triple){ (uint32_t)a, (uint32_t)b, (uint32_t)c, GRAPH_AMBIGUOUS, NAN };
	return true;
}

static bool end_pair(listing *l)
{
	if (!base_grow((void **)&l->starts, &l->pair_capacity, l->pairs + 2, sizeof *l->starts))
		return false;
	if (l->pairs == 0)
		l->starts[0] = 0;
	if (l->starts[l->pairs] < l->count)
		l->starts[++l->pairs] = l->count;
	return true;
}

static bool list_triples(listing *l)
{
	const mixmi_graph *graph = l->search->graph;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++) {
			if (graph_adjacent(graph, a, b))
				continue;
			for (size_t c = 0; c < graph->nodes; c++)
				if (c != a && c != b && graph_adjacent(graph, a, c) && graph_adjacent(graph, c, b) &&
				    (l->search->series == NULL || graph_series_open(l->search, a, b, c)) && !add_triple(l, a, b, c))
					return false;
			if (!end_pair(l))
				return false;
		}
	return true;
}

static size_t largest_set(const mixmi_graph *graph)
{
	size_t most = 1;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++) {
			size_t size = graph->evidence[graph_pair(graph, a, b)].given_count;
			if (!graph_adjacent(graph, a, b) && size > most)
				most = size;
		}
	return most;
}

static const graph_evidence *evidence_of(const graph_search *search, const graph_triple *t)
{
	return &search->graph->evidence[graph_pair(search->graph, t->a, t->b)];
}

/* Has a test separated the ends? Background knowledge, and tests that could not decide, say nothing about the middle. */
static bool is_tested(const graph_search *search, const graph_triple *t)
{
	const graph_evidence *e = evidence_of(search, t);
	return !e->by_knowledge && !e->unjudged;
}

static bool contains(const size_t *set, size_t count, size_t node)
{
	for (size_t i = 0; i < count; i++)
		if (set[i] == node)
			return true;
	return false;
}

static graph_triple_verdict judge_by_set(const graph_evidence *evidence, size_t middle)
{
	return graph_evidence_has(evidence, middle) ? GRAPH_NO_COLLIDER : GRAPH_COLLIDER;
}

/* By the separating set that was found first. */
static void judge_standard(listing *l)
{
	for (size_t i = 0; i < l->count; i++) {
		graph_triple *t = &l->triples[i];
		if (is_tested(l->search, t))
			t->verdict = judge_by_set(evidence_of(l->search, t), t->c);
	}
}

/* By the directed graph that has the shortest code, or with latent variables by what separated a pair that is joined there. */
static void judge_by_parents(listing *l)
{
	const bool *parents = l->search->parents;
	size_t nodes = l->search->graph->nodes;
	for (size_t i = 0; i < l->count; i++) {
		graph_triple *t = &l->triples[i];
		bool joined = parents[t->a * nodes + t->b] || parents[t->b * nodes + t->a];
		bool collider = parents[t->c * nodes + t->a] && parents[t->c * nodes + t->b];
		if (!l->search->options->latent || is_tested(l->search, t))
			t->verdict = joined     ? judge_by_set(evidence_of(l->search, t), t->c)
			             : collider ? GRAPH_COLLIDER
			                        : GRAPH_NO_COLLIDER;
	}
}

/* ------------------------------------------------------------------------------------- all separating sets */

/* The triples of one pair of ends, and how many separating sets there are and have each middle in them. */
typedef struct tally {
	graph_triple *triples;
	size_t count;
	size_t sets;
	size_t *with;            /* [count] */
	graph_answer (*best)[2]; /* [count] the clearest independence without the middle and with it */
} tally;

/* Is x clearer independence than y? Larger p, then smaller estimate; what was not asked is never clearer. */
static bool is_more_independent(const graph_answer *x, const graph_answer *y)
{
	if (x->verdict == GRAPH_UNASKED || y->verdict == GRAPH_UNASKED)
		return x->verdict != GRAPH_UNASKED;
	if (!isnan(x->p) && !isnan(y->p) && x->p != y->p)
		return x->p > y->p;
	return x->estimate < y->estimate;
}

static void weigh_set(tally *t, const graph_answer *answer, const size_t *set, size_t size)
{
	for (size_t i = 0; i < t->count; i++) {
		graph_answer *best = &t->best[i][contains(set, size, t->triples[i].c)];
		if (is_more_independent(answer, best))
			*best = *answer;
	}
}

static void count_set(tally *t, const size_t *set, size_t size)
{
	t->sets++;
	for (size_t i = 0; i < t->count; i++)
		t->with[i] += contains(set, size, t->triples[i].c);
}

/* Causes are dependent given a common effect. If no set with the middle shows this, nothing is decided. */
static graph_triple_verdict judge_by_p(const graph_answer best[2])
{
	bool dependent = isnan(best[1].p) ? best[1].verdict == GRAPH_DEPENDENT : best[1].p <= VISIBLE;
	if (is_more_independent(&best[0], &best[1]))
		return dependent || best[1].verdict == GRAPH_UNASKED ? GRAPH_COLLIDER : GRAPH_AMBIGUOUS;
	return is_more_independent(&best[1], &best[0]) ? GRAPH_NO_COLLIDER : GRAPH_AMBIGUOUS;
}

/* The difference in nats between the clearest independence without the middle and with it, in either direction; NaN: no set was tested
 * on one side. A p of 0 gives infinity. */
static double nats_between(const graph_answer best[2], bool collider)
{
	if (best[0].verdict == GRAPH_UNASKED || best[1].verdict == GRAPH_UNASKED)
		return NAN;
	double without = best[0].p == 0 ? INFINITY : graph_nats(&best[0]);
	double with = best[1].p == 0 ? INFINITY : graph_nats(&best[1]);
	return collider ? with - without : without - with;
}

static graph_triple_verdict judge(size_t with, size_t sets, int rule)
{
	if (rule == MIXMI_V_CONSERVATIVE)
		return with == 0 ? GRAPH_COLLIDER : with == sets ? GRAPH_NO_COLLIDER : GRAPH_AMBIGUOUS;
	return 2 * with < sets ? GRAPH_COLLIDER : 2 * with > sets ? GRAPH_NO_COLLIDER : GRAPH_AMBIGUOUS;
}

static bool is_subset(const size_t *set, size_t size, const size_t *list, size_t count)
{
	for (size_t i = 0; i < size; i++)
		if (!contains(list, count, set[i]))
			return false;
	return true;
}

/* The set that was found first may contain nodes that are no longer neighbours. It counts too, once. */
static void count_first(tally *t, const graph_evidence *evidence, const graph_subsets *s, size_t largest)
{
	bool among = evidence->given_count <= largest &&
	             (is_subset(evidence->given, evidence->given_count, s->lists[0], s->counts[0]) ||
	              is_subset(evidence->given, evidence->given_count, s->lists[1], s->counts[1]));
	if (!among) {
		const graph_answer answer = { GRAPH_INDEPENDENT, evidence->estimate, evidence->corrected, evidence->p,
			                          evidence->lower,   evidence->upper,    evidence->rows };
		weigh_set(t, &answer, evidence->given, evidence->given_count);
		count_set(t, evidence->given, evidence->given_count);
	}
}

/* Asks about every set up to `largest` nodes; *whole is false if the work was cancelled meanwhile. */
static mixmi_status count_sets(tally *t, graph_search *search, graph_subsets *s, size_t largest, bool *whole,
                               graph_worker *worker)
{
	for (size_t size = 0; size <= largest; size++) {
		graph_subsets_start(s, size);
		while (graph_subsets_next(s)) {
			graph_answer answer;
			mixmi_status status = graph_search_ask(&answer, search, t->triples->a, t->triples->b, s->set, size, worker);
			*whole = status == MIXMI_OK && answer.verdict != GRAPH_UNASKED;
			if (!*whole)
				return status;
			weigh_set(t, &answer, s->set, size);
			if (graph_search_separates(search, &answer))
				count_set(t, s->set, size);
		}
	}
	return MIXMI_OK;
}

/* As many nodes as all sets of neighbours have, or few enough for the sets to be few. */
static size_t largest_for(const graph_search *search, const graph_subsets *s, size_t most)
{
	size_t largest = s->counts[0] > s->counts[1] ? s->counts[0] : s->counts[1];
	if (largest > most && search->options->v_rule != MIXMI_V_CONSERVATIVE)
		largest = most; /* no larger set was needed to separate a pair */
	if (search->options->max_cond >= 0 && largest > (size_t)search->options->max_cond)
		largest = (size_t)search->options->max_cond;
	return largest;
}

static mixmi_status judge_pair(tally *t, graph_search *search, size_t most, size_t *room, graph_worker *worker)
{
	size_t nodes = search->graph->nodes;
	graph_subsets s = { .lists = { room, room + nodes }, .places = room + 2 * nodes, .set = room + 3 * nodes };
	s.counts[0] = graph_search_candidates(room, search, t->triples->a, t->triples->b);
	s.counts[1] = graph_search_candidates(room + nodes, search, t->triples->b, t->triples->a);
	size_t largest = largest_for(search, &s, most);
	bool whole = true;
	if (search->series == NULL || graph_series_asks(search, t->triples->a, t->triples->b))
		count_first(t, evidence_of(search, t->triples), &s, largest);
	mixmi_status status = count_sets(t, search, &s, largest, &whole, worker);
	for (size_t i = 0; i < t->count && whole; i++) {
		t->triples[i].verdict = search->options->v_rule == MIXMI_V_MAX_P
		                            ? judge_by_p(t->best[i])
		                            : judge(t->with[i], t->sets, search->options->v_rule);
		t->triples[i].nats = nats_between(t->best[i], t->triples[i].verdict == GRAPH_COLLIDER);
	}
	return status;
}

static mixmi_status judge_piece(void *context, size_t index, graph_worker *worker)
{
	listing *l = context;
	tally t = { .triples = l->triples + l->starts[index], .count = l->starts[index + 1] - l->starts[index] };
	if (!is_tested(l->search, t.triples))
		return MIXMI_OK;
	t.with = base_array_zero(t.count, sizeof *t.with);
	t.best = base_array_zero(t.count, sizeof *t.best);
	size_t *room = base_array(4 * l->search->graph->nodes, sizeof *room);
	mixmi_status status = t.with != NULL && t.best != NULL && room != NULL
	                          ? judge_pair(&t, l->search, l->most, room, worker)
	                          : base_error_memory();
	free(t.with);
	free(t.best);
	free(room);
	return status;
}

/* --------------------------------------------------------------------------------------------- shared with others */

static size_t pair_of(void *context, size_t index)
{
	const listing *l = context;
	const graph_triple *t = &l->triples[l->starts[index]];
	return graph_pair(l->search->graph, t->a, t->b);
}

static void put_verdicts(base_parcel *parcel, void *context, size_t index)
{
	const listing *l = context;
	for (size_t i = l->starts[index]; i < l->starts[index + 1]; i++) {
		base_parcel_put(parcel, &(uint8_t){ (uint8_t)l->triples[i].verdict }, 1);
		base_parcel_put(parcel, &l->triples[i].nats, sizeof l->triples[i].nats);
	}
}

static bool take_verdicts(base_parcel *parcel, void *context, size_t index)
{
	listing *l = context;
	uint8_t verdict;
	for (size_t i = l->starts[index]; i < l->starts[index + 1]; i++) {
		if (!base_parcel_take(parcel, &verdict, 1) ||
		    !base_parcel_take(parcel, &l->triples[i].nats, sizeof l->triples[i].nats))
			return false;
		l->triples[i].verdict = verdict;
	}
	return true;
}

static const graph_outcome verdicts = { pair_of, put_verdicts, take_verdicts };

mixmi_status graph_triples_judge(graph_triple **triples, size_t *count, graph_search *search)
{
	listing l = { .search = search, .most = largest_set(search->graph) };
	mixmi_status status = MIXMI_OK;
	if (!list_triples(&l))
		status = base_error_memory();
	else if (search->parents != NULL)
		judge_by_parents(&l);
	else if (search->options->v_rule == MIXMI_V_STANDARD)
		judge_standard(&l);
	else
		status = graph_search_share(search, "v-structures", "pairs", l.pairs, judge_piece, &verdicts, &l);
	free(l.starts);
	*triples = l.triples;
	*count = l.count;
	return status;
}
