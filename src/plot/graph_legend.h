/* What a picture of a graph says of its own signs. */
#ifndef PLOT_GRAPH_LEGEND_H
#define PLOT_GRAPH_LEGEND_H

#include "io/graph_view.h"

/* Height in pixels of the legend of this graph at a width, and the legend itself; only signs that occur are explained. */
double plot_graph_legend_height(const io_graph *view, double width);
void plot_graph_legend(io_buffer *svg, const io_graph *view, double left, double top, double width);

/* Whether edges have frequencies, and whether the sign is written at edges: with few of them, as grey print needs it. */
bool plot_graph_has_frequencies(const io_graph *view);
bool plot_graph_writes_signs(const io_graph *view);

#endif
