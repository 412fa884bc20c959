/* Fits a histogram to a grid of merged rows: the part of mixmi_histogram_fit() after the columns are prepared. */
#ifndef HISTOGRAM_HISTOGRAM_FIT_H
#define HISTOGRAM_HISTOGRAM_FIT_H

#include "paper/histogram/candidate_grid.h"

mixmi_status hist_fit_grid(mixmi_histogram **out, const hist_grid *grid, const mixmi_options *options);

#endif
