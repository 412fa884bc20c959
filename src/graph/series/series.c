/* The two stages of PCMCI+ and the rules that time adds to a search. Invariant: search->lagged is NULL during the first stage. After it,
 * search->lagged does not change, and every conditioning set contains the candidates of its ends. */
#include "graph/series/series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "data/table.h"
#include "graph/model/evidence.h"
#include "graph/orient/orient.h"
#include "graph/search/share.h"
#include "graph/search/skeleton.h"

/* ----------------------------------------------------------------------------------------------------------- nodes */

bool graph_series_init(graph_series *s, const mixmi_table *table, const size_t *columns, size_t nodes, size_t lags)
{
	*s = (graph_series){ .published = s->published, .lags = lags };
	s->lag = base_array(nodes, sizeof *s->lag);
	s->now = base_array(nodes, sizeof *s->now);
	s->before = base_array(nodes * graph_series_reach(s), sizeof *s->before);
	size_t *node_of = base_array(table->column_count, sizeof *node_of);
	bool done = s->lag != NULL && s->now != NULL && s->before != NULL && node_of != NULL;
	for (size_t i = 0; done && i < nodes; i++)
		node_of[columns[i]] = i;
	for (size_t i = 0; done && i < nodes * graph_series_reach(s); i++)
		s->before[i] = SIZE_MAX;
	for (size_t i = 0; done && i < nodes; i++) {
		const data_column *c = &table->columns[columns[i]];
		s->lag[i] = c->lag;
		s->now[i] = node_of[c->lag_of];
		s->before[s->now[i] * graph_series_reach(s) + c->lag] = i;
	}
	free(node_of);
	return done;
}

void graph_series_clear(graph_series *s)
{
	free(s->lag);
	free(s->now);
	free(s->before);
}

/* Does the column of a node vary over time? (Constant columns have no lags.) */
static bool changes(const graph_series *s, size_t node)
{
	return s->before[s->now[node] * graph_series_reach(s) + 1] != SIZE_MAX;
}

/* ----------------------------------------------------------------------------------------------------------- rules */

/* Is `from` -> `to` excluded by time order or by background knowledge about their columns? */
static bool is_forbidden(const graph_rules *rules, const graph_series *s, size_t from, size_t to, bool same_time)
{
	size_t i = s->now[from], j = s->now[to];
	bool known = graph_rules_forbid(rules, from, to), lagged = s->lag[from] > 0;
	if (s->lag[to] > 0 || s->lag[from] > s->lags || (changes(s, from) && !changes(s, to)))
		return true;
	if (lagged && i != j && graph_rules_forbid(rules, i, j) && !graph_rules_require(rules, i, j))
		return true;
	return known || (!lagged && !same_time && changes(s, from) && changes(s, to));
}

bool graph_series_rules(graph_rules *rules, const graph_series *s, bool same_time)
{
	size_t nodes = rules->nodes;
	uint8_t *flags = base_array_zero(nodes * nodes, sizeof *flags);
	if (rules->tiers == NULL)
		rules->tiers = base_array_zero(nodes, sizeof *rules->tiers);
	if (flags == NULL || rules->tiers == NULL) {
		free(flags);
		return false;
	}
	for (size_t a = 0; a < nodes; a++)
		for (size_t b = 0; b < nodes; b++) {
			if (a == b)
				continue;
			flags[a * nodes + b] = (graph_rules_require(rules, a, b) ? GRAPH_RULE_REQUIRED : 0) |
			                       (is_forbidden(rules, s, a, b, same_time) ? GRAPH_RULE_FORBIDDEN : 0);
		}
	free(rules->flags);
	rules->flags = flags;
	return true;
}

/* --------------------------------------------------------------------------------------- candidates for lagged parents */

/* A column at an earlier time, with the weakest evidence for it so far. */
typedef struct candidate {
	size_t node, lag;
	double nats;
	bool separated;
} candidate;

/* Strongest first; ties by the smaller lag. */
static int compare_candidates(const void *x, const void *y)
{
	const candidate *a = x, *b = y;
	if (a->nats != b->nats)
		return a->nats > b->nats ? -1 : 1;
	if (a->lag != b->lag)
		return a->lag < b->lag ? -1 : 1;
	return (a->node > b->node) - (a->node < b->node);
}

/* State of the first stage. */
typedef struct selecting {
	graph_search *search;
	size_t *targets; /* columns at the present */
	size_t count;
	bool *lagged; /* [nodes * nodes] lagged[i * nodes + j]: j is a candidate for a lagged parent of i */
} selecting;

static int compare_sizes(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	return (x > y) - (x < y);
}

/* Does this answer remove a candidate? It has to pass the tests of the second stage anyway, which have more power, since they are given the
 * parents of both ends. */
