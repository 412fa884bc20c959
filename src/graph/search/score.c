/* The order search puts out a directed graph; its class is what data can show. The code of labels given labels is exact, and decides.
 * The code of numbers is a model, which tests correct:
 * - An edge of a family with numbers must pass the test given the other parents of its effect. Of each family the edge whose ends are
 *   most independent is closed, and the order is searched again, until all pass.
 * - A pair that is not joined, but depends given the parents of its later end, gets an edge that no code takes away. A model without
 *   an interaction may have taken a common effect for a cause: the pair must also depend given the sets that differ by one neighbour
 *   of both ends, and no edge is put where one of them separates it.
 * Cost: a test for each pair given nothing, one for each edge and for each pair that depends given nothing or has a neighbour in
 * common, and again where a family has changed. */
#include "graph/search/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/core/evidence.h"
#include "graph/jobs/share.h"
#include "graph/search/order.h"

enum {
	STARTS = 50,       /* random orders; what they have coded is shared, so that they cost little */
	STARTS_AGAIN = 5,  /* after edges were closed, beside the best order so far */
	MOST_PARENTS = 10, /* of a column, unless max-cond allows fewer */
	MOST_ROUNDS = 100
};

/* Pairs whose p given nothing is above SCREEN are looked at only where they have a neighbour in common, which may make them
 * dependent (Nandy, Hauser and Maathuis 2018). */
static const double SCREEN = 0.1;
static const double ALWAYS = 1e6; /* nats that an edge saves which tests have put there */

typedef struct graph_scored {
	graph_search *search;
	graph_code code;
	order_limits limits;
	graph_order *order;
	bool *allowed, *required; /* [nodes * nodes] */
	bool *parents;            /* [nodes * nodes] parents[i * nodes + j]: j is a parent of i */
	bool *ancestors;          /* [nodes * nodes] */
	bool *closed;             /* by pair: tests separate it */
	bool *joined;             /* by pair: tests join it, whatever the code says */
	bool *dependent;          /* by pair: it depends given nothing */
	bool *passed;             /* by pair: its edge has clearly passed the test, given the parents at that time */
	bool *touched;            /* [nodes] scratch */
	size_t *pairs;            /* [count] that are tested */
	size_t count;
	bool stopped;
} scored;

/* ------------------------------------------------------------------------------------------------------ searching */

static bool go_on(void *context)
{
	const graph_search *search = context;
	return !search->watch->cancelled;
}

static void find_limits(scored *s)
{
	const graph_search *search = s->search;
	size_t nodes = search->graph->nodes;
	int64_t largest = search->options->max_cond;
	for (size_t i = 0; i < nodes; i++)
		for (size_t j = 0; j < nodes; j++) {
			bool may =
				i != j && !graph_rules_forbid(search->rules, j, i) && !graph_rules_forbid_edge(search->rules, i, j);
			s->allowed[i * nodes + j] = may;
			s->required[i * nodes + j] =
				may && graph_rules_require(search->rules, i, j) && graph_rules_forbid(search->rules, i, j);
		}
	s->limits = (order_limits){ s->allowed, s->required, MOST_PARENTS, go_on, s->search };
	if (largest >= 0 && largest + 1 < MOST_PARENTS)
		s->limits.most_parents = (size_t)largest + 1;
}

static mixmi_status begin(scored *s)
{
	graph_search *search = s->search;
	size_t nodes = search->graph->nodes, pairs = nodes * (nodes - 1) / 2;
	s->allowed = base_array(nodes * nodes, sizeof *s->allowed);
	s->required = base_array(nodes * nodes, sizeof *s->required);
	s->parents = base_array(nodes * nodes, sizeof *s->parents);
	s->ancestors = base_array(nodes * nodes, sizeof *s->ancestors);
	s->closed = base_array_zero(pairs, sizeof *s->closed);
	s->joined = base_array_zero(pairs, sizeof *s->joined);
	s->dependent = base_array_zero(pairs, sizeof *s->dependent);
	s->passed = base_array_zero(pairs, sizeof *s->passed);
	s->touched = base_array_zero(nodes, sizeof *s->touched);
	s->pairs = base_array(pairs, sizeof *s->pairs);
	bool ready = s->allowed != NULL && s->required != NULL && s->parents != NULL && s->ancestors != NULL &&
	             s->closed != NULL && s->joined != NULL && s->dependent != NULL && s->passed != NULL &&
	             s->touched != NULL && s->pairs != NULL;
	if (ready) {
		find_limits(s);
		ready = graph_code_init(&s->code, search->table, search->columns, nodes);
	}
	s->order = ready ? graph_order_new(&s->code, &s->limits) : NULL;
	return s->order != NULL ? MIXMI_OK : base_error_memory();
}

