/* Margins of a fitted histogram: cells summed over the columns that are left out. */
#ifndef HISTOGRAM_HISTOGRAM_MARGIN_H
#define HISTOGRAM_HISTOGRAM_MARGIN_H

#include "histogram/model.h"

typedef struct hist_margin {
	size_t cells;
	uint32_t *ids;    /* [the histogram's cells] which cell of the margin each belongs to */
	uint64_t *counts; /* [cells] */
} hist_margin;

/* The margin of the given columns; of none: one cell with all rows. O(cells log cells). False: out of memory. */
bool hist_margin_init(hist_margin *margin, const mixmi_histogram *histogram, const size_t *columns,
                      size_t column_count);
void hist_margin_clear(hist_margin *margin);

#endif
