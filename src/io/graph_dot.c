/* A graph in Graphviz' DOT language, ready for Graphviz' programs. Node shapes show the types and edge widths the
 * strength; an undirected edge has dir=none. Invariant: names and labels are always in double quotes, with quotes and
 * backslashes escaped, which graph_read_dot.c reverses. */
#include <math.h>
#include <string.h>

#include "io/graph_view.h"
#include "io/look.h"

static void add_string(io_buffer *out, const char *text)
{
	io_add_char(out, '"');
	for (const char *c = text; *c != '\0'; c++) {
		if (*c == '"' || *c == '\\')
			io_add_char(out, '\\');
		io_add_char(out, *c);
	}
	io_add_char(out, '"');
}

/* In labels, unlike in names, Graphviz interprets &...; as a character. */
static void add_label(io_buffer *out, const char *text)
{
	io_buffer label = { 0 };
	for (const char *c = text; *c != '\0'; c++)
		if (*c == '&')
			io_add(&label, "&amp;");
		else
			io_add_char(&label, *c);
	io_add_char(&label, '\0');
	out->failed = out->failed || label.failed;
	if (!out->failed)
		add_string(out, label.text);
	io_buffer_clear(&label);
}

static void add_node(io_buffer *out, const io_graph *view, size_t node)
{
	const char *name = io_graph_name(view, node);
	bool discrete = strcmp(io_graph_type(view, node), "discrete") == 0;
	io_add_char(out, '\t');
	add_string(out, name);
	io_addf(out, " [type=\"%s\"", io_graph_type(view, node));
	if (strchr(name, '&') != NULL) {
		io_add(out, ", label=");
		add_label(out, name);
	}
	if (discrete)
		io_add(out, ", shape=box, style=\"filled,rounded\", fillcolor=\"#fde9d9\", color=\"" IO_ORANGE "\"");
	io_add(out, "];\n");
}

/* Text shown when the pointer is over the edge. */
static void add_tooltip(io_buffer *out, const io_graph *view, const mixmi_edge *edge)
{
	char number[IO_NUMBER];
	io_buffer tip = { 0 };
	if (isfinite(edge->estimate))
		io_addf(&tip, "I = %s nats, ", io_number(number, edge->estimate, 4));
	if (isfinite(edge->p))
		io_addf(&tip, "p = %s, ", io_number(number, edge->p, 3));
	for (size_t i = 0; i < edge->given_count; i++) {
		io_add(&tip, i == 0 ? "given " : "");
		io_add(&tip, io_graph_name(view, edge->given[i]));
		io_add(&tip, ", ");
	}
	io_addf(&tip, "%zu rows", edge->rows);
	io_add_char(&tip, '\0');
	out->failed = out->failed || tip.failed;
	io_add(out, "tooltip=");
	if (!out->failed)
		add_label(out, tip.text);
	io_buffer_clear(&tip);
}

/* Graphviz' shape for the end of an edge: a possible arrowhead is hollow. */
static const char *shape_of(int32_t mark, int32_t kind)
{
	return mark == MIXMI_MARK_ARROW    ? (kind == MIXMI_ARROW_POSSIBLE ? "onormal" : "normal")
	       : mark == MIXMI_MARK_CIRCLE ? "odot"
	                                   : "none";
}

