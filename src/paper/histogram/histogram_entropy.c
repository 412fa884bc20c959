/* Entropy of a subset of a histogram's columns: the entropy of the bins plus the mean log volume of the continuous
 * part. */
#include <math.h>

#include "base/error.h"
#include "base/sum.h"
#include "paper/histogram/histogram_margin.h"

/* Mean over rows of the log volume of their cell, computed by column, because the volume of a cell is the product of
 * those of its bins. */
static double mean_log_volume(const mixmi_histogram *histogram, const size_t *columns, size_t column_count)
{
	base_sum sum = { 0, 0 };
	for (size_t j = 0; j < column_count; j++) {
		const hist_column *column = &histogram->columns[columns[j]];
		for (size_t b = 0; b < hist_column_bins(column); b++)
			base_sum_add(&sum, (double)column->counts[b] / (double)histogram->rows * column->log_volumes[b]);
	}
	return base_sum_value(&sum);
}

mixmi_status mixmi_histogram_entropy(double *out, const mixmi_histogram *histogram, const size_t *columns,
                                     size_t column_count, bool discretised)
{
	*out = NAN;
	if (column_count == 0)
		return base_error(MIXMI_ERROR_USAGE, "the entropy of no columns is not defined");
	mixmi_status status = hist_check_subset(histogram, columns, column_count);
	if (status != MIXMI_OK)
		return status;
	cells_margin margin;
	if (!hist_margin_init(&margin, histogram, columns, column_count))
		return base_error_memory();
	*out = cells_entropy(&margin, histogram->rows);
	if (!discretised)
		*out += mean_log_volume(histogram, columns, column_count);
	cells_margin_clear(&margin);
	return MIXMI_OK;
}
