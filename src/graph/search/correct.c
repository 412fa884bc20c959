#include "graph/search/correct.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/special.h"
#include "graph/model/evidence.h"
#include "graph/search/share.h"

typedef graph_scored scored;

/* Pairs with p above SCREEN without a conditioning set are tested again only if they have a common neighbour, which may make them
 * dependent (Nandy, Hauser and Maathuis 2018). */
static const double SCREEN = 0.1;
static const double ALWAYS = 1e6; /* nats that an edge saves if tests require it */

bool graph_correct_is_over(const scored *s, mixmi_status status)
{
	return status != MIXMI_OK || s->stopped || s->search->watch->cancelled;
}

/* ----------------------------------------------------------------------------------------------------------- tests */

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

/* Lists the pairs for the final tests, and marks those that background knowledge decides. */
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

/* The conditioning set of a pair: the parents of the end that is a descendant of the other, else of the end with fewer parents.
 * Ascending; returns how many. */
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

/* A pair and the hash of its conditioning set. */
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

/* Sorts pairs with the same conditioning set next to each other, so that the test prepares each set once. */
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

/* Tests all pairs of the list. `size`: the usual size of their conditioning sets, for the expected time. */
static mixmi_status ask(scored *s, const char *stage, size_t size, graph_piece *piece)
{
	static const graph_outcome outcome = { pair_of, put_evidence, take_evidence };
	find_ancestors(s);
	if (!sort_by_set(s))
		return base_error_memory();
	graph_search_expect(s->search, s->count, size);
	return graph_search_share(s->search, stage, "pairs", s->count, piece, &outcome, s);
}

/* ----------------------------------------------------------------------------------------- edges that the code has */

static bool is_parent(const scored *s, size_t a, size_t b)
{
	size_t nodes = s->search->graph->nodes;
	return s->parents[a * nodes + b] || s->parents[b * nodes + a];
}

static bool is_label(const scored *s, size_t node)
{
	return s->code.columns[node].levels != NULL;
}

/* Must the edge from j to i pass the test? Labels given labels are coded exactly, so the code decides. With fewer rows than option
 * min-rows it keeps too many edges (independent labels of 15 rows: edges with p = .8). */
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

/* Lists the edges that must pass the test. `all`: also those that have passed clearly. */
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

/* A p-value as nats: half the chi-squared with one degree of freedom that has it. */
static double nats_of(double p)
{
	return p >= 1 ? 0 : 0.5 * base_chi2_quantile(fmax(p, DBL_MIN), 1);
}

/* What the edge of a pair has to gain in the code of two numbers: a parameter and the price. */
static double cost_of(const scored *s, size_t pair)
{
	size_t a, b;
	graph_pair_nodes(s->search->graph, pair, &a, &b);
	double price = s->joined[pair] ? 0 : s->code.prices[a * s->search->graph->nodes + b];
	return graph_code_parameter(&s->code) + price;
}

/* Does the test alone say that there is an edge? It has to gain more than the code, which sees many of the edges that it says: chosen
 * among 1.25, 1.6 and 2, by the accuracy on random networks and by what changes in real tables without a twentieth of the rows. */
static bool is_clear(const scored *s, size_t pair)
{
	static const double MORE = 1.6;
	const graph_evidence *e = &s->search->graph->evidence[pair];
	return e->known && !e->unjudged && !isnan(e->p) && nats_of(e->p) >= MORE * cost_of(s, pair);
}

static void note_passed(scored *s)
{
	for (size_t i = 0; i < s->count; i++)
		s->passed[s->pairs[i]] = is_clear(s, s->pairs[i]);
}

/* Does the test separate j from i, whatever little it says for the edge together with what the code gains by it? */
static bool separates(const scored *s, size_t i, size_t j)
{
	size_t pair = graph_pair(s->search->graph, i, j);
	const graph_evidence *e = &s->search->graph->evidence[pair];
	const graph_answer answer = { GRAPH_DEPENDENT, e->estimate, e->corrected, e->p, e->lower, e->upper, e->rows };
	if (!e->known || e->unjudged || !graph_search_separates(s->search, &answer))
		return false;
	double saving = s->joined[pair] || isnan(e->p) ? 0 : graph_order_saving(s->order, s->parents, i, j);
	return isnan(e->p) || saving + nats_of(e->p) < cost_of(s, pair);
}

static void close_pair(scored *s, size_t a, size_t b)
{
	size_t nodes = s->search->graph->nodes;
	s->closed[graph_pair(s->search->graph, a, b)] = true;
	s->allowed[a * nodes + b] = s->allowed[b * nodes + a] = false;
}

