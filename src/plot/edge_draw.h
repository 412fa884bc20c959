/* Draws one edge of a graph: its line, the marks at its ends, and its label. */
#ifndef PLOT_EDGE_DRAW_H
#define PLOT_EDGE_DRAW_H

#include "plot/graph_layout.h"

/* Appearance of an edge. */
typedef struct plot_edge_look {
	double width;
	const char *colour;
	bool dashed;
	bool hollow_from, hollow_to; /* arrowheads that are only possible are not filled */
	bool twice;                  /* a double line: both columns carry the same information */
	int32_t mark_from, mark_to;  /* mixmi_mark */
} plot_edge_look;

/* The appearance of an edge: width by strength, colour by sign, dashed if doubtful. */
plot_edge_look plot_edge_look_of(const mixmi_edge *edge);

/* Draws a curve of 3k + 1 points with its marks. */
void plot_edge_draw(io_buffer *svg, const plot_point *points, size_t count, const plot_edge_look *look);

/* The same for a straight line. */
void plot_edge_line(io_buffer *svg, plot_point from, plot_point to, const plot_edge_look *look);

/* -1, 0 or 1: the sign of the dependence; 0 if it is not clear or a column has labels. */
int plot_edge_sign(const mixmi_edge *edge);

/* The middle of a curve. */
plot_point plot_edge_middle(const plot_point *points, size_t count);

#endif
