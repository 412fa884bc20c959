/* A graph as JSON: our own form, from which graph_read_json.c makes the same graph again, and Cytoscape's. The text is
 * put together here, not by jansson, for numbers in their shortest form and one edge a line. A number that a test does
 * not have is null. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "explain/profile.h"
#include "graph/graph.h"
#include "io/graph_view.h"

static void add_string(output_buffer *out, const char *text)
{
	output_add_char(out, '"');
	for (const char *c = text; *c != '\0'; c++) {
		if (*c == '"' || *c == '\\')
			output_addf(out, "\\%c", *c);
		else if ((unsigned char)*c < 0x20 || *c == 0x7F)
			output_addf(out, "\\u%04x", (unsigned)*c);
		else
			output_add_char(out, *c);
	}
	output_add_char(out, '"');
}

static void add_number(output_buffer *out, double value)
{
	if (isfinite(value))
		output_add_exact(out, value);
	else
		output_add(out, "null");
}

/* Members after the first one, with their comma. */
static void put_string(output_buffer *out, const char *key, const char *value)
{
	output_addf(out, ", \"%s\": ", key);
	add_string(out, value);
}

static void put_number(output_buffer *out, const char *key, double value)
{
	output_addf(out, ", \"%s\": ", key);
	add_number(out, value);
}

static void put_count(output_buffer *out, const char *key, size_t value)
{
	output_addf(out, ", \"%s\": %zu", key, value);
}

static void put_flag(output_buffer *out, const char *key, bool value)
{
	output_addf(out, ", \"%s\": %s", key, value ? "true" : "false");
}

static void put_names(output_buffer *out, const char *key, const output_graph *view, const size_t *nodes, size_t count)
{
	output_addf(out, ", \"%s\": [", key);
	for (size_t i = 0; i < count; i++) {
		output_add(out, i > 0 ? ", " : "");
		add_string(out, output_graph_name(view, nodes[i]));
	}
	output_add_char(out, ']');
}

/* What stands before item `index` of an array that has one item a line, and after the last of `count`. */
static void begin_item(output_buffer *out, size_t index, const char *indent)
{
	output_addf(out, "%s\n%s", index > 0 ? "," : "", indent);
}

static void end_items(output_buffer *out, size_t count, const char *indent)
{
	if (count > 0)
		output_addf(out, "\n%s", indent);
	output_add_char(out, ']');
}

/* -------------------------------------------------------------------------------------------------- our own */

static void add_nodes(output_buffer *out, const output_graph *view)
{
	output_add(out, "  \"nodes\": [");
	for (size_t i = 0; i < view->info.nodes; i++) {
		begin_item(out, i, "    ");
		output_add(out, "{\"name\": ");
		add_string(out, output_graph_name(view, i));
		put_string(out, "type", output_graph_type(view, i));
		output_add_char(out, '}');
	}
	end_items(out, view->info.nodes, "  ");
}

/* What both forms say of an edge: its type and what supports it. */
static void put_support(output_buffer *out, const output_graph *view, const mixmi_edge *edge)
{
	put_string(out, "type", output_edge_type(edge));
	put_number(out, "p", edge->p);
	put_number(out, "estimate", edge->estimate);
	put_number(out, "corrected", edge->corrected);
	put_names(out, "given", view, edge->given, edge->given_count);
	put_count(out, "rows", edge->rows);
	put_flag(out, "few_rows", edge->few_rows);
	put_flag(out, "doubtful", edge->doubtful);
	put_flag(out, "above_alpha", edge->doubtful == 2);
	put_flag(out, "cannot_tell", edge->cannot_tell);
	put_flag(out, "required", edge->required);
	put_number(out, "sign", edge->sign);
	put_number(out, "sign_error", edge->sign_error);
	put_string(out, "shape", explain_shape_word(edge->shape));
	put_string(out, "shape_along", output_graph_name(view, edge->shape_along));
	put_number(out, "where", edge->where);
	if (view->info.subsamples > 0) {
		put_number(out, "frequency", edge->frequency);
		put_number(out, "frequency_forward", edge->frequency_forward);
		put_number(out, "frequency_backward", edge->frequency_backward);
	}
}

static void add_edges(output_buffer *out, const output_graph *view)
{
	output_add(out, ",\n  \"edges\": [");
	for (size_t i = 0; i < view->info.edges; i++) {
		begin_item(out, i, "    ");
		output_add(out, "{\"from\": ");
		add_string(out, output_graph_name(view, view->edges[i].from));
		put_string(out, "to", output_graph_name(view, view->edges[i].to));
		put_support(out, view, &view->edges[i]);
		output_add_char(out, '}');
	}
	end_items(out, view->info.edges, "  ");
}

