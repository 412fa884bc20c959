/* Converts columns of a histogram to coordinates of its cells. */
#include "paper/histogram/histogram_margin.h"

#include <stdlib.h>

#include "base/memory.h"

bool hist_margin_init(cells_margin *margin, const mixmi_histogram *histogram, const size_t *columns,
                      size_t column_count)
{
	*margin = (cells_margin){ 0, NULL, NULL };
	cells_coordinate *coordinates = base_array(column_count, sizeof *coordinates);
	if (coordinates == NULL)
		return false;
	for (size_t j = 0; j < column_count; j++) {
		size_t bins = hist_column_bins(&histogram->columns[columns[j]]);
		coordinates[j] = (cells_coordinate){ histogram->bins + columns[j], histogram->column_count, NULL, bins };
	}
	bool done = cells_margin_init(margin, coordinates, column_count, histogram->cells, histogram->counts);
	free(coordinates);
	return done;
}