static bool removes(const graph_search *search, const graph_answer *answer)
{
	return graph_search_separates(search, answer) &&
	       (search->series->published || !(answer->p <= GRAPH_CLEARLY * search->options->alpha));
}

/* Tests a candidate given the `size` strongest others. *asked is false if the search was cancelled meanwhile. */
static mixmi_status try_candidate(candidate *list, size_t which, size_t size, size_t target, size_t *given,
                                  graph_search *search, bool *asked, graph_worker *worker)
{
	candidate *c = &list[which];
	size_t count = 0, a = c->node < target ? c->node : target, b = c->node < target ? target : c->node;
	if (graph_rules_require(search->rules, a, b))
		return MIXMI_OK;
	for (size_t i = 0; count < size; i++)
		if (i != which)
			given[count++] = list[i].node;
	qsort(given, count, sizeof *given, compare_sizes);
	graph_answer answer;
	mixmi_status status = graph_search_ask(&answer, search, a, b, given, count, worker);
	*asked = status == MIXMI_OK && answer.verdict != GRAPH_UNASKED;
	if (!*asked)
		return status;
	c->separated = removes(search, &answer);
	c->nats = fmin(c->nats, graph_nats(&answer));
	if (c->separated &&
	    !graph_evidence_set(&search->graph->evidence[graph_pair(search->graph, a, b)], &answer, given, count))
		return base_error_memory();
	return MIXMI_OK;
}

static size_t drop_separated(candidate *list, size_t count)
{
	size_t kept = 0;
	for (size_t i = 0; i < count; i++)
		if (!list[i].separated)
			list[kept++] = list[i];
	qsort(list, kept, sizeof *list, compare_candidates);
	return kept;
}

static size_t list_candidates(candidate *list, const graph_search *search, size_t target)
{
	size_t count = 0;
	for (size_t i = 0; i < search->graph->nodes; i++)
		if (search->series->lag[i] > 0 && !graph_rules_forbid(search->rules, i, target))
			list[count++] = (candidate){ i, search->series->lag[i], INFINITY, false };
	return count;
}

/* Tests each candidate given the strongest others: first given none, then one, and so on, until there are no others left (PC1). */
static mixmi_status select_for(void *context, size_t index, graph_worker *worker)
{
	selecting *s = context;
	graph_search *search = s->search;
	size_t nodes = search->graph->nodes, target = s->targets[index], *given = base_array(nodes, sizeof *given);
	candidate *list = base_array(nodes, sizeof *list);
	int64_t largest = search->options->max_cond;
	mixmi_status status = given != NULL && list != NULL ? MIXMI_OK : base_error_memory();
	size_t count = status == MIXMI_OK ? list_candidates(list, search, target) : 0;
	bool asked = true;
	for (size_t size = 0; asked && status == MIXMI_OK && size < count && (largest < 0 || size <= (size_t)largest);
	     size++) {
		for (size_t i = 0; asked && status == MIXMI_OK && i < count; i++)
			status = try_candidate(list, i, size, target, given, search, &asked, worker);
		if (asked && status == MIXMI_OK)
			count = drop_separated(list, count);
	}
	for (size_t i = 0; i < count; i++)
		s->lagged[target * nodes + list[i].node] = true;
	free(given);
	free(list);
	return status;
}

static void put_selected(base_parcel *parcel, void *context, size_t index)
{
	const selecting *s = context;
	const mixmi_graph *graph = s->search->graph;
	size_t target = s->targets[index];
	base_parcel_put(parcel, s->lagged + target * graph->nodes, graph->nodes * sizeof *s->lagged);
	for (size_t i = 0; i < graph->nodes; i++)
		if (i != target)
			graph_evidence_put(parcel, &graph->evidence[graph_pair(graph, i, target)]);
}

static bool take_selected(base_parcel *parcel, void *context, size_t index)
{
	selecting *s = context;
	mixmi_graph *graph = s->search->graph;
	size_t target = s->targets[index];
	bool good = base_parcel_take(parcel, s->lagged + target * graph->nodes, graph->nodes * sizeof *s->lagged);
	for (size_t i = 0; good && i < graph->nodes; i++)
		good = i == target || graph_evidence_take(parcel, &graph->evidence[graph_pair(graph, i, target)]);
	return good;
}

static mixmi_status select_candidates(graph_search *search)
{
	static const graph_outcome outcome = { NULL, put_selected, take_selected };
	size_t nodes = search->graph->nodes;
	selecting s = { .search = search };
	s.targets = base_array(nodes, sizeof *s.targets);
	s.lagged = base_array_zero(nodes * nodes, sizeof *s.lagged);
	mixmi_status status = s.targets != NULL && s.lagged != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < nodes; i++)
		if (search->series->lag[i] == 0 && changes(search->series, i))
			s.targets[s.count++] = i;
	if (status == MIXMI_OK)
		status = graph_search_share(search, "lagged parents", "columns", s.count, select_for, &outcome, &s);
	free(s.targets);
	search->lagged = s.lagged; /* released with the search */
	return status;
}

