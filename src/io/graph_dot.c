/* A graph in Graphviz' DOT language, ready to be drawn by Graphviz' own programs. Node shapes tell the
 * types, widths of edges their strength; an undirected edge has dir=none. Invariant: foreign text stands in double quotes
 * only, with quotes and backslashes escaped, which graph_read_dot.c undoes. */
#include <math.h>
#include <string.h>

#include "io/graph_view.h"
#include "io/look.h"

static void add_string(output_buffer *out, const char *text)
{
	output_add_char(out, '"');
	for (const char *c = text; *c != '\0'; c++) {
		if (*c == '"' || *c == '\\')
			output_add_char(out, '\\');
		output_add_char(out, *c);
	}
	output_add_char(out, '"');
}

/* In labels, unlike in names, Graphviz takes &...; for a character. */
static void add_label(output_buffer *out, const char *text)
{
	output_buffer label = { 0 };
	for (const char *c = text; *c != '\0'; c++)
		if (*c == '&')
			output_add(&label, "&amp;");
		else
			output_add_char(&label, *c);
	output_add_char(&label, '\0');
	out->failed = out->failed || label.failed;
	if (!out->failed)
		add_string(out, label.text);
	output_buffer_clear(&label);
}

static void add_node(output_buffer *out, const output_graph *view, size_t node)
{
	const char *name = output_graph_name(view, node);
	bool discrete = strcmp(output_graph_type(view, node), "discrete") == 0;
	output_add_char(out, '\t');
	add_string(out, name);
	output_addf(out, " [type=\"%s\"", output_graph_type(view, node));
	if (strchr(name, '&') != NULL) {
		output_add(out, ", label=");
		add_label(out, name);
	}
	if (discrete)
		output_add(out, ", shape=box, style=\"filled,rounded\", fillcolor=\"#fde9d9\", color=\"" OUTPUT_ORANGE "\"");
	output_add(out, "];\n");
}

/* What a pointer over the edge shows. */
static void add_tooltip(output_buffer *out, const output_graph *view, const mixmi_edge *edge)
{
	char number[OUTPUT_NUMBER];
	output_buffer tip = { 0 };
	if (isfinite(edge->estimate))
		output_addf(&tip, "I = %s nats, ", output_number(number, edge->estimate, 4));
	if (isfinite(edge->p))
		output_addf(&tip, "p = %s, ", output_number(number, edge->p, 3));
	for (size_t i = 0; i < edge->given_count; i++) {
		output_add(&tip, i == 0 ? "given " : "");
		output_add(&tip, output_graph_name(view, edge->given[i]));
		output_add(&tip, ", ");
	}
	output_addf(&tip, "%zu rows", edge->rows);
	output_add_char(&tip, '\0');
	out->failed = out->failed || tip.failed;
	output_add(out, "tooltip=");
	if (!out->failed)
		add_label(out, tip.text);
	output_buffer_clear(&tip);
}

/* What Graphviz draws at the end of an edge. */
static const char *shape_of(int32_t mark)
{
	return mark == MIXMI_MARK_ARROW ? "normal" : mark == MIXMI_MARK_CIRCLE ? "odot" : "none";
}

/* What reading takes back, and how it is drawn. A numeral of DOT has no exponent, so the sign stands in quotes. */
static void add_notes(output_buffer *out, const mixmi_edge *edge, const char *separator)
{
	if (isfinite(edge->sign)) {
		output_addf(out, "%ssign=\"", separator);
		output_add_exact(out, edge->sign);
		output_add_char(out, '"');
		separator = ", ";
	}
	if (edge->cannot_tell && edge->doubtful)
		output_addf(out, "%sdoubtful=true", separator);
	separator = edge->cannot_tell && edge->doubtful ? ", " : separator;
	if (edge->cannot_tell)
		output_addf(out, "%scannot_tell=true, style=dotted, label=\"?\"", separator);
	else if (edge->doubtful)
		output_addf(out, "%sdoubtful=true, style=dashed", separator);
	else if (edge->few_rows)
		output_addf(out, "%sstyle=dashed", separator);
}

static void add_edge(output_buffer *out, const output_graph *view, const mixmi_edge *edge)
{
	char number[OUTPUT_NUMBER];
	const char *separator = "";
	double strength = output_edge_strength(edge);
	output_add_char(out, '\t');
	add_string(out, output_graph_name(view, edge->from));
	output_add(out, " -> ");
	add_string(out, output_graph_name(view, edge->to));
	output_add(out, " [");
	if (edge->mark_from == MIXMI_MARK_TAIL && edge->mark_to == MIXMI_MARK_TAIL) {
		output_add(out, "dir=none");
		separator = ", ";
	} else if (!edge->directed) {
		output_addf(out, "dir=both, arrowtail=%s, arrowhead=%s", shape_of(edge->mark_from), shape_of(edge->mark_to));
		separator = ", ";
	}
	if (isfinite(strength)) {
		output_addf(out, "%spenwidth=%s", separator, output_number(number, 0.8 + 2.7 * strength, 3));
		separator = ", ";
	}
	if (isfinite(strength) || isfinite(edge->p)) { /* a test without estimates leaves the width as it is */
		output_add(out, separator);
		add_tooltip(out, view, edge);
		separator = ", ";
	}
	add_notes(out, edge, separator);
	output_add(out, "];\n");
}

void output_graph_dot(output_buffer *out, const output_graph *view)
{
	output_add(out, "digraph \"mixmi\" {\n"
	                "\tgraph [bgcolor=\"white\", nodesep=0.4, ranksep=0.5, pad=0.2, outputorder=edgesfirst, "
	                "fontname=\"Helvetica\"];\n"
	                "\tnode [shape=ellipse, height=0.42, margin=\"0.12,0.05\", style=filled, fillcolor=\"#e3edf7\", "
	                "color=\"" OUTPUT_BLUE "\", penwidth=1.2,"
	                " fontname=\"Helvetica\", fontsize=13, fontcolor=\"#222222\"];\n"
	                "\tedge [color=\"" OUTPUT_GREY "\", arrowsize=0.75];\n");
	for (size_t i = 0; i < view->info.nodes; i++)
		add_node(out, view, i);
	for (size_t i = 0; i < view->info.edges; i++)
		add_edge(out, view, &view->edges[i]);
	output_add(out, "}\n");
}
