/* Equal-width bins for the density of one column of rounded numbers. */
#ifndef HISTOGRAM_EVEN_BINS_H
#define HISTOGRAM_EVEN_BINS_H

#include "data/table.h"
#include "paper/histogram/model.h"

/* Replaces a fitted histogram of a column of rounded numbers by one with equally wide bins if its code is shorter;
 * otherwise leaves it unchanged. O(distinct k_max). */
mixmi_status hist_even_bins(mixmi_histogram **fitted, const data_column *source, const mixmi_options *options);

#endif