/* ------------------------------------------------------------------------------------------------ momentary questions */

/* Starts with all edges between columns at the present and from candidates. */
static void join(graph_search *search)
{
	mixmi_graph *graph = search->graph;
	const size_t *lag = search->series->lag;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++) {
			if ((lag[a] > 0 && lag[b] > 0) || lag[a] > search->series->lags || lag[b] > search->series->lags)
				continue;
			bool forbidden = graph_rules_forbid_edge(search->rules, a, b);
			graph->evidence[graph_pair(graph, a, b)].by_knowledge =
				forbidden || graph_rules_require(search->rules, a, b);
			if (!forbidden && graph_series_asks(search, a, b))
				graph_set_undirected(graph, a, b);
		}
}

/* Adds the candidates, which every test was conditioned on, to the recorded conditioning sets. */
static mixmi_status complete_sets(graph_search *search)
{
	mixmi_graph *graph = search->graph;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++) {
			graph_evidence *e = &graph->evidence[graph_pair(graph, a, b)];
			if (!e->known || e->by_knowledge || !graph_series_asks(search, a, b))
				continue;
			size_t count, *all = graph_series_given(&count, search, a, b, e->given, e->given_count);
			if (all == NULL)
				return base_error_memory();
			free(e->given);
			e->given = count > 0 ? all : NULL;
			e->given_count = count;
			if (count == 0)
				free(all);
		}
	return MIXMI_OK;
}

mixmi_status graph_series_run(graph_search *search)
{
	mixmi_status status = select_candidates(search);
	if (status == MIXMI_OK && !search->watch->cancelled) {
		join(search);
		status = graph_skeleton_levels(search);
	}
	graph_search_drop_undecided(search);
	if (status == MIXMI_OK && !search->watch->cancelled)
		status = graph_orient(search);
	return status == MIXMI_OK ? complete_sets(search) : status;
}

/* ---------------------------------------------------------------------------------------------------------- the result */

/* order[]: the nodes that are kept. Returns their number. */
static size_t list_kept(size_t *order, const mixmi_graph *graph, const mixmi_table *table, const size_t *columns,
                        size_t given, size_t lags)
{
	size_t count = 0;
	bool *used = base_array_zero(graph->nodes, sizeof *used);
	for (size_t pair = 0; used != NULL && pair < graph->nodes * (graph->nodes - 1) / 2; pair++)
		for (size_t i = 0; i < graph->evidence[pair].given_count; i++)
			used[graph->evidence[pair].given[i]] = true;
	for (size_t i = 0; used != NULL && i < graph->nodes; i++)
		if (i < given || table->columns[columns[i]].lag <= lags || used[i])
			order[count++] = i;
	free(used);
	return count;
}

/* columns[i]: the column of node i. */
static bool set_lags(mixmi_graph *graph, const mixmi_table *table, const size_t *columns, size_t lags)
{
	size_t *node_of = base_array_zero(table->column_count, sizeof *node_of);
	graph->lag = base_array(graph->nodes, sizeof *graph->lag);
	graph->now = base_array(graph->nodes, sizeof *graph->now);
	bool done = node_of != NULL && graph->lag != NULL && graph->now != NULL;
	for (size_t i = 0; done && i < graph->nodes; i++)
		node_of[columns[i]] = i;
	for (size_t i = 0; done && i < graph->nodes; i++) {
		graph->lag[i] = table->columns[columns[i]].lag;
		graph->now[i] = node_of[table->columns[columns[i]].lag_of];
	}
	graph->lags = lags;
	free(node_of);
	return done;
}

mixmi_graph *graph_series_trim(mixmi_graph *graph, const mixmi_table *table, const size_t *columns, size_t given,
                               size_t lags)
{
	size_t *order = base_array(graph->nodes, sizeof *order), count = 0;
	const char **names = base_array(graph->nodes, sizeof *names);
	mixmi_type *types = base_array(graph->nodes, sizeof *types);
	mixmi_graph *like = NULL, *out = NULL;
	if (order != NULL && names != NULL && types != NULL) {
		count = list_kept(order, graph, table, columns, given, lags);
		for (size_t i = 0; i < count; i++) {
			names[i] = graph->names[order[i]];
			types[i] = graph->types[order[i]];
		}
		like = count > 0 ? graph_new(names, types, count) : NULL;
	}
	if (like != NULL)
		out = graph_reorder(like, graph, order);
	else
		mixmi_graph_free(graph);
	for (size_t i = 0; out != NULL && i < count; i++)
		order[i] = columns[order[i]];
	if (out != NULL && !set_lags(out, table, order, lags)) {
		mixmi_graph_free(out);
		out = NULL;
	}
	free(order);
	free(names);
	free(types);
	return out;
}
