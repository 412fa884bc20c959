/* mixmi_graph_learn: checks what it was given, puts the columns in the order of their names, has the search, the subsamples
 * and the checkpoint do their work, and hands out the graph with its nodes in the caller's order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "data/table.h"
#include "graph/kept_answers.h"
#include "graph/members.h"
#include "graph/rounds.h"
#include "graph/same.h"
#include "graph/search.h"
#include "graph/sign.h"
#include "graph/stability.h"
#include "test/constants.h"

static void describe_search(mixmi_graph *graph, const mixmi_options *options, const char *test)
{
	graph->alpha = options->alpha;
	graph->min_rows = (size_t)options->min_rows;
	static const char *const names[] = { "pc-stable", "score" };
	if (graph->search[0] == '\0') /* a search may have said that it was another one */
		snprintf(graph->search, sizeof graph->search, "%s", options->latent ? "fci" : names[options->search]);
	snprintf(graph->test, sizeof graph->test, "%s", test);
}

/* What only says how latent variables are dealt with would be passed over in silence. */
static mixmi_status check_options(const mixmi_options *options)
{
	const char *idle = options->latent                               ? NULL
	                   : options->selection_bias                     ? "selection-bias"
	                   : options->latent_search != MIXMI_LATENT_AUTO ? "latent-search"
	                                                                 : NULL;
	if (idle == NULL)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_USAGE, "option %s has no effect without option latent", idle);
}

/* A search from beginning to end, with what is remembered. */
static mixmi_status run_once(graph_search *search, const graph_members *m)
{
	mixmi_graph_free(search->graph);
	search->graph = graph_new(m->names, m->types, m->count);
	if (search->graph == NULL)
		return base_error_memory();
	describe_search(search->graph, search->options, graph_test_name(search->options));
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

/* The answers that came in before an error are in the checkpoint all the same. */
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

/* Code lengths count rows as independent: where clusters of them are not, tests alone decide. */
static mixmi_status settle_clusters(mixmi_options *options, const mixmi_table *table)
{
	size_t clusters = mixmi_table_clusters(table), least = TEST_FEWEST_CLUSTERS;
	if (clusters == 0)
		return MIXMI_OK;
	if (clusters < least)
		return base_error(MIXMI_ERROR_DATA, "the rows are in %zu clusters: a graph needs at least %zu", clusters,
		                  least);
	if (graph_subsamples(options) > 0 && clusters < 2 * least)
		return base_error(MIXMI_ERROR_DATA, "the rows are in %zu clusters: halves of them need at least %zu", clusters,
		                  2 * least);
	if (options->search != MIXMI_SEARCH_SCORE)
		return MIXMI_OK;
	if (options->search_said)
		return base_error(MIXMI_ERROR_USAGE,
		                  "search score takes rows as independent: with option cluster use search pc-stable");
	options->search = MIXMI_SEARCH_PC_STABLE;
	return MIXMI_OK;
}

/* What a call of the library is about. */
typedef struct task {
	const mixmi_table *table;
	graph_members members; /* all columns */
	graph_same same;       /* and those of them that are searched */
	graph_rules rules;
	mixmi_options options;
	base_watch watch;
} task;

/* To be cleared in any case. */
static mixmi_status begin(task *t, const mixmi_table *table, const size_t *columns, size_t column_count,
                          const mixmi_knowledge *knowledge, const mixmi_options *options)
{
	*t = (task){ .table = table };
	base_watch_settle(&t->watch, &t->options, options);
	if (t->options.search == MIXMI_SEARCH_SCORE && t->options.own_test.function != NULL && !t->options.search_said)
		t->options.search = MIXMI_SEARCH_PC_STABLE; /* a program's own test may know more than the table says */
	mixmi_status status = check_options(&t->options);
	if (status == MIXMI_OK)
		status = settle_clusters(&t->options, table);
	if (status == MIXMI_OK)
		status = graph_members_init(&t->members, table, columns, columns != NULL ? column_count : table->column_count);
	bool alike = t->options.preset != MIXMI_PRESET_PAPER && t->options.own_test.function == NULL;
	if (status == MIXMI_OK && (!graph_same_find(&t->same, &t->members, table, knowledge, alike) ||
	                           !graph_rules_init(&t->rules, knowledge, t->same.searched.names, t->same.searched.count)))
		status = base_error_memory();
	t->rules.latent = t->options.latent != 0;
	return status;
}

static void clear(task *t)
{
	graph_rules_clear(&t->rules);
	graph_same_clear(&t->same);
	graph_members_clear(&t->members);
}

/* Hands over a graph with its nodes in the caller's order; `graph` is gone in any case. */
static mixmi_status hand_over(mixmi_graph **out, mixmi_graph *graph, const task *t)
{
	*out = graph_same_restore(graph, &t->same, &t->members, t->table, t->options.alpha);
	if (*out != NULL && graph_index(*out))
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

/* Which search for latent variables the whole is given: as it was said, or as a search of the whole finds. */
static mixmi_status settle_latent(graph_search *search)
{
	const mixmi_options *o = search->options;
	search->relaxed = o->latent_search == MIXMI_LATENT_RFCI;
	if (!o->latent || o->latent_search != MIXMI_LATENT_AUTO)
		return MIXMI_OK;
	search->own = graph_answers_new();
	mixmi_status status = search->own != NULL ? graph_search_run(search) : base_error_memory();
	graph_answers_free(search->own);
	search->own = NULL;
	if (status == MIXMI_OK && search->watch->cancelled)
		return base_error(MIXMI_ERROR_CANCELLED, "cancelled while searching the whole, which a subsample goes by");
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
	mixmi_status status = search.graph != NULL ? settle_latent(&search) : base_error_memory();
	if (status == MIXMI_OK)
		status = graph_one_subsample(&graph, &search, number);
	mixmi_graph_free(search.graph);
	if (status != MIXMI_OK)
		return status;
	describe_search(graph, &t->options, graph_test_name(&t->options));
	return hand_over(out, graph, t);
}

mixmi_status mixmi_graph_learn_subsample(mixmi_graph **out, const mixmi_table *table, const size_t *columns,
                                         size_t column_count, const mixmi_knowledge *knowledge,
                                         const mixmi_options *options, size_t number)
{
	task t;
	*out = NULL;
	mixmi_status status = begin(&t, table, columns, column_count, knowledge, options);
	if (status == MIXMI_OK && (number == 0 || table->rows < 4))
		status = number == 0 ? base_error(MIXMI_ERROR_USAGE, "subsamples are numbered from 1")
		                     : base_error(MIXMI_ERROR_DATA, "subsamples need at least 4 rows, not %zu", table->rows);
	if (status == MIXMI_OK)
		status = learn_subsample(out, &t, number);
	clear(&t);
	return status;
}
