/* The part of a numeric column to draw. */
#ifndef PLOT_PLOT_RANGE_H
#define PLOT_PLOT_RANGE_H

#include "plot/plot_axis.h"

typedef struct plot_range {
	double lower, upper;
	bool logarithmic; /* for positive, skewed values */
	bool has_zero;    /* there is also a point mass at 0, which is then below `lower` */
} plot_range;

/* Range of values to draw: all bins or, if a tail is longer than ten times the range of the middle 90% of the
 * continuous rows, three times that range on its side; atoms with 1% of the rows or more are always included. Needs the
 * histogram, column and table_column of the axis. Quantiles are those of at most 100,000 rows spread evenly over the
 * table. */
mixmi_status plot_range_find(plot_range *out, const plot_axis *axis, const mixmi_table *table);

#endif
