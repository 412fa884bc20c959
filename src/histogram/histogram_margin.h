/* Margins of a fitted histogram: cells summed over the columns that are left out. */
#ifndef HISTOGRAM_HISTOGRAM_MARGIN_H
#define HISTOGRAM_HISTOGRAM_MARGIN_H

#include "cells/margin.h"
#include "histogram/model.h"

/* The margin of the given columns, whose items are the histogram's cells; of none: one cell with all rows. O(cells log
 * cells). False: out of memory. */
bool hist_margin_init(cells_margin *margin, const mixmi_histogram *histogram, const size_t *columns,
                      size_t column_count);

#endif
