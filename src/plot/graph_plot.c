/* Pictures of graphs. Graphviz computes the positions of nodes and edges (graph_layout.c); everything is drawn here, so
 * that names, marks and legend are the same for all versions of Graphviz. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "graph/model/graph.h"
#include "plot/edge_draw.h"
#include "plot/graph_layout.h"
#include "plot/graph_legend.h"
#include "plot/picture_file.h"
#include "plot/shown_text.h"
#include "plot/svg.h"

enum { MARGIN = 18, NODE_HEIGHT = 31, NODE_FONT = 13, MOST_NUMBERS = 120 };

static const double LONGEST_NAME = 190;

typedef struct graph_picture {
	const io_graph *view;
	plot_layout layout;
	plot_picture *picture;
	io_buffer *svg;
	double *widths;          /* [nodes] */
	double left;             /* of the layout in the page */
	const plot_roles *roles; /* NULL: none */
} graph_picture;

static plot_point on_page(const graph_picture *g, plot_point p)
{
	return (plot_point){ p.x + g->left, p.y + MARGIN };
}

/* Label of a node: its name and, in a summary graph, the lags at which it affects itself. */
static const char *label_of(char out[PLOT_TEXT], const io_graph *view, size_t node)
{
	const char *name = io_graph_name(view, node);
	const char *own = view->graph->own_lags != NULL ? view->graph->own_lags[node] : NULL;
	if (own == NULL)
		return name;
	snprintf(out, PLOT_TEXT, "%s (%s)", name, own);
	return out;
}

static mixmi_status measure_nodes(graph_picture *g)
{
	size_t nodes = g->view->info.nodes;
	g->widths = base_array(nodes, sizeof *g->widths);
	if (g->widths == NULL)
		return base_error_memory();
	for (size_t i = 0; i < nodes; i++) {
		char shown[PLOT_TEXT];
		char label[PLOT_TEXT];
		plot_text_fit(shown, label_of(label, g->view, i), NODE_FONT, LONGEST_NAME);
		bool discrete = strcmp(io_graph_type(g->view, i), "discrete") == 0;
		g->widths[i] = fmax(46, plot_text_width(shown, NODE_FONT) * (discrete ? 1 : 1.12) + 22);
	}
	return MIXMI_OK;
}

/* ---------------------------------------------------------------------------------------------------- nodes */

/* A node of the adjustment set has a different colour; treatment and outcome have a thick line. */
static void draw_shape(const graph_picture *g, plot_point p, double width, bool discrete, plot_role role)
{
	char look[PLOT_LOOK];
	plot_role_look(look, role, discrete);
	if (discrete) {
		plot_svg_rect(g->svg, p.x - width / 2, p.y - NODE_HEIGHT / 2.0, width, NODE_HEIGHT, look);
		return;
	}
	io_addf(g->svg, "<ellipse %s", look);
	plot_svg_attribute(g->svg, "cx", p.x);
	plot_svg_attribute(g->svg, "cy", p.y);
	plot_svg_attribute(g->svg, "rx", width / 2);
	plot_svg_attribute(g->svg, "ry", NODE_HEIGHT / 2.0);
	io_add(g->svg, "/>\n");
}

static void draw_node(const graph_picture *g, size_t node)
{
	char label[PLOT_TEXT];
	const char *name = label_of(label, g->view, node);
	plot_point p = on_page(g, g->layout.nodes[node]);
	io_add(g->svg, "<g class=\"node\">");
	plot_svg_tip(g->svg, name);
	draw_shape(g, p, g->widths[node], strcmp(io_graph_type(g->view, node), "discrete") == 0,
	           plot_role_of(g->roles, node));
	plot_svg_text(g->svg, p.x, p.y + 4.5, &(plot_style){ .size = NODE_FONT, .anchor = 'm', .room = LONGEST_NAME },
	              name);
	io_add(g->svg, "</g>\n");
}

