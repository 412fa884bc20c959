/* mixmi_graph_learn: checks the arguments, sorts the columns by content, runs the search and the subsamples with the checkpoint,
 * and returns the graph with its nodes in the caller's order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer/found.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "data/table.h"
#include "graph/learn/run.h"
#include "graph/learn/stability.h"
#include "graph/model/members.h"
#include "graph/model/same.h"
#include "graph/model/suggest.h"
#include "graph/search/kept_answers.h"
#include "graph/search/rounds.h"
#include "graph/search/sign.h"
#include "graph/series/series.h"

static void describe_search(mixmi_graph *graph, const mixmi_options *options, bool series, const char *test)
{
	graph->alpha = options->alpha;
	graph->min_rows = (size_t)options->min_rows;
	static const char *const names[] = { "pc-stable", "score" };
	snprintf(graph->search, sizeof graph->search, "%s",
	         series            ? "pcmci+"
	         : options->latent ? "rfci"
	                           : names[options->search]);
	snprintf(graph->test, sizeof graph->test, "%s", test);
}

/* Options that only concern latent variables must not be ignored silently. */
static mixmi_status check_options(const mixmi_options *options)
{
	if (options->latent || !options->selection_bias)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_USAGE, "option selection-bias has no effect without option latent");
}

/* A search from beginning to end, with what is remembered. */
static mixmi_status run_once(graph_search *search, const graph_members *m)
{
	mixmi_graph_free(search->graph);
	search->graph = graph_new(m->names, m->types, m->count);
	if (search->graph == NULL)
		return base_error_memory();
	describe_search(search->graph, search->options, search->series != NULL, graph_test_name(search->options));
	mixmi_status status = graph_search_run(search);
	if (status == MIXMI_OK)
		status = graph_stability(search);
	return status == MIXMI_OK ? graph_finish_evidence(search) : status;
}

/* Once more from the beginning, with what was found out. */
static bool starts_again(graph_search *search)
{
	if (search->rounds == NULL || !graph_rounds_again(search->rounds, search))
		return false;
	if (search->own != NULL) {
		graph_answers_free(search->own);
		search->own = graph_answers_new();
	}
	return search->own != NULL || !graph_search_asks_again(search->options);
}

/* Answers from before an error are in the checkpoint too. */
static mixmi_status run_search(graph_search *search, const graph_members *m)
{
	mixmi_status status = graph_memory_open(search, m->count, graph_search_asks_again(search->options));
	if (status == MIXMI_OK) {
		do
			status = run_once(search, m);
		while (status == MIXMI_OK && starts_again(search));
		if (status == MIXMI_OK && search->rounds != NULL)
			graph_rounds_describe(search->rounds, search->graph);
	}
	return graph_memory_close(search, status);
}

/* Code lengths assume independent rows. If rows are not independent, only tests are used. */
static mixmi_status settle_search(mixmi_options *options, const char *option)
{
	if (options->search != MIXMI_SEARCH_SCORE)
		return MIXMI_OK;
	if (options->search_said)
		return base_error(MIXMI_ERROR_USAGE,
		                  "search score takes rows as independent: with option %s use search pc-stable", option);
	options->search = MIXMI_SEARCH_PC_STABLE;
	return MIXMI_OK;
}

static mixmi_status settle_series(bool *published, mixmi_options *options, const mixmi_table *table)
{
	*published = options->search != MIXMI_SEARCH_SCORE;
	if (table->lags == 0)
		return options->same_time ? MIXMI_OK
		                          : base_error(MIXMI_ERROR_USAGE, "option contemporaneous has no effect without lags");
	if (options->latent)
		return base_error(
			MIXMI_ERROR_USAGE,
			"options latent and lags are mutually exclusive: latent variables of series (LPCMCI) are not supported");
	if (!options
	         ->v_rule_said) /* as published for PCMCI+; it finds more directions than max-p, and no more wrong ones */
		options->v_rule = MIXMI_V_MAJORITY;
	return settle_search(options, "lags");
}

static mixmi_status settle_clusters(mixmi_options *options, const mixmi_table *table)
{
	size_t clusters = mixmi_table_clusters(table), least = ANSWER_FEWEST_CLUSTERS;
	if (clusters == 0)
		return MIXMI_OK;
	if (clusters < least)
		return base_error(MIXMI_ERROR_DATA, "the rows are in %zu clusters: a graph needs at least %zu", clusters,
		                  least);
	if (graph_subsamples(options) > 0 && clusters < 2 * least)
		return base_error(MIXMI_ERROR_DATA, "the rows are in %zu clusters: halves of them need at least %zu", clusters,
		                  2 * least);
	return settle_search(options, "cluster");
}

/* Which of the searched columns are times that may be censored. They are sinks: they cause nothing that precedes them, and no
 * test can condition on them. Code lengths cannot represent them, so only tests are used. */
