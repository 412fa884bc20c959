/* One edge of a graph on the page: its line, the marks at its ends, what it says. */
#ifndef PLOT_EDGE_DRAW_H
#define PLOT_EDGE_DRAW_H

#include "plot/graph_layout.h"

/* How an edge looks. */
typedef struct plot_edge_look {
	double width;
	const char *colour;
	bool dashed;
	bool hollow;                /* arrows are not filled: the direction is a possible one */
	bool twice;                 /* two lines: both ends carry the same information */
	int32_t mark_from, mark_to; /* mixmi_mark */
} plot_edge_look;

/* The look of an edge: width by strength, colour by sign, dashed where doubtful. */
plot_edge_look plot_edge_look_of(const mixmi_edge *edge);

/* Draws a curve of 3k + 1 points with its marks. */
void plot_edge_draw(io_buffer *svg, const plot_point *points, size_t count, const plot_edge_look *look);

/* The same for a straight line. */
void plot_edge_line(io_buffer *svg, plot_point from, plot_point to, const plot_edge_look *look);

/* -1, 0 or 1: which way the dependence goes, 0 where it goes neither way clearly or is of texts. */
int plot_edge_sign(const mixmi_edge *edge);

/* The middle of a curve. */
plot_point plot_edge_middle(const plot_point *points, size_t count);

#endif
