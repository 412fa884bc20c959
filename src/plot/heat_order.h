/* An order of columns in which those that depend on each other stand together. */
#ifndef PLOT_HEAT_ORDER_H
#define PLOT_HEAT_ORDER_H

#include "mixmi.h"

/* Puts the numbers 0 .. count-1 in order[count] by average linkage of `likeness` [count * count], symmetric, with NaN for
 * unknown (taken as 0). The same for any order of the columns once they are numbered by name. Time O(count^3). */
mixmi_status plot_heat_order(size_t *order, const double *likeness, size_t count);

#endif
