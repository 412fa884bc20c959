/* Margins of a fitted histogram: cells summed over the other columns. */
#ifndef HISTOGRAM_HISTOGRAM_MARGIN_H
#define HISTOGRAM_HISTOGRAM_MARGIN_H

#include "paper/cells/margin.h"
#include "paper/histogram/model.h"

/* The margin of the given columns; its items are the histogram's cells. Without columns, one cell with all rows.
 * O(cells log cells). Returns false if memory runs out. */
bool hist_margin_init(cells_margin *margin, const mixmi_histogram *histogram, const size_t *columns,
                      size_t column_count);

#endif