static void end(scored *s)
{
	graph_order_free(s->order);
	graph_code_clear(&s->code);
	free(s->allowed);
	free(s->required);
	free(s->parents);
	free(s->ancestors);
	free(s->closed);
	free(s->joined);
	free(s->dependent);
	free(s->passed);
	free(s->touched);
	free(s->pairs);
}

/* -------------------------------------------------------------------------------------------------------- evidence */

static void find_ancestors(scored *s)
{
	size_t nodes = s->search->graph->nodes;
	memcpy(s->ancestors, s->parents, nodes * nodes * sizeof *s->ancestors);
	for (size_t k = 0; k < nodes; k++)
		for (size_t i = 0; i < nodes; i++)
			for (size_t j = 0; s->ancestors[i * nodes + k] && j < nodes; j++)
				s->ancestors[i * nodes + j] = s->ancestors[i * nodes + j] || s->ancestors[k * nodes + j];
}

static bool have_common_neighbour(const mixmi_graph *graph, size_t a, size_t b)
{
	for (size_t c = 0; c < graph->nodes; c++)
		if (c != a && c != b && graph_adjacent(graph, a, c) && graph_adjacent(graph, b, c))
			return true;
	return false;
}

/* Lists the pairs that tests are asked about in the end, and marks what knowledge decided. */
static void list_pairs(scored *s)
{
	const graph_search *search = s->search;
	mixmi_graph *graph = search->graph;
	s->count = 0;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++) {
			size_t pair = graph_pair(graph, a, b);
			graph_evidence *e = &graph->evidence[pair];
			bool both = graph_rules_forbid(search->rules, a, b) && graph_rules_forbid(search->rules, b, a);
			e->by_knowledge =
				both || graph_rules_forbid_edge(search->rules, a, b) || graph_rules_require(search->rules, a, b);
			if (!e->by_knowledge && !s->closed[pair] &&
			    (s->dependent[pair] || e->given_count > 0 || graph_adjacent(graph, a, b) ||
			     have_common_neighbour(graph, a, b)))
				s->pairs[s->count++] = pair;
		}
}

static size_t count_parents(const scored *s, size_t node)
{
	size_t nodes = s->search->graph->nodes, count = 0;
	for (size_t j = 0; j < nodes; j++)
		count += s->parents[node * nodes + j];
	return count;
}

/* Given the parents of one end, which is the effect of the other or has fewer of them. Ascending; returns how many. */
static size_t list_given(size_t *given, const scored *s, size_t a, size_t b)
{
	size_t nodes = s->search->graph->nodes, count = 0;
	bool first =
		s->ancestors[a * nodes + b] || (!s->ancestors[b * nodes + a] && count_parents(s, a) < count_parents(s, b));
	size_t end = first ? a : b;
	for (size_t j = 0; j < nodes; j++)
		if (s->parents[end * nodes + j] && j != a && j != b)
			given[count++] = j;
	return count;
}

static mixmi_status find_evidence(void *context, size_t index, graph_worker *worker)
{
	scored *s = context;
	graph_search *search = s->search;
	graph_answer answer;
	size_t a, b, *given = base_array(search->graph->nodes, sizeof *given);
	if (given == NULL)
		return base_error_memory();
	graph_pair_nodes(search->graph, s->pairs[index], &a, &b);
	size_t count = list_given(given, s, a, b);
	int64_t largest = search->options->max_cond;
	mixmi_status status = MIXMI_OK;
	answer.verdict = GRAPH_UNASKED;
	if (largest < 0 || count <= (size_t)largest)
		status = graph_search_ask(&answer, search, a, b, given, count, worker);
	if (status == MIXMI_OK && answer.verdict != GRAPH_UNASKED &&
	    !graph_evidence_set(&search->graph->evidence[s->pairs[index]], &answer, given, count))
		status = base_error_memory();
	free(given);
	return status;
}

