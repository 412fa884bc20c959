/* Positions of the nodes and edges of a graph, computed by Graphviz. */
#ifndef PLOT_GRAPH_LAYOUT_H
#define PLOT_GRAPH_LAYOUT_H

#include "io/graph_view.h"

typedef struct plot_point {
	double x, y;
} plot_point;

/* A curve of cubic segments: 3k + 1 points, from the border of one node to that of the other. */
typedef struct plot_curve {
	size_t first, count; /* its points in plot_layout.points */
} plot_curve;

/* In pixels, y downwards. */
typedef struct plot_layout {
	double width, height;
	plot_point *nodes; /* [nodes] centres */
	plot_curve *edges; /* [edges of the view] count 0: Graphviz has drawn none */
	plot_point *points;
	size_t point_count;
} plot_layout;

/* Lays out the graph of `view`, with nodes of these widths and this height; discrete ones are boxes. Nodes are sorted
 * by name, so that the order of columns does not matter. MIXMI_ERROR_LIMIT if Graphviz is not installed; one caller at
 * a time. The layout must be cleared also on failure. */
mixmi_status plot_layout_init(plot_layout *layout, const io_graph *view, const double *widths, double height);
void plot_layout_clear(plot_layout *layout);

#endif
