/* A graph as plain lists and tables: edge list, the adjacency matrices of pcalg and causal-learn as CSV, and Tetrad's
 * text. The top left cell of a matrix names its coding, because the direction of arrows is ambiguous in a matrix of 0
 * and 1; programs that read CSV with row names ignore that cell. */
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
	add_number_field(out, edge->p);
	io_add_char(out, ',');
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

/* Nodes that no row names, so that none is lost: rows of the type "node", without a `to` and without numbers. Earlier columns
 * of a series need none. */
static void add_lone_nodes(io_buffer *out, const io_graph *view)
{
	int commas = view->info.subsamples > 0 ? 18 : 15; /* after the third field */
	for (size_t node = 0; node < view->graph->nodes; node++) {
		size_t row = 0;
		while (row < view->all && view->edges[row].from != node && view->edges[row].to != node)
			row++;
		if (row < view->all || view->idle[node])
			continue;
		add_field(out, io_graph_name(view, node));
		io_addf(out, ",,node%.*s\n", commas, ",,,,,,,,,,,,,,,,,,");
	}
}

/* One row per edge, and one per node without edges. */
void io_graph_csv(io_buffer *out, const io_graph *view)
{
	io_add(out,
	       "from,to,type,estimate,p,given,rows,sign,shape,strength,share,certainty,probability_from,probability_to,"
	       "mark_probability,kind,kind_from");
	io_add(out, view->info.subsamples > 0 ? ",frequency,frequency_forward,frequency_backward,remark\n" : ",remark\n");
	for (size_t i = 0; i < view->all; i++)
		add_edge_row(out, view, &view->edges[i]);
	add_lone_nodes(out, view);
}

/* ------------------------------------------------------------------------------------------------- matrices */

/* Entry in row a and column b for an edge with the given marks at a and b. */
typedef int coding(graph_mark at_a, graph_mark at_b);

static void add_matrix(io_buffer *out, const io_graph *view, const char *name, coding *code)
{
	const mixmi_graph *graph = view->graph;
	size_t nodes = graph->nodes;
	io_add(out, name);
	for (size_t b = 0; b < nodes; b++) {
		io_add_char(out, ',');
		add_field(out, graph->names[b]);
	}
	for (size_t a = 0; a < nodes; a++) {
		io_add_char(out, '\n');
		add_field(out, graph->names[a]);
		for (size_t b = 0; b < nodes; b++)
			io_addf(out, ",%d", code((graph_mark)graph->mark[b * nodes + a], (graph_mark)graph->mark[a * nodes + b]));
	}
	io_add_char(out, '\n');
}

/* pcalg, help page amatType, "amat.cpdag": amat[a,b] = 0 and amat[b,a] = 1 is a --> b, and both 1 is a --- b. An entry
 * is therefore the mark at the node of its row, where the tails of an undirected edge are also 1. */
static int pcalg_entry(graph_mark at_a, graph_mark at_b)
{
	return at_a == GRAPH_ARROW || (at_a == GRAPH_TAIL && at_b == GRAPH_TAIL);
}

/* pcalg, "amat.pag": amat[a,b] is the mark at b of the edge between a and b: 1 a circle, 2 an arrowhead, 3 a tail. */
static int pcalg_pag_entry(graph_mark at_a, graph_mark at_b)
{
	(void)at_a;
	return at_b == GRAPH_CIRCLE ? 1 : at_b == GRAPH_ARROW ? 2 : at_b == GRAPH_TAIL ? 3 : 0;
}

/* causal-learn, documentation of pc(): G.graph[j,i] = 1 and G.graph[i,j] = -1 is i --> j, and both -1 is i --- j. An
 * entry is therefore the mark at the node of its row: 1 an arrowhead, -1 a tail, and in a PAG 2 a circle. */
static int causallearn_entry(graph_mark at_a, graph_mark at_b)
{
	(void)at_b;
	return at_a == GRAPH_ARROW ? 1 : at_a == GRAPH_TAIL ? -1 : at_a == GRAPH_CIRCLE ? 2 : 0;
}

void io_graph_pcalg(io_buffer *out, const io_graph *view)
{
	if (io_graph_is_pag(view))
		add_matrix(out, view, "pcalg-pag", pcalg_pag_entry);
	else
		add_matrix(out, view, "pcalg", pcalg_entry);
}

void io_graph_causallearn(io_buffer *out, const io_graph *view)
{
	add_matrix(out, view, "causal-learn", causallearn_entry);
}

/* --------------------------------------------------------------------------------------------------- Tetrad */

/* Names in Tetrad have no blanks or separators; other names are quoted, which our reader understands. */
static void add_tetrad_name(io_buffer *out, const char *name)
{
	bool like_arrow = strstr(name, "--") != NULL || strstr(name, "==") != NULL || strcmp(name, "o-o") == 0;
	io_add_quoted(out, name, like_arrow ? "-=" : " \t,;<>");
}

/* Tetrad writes --> and ---, where others use two characters. */
static const char *tetrad_arrow(const mixmi_edge *edge)
{
	const char *arrow = io_edge_arrow(edge);
	return strcmp(arrow, "->") == 0 ? "-->" : strcmp(arrow, "--") == 0 ? "---" : arrow;
}

void io_graph_tetrad(io_buffer *out, const io_graph *view)
{
	io_add(out, "Graph Nodes:\n");
	for (size_t i = 0, count = 0; i < view->info.nodes; i++) {
		if (view->idle[i])
			continue;
		io_add(out, count++ > 0 ? ";" : "");
		add_tetrad_name(out, io_graph_name(view, i));
	}
	io_add(out, "\n\nGraph Edges:\n");
	for (size_t i = 0; i < view->info.edges; i++) {
		io_addf(out, "%zu. ", i + 1);
		add_tetrad_name(out, io_graph_name(view, view->edges[i].from));
		io_addf(out, " %s ", tetrad_arrow(&view->edges[i]));
		add_tetrad_name(out, io_graph_name(view, view->edges[i].to));
		io_add_char(out, '\n');
	}
}