static size_t pair_of(void *context, size_t index)
{
	const scored *s = context;
	return s->pairs[index];
}

static void put_evidence(base_parcel *parcel, void *context, size_t index)
{
	const scored *s = context;
	graph_evidence_put(parcel, &s->search->graph->evidence[s->pairs[index]]);
}

static bool take_evidence(base_parcel *parcel, void *context, size_t index)
{
	scored *s = context;
	return graph_evidence_take(parcel, &s->search->graph->evidence[s->pairs[index]]);
}

/* A pair and what its set is. */
typedef struct by_set {
	uint64_t set;
	size_t pair;
} by_set;

static int compare_sets(const void *x, const void *y)
{
	const by_set *a = x, *b = y;
	if (a->set != b->set)
		return a->set < b->set ? -1 : 1;
	return (a->pair > b->pair) - (a->pair < b->pair);
}

/* Pairs with the same set next to each other, so that the test makes each set ready once. */
static bool sort_by_set(scored *s)
{
	size_t *given = base_array(s->search->graph->nodes, sizeof *given), a, b;
	by_set *order = base_array(s->count, sizeof *order);
	bool ready = given != NULL && order != NULL;
	for (size_t i = 0; ready && i < s->count; i++) {
		graph_pair_nodes(s->search->graph, s->pairs[i], &a, &b);
		size_t count = list_given(given, s, a, b);
		order[i] = (by_set){ BASE_HASH_START, s->pairs[i] };
		for (size_t k = 0; k < count; k++)
			order[i].set = base_hash_number(order[i].set, given[k]);
	}
	if (ready)
		qsort(order, s->count, sizeof *order, compare_sets);
	for (size_t i = 0; ready && i < s->count; i++)
		s->pairs[i] = order[i].pair;
	free(order);
	free(given);
	return ready;
}

/* Asks about all pairs of the list; `size`: of the sets, for the expected number of tests. */
static mixmi_status ask(scored *s, const char *stage, size_t size, graph_piece *piece)
{
	static const graph_outcome outcome = { pair_of, put_evidence, take_evidence };
	find_ancestors(s);
	if (!sort_by_set(s))
		return base_error_memory();
	graph_search_expect(s->search, s->count, size);
	return graph_search_share(s->search, stage, "pairs", s->count, piece, &outcome, s);
}

static mixmi_status ask_tests(scored *s, const char *stage, bool first)
{
	return ask(s, stage, first ? 0 : 2, find_evidence);
}

/* ---------------------------------------------------------------------------------------------- edges that must pass */

static bool is_parent(const scored *s, size_t a, size_t b)
{
	size_t nodes = s->search->graph->nodes;
	return s->parents[a * nodes + b] || s->parents[b * nodes + a];
}

static bool is_label(const scored *s, size_t node)
{
	return s->code.columns[node].levels != NULL;
}

/* Must the edge of j and its effect i pass the test? Labels given labels are coded exactly, and the code decides about them; of fewer rows than
 * option min-rows it keeps too much (independent labels of 15 rows: edges with p = .8). */
static bool is_modelled(const scored *s, size_t i, size_t j)
{
	const graph_search *search = s->search;
	size_t nodes = search->graph->nodes;
	if (!s->parents[i * nodes + j] || graph_rules_require(search->rules, i, j))
		return false;
	bool any =
		!is_label(s, i) || search->table->rows < search->graph->min_rows || s->joined[graph_pair(search->graph, i, j)];
	for (size_t k = 0; k < nodes; k++)
		any = any || (s->parents[i * nodes + k] && !is_label(s, k));
	return any;
}

/* `all`: also those that have clearly passed before. */
static void list_modelled(scored *s, bool all)
{
	const mixmi_graph *graph = s->search->graph;
	s->count = 0;
	for (size_t i = 0; i < graph->nodes; i++)
		for (size_t j = 0; j < graph->nodes; j++) {
			size_t pair = i != j ? graph_pair(graph, i, j) : 0;
			if (i != j && !is_parent(s, i, j))
				s->passed[pair] = false;
			if (is_modelled(s, i, j) && (all || !s->passed[pair]))
				s->pairs[s->count++] = pair;
		}
}