/* ---------------------------------------------------------------------------------------------------- edges */

/* Text shown when the pointer is over the edge. */
static void add_tip(const graph_picture *g, const mixmi_edge *edge)
{
	char number[IO_NUMBER];
	io_buffer tip = { 0 };
	io_add(&tip, io_graph_name(g->view, edge->from));
	io_addf(&tip, " %s ", io_edge_shown(g->view, edge));
	io_add(&tip, io_graph_name(g->view, edge->to));
	if (isfinite(edge->estimate))
		io_addf(&tip, ", I = %s nats", io_number(number, edge->estimate, 4));
	if (isfinite(edge->p))
		io_addf(&tip, ", p = %s", io_number(number, edge->p, 3));
	if (edge->kind == MIXMI_ARROW_KNOWLEDGE)
		io_add(&tip, ", by background knowledge");
	else if (edge->kind != MIXMI_ARROW_NONE)
		io_addf(&tip, ", %s arrow, certainty %s", io_arrow_word(edge->kind), io_number(number, edge->certainty, 2));
	for (size_t i = 0; i < edge->given_count; i++) {
		io_add(&tip, i == 0 ? ", given " : ", ");
		io_add(&tip, io_graph_name(g->view, edge->given[i]));
	}
	io_add_char(&tip, '\0');
	g->svg->failed = g->svg->failed || tip.failed;
	if (!g->svg->failed)
		plot_svg_tip(g->svg, tip.text);
	io_buffer_clear(&tip);
}

/* Sign and frequency, separated so that they do not read as one number, on a white background. */
static void draw_label(const graph_picture *g, const mixmi_edge *edge, plot_point at)
{
	int sign = plot_graph_writes_signs(g->view) ? plot_edge_sign(edge) : 0;
	const char *lags = io_edge_lags(g->view, edge);
	io_buffer label = { 0 };
	if (lags != NULL)
		io_addf(&label, "%s%s", lags, sign != 0 ? " " : "");
	io_add(&label, sign > 0 ? "+" : sign < 0 ? "\u2212" : "");
	if (isfinite(edge->frequency) && g->view->all <= MOST_NUMBERS)
		io_addf(&label, "%sin %.0f%%", sign != 0 ? " " : "", 100 * edge->frequency);
	bool empty = label.length == 0;
	io_add_char(&label, '\0');
	g->svg->failed = g->svg->failed || label.failed;
	if (!g->svg->failed && !empty) {
		double width = plot_text_width(label.text, 12) + 3;
		plot_svg_rect(g->svg, at.x - width / 2, at.y - 7, width, 14, "rx=\"4\" fill=\"#ffffff\" fill-opacity=\"0.9\"");
		plot_svg_text(
			g->svg, at.x, at.y + 4,
			&(plot_style){ .size = 12, .anchor = 'm', .bold = sign != 0, .colour = plot_edge_look_of(edge).colour },
			label.text);
	}
	io_buffer_clear(&label);
}

/* Draws an edge along Graphviz' curve or, if there is none, as a straight line between the nodes. */
static mixmi_status draw_edge(const graph_picture *g, size_t index, bool label)
{
	const mixmi_edge shown = io_edge_as_shown(g->view, &g->view->edges[index]), *edge = &shown;
	const plot_curve *curve = &g->layout.edges[index];
	const plot_edge_look look = plot_edge_look_of(edge);
	size_t count = curve->count;
	if (count < 4)
		return MIXMI_OK;
	plot_point *points = base_array(count, sizeof *points);
	if (points == NULL)
		return base_error_memory();
	for (size_t i = 0; i < count; i++)
		points[i] = on_page(g, g->layout.points[curve->first + i]);
	if (label) {
		draw_label(g, edge, plot_edge_middle(points, count));
	} else {
		io_add(g->svg, "<g class=\"edge\">");
		add_tip(g, edge);
		plot_edge_draw(g->svg, points, count, &look);
		io_add(g->svg, "</g>\n");
	}
	free(points);
	return MIXMI_OK;
}

