/* A graph as JSON: our format, from which graph_read_json.c restores the same graph. jansson is not
 * used for writing, to get numbers in their shortest form and one edge per line. A missing number is null. */
#include <math.h>
#include <string.h>

#include "base/answer.h"
#include "base/text.h"
#include "graph/model/graph.h"
#include "io/graph_view.h"
#include "io/look.h"

void io_add_json_string(io_buffer *out, const char *text)
{
	io_add_char(out, '"');
	for (const char *c = text; *c != '\0';) {
		size_t size;
		uint32_t code = base_utf8_code(c, &size);
		if (base_text_is_hidden(code))
			io_addf(out, "\\u%04x", (unsigned)code); /* none is longer */
		else if (*c == '"' || *c == '\\')
			io_addf(out, "\\%c", *c);
		else
			io_add_bytes(out, c, size);
		c += size;
	}
	io_add_char(out, '"');
}

static void add_number(io_buffer *out, double value)
{
	if (isfinite(value))
		io_add_exact(out, value);
	else
		io_add(out, "null");
}

/* Members after the first one, with a preceding comma. */
static void put_string(io_buffer *out, const char *key, const char *value)
{
	io_addf(out, ", \"%s\": ", key);
	io_add_json_string(out, value);
}

static void put_number(io_buffer *out, const char *key, double value)
{
	io_addf(out, ", \"%s\": ", key);
	add_number(out, value);
}

static void put_count(io_buffer *out, const char *key, size_t value)
{
	io_addf(out, ", \"%s\": %zu", key, value);
}

static void put_flag(io_buffer *out, const char *key, bool value)
{
	io_addf(out, ", \"%s\": %s", key, value ? "true" : "false");
}

static void put_names(io_buffer *out, const char *key, const io_graph *view, const size_t *nodes, size_t count)
{
	io_addf(out, ", \"%s\": [", key);
	for (size_t i = 0; i < count; i++) {
		io_add(out, i > 0 ? ", " : "");
		io_add_json_string(out, io_graph_name(view, nodes[i]));
	}
	io_add_char(out, ']');
}

/* Text before item `index` of an array with one item per line, and after the last of `count`. */
static void begin_item(io_buffer *out, size_t index, const char *indent)
{
	io_addf(out, "%s\n%s", index > 0 ? "," : "", indent);
}

static void end_items(io_buffer *out, size_t count, const char *indent)
{
	if (count > 0)
		io_addf(out, "\n%s", indent);
	io_add_char(out, ']');
}

/* A list such as "0, 2"; NULL: empty. */
static void put_lags(io_buffer *out, const char *lags)
{
	io_addf(out, ", \"lags\": [%s]", lags != NULL ? lags : "");
}

/* -------------------------------------------------------------------------------------------------- our own */

static void add_nodes(io_buffer *out, const io_graph *view)
{
	io_add(out, "  \"nodes\": [");
	for (size_t i = 0; i < view->info.nodes; i++) {
		begin_item(out, i, "    ");
		io_add(out, "{\"name\": ");
		io_add_json_string(out, io_graph_name(view, i));
		put_string(out, "type", io_graph_type(view, i));
		if (view->info.lags > 0) {
			size_t now, lag = mixmi_graph_lag(&now, view->graph, i);
			put_string(out, "column", io_graph_name(view, now));
			put_count(out, "lag", lag);
		}
		if (view->graph->own_lags != NULL)
			put_lags(out, view->graph->own_lags[i]);
		io_add_char(out, '}');
	}
	end_items(out, view->info.nodes, "  ");
}

/* The size of the dependence in the units of the columns; null: none. */
static void put_size(io_buffer *out, const io_graph *view, const mixmi_edge *edge)
{
	if (edge->size_kind == MIXMI_SIZE_NONE) {
		io_add(out, ", \"size\": null");
		return;
	}
	io_add(out, ", \"size\": {\"kind\": ");
	io_add_json_string(out, io_size_word(edge->size_kind));
	put_string(out, "of", io_graph_name(view, edge->size_of));
	put_number(out, "value", edge->size);
	put_number(out, "lower", edge->size_lower);
	put_number(out, "upper", edge->size_upper);
	put_number(out, "per", edge->size_per);
	io_add_char(out, '}');
}