/* The level of one pair, where all pairs share alpha. */
static double shared_level(const scored *s)
{
	size_t nodes = s->search->graph->nodes;
	return s->search->options->alpha / (double)(nodes * (nodes - 1) / 2);
}

static void note_passed(scored *s)
{
	for (size_t i = 0; i < s->count; i++) {
		const graph_evidence *e = &s->search->graph->evidence[s->pairs[i]];
		s->passed[s->pairs[i]] = e->known && !e->unjudged && e->p < shared_level(s);
	}
}

static bool separates(const scored *s, size_t pair)
{
	const graph_evidence *e = &s->search->graph->evidence[pair];
	const graph_answer answer = { GRAPH_DEPENDENT, e->estimate, e->corrected, e->p, e->detectable, e->rows };
	return e->known && !e->unjudged && graph_search_separates(s->search, &answer);
}

static void close_pair(scored *s, size_t a, size_t b)
{
	size_t nodes = s->search->graph->nodes;
	s->closed[graph_pair(s->search->graph, a, b)] = true;
	s->allowed[a * nodes + b] = s->allowed[b * nodes + a] = false;
}

/* Closes the edge of each family whose ends are most independent; false: all pass. */
static bool close_some(scored *s)
{
	const mixmi_graph *graph = s->search->graph;
	size_t nodes = graph->nodes;
	bool any = false;
	for (size_t i = 0; i < nodes; i++) {
		size_t best = SIZE_MAX;
		for (size_t j = 0; j < nodes; j++) {
			size_t pair = i != j ? graph_pair(graph, i, j) : 0;
			if (!is_modelled(s, i, j) || !separates(s, pair))
				continue;
			if (best == SIZE_MAX || graph->evidence[pair].p > graph->evidence[graph_pair(graph, i, best)].p)
				best = j;
		}
		if (best == SIZE_MAX)
			continue;
		close_pair(s, i, best);
		any = true;
	}
	return any;
}

/* ------------------------------------------------------------------------------------------- edges that the code lacks */

static bool share_a_neighbour(const scored *s, size_t a, size_t b)
{
	for (size_t c = 0; c < s->search->graph->nodes; c++)
		if (c != a && c != b && is_parent(s, a, c) && is_parent(s, b, c))
			return true;
	return false;
}

static bool may_be_joined(const scored *s, size_t a, size_t b)
{
	size_t nodes = s->search->graph->nodes;
	return (s->allowed[a * nodes + b] || s->allowed[b * nodes + a]) && !is_parent(s, a, b);
}

/* Pairs that are not joined: those that depend given nothing, or that a common effect may make dependent. */
static void list_absent(scored *s, bool marginal)
{
	const mixmi_graph *graph = s->search->graph;
	s->count = 0;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++) {
			size_t pair = graph_pair(graph, a, b);
			if (may_be_joined(s, a, b) && (marginal || s->dependent[pair] || share_a_neighbour(s, a, b)))
				s->pairs[s->count++] = pair;
		}
}

/* Labels given labels are coded exactly: there the code decides. */
static bool has_numbers(const scored *s, size_t a, size_t b, const graph_evidence *e)
{
	bool any = !is_label(s, a) || !is_label(s, b);
	for (size_t i = 0; i < e->given_count; i++)
		any = any || !is_label(s, e->given[i]);
	return any;
}

/* Do tests join the pair? */
static bool is_lacking(const scored *s, size_t pair)
{
	const graph_evidence *e = &s->search->graph->evidence[pair];
	size_t a, b;
	graph_pair_nodes(s->search->graph, pair, &a, &b);
	return has_numbers(s, a, b, e) && e->known && !e->unjudged && e->p < shared_level(s);
}

/* The set without the node that it has, or with the one that it lacks; returns how many. */
static size_t exchange(size_t *out, const scored *s, const size_t *set, size_t count, size_t node)
{
	size_t left = 0, from = 0;
	for (size_t j = 0; j < s->search->graph->nodes; j++) {
		bool has = from < count && set[from] == j;
		from += has;
		if (has != (j == node))
			out[left++] = j;
	}
	return left;
}

