/* A graph as GraphML and as GML, with the support of each edge as typed attributes. Both identify nodes by number and
 * store the column name as an attribute, so that any name is possible. Missing numbers are omitted. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "io/graph_view.h"

/* --------------------------------------------------------------------------------------------------- GraphML */

/* XML 1.0 cannot represent most control characters, nor U+FFFE and U+FFFF: they become \xNN. A name with such a
 * character is also written as bytes, which the reader uses. */
static bool in_xml(const unsigned char *c)
{
	bool control = *c < 0x20 && *c != '\t' && *c != '\n' && *c != '\r';
	bool beyond = c[0] == 0xEF && c[1] == 0xBF && c[2] >= 0xBE;
	return !control && !beyond;
}

static void add_xml(io_buffer *out, const char *text)
{
	for (const char *c = text; *c != '\0'; c++) {
		if (!in_xml((const unsigned char *)c)) {
			size_t count = (unsigned char)*c == 0xEF ? 3 : 1;
			for (size_t i = 0; i < count; i++)
				io_addf(out, "\\x%02x", (unsigned char)c[i]);
			c += count - 1;
		} else if (strchr("&<>\"\t\n\r", *c) != NULL) {
			io_addf(out, "&#%d;", *c);
		} else {
			io_add_char(out, *c);
		}
	}
}

static bool all_in_xml(const char *text)
{
	while (*text != '\0' && in_xml((const unsigned char *)text))
		text++;
	return *text == '\0';
}

static bool all_names_in_xml(const io_graph *view)
{
	bool all = true;
	for (size_t i = 0; i < view->info.nodes; i++)
		all = all && all_in_xml(io_graph_name(view, i));
	return all;
}

static const char *const XML_KEYS[][3] = {
	{ "name", "node", "string" },
	{ "kind", "node", "string" },
	{ "type", "edge", "string" },
	{ "estimate", "edge", "double" },
	{ "corrected", "edge", "double" },
	{ "p", "edge", "double" },
	{ "given", "edge", "string" },
	{ "rows", "edge", "long" },
	{ "sign", "edge", "double" },
	{ "strength", "edge", "double" },
	{ "share", "edge", "double" },
	{ "certainty", "edge", "double" },
	{ "probability_from", "edge", "double" },
	{ "probability_to", "edge", "double" },
	{ "mark_probability", "edge", "double" },
	{ "kind_of_arrow", "edge", "string" },
	{ "kind_of_arrow_from", "edge", "string" },
	{ "few_rows", "edge", "boolean" },
	{ "doubtful", "edge", "boolean" },
	{ "undecided", "edge", "boolean" },
	{ "required", "edge", "boolean" },
	{ "frequency", "edge", "double" },
	{ "frequency_forward", "edge", "double" },
	{ "frequency_backward", "edge", "double" },
};

static void begin_data(io_buffer *out, const char *key)
{
	io_addf(out, "<data key=\"%s\">", key);
}

static void end_data(io_buffer *out)
{
	io_add(out, "</data>");
}

static void xml_text(io_buffer *out, const char *key, const char *value)
{
	begin_data(out, key);
	add_xml(out, value);
	end_data(out);
}

static void xml_number(io_buffer *out, const char *key, double value)
{
	if (!isfinite(value))
		return;
	begin_data(out, key);
	io_add_exact(out, value);
	end_data(out);
}

static void xml_given(io_buffer *out, const io_graph *view, const mixmi_edge *edge)
{
	io_buffer given = { 0 };
	io_add_given(&given, view, edge->given, edge->given_count);
	io_add_char(&given, '\0');
	out->failed = out->failed || given.failed;
	if (!out->failed && edge->given_count > 0)
		xml_text(out, "given", given.text);
	io_buffer_clear(&given);
}

static void xml_edge(io_buffer *out, const io_graph *view, const mixmi_edge *edge)
{
	io_addf(out, "    <edge source=\"n%zu\" target=\"n%zu\" directed=\"%s\">", edge->from, edge->to,
	        edge->directed ? "true" : "false");
	xml_text(out, "type", io_edge_type(edge));
	xml_number(out, "estimate", edge->estimate);
	xml_number(out, "corrected", edge->corrected);
	xml_number(out, "p", edge->p);
	xml_given(out, view, edge);
	io_addf(out, "<data key=\"rows\">%zu</data>", edge->rows);
	xml_number(out, "sign", edge->sign);
	xml_number(out, "strength", edge->strength);
	xml_number(out, "share", edge->share);
	xml_number(out, "certainty", edge->certainty);
	xml_number(out, "probability_from", edge->probability_from);
	xml_number(out, "probability_to", edge->probability_to);
	xml_number(out, "mark_probability", edge->mark_probability);
	if (edge->kind != MIXMI_ARROW_NONE)
		xml_text(out, "kind_of_arrow", io_arrow_word(edge->kind));
	if (edge->kind_from != MIXMI_ARROW_NONE)
		xml_text(out, "kind_of_arrow_from", io_arrow_word(edge->kind_from));
	if (edge->few_rows)
		xml_text(out, "few_rows", "true");
	if (edge->doubtful)
		xml_text(out, "doubtful", "true");
	if (edge->undecided)
		xml_text(out, "undecided", "true");
	if (edge->required)
		xml_text(out, "required", "true");
	xml_number(out, "frequency", edge->frequency);
	xml_number(out, "frequency_forward", edge->frequency_forward);
	xml_number(out, "frequency_backward", edge->frequency_backward);
	io_add(out, "</edge>\n");
}

static void xml_node(io_buffer *out, const io_graph *view, size_t node)
{
	const char *name = io_graph_name(view, node);
	io_addf(out, "    <node id=\"n%zu\">", node);
	xml_text(out, "name", name);
	if (!all_in_xml(name)) {
		begin_data(out, "name_bytes");
		for (; *name != '\0'; name++)
			io_addf(out, "%02x", (unsigned char)*name);
		end_data(out);
	}
	xml_text(out, "kind", io_graph_type(view, node));
	io_add(out, "</node>\n");
}

static void xml_key(io_buffer *out, const char *name, const char *domain, const char *type)
{
	io_addf(out, "  <key id=\"%s\" for=\"%s\" attr.name=\"%s\" attr.type=\"%s\"/>\n", name, domain, name, type);
}

static size_t directed_edges(const io_graph *view)
{
	size_t count = 0;
	for (size_t i = 0; i < view->info.edges; i++)
		count += view->edges[i].directed != 0;
	return count;
}

/* If all edges are of one kind, the graph is declared so. Mixed graphs are valid GraphML; readers that support only one
 * kind (such as networkx) take DOT or JSON. */
void io_graph_graphml(io_buffer *out, const io_graph *view)
{
	io_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	            "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
	for (size_t i = 0; i < sizeof XML_KEYS / sizeof *XML_KEYS; i++)
		xml_key(out, XML_KEYS[i][0], XML_KEYS[i][1], XML_KEYS[i][2]);
	if (!all_names_in_xml(view))
		xml_key(out, "name_bytes", "node", "string");
	io_addf(out, "  <graph id=\"mixmi\" edgedefault=\"%s\">\n",
	        directed_edges(view) > 0 || view->info.edges == 0 ? "directed" : "undirected");
	for (size_t i = 0; i < view->info.nodes; i++)
		if (!view->idle[i])
			xml_node(out, view, i);
	for (size_t i = 0; i < view->all; i++)
		xml_edge(out, view, &view->edges[i]);
	io_add(out, "  </graph>\n</graphml>\n");
}