/* Fields of an edge in both formats: its type and its support. */
static void put_support(io_buffer *out, const io_graph *view, const mixmi_edge *edge)
{
	put_string(out, "type", io_edge_type(edge));
	put_string(out, "kind", io_arrow_word(edge->kind));
	if (edge->mark_from == MIXMI_MARK_ARROW)
		put_string(out, "kind_from", io_arrow_word(edge->kind_from));
	put_number(out, "p", edge->p);
	put_number(out, "estimate", edge->estimate);
	put_number(out, "lower", edge->lower);
	put_number(out, "upper", edge->upper);
	if (io_verdict_word(edge->verdict) != NULL)
		put_string(out, "verdict", io_verdict_word(edge->verdict));
	else
		io_add(out, ", \"verdict\": null");
	put_number(out, "corrected", edge->corrected);
	put_names(out, "given", view, edge->given, edge->given_count);
	put_count(out, "rows", edge->rows);
	put_flag(out, "few_rows", edge->few_rows);
	put_flag(out, "doubtful", edge->doubtful);
	put_flag(out, "above_alpha", edge->doubtful == 2);
	if (edge->undecided)
		put_flag(out, "undecided", true);
	put_flag(out, "required", edge->required);
	if (edge->of_sum)
		put_flag(out, "of_sum", true);
	put_number(out, "sign", edge->sign);
	put_number(out, "sign_error", edge->sign_error);
	put_string(out, "shape", base_shape_word(edge->shape));
	put_string(out, "shape_along", io_graph_name(view, edge->shape_along));
	put_number(out, "where", edge->where);
	put_size(out, view, edge);
	put_number(out, "strength", edge->strength);
	put_number(out, "share", edge->share);
	/* of the other end, which an undirected edge has as well; 0 is unknown */
	const graph_evidence *evidence = &view->graph->evidence[graph_pair(view->graph, edge->from, edge->to)];
	double other = evidence->share[edge->from < edge->to];
	put_number(out, "share_from", isnan(edge->share) || other == 0 ? (double)NAN : other);
	put_number(out, "certainty", edge->certainty);
	put_number(out, "probability_from", edge->probability_from);
	put_number(out, "probability_to", edge->probability_to);
	put_number(out, "mark_probability", edge->mark_probability);
	if (view->info.subsamples > 0) {
		put_number(out, "frequency", edge->frequency);
		put_number(out, "frequency_forward", edge->frequency_forward);
		put_number(out, "frequency_backward", edge->frequency_backward);
	}
}

static void add_edges(io_buffer *out, const io_graph *view)
{
	io_add(out, ",\n  \"edges\": [");
	for (size_t i = 0; i < view->info.edges; i++) {
		begin_item(out, i, "    ");
		io_add(out, "{\"from\": ");
		io_add_json_string(out, io_graph_name(view, view->edges[i].from));
		put_string(out, "to", io_graph_name(view, view->edges[i].to));
		if (io_edge_lags(view, &view->edges[i]) != NULL)
			put_lags(out, io_edge_lags(view, &view->edges[i]));
		else if (view->info.lags > 0)
			put_count(out, "lag", mixmi_graph_lag(NULL, view->graph, view->edges[i].from));
		put_support(out, view, &view->edges[i]);
		io_add_char(out, '}');
	}
	end_items(out, view->info.edges, "  ");
}

/* Pairs that no test could decide, with the weakest test. */
static void add_undecided(io_buffer *out, const io_graph *view)
{
	io_add(out, ",\n  \"undecided\": [");
	for (size_t i = view->info.edges; i < view->all; i++) {
		const mixmi_edge *pair = &view->edges[i];
		begin_item(out, i - view->info.edges, "    ");
		io_add(out, "{\"a\": ");
		io_add_json_string(out, io_graph_name(view, pair->from));
		put_string(out, "b", io_graph_name(view, pair->to));
		put_names(out, "given", view, pair->given, pair->given_count);
		put_count(out, "rows", pair->rows);
		io_add_char(out, '}');
	}
	end_items(out, view->info.undecided, "  ");
}

static void add_totals(io_buffer *out, const io_graph *view)
{
	mixmi_total t;
	io_add(out, ",\n  \"totals\": [");
	for (size_t i = 0; mixmi_graph_total(&t, sizeof t, view->graph, i) == MIXMI_OK; i++) {
		begin_item(out, i, "    ");
		io_add(out, "{\"total\": ");
		io_add_json_string(out, io_graph_name(view, t.total));
		put_names(out, "parts", view, t.parts, t.count);
		io_add(out, ", \"coefficients\": [");
		for (size_t k = 0; k < t.count; k++) {
			io_add(out, k > 0 ? ", " : "");
			add_number(out, t.coefficients[k]);
		}
		io_add_char(out, ']');
		put_number(out, "constant", t.constant);
		io_add(out, t.logarithms ? ", \"logarithms\": true" : ", \"logarithms\": false");
		io_add_char(out, '}');
	}
	end_items(out, view->info.totals, "  ");
}

