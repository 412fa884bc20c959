/* The cells of one panel as they are drawn: observed rows against those that independence expects. */
#ifndef PLOT_RATIO_CELLS_H
#define PLOT_RATIO_CELLS_H

#include "plot/plot_axis.h"
#include "plot/z_panels.h"

/* A place that a bin has on an axis: its interval or the bands of its categories side by side, or one of its point
 * masses, which is thin (lower == upper). */
typedef struct plot_piece {
	double lower, upper;
	size_t bin;
	bool thin;
} plot_piece;

/* The pieces of an axis that are in the picture, intervals and bands first; the caller frees *out. Only a bin without an
 * interval has thin pieces. */
mixmi_status plot_pieces(plot_piece **out, size_t *count, const plot_axis *axis);

/* Observed and expected rows of the bins of X and Y within a panel. */
typedef struct plot_ratios {
	size_t bins_x, bins_y; /* bins that are in the picture */
	size_t *number_x;      /* [bins of X] which of them a bin is, SIZE_MAX: none */
	size_t *number_y;
	double *observed; /* [bins_x * bins_y] */
	double *margin_x; /* [bins of X] rows of the panel */
	double *margin_y;
	size_t all_x, all_y; /* bins of X and of Y */
	double rows;
} plot_ratios;

/* Room for the bins that the pieces belong to; then what a panel holds. On failure it is still to be cleared. */
mixmi_status plot_ratios_init(plot_ratios *ratios, const plot_piece *x, size_t x_count, size_t all_x,
                              const plot_piece *y, size_t y_count, size_t all_y);
void plot_ratios_fill(plot_ratios *ratios, const plot_panels *panels, size_t panel);
void plot_ratios_clear(plot_ratios *ratios);

/* Rows of two bins that are in the picture, and what independence expects there. */
double plot_observed(const plot_ratios *ratios, size_t bin_x, size_t bin_y);
double plot_expected(const plot_ratios *ratios, size_t bin_x, size_t bin_y);

/* Base-2 logarithm of observed over expected, a row added to both: where few rows are expected little is claimed. */
double plot_log_ratio(double observed, double expected);

#endif