/* Attributes that the reader restores, and their appearance. A DOT number has no exponent, so the sign is quoted. */
static void add_notes(io_buffer *out, const mixmi_edge *edge, const char *separator)
{
	if (isfinite(edge->sign)) {
		io_addf(out, "%ssign=\"", separator);
		io_add_exact(out, edge->sign);
		io_add_char(out, '"');
		separator = ", ";
	}
	const struct {
		const char *key;
		double value;
	} numbers[] = { { "strength", edge->strength },
		            { "share", edge->share },
		            { "certainty", edge->certainty },
		            { "probability_from", edge->probability_from },
		            { "probability_to", edge->probability_to },
		            { "mark_probability", edge->mark_probability } };
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		if (isfinite(numbers[i].value)) {
			io_addf(out, "%s%s=\"", separator, numbers[i].key);
			io_add_exact(out, numbers[i].value);
			io_add_char(out, '"');
			separator = ", ";
		}
	const int32_t kinds[] = { edge->kind, edge->kind_from };
	for (int i = 0; i < 2; i++)
		if (kinds[i] != MIXMI_ARROW_NONE) {
			io_addf(out, "%skind%s=%s", separator, i == 0 ? "" : "_from", io_arrow_word(kinds[i]));
			separator = ", ";
		}
	if (edge->undecided && edge->doubtful)
		io_addf(out, "%sdoubtful=true", separator);
	separator = edge->undecided && edge->doubtful ? ", " : separator;
	if (edge->undecided)
		io_addf(out, "%sundecided=true, style=dashed, label=\"?\"", separator);
	else if (edge->doubtful)
		io_addf(out, "%sdoubtful=true, style=dashed", separator);
	else if (edge->few_rows)
		io_addf(out, "%sstyle=dashed", separator);
}

static void add_edge(io_buffer *out, const io_graph *view, const mixmi_edge *edge)
{
	char number[IO_NUMBER];
	const char *separator = "";
	double strength = edge->strength;
	io_add_char(out, '\t');
	add_string(out, io_graph_name(view, edge->from));
	io_add(out, " -> ");
	add_string(out, io_graph_name(view, edge->to));
	io_add(out, " [");
	if (edge->same) {
		io_add(out, "dir=none, type=same, color=\"" IO_GREY ":white:" IO_GREY "\"");
		separator = ", ";
	} else if (edge->undecided || (edge->mark_from == MIXMI_MARK_TAIL && edge->mark_to == MIXMI_MARK_TAIL)) {
		io_add(out, "dir=none");
		separator = ", ";
	} else if (!edge->directed || edge->kind == MIXMI_ARROW_POSSIBLE) {
		io_addf(out, "dir=%s, arrowtail=%s, arrowhead=%s", edge->directed ? "forward" : "both",
		        shape_of(edge->mark_from, edge->kind_from), shape_of(edge->mark_to, edge->kind));
		separator = ", ";
	}
	if (io_edge_lags(view, edge) != NULL) {
		io_addf(out, "%slabel=\"%s\"", separator, io_edge_lags(view, edge));
		separator = ", ";
	}
	if (isfinite(strength)) {
		io_addf(out, "%spenwidth=%s", separator, io_number(number, 0.8 + 2.7 * strength, 3));
		separator = ", ";
	}
	if (isfinite(strength) || isfinite(edge->p)) { /* a test without estimates does not change the width */
		io_add(out, separator);
		add_tooltip(out, view, edge);
		separator = ", ";
	}
	add_notes(out, edge, separator);
	io_add(out, "];\n");
}

void io_graph_dot(io_buffer *out, const io_graph *view)
{
	io_add(out, "digraph \"mixmi\" {\n"
	            "\tgraph [bgcolor=\"white\", nodesep=0.4, ranksep=0.5, pad=0.2, outputorder=edgesfirst, "
	            "fontname=\"Helvetica\"];\n"
	            "\tnode [shape=ellipse, height=0.42, margin=\"0.12,0.05\", style=filled, fillcolor=\"#e3edf7\", "
	            "color=\"" IO_BLUE "\", penwidth=1.2,"
	            " fontname=\"Helvetica\", fontsize=13, fontcolor=\"#222222\"];\n"
	            "\tedge [color=\"" IO_GREY "\", arrowsize=0.75];\n");
	for (size_t i = 0; i < view->info.nodes; i++)
		if (!view->idle[i])
			add_node(out, view, i);
	for (size_t i = 0; i < view->all; i++)
		add_edge(out, view, &view->edges[i]);
	io_add(out, "}\n");
}
