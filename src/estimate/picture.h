/* The fitted grid as the public histogram. */
#ifndef ESTIMATE_PICTURE_H
#define ESTIMATE_PICTURE_H

#include "estimate/grid_search.h"
#include "question/canonical.h"

/* Returns a histogram with the bins and cells of the grid, columns in the order of the question and in their own direction. */
mixmi_status estimate_picture(mixmi_histogram **out, const estimate_grid *grid, const estimate_costs *costs,
                              const question_canonical *canonical, const question_ready *question,
                              const mixmi_options *options);

#endif