static void add_separated(output_buffer *out, const output_graph *view)
{
	output_add(out, ",\n  \"separated\": [");
	for (size_t i = 0; i < view->info.separated; i++) {
		const mixmi_separation *s = &view->separated[i];
		begin_item(out, i, "    ");
		output_add(out, "{\"a\": ");
		add_string(out, output_graph_name(view, s->a));
		put_string(out, "b", output_graph_name(view, s->b));
		put_names(out, "given", view, s->given, s->given_count);
		put_number(out, "p", s->p);
		put_number(out, "estimate", s->estimate);
		put_count(out, "rows", s->rows);
		put_number(out, "hidden", s->hidden);
		put_flag(out, "few_rows", s->few_rows);
		put_flag(out, "doubtful", s->doubtful);
		put_flag(out, "forbidden", s->forbidden);
		if (view->info.subsamples > 0)
			put_number(out, "frequency", s->frequency);
		output_add_char(out, '}');
	}
	end_items(out, view->info.separated, "  ");
}

static void add_conflicts(output_buffer *out, const output_graph *view)
{
	output_add(out, ",\n  \"conflicts\": [");
	for (size_t i = 0; i < view->info.conflicts; i++) {
		const char *line = mixmi_graph_conflict(view->graph, i);
		char shown[BASE_TEXT_SHOWN]; /* a very long line may have been cut within a character */
		bool valid = base_text_is_utf8(line, strlen(line));
		begin_item(out, i, "    ");
		add_string(out, valid ? line : base_text_show(shown, line, strlen(line)));
	}
	end_items(out, view->info.conflicts, "  ");
}

void output_graph_json(output_buffer *out, const output_graph *view)
{
	const mixmi_graph_info *info = &view->info;
	output_add(out, "{\n  \"test\": ");
	add_string(out, info->test);
	output_add(out, ",\n  \"alpha\": ");
	add_number(out, info->alpha);
	output_addf(out, ",\n  \"tests\": %llu,\n  \"tests_reused\": %llu,\n  \"levels\": %zu",
	            (unsigned long long)info->tests, (unsigned long long)info->tests_reused, info->levels);
	output_addf(out, ",\n  \"kind\": \"%s\",\n  \"search\": \"%s\"", info->kind, info->search);
	output_addf(out, ",\n  \"min_rows\": %zu,\n  \"stability\": %zu", view->graph->min_rows, info->subsamples);
	if (info->subsamples > 0) {
		output_add(out, ",\n  \"subsample_edges\": ");
		add_number(out, view->graph->subsample_edges);
		output_add(out, ",\n  \"false_edges\": ");
		add_number(out, info->false_edges);
	}
	output_addf(out, ",\n  \"complete\": %s,\n", info->complete ? "true" : "false");
	add_nodes(out, view);
	add_edges(out, view);
	add_separated(out, view);
	add_conflicts(out, view);
	output_add(out, "\n}\n");
}

/* ------------------------------------------------------------------------------------------------ Cytoscape */

/* Cytoscape.js' "elements", which Cytoscape imports, with the members that networkx.cytoscape_graph() asks for. */
void output_graph_cytoscape(output_buffer *out, const output_graph *view)
{
	output_add(out, "{\n  \"data\": {\"name\": \"mixmi\"},\n  \"directed\": true,\n  \"multigraph\": false,\n"
	                "  \"elements\": {\n    \"nodes\": [");
	for (size_t i = 0; i < view->info.nodes; i++) {
		begin_item(out, i, "      ");
		output_add(out, "{\"data\": {\"id\": ");
		add_string(out, output_graph_name(view, i));
		put_string(out, "name", output_graph_name(view, i));
		put_string(out, "value", output_graph_name(view, i));
		put_string(out, "type", output_graph_type(view, i));
		output_add(out, "}}");
	}
	end_items(out, view->info.nodes, "    ");
	output_add(out, ",\n    \"edges\": [");
	for (size_t i = 0; i < view->info.edges; i++) {
		const mixmi_edge *edge = &view->edges[i];
		begin_item(out, i, "      ");
		output_addf(out, "{\"data\": {\"id\": \"e%zu\"", i);
		put_string(out, "source", output_graph_name(view, edge->from));
		put_string(out, "target", output_graph_name(view, edge->to));
		put_flag(out, "directed", edge->directed);
		put_support(out, view, edge);
		output_add(out, "}}");
	}
	end_items(out, view->info.edges, "    ");
	output_add(out, "\n  }\n}\n");
}