/* Asks about one set; the evidence is replaced where it separates more clearly than what stands there. */
static mixmi_status try_set(scored *s, size_t pair, const size_t *set, size_t count, graph_worker *worker)
{
	graph_search *search = s->search;
	graph_evidence *e = &search->graph->evidence[pair];
	graph_answer answer = { .verdict = GRAPH_UNASKED };
	size_t a, b;
	int64_t largest = search->options->max_cond;
	graph_pair_nodes(search->graph, pair, &a, &b);
	if (largest >= 0 && count > (size_t)largest)
		return MIXMI_OK;
	mixmi_status status = graph_search_ask(&answer, search, a, b, set, count, worker);
	bool separated = status == MIXMI_OK && (answer.verdict == GRAPH_INDEPENDENT || answer.verdict == GRAPH_DEPENDENT) &&
	                 answer.p > GRAPH_CLEARLY * search->options->alpha;
	if (separated && answer.p > e->p && !graph_evidence_set(e, &answer, set, count))
		return base_error_memory();
	return status;
}

static mixmi_status try_other_sets(void *context, size_t index, graph_worker *worker)
{
	scored *s = context;
	size_t a, b, nodes = s->search->graph->nodes, *set = base_array(2 * nodes, sizeof *set);
	if (set == NULL)
		return base_error_memory();
	graph_pair_nodes(s->search->graph, s->pairs[index], &a, &b);
	size_t *other = set + nodes, count = list_given(set, s, a, b);
	mixmi_status status = MIXMI_OK;
	for (size_t c = 0; status == MIXMI_OK && c < nodes && !worker->open; c++)
		if (graph_search_may_stand(s->search, c, a, b) && is_parent(s, a, c) && is_parent(s, b, c))
			status = try_set(s, s->pairs[index], other, exchange(other, s, set, count, c), worker);
	free(set);
	return status;
}

/* Leaves in the list what tests join. */
static void keep_lacking(scored *s)
{
	size_t left = 0;
	for (size_t i = 0; i < s->count; i++)
		if (is_lacking(s, s->pairs[i]))
			s->pairs[left++] = s->pairs[i];
	s->count = left;
}

/* Closes what another set has separated. */
static void close_separated(scored *s)
{
	size_t a, b;
	for (size_t i = 0; i < s->count; i++) {
		graph_pair_nodes(s->search->graph, s->pairs[i], &a, &b);
		if (!is_lacking(s, s->pairs[i]))
			close_pair(s, a, b);
	}
}

/* Whatever its ends code, the edge is there. */
static void join(scored *s, size_t pair)
{
	size_t a, b, nodes = s->search->graph->nodes;
	graph_pair_nodes(s->search->graph, pair, &a, &b);
	s->joined[pair] = true;
	s->code.prices[a * nodes + b] = s->code.prices[b * nodes + a] = -ALWAYS;
	if (s->search->graph->evidence[pair].unjudged)
		s->limits.most_parents = nodes;
}

/* Is the first more clearly dependent? The same for any order of the list. */
static bool is_clearer(const mixmi_graph *graph, size_t pair, size_t other)
{
	double p = graph->evidence[pair].p, q = graph->evidence[other].p;
	return p < q || (p == q && pair < other);
}

/* Joins the clearest of the pairs that tests join, and others that have no node in common with one before; false: there is none. */
static bool join_some(scored *s)
{
	const mixmi_graph *graph = s->search->graph;
	size_t nodes = graph->nodes;
	bool any = false;
	memset(s->touched, 0, nodes * sizeof *s->touched);
	for (bool more = true; more;) {
		size_t best = SIZE_MAX, a, b;
		more = false;
		for (size_t i = 0; i < s->count; i++) {
			graph_pair_nodes(graph, s->pairs[i], &a, &b);
			if (is_lacking(s, s->pairs[i]) && !s->touched[a] && !s->touched[b] &&
			    (best == SIZE_MAX || is_clearer(graph, s->pairs[i], s->pairs[best])))
				best = i;
		}
		if (best == SIZE_MAX)
			break;
		graph_pair_nodes(graph, s->pairs[best], &a, &b);
		s->touched[a] = s->touched[b] = more = any = true;
		join(s, s->pairs[best]);
	}
	return any;
}

