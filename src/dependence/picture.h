/* The fitted grid as the public histogram. */
#ifndef DEPENDENCE_PICTURE_H
#define DEPENDENCE_PICTURE_H

#include "dependence/canonical.h"
#include "dependence/grid_search.h"

/* Hands over a histogram of the grid's bins and cells: the columns that were asked for, in their order and direction. */
mixmi_status dependence_picture(mixmi_histogram **out, const dependence_grid *grid, const dependence_ranks *ranks,
                                const dependence_costs *costs, const dependence_canonical *canonical,
                                const mixmi_options *options);

#endif