static void add_suggested(io_buffer *out, const io_graph *view)
{
	const char *why;
	io_add(out, ",\n  \"suggested_roots\": [");
	for (size_t i = 0, node; mixmi_graph_suggested_root(&node, &why, view->graph, i) == MIXMI_OK; i++) {
		begin_item(out, i, "    ");
		io_add(out, "{\"column\": ");
		io_add_json_string(out, io_graph_name(view, node));
		put_string(out, "why", why);
		io_add_char(out, '}');
	}
	end_items(out, view->info.suggested_roots, "  ");
}

static void add_separated(io_buffer *out, const io_graph *view)
{
	io_add(out, ",\n  \"separated\": [");
	for (size_t i = 0; i < view->info.separated; i++) {
		const mixmi_separation *s = &view->separated[i];
		begin_item(out, i, "    ");
		io_add(out, "{\"a\": ");
		io_add_json_string(out, io_graph_name(view, s->a));
		put_string(out, "b", io_graph_name(view, s->b));
		put_names(out, "given", view, s->given, s->given_count);
		put_number(out, "p", s->p);
		put_number(out, "estimate", s->estimate);
		put_count(out, "rows", s->rows);
		put_number(out, "upper", s->upper);
		put_flag(out, "few_rows", s->few_rows);
		put_flag(out, "doubtful", s->doubtful);
		put_flag(out, "forbidden", s->forbidden);
		if (view->info.subsamples > 0)
			put_number(out, "frequency", s->frequency);
		io_add_char(out, '}');
	}
	end_items(out, view->info.separated, "  ");
}

static void add_conflicts(io_buffer *out, const io_graph *view)
{
	io_add(out, ",\n  \"conflicts\": [");
	for (size_t i = 0; i < view->info.conflicts; i++) {
		const char *line = mixmi_graph_conflict(view->graph, i);
		char shown[BASE_TEXT_SHOWN]; /* a very long line may have been truncated within a character */
		bool valid = base_text_is_utf8(line, strlen(line));
		begin_item(out, i, "    ");
		io_add_json_string(out, valid ? line : base_text_show(shown, line, strlen(line)));
	}
	end_items(out, view->info.conflicts, "  ");
}

static void add_determined(io_buffer *out, const io_graph *view)
{
	io_add(out, ",\n  \"determined\": [");
	for (size_t i = 0, node, by; mixmi_graph_determined(&node, &by, view->graph, i) == MIXMI_OK; i++) {
		begin_item(out, i, "    ");
		io_add(out, "{\"column\": ");
		io_add_json_string(out, io_graph_name(view, node));
		put_string(out, "by", io_graph_name(view, by));
		io_add_char(out, '}');
	}
	end_items(out, view->info.determined, "  ");
}

void io_graph_json(io_buffer *out, const io_graph *view)
{
	const mixmi_graph_info *info = &view->info;
	io_add(out, "{\n  \"test\": ");
	io_add_json_string(out, info->test);
	io_add(out, ",\n  \"alpha\": ");
	add_number(out, info->alpha);
	io_addf(out, ",\n  \"tests\": %llu,\n  \"tests_reused\": %llu,\n  \"levels\": %zu", (unsigned long long)info->tests,
	        (unsigned long long)info->tests_reused, info->levels);
	io_addf(out, ",\n  \"kind\": \"%s\",\n  \"search\": \"%s\"", info->kind, info->search);
	io_add(out, ",\n  \"direction_threshold\": ");
	add_number(out, info->direction_threshold);
	if (info->lags > 0)
		io_addf(out, ",\n  \"lags\": %zu", info->lags);
	io_addf(out, ",\n  \"min_rows\": %zu,\n  \"stability\": %zu", view->graph->min_rows, info->subsamples);
	if (info->subsamples > 0) {
		io_add(out, ",\n  \"subsample_edges\": ");
		add_number(out, view->graph->subsample_edges);
		io_add(out, ",\n  \"false_edges\": ");
		add_number(out, info->false_edges);
	}
	io_addf(out, ",\n  \"complete\": %s,\n", info->complete ? "true" : "false");
	add_nodes(out, view);
	add_edges(out, view);
	add_undecided(out, view);
	add_separated(out, view);
	add_conflicts(out, view);
	add_determined(out, view);
	add_totals(out, view);
	add_suggested(out, view);
	io_add(out, "\n}\n");
}
