/* The fitted grid as the public histogram. */
#ifndef ESTIMATE_PICTURE_H
#define ESTIMATE_PICTURE_H

#include "estimate/grid_search.h"
#include "question/canonical.h"

/* Hands over a histogram of the grid's bins and cells: the columns of the question in its order, each in its own direction. */
mixmi_status estimate_picture(mixmi_histogram **out, const estimate_grid *grid, const estimate_costs *costs,
                              const question_canonical *canonical, const question_ready *question,
                              const mixmi_options *options);

#endif
