/* The cells of one panel as they are drawn: observed rows and those expected under independence. */
#ifndef PLOT_RATIO_CELLS_H
#define PLOT_RATIO_CELLS_H

#include "plot/plot_axis.h"
#include "plot/z_panels.h"

/* The area of a bin on an axis: its interval or the adjacent bands of its categories, or one of its point masses, which
 * is thin (lower == upper). */
typedef struct plot_piece {
	double lower, upper;
	size_t bin;
	bool thin;
} plot_piece;

/* The visible pieces of an axis, intervals and bands first; the caller frees *out. Only a bin without an interval has
 * thin pieces. */
mixmi_status plot_pieces(plot_piece **out, size_t *count, const plot_axis *axis);

/* Observed and expected rows of the bins of X and Y within a panel. */
typedef struct plot_ratios {
	size_t bins_x, bins_y; /* number of visible bins */
	size_t *number_x;      /* [bins of X] index among the visible ones, SIZE_MAX: none */
	size_t *number_y;
	double *observed; /* [bins_x * bins_y] */
	double *margin_x; /* [bins of X] rows of the panel */
	double *margin_y;
	size_t all_x, all_y; /* bins of X and of Y */
	double rows;
} plot_ratios;

/* Allocates the bins of the pieces; then fills in a panel. It must be cleared also on failure. */
mixmi_status plot_ratios_init(plot_ratios *ratios, const plot_piece *x, size_t x_count, size_t all_x,
                              const plot_piece *y, size_t y_count, size_t all_y);
void plot_ratios_fill(plot_ratios *ratios, const plot_panels *panels, size_t panel);
void plot_ratios_clear(plot_ratios *ratios);

/* Observed rows of two visible bins, and those expected under independence. */
double plot_observed(const plot_ratios *ratios, size_t bin_x, size_t bin_y);
double plot_expected(const plot_ratios *ratios, size_t bin_x, size_t bin_y);

/* Base-2 logarithm of observed over expected rows, with one added to both, so that cells with few expected rows stay
 * near 0. */
double plot_log_ratio(double observed, double expected);

#endif
