/* The greedy search over all columns. */
#ifndef HISTOGRAM_SEARCH_H
#define HISTOGRAM_SEARCH_H

#include "histogram/segment.h"

typedef struct hist_search {
	size_t column_count;
	hist_segmentation *segmentations; /* [columns]; intervals 0 where a column has no continuous part */
	size_t rounds;
	bool converged;
} hist_search;

/* Starts with one interval a column; each round segments every column anew with the others held, and keeps the one
 * change that lowers stochastic complexity most. Columns of a round are segmented in parallel; the result does not
 * depend on how many threads there are. */
mixmi_status hist_search_run(hist_search *search, const hist_grid *grid, const mixmi_options *options);
void hist_search_clear(hist_search *search);

/* Map from a column's symbols to its bins: intervals in ascending order, then atoms. [groups + atoms] */
void hist_bins_of_symbols(uint32_t *bins, const hist_grid_column *column, const hist_segmentation *segmentation);

#endif
