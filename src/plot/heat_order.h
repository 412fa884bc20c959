/* An order of columns that puts dependent columns next to each other. */
#ifndef PLOT_HEAT_ORDER_H
#define PLOT_HEAT_ORDER_H

#include "mixmi.h"

/* Sorts the numbers 0 .. count-1 in order[count] by average linkage of `likeness` [count * count], symmetric, with NaN
 * for unknown (taken as 0). Does not depend on the order of columns if they are numbered by name. Time O(count^3). */
mixmi_status plot_heat_order(size_t *order, const double *likeness, size_t count);

#endif
