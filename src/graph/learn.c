/* mixmi_graph_learn: checks what it was given, puts the columns in the order of their names, has the search, the bootstrap
 * and the checkpoint do their work, and hands out the graph with its nodes in the caller's order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table.h"
#include "graph/bootstrap.h"
#include "graph/search.h"

/* A column of the search and its place in the caller's list. */
typedef struct member {
	const char *name;
	size_t column, place;
} member;

static int compare_members(const void *a, const void *b)
{
	return strcmp(((const member *)a)->name, ((const member *)b)->name);
}

/* The columns in the order of their names, and the node of each place. */
typedef struct membership {
	size_t count;
	size_t *columns;    /* [count] by node */
	const char **names; /* [count] by node */
	mixmi_type *types;  /* [count] by node */
	size_t *node_of;    /* [count] by place in the caller's list */
} membership;

static mixmi_status check_columns(const mixmi_table *table, const size_t *columns, size_t count)
{
	if (count < 2)
		return base_error(MIXMI_ERROR_DATA, "a graph needs at least 2 columns, not %zu", count);
	if (count >= UINT32_MAX)
		return base_error(MIXMI_ERROR_LIMIT, "a graph has fewer than %lu columns", (unsigned long)UINT32_MAX);
	for (size_t i = 0; i < count; i++) {
		size_t column = columns != NULL ? columns[i] : i;
		if (column >= table->column_count)
			return base_error(MIXMI_ERROR_USAGE, "no column with index %zu: the table has %zu", column,
			                  table->column_count);
		const data_column *c = &table->columns[column];
		char shown[BASE_TEXT_SHOWN];
		if (table->rows - c->missing < 2)
			return base_error(MIXMI_ERROR_DATA, "column '%s' has %s: at least 2 are needed; leave it out",
			                  base_text_show(shown, c->name, strlen(c->name)),
			                  table->rows == c->missing ? "no values" : "only one value");
	}
	return MIXMI_OK;
}

static mixmi_status fill_membership(membership *m, member *members, const mixmi_table *table, const size_t *columns)
{
	for (size_t i = 0; i < m->count; i++) {
		size_t column = columns != NULL ? columns[i] : i;
		members[i] = (member){ table->columns[column].name, column, i };
	}
	qsort(members, m->count, sizeof *members, compare_members);
	for (size_t i = 0; i < m->count; i++) {
		char shown[BASE_TEXT_SHOWN];
		if (i > 0 && members[i].column == members[i - 1].column)
			return base_error(MIXMI_ERROR_USAGE, "column '%s' is given twice",
			                  base_text_show(shown, members[i].name, strlen(members[i].name)));
		m->columns[i] = members[i].column;
		m->names[i] = members[i].name;
		m->types[i] = table->columns[members[i].column].type;
		m->node_of[members[i].place] = i;
	}
	return MIXMI_OK;
}

static void clear_membership(membership *m)
{
	free(m->columns);
	free(m->names);
	free(m->types);
	free(m->node_of);
}

/* To be cleared in any case. */
static mixmi_status init_membership(membership *m, const mixmi_table *table, const size_t *columns, size_t count)
{
	*m = (membership){ .count = count };
	mixmi_status status = check_columns(table, columns, count);
	if (status != MIXMI_OK)
		return status;
	m->columns = base_array(count, sizeof *m->columns);
	m->names = base_array(count, sizeof *m->names);
	m->types = base_array(count, sizeof *m->types);
	m->node_of = base_array(count, sizeof *m->node_of);
	member *members = base_array(count, sizeof *members);
	if (m->columns == NULL || m->names == NULL || m->types == NULL || m->node_of == NULL || members == NULL)
		status = base_error_memory();
	else
		status = fill_membership(m, members, table, columns);
	free(members);
	return status;
}

static const char *test_name(const mixmi_options *options)
{
	return options->custom_test != NULL ? options->custom_name : options->test;
}

/* Answers to remember, as far as the search can come back to them. */
static mixmi_status open_memory(graph_search *search, const char *test)
{
	const mixmi_options *o = search->options;
	if (o->v_rule != MIXMI_V_STANDARD) {
		search->own = graph_answers_new();
		if (search->own == NULL)
			return base_error_memory();
	}
	if (o->checkpoint == NULL)
		return MIXMI_OK;
	search->loaded = graph_answers_new();
	if (search->loaded == NULL)
		return base_error_memory();
	char *header;
	size_t nodes = search->graph->nodes;
	mixmi_status status =
		graph_checkpoint_header(&header, search->table, search->columns, nodes, search->rules, test, o);
	if (status == MIXMI_OK)
		status = graph_checkpoint_open(&search->checkpoint, o->checkpoint, header, nodes, search->loaded);
	free(header);
	return status;
}

/* A search from beginning to end. The answers that came in before an error are in the checkpoint all the same. */
static mixmi_status run_search(graph_search *search, const char *test)
{
	mixmi_status status = open_memory(search, test);
	if (status == MIXMI_OK)
		status = graph_search_run(search);
	if (status == MIXMI_OK)
		status = graph_bootstrap(search);
	if (status == MIXMI_OK) {
		status = graph_checkpoint_close(search->checkpoint);
	} else {
		char message[1024]; /* of the first failure, not of a second one in closing */
		snprintf(message, sizeof message, "%s", mixmi_error_message());
		(void)graph_checkpoint_close(search->checkpoint);
		(void)base_error(status, "%s", message);
	}
	graph_answers_free(search->own);
	graph_answers_free(search->loaded);
	return status;
}

static void describe_search(mixmi_graph *graph, const mixmi_options *options, const char *test)
{
	graph->alpha = options->alpha;
	graph->min_rows = (size_t)options->min_rows;
	snprintf(graph->test, sizeof graph->test, "%s", test);
}

static mixmi_status learn(mixmi_graph **out, const mixmi_table *table, const membership *m, const graph_rules *rules,
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
	mixmi_status status = run_search(&search, test);
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
	membership m = { 0 };
	graph_rules rules = { 0 };
	base_watch watch;
	base_watch_settle(&watch, &settled, options);
	mixmi_status status = init_membership(&m, table, columns, columns != NULL ? column_count : table->column_count);
	if (status == MIXMI_OK && !graph_rules_init(&rules, knowledge, m.names, m.count))
		status = base_error_memory();
	if (status == MIXMI_OK)
		status = learn(out, table, &m, &rules, &settled, test_name(&settled));
	graph_rules_clear(&rules);
	clear_membership(&m);
	return status;
}
