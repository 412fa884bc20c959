/* Where Graphviz puts the nodes and edges of a graph. */
#ifndef PLOT_GRAPH_LAYOUT_H
#define PLOT_GRAPH_LAYOUT_H

#include "io/graph_view.h"

typedef struct plot_point {
	double x, y;
} plot_point;

/* A curve of cubic pieces: 3k + 1 points, from the border of one node to that of the other. */
typedef struct plot_curve {
	size_t first, count; /* its points in plot_layout.points */
} plot_curve;

/* In pixels, y downwards. */
typedef struct plot_layout {
	double width, height;
	plot_point *nodes; /* [nodes] middles */
	plot_curve *edges; /* [edges of the view] count 0: Graphviz has drawn none */
	plot_point *points;
	size_t point_count;
} plot_layout;

/* Lays the graph of `view` out, its nodes with these widths and this height; discrete ones are boxes. Nodes go in by the
 * order of their names, so that the order of columns does not show. MIXMI_ERROR_LIMIT where there is no Graphviz; one
 * caller at a time. On failure the layout is still to be cleared. */
mixmi_status plot_layout_init(plot_layout *layout, const io_graph *view, const double *widths, double height);
void plot_layout_clear(plot_layout *layout);

#endif
