/* The greedy search over all columns. */
#ifndef HISTOGRAM_HISTOGRAM_SEARCH_H
#define HISTOGRAM_HISTOGRAM_SEARCH_H

#include "paper/histogram/segment.h"

typedef struct hist_search {
	size_t column_count;
	hist_segmentation *segmentations; /* [columns]; 0 intervals if a column has no continuous part */
	size_t rounds;
	bool converged;
} hist_search;

/* Start of a search: `bins` intervals of about equal frequency in every column. from .. to is its share of the total
 * work for the progress callback. */
typedef struct hist_start {
	size_t bins;
	double from, to;
} hist_start;

/* Each round computes the best segmentation of every column with the others fixed, and accepts the change that reduces
 * stochastic complexity (with preset default: L(D, M)) most. Columns of a round are processed in parallel; the result
 * does not depend on the number of threads. */
mixmi_status hist_search_run(hist_search *search, const hist_grid *grid, const hist_start *start,
                             const mixmi_options *options);
void hist_search_clear(hist_search *search);

/* Map from a column's symbols to its bins: intervals in ascending order, then atoms. [groups + atoms] */
void hist_bins_of_symbols(uint32_t *bins, const hist_grid_column *column, const hist_segmentation *segmentation);

#endif