static mixmi_status settle_censored(graph_rules *rules, mixmi_options *options, const mixmi_table *table,
                                    const graph_members *m)
{
	bool any = false, *ends = base_array_zero(m->count, sizeof *ends), done = ends != NULL;
	for (size_t i = 0; done && i < m->count; i++)
		any |= ends[i] = mixmi_table_is_survival(table, m->columns[i]) != 0;
	if (any)
		done = graph_rules_add_ends(rules, ends);
	mixmi_status status = done ? MIXMI_OK : base_error_memory();
	for (size_t a = 0; status == MIXMI_OK && any && a < m->count; a++)
		for (size_t b = 0; status == MIXMI_OK && b < m->count; b++)
			if (ends[a] && !ends[b] && graph_rules_require(rules, a, b) && graph_rules_forbid(rules, b, a))
				status = base_error(MIXMI_ERROR_USAGE, "a censored time cannot be a cause (option survival)");
	free(ends);
	if (status != MIXMI_OK || !any || options->search != MIXMI_SEARCH_SCORE)
		return status;
	if (options->search_said)
		return base_error(MIXMI_ERROR_USAGE,
		                  "search score does not support censored times: with option survival use search pc-stable");
	options->search = MIXMI_SEARCH_PC_STABLE;
	return MIXMI_OK;
}

/* What a call of the library is about. */
typedef struct task {
	const mixmi_table *table;
	mixmi_table *lagged; /* of a series: the table that is searched; NULL: no series */
	graph_series series;
	size_t *nodes; /* [node_count] its columns in the order of the result: first the `given` ones of the caller */
	size_t node_count, given;
	graph_members members; /* all columns */
	graph_same same;       /* and those of them that are searched */
	graph_rules rules;
	mixmi_options options;
	base_watch watch;
} task;

/* Puts the columns of the caller's list first, then the other copies that have two values. */
static mixmi_status order_nodes(task *t, const mixmi_table *table, const size_t *columns, size_t count)
{
	bool *taken = base_array_zero(t->lagged->column_count, sizeof *taken);
	mixmi_status status = taken != NULL ? MIXMI_OK : base_error_memory();
	t->nodes = base_array(t->lagged->column_count + count, sizeof *t->nodes);
	if (t->nodes == NULL)
		status = base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < count; i++) {
		size_t *place = &t->nodes[t->node_count];
		status = data_table_find_name(place, t->lagged, table->columns[columns != NULL ? columns[i] : i].name);
		t->node_count += status == MIXMI_OK;
		if (status == MIXMI_OK)
			taken[*place] = true;
	}
	t->given = t->node_count;
	for (size_t j = 0; status == MIXMI_OK && j < t->lagged->column_count; j++)
		if (!taken[j] && t->lagged->rows - t->lagged->columns[j].missing >= 2)
			t->nodes[t->node_count++] = j;
	free(taken);
	return status;
}

/* A table of the columns and their lagged copies; a copy in the caller's list stands for its column. */
static mixmi_status begin_series(task *t, const mixmi_table *table, const size_t *columns, size_t column_count)
{
	size_t count = 0, *present = base_array(column_count, sizeof *present);
	bool *taken = base_array_zero(table->column_count, sizeof *taken);
	mixmi_status status = present != NULL && taken != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < column_count; i++) {
		size_t column = columns != NULL ? columns[i] : i;
		status = data_check_column(table, column);
		if (status != MIXMI_OK)
			break;
		size_t now = table->columns[column].lag > 0 ? table->columns[column].lag_of : column;
		if (!taken[now])
			present[count++] = now;
		taken[now] = true;
	}
	if (status == MIXMI_OK)
		status = data_table_lag(&t->lagged, table, present, count, 2 * table->lags);
	if (status == MIXMI_OK)
		status = order_nodes(t, table, columns, column_count);
	t->table = t->lagged;
	free(present);
	free(taken);
	return status;
}

static mixmi_status settle(task *t, const mixmi_table *table, const mixmi_options *options)
{
	base_watch_settle(&t->watch, &t->options, options);
	base_options_settle_search(&t->options);
	if (t->options.search == MIXMI_SEARCH_SCORE && t->options.own_test.function != NULL && !t->options.search_said)
		t->options.search = MIXMI_SEARCH_PC_STABLE; /* a program's own test may know more than the table says */
	mixmi_status status = check_options(&t->options);
	if (status == MIXMI_OK)
		status = settle_series(&t->series.published, &t->options, table);
	return status == MIXMI_OK ? settle_clusters(&t->options, table) : status;
}

static bool begin_rules(task *t, const mixmi_knowledge *knowledge)
{
	const graph_members *m = &t->same.searched;
	bool alike = t->options.preset != MIXMI_PRESET_PAPER && t->options.own_test.function == NULL && t->lagged == NULL;
	if (!graph_same_find(&t->same, &t->members, t->table, knowledge, alike) ||
	    !graph_rules_init(&t->rules, knowledge, m->names, m->count))
		return false;
	t->rules.latent = t->options.latent != 0;
	return t->lagged == NULL || (graph_series_init(&t->series, t->table, m->columns, m->count, t->lagged->lags / 2) &&
	                             graph_series_rules(&t->rules, &t->series, t->options.same_time != 0));
}

