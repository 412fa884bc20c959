/* mixmi_graph_learn: checks what it was given, puts the columns in the order of their names, has the search, the subsamples
 * and the checkpoint do their work, and hands out the graph with its nodes in the caller's order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "data/table.h"
#include "graph/members.h"
#include "graph/kept_answers.h"
#include "graph/search.h"
#include "graph/sign.h"
#include "graph/stability.h"

/* A search from beginning to end. The answers that came in before an error are in the checkpoint all the same. */
static mixmi_status run_search(graph_search *search)
{
	mixmi_status status = graph_memory_open(search, search->graph->nodes, graph_search_asks_again(search->options));
	if (status == MIXMI_OK)
		status = graph_search_run(search);
	if (status == MIXMI_OK)
		status = graph_stability(search);
	if (status == MIXMI_OK)
		status = graph_finish_evidence(search);
	return graph_memory_close(search, status);
}

static void describe_search(mixmi_graph *graph, const mixmi_options *options, const char *test)
{
	graph->alpha = options->alpha;
	graph->min_rows = (size_t)options->min_rows;
	const char *how = options->latent ? "fci" : options->search == MIXMI_SEARCH_BALANCED ? "balanced" : "pc-stable";
	snprintf(graph->search, sizeof graph->search, "%s", how);
	snprintf(graph->test, sizeof graph->test, "%s", test);
}

static mixmi_status learn(mixmi_graph **out, const mixmi_table *table, const graph_members *m, const graph_rules *rules,
                          const mixmi_options *options, const char *test)
{
	graph_watch watch = { .options = options };
	graph_search search = {
		.table = table, .columns = m->columns, .rules = rules, .options = options, .watch = &watch
	};
	search.graph = graph_new(m->names, m->types, m->count);
	if (search.graph == NULL)
		return base_error_memory();
	describe_search(search.graph, options, test);
	mixmi_status status = run_search(&search);
	if (status != MIXMI_OK) {
		mixmi_graph_free(search.graph);
		return status;
	}
	*out = graph_reorder(search.graph, m->node_of);
	if (*out != NULL && graph_index(*out))
		return MIXMI_OK;
	mixmi_graph_free(*out);
	*out = NULL;
	return base_error_memory();
}

mixmi_status mixmi_graph_learn(mixmi_graph **out, const mixmi_table *table, const size_t *columns, size_t column_count,
                               const mixmi_knowledge *knowledge, const mixmi_options *options)
{
	*out = NULL;
	mixmi_options settled;
	graph_members m = { 0 };
	graph_rules rules = { 0 };
	base_watch watch;
	base_watch_settle(&watch, &settled, options);
	mixmi_status status = graph_members_init(&m, table, columns, columns != NULL ? column_count : table->column_count);
	if (status == MIXMI_OK && !graph_rules_init(&rules, knowledge, m.names, m.count))
		status = base_error_memory();
	rules.latent = settled.latent != 0;
	if (status == MIXMI_OK)
		status = learn(out, table, &m, &rules, &settled, graph_test_name(&settled));
	graph_rules_clear(&rules);
	graph_members_clear(&m);
	return status;
}
