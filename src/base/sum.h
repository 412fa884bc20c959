/* The compensated sum of mixmi/method.h under the library's own name. */
#ifndef BASE_SUM_H
#define BASE_SUM_H

#include "mixmi/method.h"

typedef mixmi_sum base_sum;

static inline void base_sum_add(base_sum *sum, double term)
{
	mixmi_sum_add(sum, term);
}

static inline double base_sum_value(const base_sum *sum)
{
	return mixmi_sum_value(sum);
}

#endif
