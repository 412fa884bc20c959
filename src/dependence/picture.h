/* The fitted grid as the public histogram. */
#ifndef DEPENDENCE_PICTURE_H
#define DEPENDENCE_PICTURE_H

#include "dependence/search.h"

/* Hands over a histogram of the grid's bins and cells, columns in the order of `ranks`. */
mixmi_status dependence_picture(mixmi_histogram **out, const dependence_grid *grid, const dependence_ranks *ranks,
                                const dependence_costs *costs, const mixmi_options *options);

#endif
