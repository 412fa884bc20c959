/* The true graph. The library compares graphs with the same nodes, so the nodes of the file and of the search are
 * matched here, before the search. */
#include "truth.h"

#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "report.h"

static bool is_latent(const cli_args *args)
{
	return strcmp(cli_args_option(args, "latent"), "yes") == 0;
}

/* Number of the node with this name, or SIZE_MAX. */
static size_t find_node(const cli_truth_nodes *nodes, const char *name)
{
	for (size_t i = 0; i < nodes->count; i++)
		if (strcmp(cli_columns_name(nodes->table, nodes->columns[i]), name) == 0)
			return i;
	return SIZE_MAX;
}

static bool has_node(const mixmi_graph *graph, const char *name)
{
	const char *node;
	for (size_t i = 0; (node = mixmi_graph_node(graph, i, NULL)) != NULL; i++)
		if (strcmp(node, name) == 0)
			return true;
	return false;
}

static bool is_directed(const mixmi_graph *graph)
{
	mixmi_edge edge;
	for (size_t i = 0; mixmi_graph_edge(&edge, sizeof edge, graph, i) == MIXMI_OK; i++)
		if (!edge.directed)
			return false;
	return true;
}

/* True if the table has this column, and the search omits it by default. */
static bool is_left_out(const cli_truth_nodes *nodes, const char *name)
{
	size_t column;
	mixmi_column about;
	return cli_args_value(nodes->args, "columns") == NULL &&
	       mixmi_table_find(&column, nodes->table, name) == MIXMI_OK &&
	       strcmp(cli_columns_name(nodes->table, column), name) == 0 &&
	       mixmi_table_column(&about, sizeof about, nodes->table, column, NULL) == MIXMI_OK &&
	       !cli_columns_takes(nodes->args, &about);
}

/* Adds a note about names with special treatment: "truth.csv: 'a', 'b' ...". */
static int note_names(const char *path, const cli_names *names, const char *what)
{
	cli_text note = { 0 };
	cli_text_add(&note, path);
	cli_text_add(&note, ": ");
	cli_names_end(&note, names);
	cli_text_add(&note, what);
	if (names->count > 0 && !note.failed)
		cli_note(note.bytes);
	bool failed = note.failed;
	cli_text_clear(&note);
	return failed ? cli_fail_memory() : CLI_OK;
}

/* Nodes of the file that are not in the search: those omitted by default are ignored, anything else is an error. */
static int check_nodes(const mixmi_graph *truth, const char *path, const cli_truth_nodes *nodes)
{
	const char *node;
	cli_names ignored = { 0 };
	int code = CLI_OK;
	for (size_t i = 0; code == CLI_OK && (node = mixmi_graph_node(truth, i, NULL)) != NULL; i++) {
		if (find_node(nodes, node) != SIZE_MAX)
			continue;
		if (is_left_out(nodes, node))
			cli_names_add(&ignored, node);
		else
			code = cli_fail(CLI_DATA,
			                "%s: the true graph has a node '%s', which is not a column; with --latent it is latent if "
			                "the graph is a DAG",
			                path, node);
	}
	if (code == CLI_OK)
		code = note_names(path, &ignored, ": ignored in the comparison, because the search leaves out these columns");
	cli_text_clear(&ignored.text);
	return code;
}

/* An edge list contains only nodes with edges, so a column that it does not name has none. */
static int note_unnamed(const mixmi_graph *truth, const char *path, const cli_truth_nodes *nodes)
{
	cli_names unnamed = { 0 };
	for (size_t i = 0; i < nodes->count; i++)
		if (!has_node(truth, cli_columns_name(nodes->table, nodes->columns[i])))
			cli_names_add(&unnamed, cli_columns_name(nodes->table, nodes->columns[i]));
	int code = note_names(path, &unnamed, ": not in the true graph, treated as nodes without edges");
	cli_text_clear(&unnamed.text);
	return code;
}

/* ------------------------------------------------------------------------------------------------ graphs */

