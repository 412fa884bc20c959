/* A graph as lists: edges with their numbers as CSV, and lines "A -> B" as people write them. */
#include <math.h>
#include <string.h>

#include "base/answer.h"
#include "graph/model/graph.h"
#include "io/graph_view.h"

static const char FIELD_SPECIAL[] = ",;"; /* these need quotes; a semicolon is quoted because it may be the delimiter
                                           * elsewhere */

static void add_field(io_buffer *out, const char *text)
{
	io_add_quoted(out, text, FIELD_SPECIAL);
}

static void add_number_field(io_buffer *out, double value)
{
	io_add_char(out, ',');
	if (isfinite(value))
		io_add_exact(out, value);
}

/* The conditioning set as one field. If a name contains a semicolon, the names are quoted within the quoted field. */
static void add_given_field(io_buffer *out, const io_graph *view, const mixmi_edge *edge)
{
	io_buffer given = { 0 };
	io_add_given(&given, view, edge->given, edge->given_count);
	io_add_char(&given, '\0');
	out->failed = out->failed || given.failed;
	if (!out->failed && edge->given_count > 0)
		add_field(out, given.text);
	io_buffer_clear(&given);
}

static void add_edge_row(io_buffer *out, const io_graph *view, const mixmi_edge *edge)
{
	add_field(out, io_graph_name(view, edge->from));
	io_add_char(out, ',');
	add_field(out, io_graph_name(view, edge->to));
	io_addf(out, ",%s", io_edge_type(edge));
	add_number_field(out, edge->estimate);
	add_number_field(out, edge->lower);
	add_number_field(out, edge->upper);
	add_number_field(out, edge->p);
	const char *verdict = io_verdict_word(edge->verdict);
	io_addf(out, ",%s,", verdict != NULL ? verdict : "");
	add_given_field(out, view, edge);
	io_addf(out, ",%zu", edge->rows);
	add_number_field(out, edge->sign);
	io_addf(out, ",%s", edge->shape == MIXMI_SHAPE_NONE ? "" : base_shape_word(edge->shape));
	add_number_field(out, edge->strength);
	add_number_field(out, edge->share);
	add_number_field(out, edge->certainty);
	add_number_field(out, edge->probability_from);
	add_number_field(out, edge->probability_to);
	add_number_field(out, edge->mark_probability);
	io_addf(out, ",%s,%s", io_arrow_word(edge->kind), io_arrow_word(edge->kind_from));
	if (view->info.subsamples > 0) {
		add_number_field(out, edge->frequency);
		add_number_field(out, edge->frequency_forward);
		add_number_field(out, edge->frequency_backward);
	}
	io_addf(out, ",%s\n", io_edge_remark(edge));
}

/* Whether none of the first `count` edges names the node. Earlier columns of a series need not be named. */
static bool is_lone(const io_graph *view, size_t node, size_t count)
{
	size_t row = 0;
	while (row < count && view->edges[row].from != node && view->edges[row].to != node)
		row++;
	return row == count && !view->idle[node];
}

/* Nodes that no row names, so that none is lost: rows of the type "node", without a `to` and without numbers. */
static void add_lone_nodes(io_buffer *out, const io_graph *view)
{
	int commas = view->info.subsamples > 0 ? 21 : 18; /* after the third field */
	for (size_t node = 0; node < view->graph->nodes; node++) {
		if (!is_lone(view, node, view->all))
			continue;
		add_field(out, io_graph_name(view, node));
		io_addf(out, ",,node%.*s\n", commas, ",,,,,,,,,,,,,,,,,,,,,");
	}
}

/* One row per edge, and one per node without edges. */
void io_graph_csv(io_buffer *out, const io_graph *view)
{
	io_add(out, "from,to,type,estimate,lower,upper,p,verdict,given,rows,sign,shape,strength,share,certainty,"
	            "probability_from,probability_to,"
	            "mark_probability,kind,kind_from");
	io_add(out, view->info.subsamples > 0 ? ",frequency,frequency_forward,frequency_backward,remark\n" : ",remark\n");
	for (size_t i = 0; i < view->all; i++)
		add_edge_row(out, view, &view->edges[i]);
	add_lone_nodes(out, view);
}

/* ---------------------------------------------------------------------------------------------------- lines */

/* In quotes what the reader would take for an arrow, a comment or a blank at an end. `both`: as the other end is. */
static void add_line_name(io_buffer *out, const char *name, bool both)
{
	bool like_arrow =
		strstr(name, "--") != NULL || strstr(name, "==") != NULL || strcmp(name, "o-o") == 0 || strcmp(name, "-") == 0;
	io_add_quoted(out, name, both || like_arrow ? name : " \t#<>{}[]/,;");
}

/* One edge per line, "A -> B", then the nodes without edges. A line with a break in a name begins with a quote. */
void io_graph_lines(io_buffer *out, const io_graph *view)
{
	for (size_t i = 0; i < view->info.edges; i++) {
		const char *from = io_graph_name(view, view->edges[i].from), *to = io_graph_name(view, view->edges[i].to);
		bool breaks = strpbrk(from, "\n\r") != NULL || strpbrk(to, "\n\r") != NULL;
		add_line_name(out, from, breaks);
		io_addf(out, " %s ", io_edge_arrow(&view->edges[i]));
		add_line_name(out, to, breaks);
		io_add_char(out, '\n');
	}
	for (size_t node = 0; node < view->graph->nodes; node++)
		if (is_lone(view, node, view->info.edges)) {
			const char *name = io_graph_name(view, node);
			add_line_name(out, name, strpbrk(name, "\n\r") != NULL);
			io_add_char(out, '\n');
		}
}
