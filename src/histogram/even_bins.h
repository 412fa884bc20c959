/* Bins of equal width for the density of one column of rounded numbers. */
#ifndef HISTOGRAM_EVEN_BINS_H
#define HISTOGRAM_EVEN_BINS_H

#include "data/table.h"
#include "histogram/model.h"

/* Replaces a fitted histogram of the column, whose numbers were rounded to a step, by one of equally wide bins where that is
 * the shorter code; elsewhere it stays as it is. O(distinct k_max). */
mixmi_status hist_even_bins(mixmi_histogram **fitted, const data_column *source, const mixmi_options *options);

#endif
