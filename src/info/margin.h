/* Margins of a fitted histogram: cells summed over the columns that are left out. */
#ifndef INFO_MARGIN_H
#define INFO_MARGIN_H

#include "histogram/model.h"

typedef struct info_margin {
	size_t cells;
	uint32_t *ids;    /* [the histogram's cells] which cell of the margin each belongs to */
	uint64_t *counts; /* [cells] */
} info_margin;

/* The margin of the given columns; of none: one cell with all rows. O(cells log cells). False: out of memory. */
bool info_margin_init(info_margin *margin, const mixmi_histogram *histogram, const size_t *columns,
                      size_t column_count);
void info_margin_clear(info_margin *margin);

#endif
