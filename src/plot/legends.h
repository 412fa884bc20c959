/* Legends of the colour scales. */
#ifndef PLOT_LEGENDS_H
#define PLOT_LEGENDS_H

#include "plot/svg.h"

enum { PLOT_LEGEND_WIDTH = 206 };

/* Observed versus expected, from the top left corner, `height` pixels high. */
void plot_legend_ratio(io_buffer *svg, double left, double top, double height);

/* Strength in [0, 1], horizontal, `width` pixels wide. */
void plot_legend_strength(io_buffer *svg, double left, double top, double width);

#endif
