/* mixmi_graph_layout(): the layout of mixmi_graph_plot(), for programs that draw graphs themselves. The layout has
 * edges sorted by names, and callers number them as mixmi_graph_edge() does, so each is searched for. O(edges^2). */
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "plot/graph_layout.h"

/* The edge of the view between the ends of `edge`; *turned: in the opposite direction. */
static size_t find_edge(bool *turned, const io_graph *view, const mixmi_edge *edge)
{
	size_t i = 0;
	for (; i < view->all; i++) {
		const mixmi_edge *seen = &view->edges[i];
		*turned = seen->from == edge->to && seen->to == edge->from;
		if (*turned || (seen->from == edge->from && seen->to == edge->to))
			break;
	}
	return i;
}

static size_t add_curve(double *points, const plot_layout *layout, const plot_curve *curve, bool turned)
{
	for (size_t i = 0; i < curve->count; i++) {
		const plot_point *at = &layout->points[curve->first + (turned ? curve->count - 1 - i : i)];
		points[2 * i] = at->x;
		points[2 * i + 1] = at->y;
	}
	return curve->count;
}

static mixmi_status take_curves(double **curves, size_t *ends, const io_graph *view, const plot_layout *layout)
{
	size_t total = 0;
	double *points = base_array(2 * layout->point_count + 1, sizeof *points);
	if (points == NULL)
		return base_error_memory();
	for (size_t i = 0; i < view->info.edges; i++) { /* undecided pairs are no edges */
		mixmi_edge edge;
		bool turned = false;
		mixmi_graph_edge(&edge, sizeof edge, view->graph, i);
		size_t at = find_edge(&turned, view, &edge);
		if (at < view->all)
			total += add_curve(points + 2 * total, layout, &layout->edges[at], turned);
		ends[i] = total;
	}
	*curves = points;
	return MIXMI_OK;
}

mixmi_status mixmi_graph_layout(double *nodes, double **curves, size_t *ends, const mixmi_graph *graph,
                                const double *widths, double height)
{
	if (curves != NULL)
		*curves = NULL;
	if (nodes == NULL || curves == NULL || ends == NULL || graph == NULL || widths == NULL || !(height > 0))
		return base_error(MIXMI_ERROR_USAGE, "a layout needs a graph, sizes of its nodes, and arrays to fill in");
	io_graph view;
	plot_layout layout = { 0 };
	mixmi_status status = io_graph_init(&view, graph);
	if (status == MIXMI_OK)
		status = plot_layout_init(&layout, &view, widths, height);
	if (status == MIXMI_OK)
		status = take_curves(curves, ends, &view, &layout);
	for (size_t i = 0; status == MIXMI_OK && i < view.info.nodes; i++) {
		nodes[2 * i] = layout.nodes[i].x;
		nodes[2 * i + 1] = layout.nodes[i].y;
	}
	plot_layout_clear(&layout);
	io_graph_clear(&view);
	return status;
}