/* All nodes of the file and of the search, those of the search first. The caller frees the array. */
static const char **all_names(size_t *count, const mixmi_graph *truth, const cli_truth_nodes *nodes, bool with_others)
{
	const char *node;
	size_t more = 0;
	while (mixmi_graph_node(truth, more, NULL) != NULL)
		more++;
	const char **names = calloc(nodes->count + more + 1, sizeof *names);
	if (names == NULL)
		return NULL;
	for (*count = 0; *count < nodes->count; ++*count)
		names[*count] = cli_columns_name(nodes->table, nodes->columns[*count]);
	for (size_t i = 0; with_others && (node = mixmi_graph_node(truth, i, NULL)) != NULL; i++)
		if (find_node(nodes, node) == SIZE_MAX)
			names[(*count)++] = node;
	return names;
}

static size_t place_of(const char *const *names, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return i;
	return SIZE_MAX;
}

/* The same edges over these names; an edge with another end is dropped. */
static mixmi_status rebuild(mixmi_graph **out, const mixmi_graph *graph, const char *const *names, size_t count)
{
	mixmi_edge edge;
	mixmi_status status = mixmi_graph_new(out, names, count);
	for (size_t i = 0; status == MIXMI_OK && mixmi_graph_edge(&edge, sizeof edge, graph, i) == MIXMI_OK; i++) {
		size_t from = place_of(names, count, mixmi_graph_node(graph, edge.from, NULL));
		size_t to = place_of(names, count, mixmi_graph_node(graph, edge.to, NULL));
		if (from != SIZE_MAX && to != SIZE_MAX)
			status = mixmi_graph_join(*out, from, to, (mixmi_mark)edge.mark_from, (mixmi_mark)edge.mark_to);
	}
	if (status != MIXMI_OK) {
		mixmi_graph_free(*out);
		*out = NULL;
	}
	return status;
}

/* Data alone identify a DAG only up to its CPDAG, so that is compared, unless there is background knowledge. With
 * latent variables a DAG is identified up to its PAG, where every node without a column is latent. */
static mixmi_status view(mixmi_graph **out, const char **against, const mixmi_graph *truth,
                         const cli_truth_nodes *nodes, bool as_pag)
{
	mixmi_graph *whole = NULL;
	size_t count;
	const char **names = all_names(&count, truth, nodes, as_pag);
	if (names == NULL)
		return MIXMI_ERROR_MEMORY;
	mixmi_status status = rebuild(&whole, truth, names, count);
	*against = as_pag                                                                      ? "pag"
	           : is_directed(truth) && !is_latent(nodes->args) && nodes->knowledge == NULL ? "cpdag"
	                                                                                       : "graph";
	if (status == MIXMI_OK && as_pag)
		status = mixmi_graph_pag(out, whole, names, nodes->count, nodes->knowledge);
	else if (status == MIXMI_OK && strcmp(*against, "cpdag") == 0)
		status = mixmi_graph_cpdag(out, whole);
	else if (status == MIXMI_OK) {
		*out = whole;
		whole = NULL;
	}
	mixmi_graph_free(whole);
	free(names);
	return status;
}

int cli_truth_read(mixmi_graph **out, const char **against, const char *path, const cli_truth_nodes *nodes)
{
	mixmi_graph *truth;
	*out = NULL;
	mixmi_status status = mixmi_graph_read(&truth, path);
	if (status != MIXMI_OK)
		return cli_fail_library("graph", NULL, status);
	bool as_pag = is_directed(truth) && is_latent(nodes->args);
	int code = as_pag ? CLI_OK : check_nodes(truth, path, nodes);
	if (code == CLI_OK)
		code = note_unnamed(truth, path, nodes);
	if (code == CLI_OK) {
		status = view(out, against, truth, nodes, as_pag);
		code = status == MIXMI_OK             ? CLI_OK
		       : status == MIXMI_ERROR_MEMORY ? cli_fail_memory()
		                                      : cli_fail_library("graph", path, status);
	}
	mixmi_graph_free(truth);
	return code;
}
