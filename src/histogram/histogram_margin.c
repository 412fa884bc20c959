/* Margins: every entropy and every conditional mutual information is a sum over the cells of some of them. */
#include "histogram/histogram_margin.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cells/cell_numbers.h"

bool hist_margin_init(hist_margin *margin, const mixmi_histogram *histogram, const size_t *columns, size_t column_count)
{
	margin->counts = NULL;
	margin->ids = base_array(histogram->cells, sizeof *margin->ids);
	cells_coordinate *coordinates = base_array(column_count, sizeof *coordinates);
	bool done = margin->ids != NULL && coordinates != NULL;
	for (size_t j = 0; done && j < column_count; j++) {
		size_t bins = hist_column_bins(&histogram->columns[columns[j]]);
		coordinates[j] = (cells_coordinate){ histogram->bins + columns[j], histogram->column_count, NULL, bins };
	}
	done = done && cells_rank(margin->ids, &margin->cells, coordinates, column_count, histogram->cells);
	if (done)
		margin->counts = base_array_zero(margin->cells, sizeof *margin->counts);
	free(coordinates);
	if (margin->counts == NULL) {
		hist_margin_clear(margin);
		return false;
	}
	for (size_t i = 0; i < histogram->cells; i++)
		margin->counts[margin->ids[i]] += histogram->counts[i];
	return true;
}

void hist_margin_clear(hist_margin *margin)
{
	free(margin->ids);
	free(margin->counts);
	memset(margin, 0, sizeof *margin);
}