/* To be cleared in any case. */
static mixmi_status begin(task *t, const mixmi_table *table, const size_t *columns, size_t column_count,
                          const mixmi_knowledge *knowledge, const mixmi_options *options)
{
	*t = (task){ .table = table };
	size_t count = columns != NULL ? column_count : table->column_count;
	mixmi_status status = settle(t, table, options);
	if (status == MIXMI_OK && table->lags > 0) {
		status = begin_series(t, table, columns, count);
		columns = t->nodes;
		count = t->node_count;
	}
	if (status == MIXMI_OK)
		status = graph_members_init(&t->members, t->table, columns, count);
	if (status == MIXMI_OK && !begin_rules(t, knowledge))
		status = base_error_memory();
	return status == MIXMI_OK ? settle_censored(&t->rules, &t->options, t->table, &t->same.searched) : status;
}

static void clear(task *t)
{
	graph_rules_clear(&t->rules);
	graph_same_clear(&t->same);
	graph_members_clear(&t->members);
	graph_series_clear(&t->series);
	mixmi_table_free(t->lagged);
	free(t->nodes);
}

static bool is_known_root(const graph_rules *rules, size_t node)
{
	bool root = rules->flags != NULL;
	for (size_t other = 0; root && other < rules->nodes; other++)
		root = other == node || graph_rules_forbid(rules, other, node);
	return root;
}

/* In a series time says what comes first. */
static bool suggest_roots(mixmi_graph *graph, const task *t)
{
	const graph_members *all = &t->members;
	bool done = true;
	for (size_t i = 0; done && t->lagged == NULL && i < all->count; i++) {
		size_t node = all->node_of[i];
		graph_suggestion_why why = graph_suggests_root(&t->table->columns[all->columns[node]]);
		if (why != GRAPH_NO_ROOT && !is_known_root(&t->same.rules, node))
			done = graph_add_suggestion(graph, i, why);
	}
	return done;
}

/* Hands over a graph with its nodes in the caller's order; `graph` is gone in any case. */
static mixmi_status hand_over(mixmi_graph **out, mixmi_graph *graph, const task *t)
{
	*out = graph_same_restore(graph, &t->same, &t->members, t->table, t->options.alpha);
	if (*out != NULL && t->lagged != NULL)
		*out = graph_series_trim(*out, t->table, t->nodes, t->given, t->series.lags);
	if (*out != NULL && suggest_roots(*out, t) && graph_index(*out))
		return MIXMI_OK;
	mixmi_graph_free(*out);
	*out = NULL;
	return base_error_memory();
}

static mixmi_status learn(mixmi_graph **out, const task *t)
{
	graph_watch watch = { .options = &t->options };
	graph_search search = { .table = t->table,
		                    .columns = t->same.searched.columns,
		                    .rules = &t->rules,
		                    .series = t->lagged != NULL ? &t->series : NULL,
		                    .options = &t->options,
		                    .watch = &watch };
	mixmi_status status = run_search(&search, &t->same.searched);
	if (status == MIXMI_OK)
		return hand_over(out, search.graph, t);
	mixmi_graph_free(search.graph);
	return status;
}

mixmi_status mixmi_graph_learn(mixmi_graph **out, const mixmi_table *table, const size_t *columns, size_t column_count,
                               const mixmi_knowledge *knowledge, const mixmi_options *options)
{
	task t;
	*out = NULL;
	mixmi_status status = begin(&t, table, columns, column_count, knowledge, options);
	if (status == MIXMI_OK)
		status = learn(out, &t);
	clear(&t);
	return status;
}

static mixmi_status learn_subsample(mixmi_graph **out, const task *t, size_t number)
{
	graph_watch watch = { .options = &t->options };
	graph_search search = { .table = t->table,
		                    .columns = t->same.searched.columns,
		                    .rules = &t->rules,
		                    .options = &t->options,
		                    .watch = &watch };
	mixmi_graph *graph = NULL;
	search.graph = graph_new(t->same.searched.names, t->same.searched.types, t->same.searched.count);
	mixmi_status status = search.graph != NULL ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK)
		status = graph_one_subsample(&graph, &search, number);
	mixmi_graph_free(search.graph);
	if (status != MIXMI_OK)
		return status;
	describe_search(graph, &t->options, false, graph_test_name(&t->options));
	return hand_over(out, graph, t);
}

mixmi_status mixmi_graph_learn_subsample(mixmi_graph **out, const mixmi_table *table, const size_t *columns,
                                         size_t column_count, const mixmi_knowledge *knowledge,
                                         const mixmi_options *options, size_t number)
{
	task t;
	*out = NULL;
	mixmi_status status = begin(&t, table, columns, column_count, knowledge, options);
	if (status == MIXMI_OK && t.lagged != NULL)
		status = base_error(MIXMI_ERROR_USAGE, "subsamples of a series are searched with the whole, not one by one");
	if (status == MIXMI_OK && (number == 0 || table->rows < 4))
		status = number == 0 ? base_error(MIXMI_ERROR_USAGE, "subsamples are numbered from 1")
		                     : base_error(MIXMI_ERROR_DATA, "subsamples need at least 4 rows, not %zu", table->rows);
	if (status == MIXMI_OK)
		status = learn_subsample(out, &t, number);
	clear(&t);
	return status;
}