static bool recode_touched(scored *s)
{
	for (size_t i = 0; i < s->search->graph->nodes; i++)
		if (s->touched[i] && !graph_order_recode(s->order, i))
			return false;
	return true;
}

/* ------------------------------------------------------------------------------------------------------------ rounds */

static bool is_over(const scored *s, mixmi_status status)
{
	return status != MIXMI_OK || s->stopped || s->search->watch->cancelled;
}

static mixmi_status search_order(scored *s, bool first)
{
	bool done = graph_order_run(s->order, s->parents, first ? STARTS : STARTS_AGAIN, &s->stopped);
	return done ? MIXMI_OK : base_error_memory();
}

/* Which pairs depend given nothing, at a level that only leaves out what hardly does. Undecided pairs are joined. */
static mixmi_status screen(scored *s)
{
	const mixmi_graph *graph = s->search->graph;
	memset(s->parents, 0, graph->nodes * graph->nodes * sizeof *s->parents);
	list_absent(s, true);
	mixmi_status status = ask_tests(s, "level 0", true);
	for (size_t i = 0; i < s->count; i++) {
		const graph_evidence *e = &graph->evidence[s->pairs[i]];
		s->dependent[s->pairs[i]] = e->known && !e->unjudged && (isnan(e->p) || e->p < SCREEN);
		if (e->known && e->unjudged)
			join(s, s->pairs[i]);
	}
	return status;
}

/* *again, here and below: the order has to be searched once more. */
static mixmi_status close_edges(scored *s, bool all, bool *again)
{
	list_modelled(s, all);
	mixmi_status status = ask_tests(s, "edges that a model found", false);
	if (!is_over(s, status)) {
		note_passed(s);
		*again = close_some(s);
	}
	return status;
}

static mixmi_status join_pairs(scored *s, bool *again)
{
	list_absent(s, false);
	mixmi_status status = ask_tests(s, "edges that the code lacks", false);
	if (is_over(s, status))
		return status;
	keep_lacking(s);
	status = ask(s, "pairs that another set may separate", 2, try_other_sets);
	if (is_over(s, status))
		return status;
	close_separated(s);
	*again = join_some(s);
	return *again && !recode_touched(s) ? base_error_memory() : status;
}

/* Closes what tests separate and joins what they do not. An edge that has passed clearly is asked about again, given the parents that
 * its effect has by then, only when nothing else changes. */
static mixmi_status correct(scored *s, bool *again)
{
	*again = false;
	mixmi_status status = close_edges(s, false, again);
	if (!is_over(s, status) && !*again)
		status = join_pairs(s, again);
	if (!is_over(s, status) && !*again)
		status = close_edges(s, true, again);
	return status;
}

static mixmi_status find_parents(scored *s)
{
	mixmi_status status = begin(s);
	bool again = true;
	if (!is_over(s, status))
		status = screen(s);
	for (int round = 0; again && round < MOST_ROUNDS && !is_over(s, status); round++) {
		status = search_order(s, round == 0);
		if (!is_over(s, status))
			status = correct(s, &again);
	}
	return status;
}

/* The skeleton; its directions follow from search->parents, of which all graphs of the same class have the same v-structures. */
static void make_skeleton(scored *s)
{
	mixmi_graph *graph = s->search->graph;
	size_t nodes = graph->nodes;
	for (size_t i = 0; i < nodes; i++)
		for (size_t j = 0; j < nodes; j++)
			if (s->parents[i * nodes + j])
				graph_set_undirected(graph, j, i);
}

mixmi_status graph_score_run(graph_search *search)
{
	scored *s = search->scored = base_array_zero(1, sizeof *s);
	if (s == NULL)
		return base_error_memory();
	s->search = search;
	mixmi_status status = find_parents(s);
	if (!is_over(s, status)) {
		make_skeleton(s);
		list_pairs(s);
		status = ask_tests(s, "what supports edges", false);
	}
	if (!is_over(s, status)) {
		search->parents = s->parents;
		search->order = s->order;
	}
	return status;
}

void graph_score_clear(graph_search *search)
{
	if (search->scored != NULL)
		end(search->scored);
	free(search->scored);
	search->scored = NULL;
	search->parents = NULL;
	search->order = NULL;
}