/* --------------------------------------------------------------------------------------------------- whole */

static mixmi_status draw(graph_picture *g)
{
	const double narrowest = 360;
	mixmi_status status = MIXMI_OK;
	double inner = fmax(narrowest, g->layout.width);
	g->left = MARGIN + (inner - g->layout.width) / 2;
	g->picture->width = inner + 2 * MARGIN;
	double legend = plot_graph_legend_height(g->view, g->roles, inner);
	g->picture->height = g->layout.height + legend + 2 * MARGIN;
	plot_svg_begin(g->svg, g->picture->width, g->picture->height, "Graph of dependences between columns");
	for (int label = 0; label < 2; label++)
		for (size_t i = 0; i < g->view->all && status == MIXMI_OK; i++)
			status = draw_edge(g, i, label == 1);
	for (size_t i = 0; i < g->view->info.nodes; i++)
		draw_node(g, i);
	plot_graph_legend(g->svg, g->view, g->roles, MARGIN, g->layout.height + MARGIN + 14, inner);
	plot_svg_end(g->svg);
	return status;
}

static mixmi_status draw_view(plot_picture *picture, const io_graph *view, const plot_roles *roles)
{
	graph_picture g = { .view = view, .picture = picture, .svg = &picture->svg, .roles = roles };
	mixmi_status status = measure_nodes(&g);
	if (status == MIXMI_OK)
		status = plot_layout_init(&g.layout, view, g.widths, NODE_HEIGHT);
	if (status == MIXMI_OK)
		status = draw(&g);
	plot_layout_clear(&g.layout);
	free(g.widths);
	return status;
}

/* For a time series, the summary graph is drawn, with lags at the edges. */
static mixmi_status plot_series(const mixmi_graph *graph, const mixmi_options *options, const char *path)
{
	mixmi_graph *summary;
	mixmi_status status = mixmi_graph_summary(&summary, graph);
	if (status == MIXMI_OK)
		status = mixmi_graph_plot(summary, options, path);
	mixmi_graph_free(summary);
	return status;
}

static mixmi_status plot(const mixmi_graph *graph, const plot_roles *roles, const mixmi_options *options,
                         const char *path)
{
	plot_format format;
	plot_picture picture = { 0 };
	io_graph view;
	mixmi_status status = plot_format_of(&format, path);
	if (status != MIXMI_OK)
		return status;
	status = plot_goes_on(options);
	if (status != MIXMI_OK)
		return status;
	status = io_graph_init(&view, graph);
	if (status == MIXMI_OK)
		status = draw_view(&picture, &view, roles);
	if (status == MIXMI_OK)
		status = plot_picture_save(&picture, options, path);
	io_buffer_clear(&picture.svg);
	io_graph_clear(&view);
	return status;
}

mixmi_status mixmi_graph_plot(const mixmi_graph *graph, const mixmi_options *options, const char *path)
{
	if (graph == NULL || path == NULL)
		return base_error(MIXMI_ERROR_USAGE, "a picture needs a graph and a path");
	return graph->lag != NULL ? plot_series(graph, options, path) : plot(graph, NULL, options, path);
}

mixmi_status mixmi_graph_plot_adjustment(const mixmi_graph *graph, size_t x, size_t y, const size_t *set, size_t count,
                                         const mixmi_options *options, const char *path)
{
	if (graph == NULL || path == NULL || (set == NULL && count > 0))
		return base_error(MIXMI_ERROR_USAGE, "a picture needs a graph, a set and a path");
	for (size_t i = 0; i < count + 2; i++)
		if ((i < count ? set[i] : i == count ? x : y) >= graph->nodes)
			return base_error(MIXMI_ERROR_USAGE, "the graph has %zu nodes", graph->nodes);
	return plot(graph, &(plot_roles){ x, y, set, count }, options, path);
}