/* Forbids the edge with the largest p of each family in which some edge fails; false: all pass. */
static bool close_some(scored *s)
{
	const mixmi_graph *graph = s->search->graph;
	size_t nodes = graph->nodes;
	bool any = false;
	for (size_t i = 0; i < nodes; i++) {
		size_t best = SIZE_MAX;
		for (size_t j = 0; j < nodes; j++) {
			size_t pair = i != j ? graph_pair(graph, i, j) : 0;
			if (!is_modelled(s, i, j) || !separates(s, i, j))
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

/* --------------------------------------------------------------------------------------- edges that the code lacks */

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

/* Lists pairs without an edge that are dependent without a conditioning set, or that a common effect may make dependent.
 * `marginal`: all pairs without an edge. */
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

/* Labels given labels are coded exactly, so the code decides. */
static bool has_numbers(const scored *s, size_t a, size_t b, const graph_evidence *e)
{
	bool any = !is_label(s, a) || !is_label(s, b);
	for (size_t i = 0; i < e->given_count; i++)
		any = any || !is_label(s, e->given[i]);
	return any;
}

/* Do tests require an edge? */
static bool is_lacking(const scored *s, size_t pair)
{
	const graph_evidence *e = &s->search->graph->evidence[pair];
	size_t a, b;
	graph_pair_nodes(s->search->graph, pair, &a, &b);
	return has_numbers(s, a, b, e) && is_clear(s, pair);
}

/* The set without the node if it contains it, else with it; returns the size. */
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

/* Tests the pair given one set. If the set separates the pair with a larger p than before, it becomes the evidence. */
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

/* Keeps the pairs of the list for which tests require an edge. */
static void keep_lacking(scored *s)
{
	size_t left = 0;
	for (size_t i = 0; i < s->count; i++)
		if (is_lacking(s, s->pairs[i]))
			s->pairs[left++] = s->pairs[i];
	s->count = left;
}

/* Forbids the edges of pairs that another set has separated. */
static void close_separated(scored *s)
{
	size_t a, b;
	for (size_t i = 0; i < s->count; i++) {
		graph_pair_nodes(s->search->graph, s->pairs[i], &a, &b);
		if (!is_lacking(s, s->pairs[i]))
			close_pair(s, a, b);
	}
}

/* Adds an edge whatever the code says. */
static void join(scored *s, size_t pair)
{
	size_t a, b, nodes = s->search->graph->nodes;
	graph_pair_nodes(s->search->graph, pair, &a, &b);
	s->joined[pair] = true;
	s->code.prices[a * nodes + b] = s->code.prices[b * nodes + a] = -ALWAYS;
	if (s->search->graph->evidence[pair].unjudged)
		s->limits.most_parents = nodes;
}

/* Has the first pair a smaller p? Does not depend on the order of the list. */
static bool is_clearer(const mixmi_graph *graph, size_t pair, size_t other)
{
	double p = graph->evidence[pair].p, q = graph->evidence[other].p;
	return p < q || (p == q && pair < other);
}

/* Of the pairs for which tests require an edge, adds the one with the smallest p, then the next one that shares no node with those
 * before, and so on; false: there is none. */
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

/* ---------------------------------------------------------------------------------------------------------- rounds */

/* Pairs for which no test can decide get an edge, and so do those for which knowledge requires one in either direction. */
mixmi_status graph_correct_screen(scored *s)
{
	const mixmi_graph *graph = s->search->graph;
	memset(s->parents, 0, graph->nodes * graph->nodes * sizeof *s->parents);
	list_absent(s, true);
	mixmi_status status = ask(s, "level 0", 0, find_evidence);
	for (size_t i = 0; i < s->count; i++) {
		const graph_evidence *e = &graph->evidence[s->pairs[i]];
		s->dependent[s->pairs[i]] = e->known && !e->unjudged && (isnan(e->p) || e->p < SCREEN);
		if (e->known && e->unjudged)
			join(s, s->pairs[i]);
	}
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++)
			if (graph_rules_require(s->search->rules, a, b))
				join(s, graph_pair(graph, a, b));
	return status;
}

static mixmi_status close_edges(scored *s, bool all, bool *again)
{
	list_modelled(s, all);
	mixmi_status status = ask(s, "edges that a model found", 2, find_evidence);
	if (!graph_correct_is_over(s, status)) {
		note_passed(s);
		*again = close_some(s);
	}
	return status;
}

static mixmi_status join_pairs(scored *s, bool *again)
{
	list_absent(s, false);
	mixmi_status status = ask(s, "edges that the code lacks", 2, find_evidence);
	if (graph_correct_is_over(s, status))
		return status;
	keep_lacking(s);
	status = ask(s, "pairs that another set may separate", 2, try_other_sets);
	if (graph_correct_is_over(s, status))
		return status;
	close_separated(s);
	*again = join_some(s);
	return *again && !recode_touched(s) ? base_error_memory() : status;
}

/* An edge that has passed clearly is tested again, given the parents that its child then has, only if nothing else
 * changes. */
mixmi_status graph_correct(scored *s, bool *again)
{
	*again = false;
	mixmi_status status = close_edges(s, false, again);
	if (!graph_correct_is_over(s, status) && !*again)
		status = join_pairs(s, again);
	if (!graph_correct_is_over(s, status) && !*again)
		status = close_edges(s, true, again);
	return status;
}

mixmi_status graph_correct_evidence(scored *s)
{
	list_pairs(s);
	return ask(s, "what supports edges", 2, find_evidence);
}
