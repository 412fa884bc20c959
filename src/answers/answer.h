/* An answer before anything is known: every figure is NaN. */
#ifndef ANSWERS_ANSWER_H
#define ANSWERS_ANSWER_H

#include <math.h>

#include "mixmi.h"

static inline mixmi_answer answers_none(const char *test, double alpha)
{
	return (mixmi_answer){ .test = test,
		                   .estimate = NAN,
		                   .corrected = NAN,
		                   .strength = NAN,
		                   .statistic = NAN,
		                   .df = NAN,
		                   .p = NAN,
		                   .bins_x = NAN,
		                   .bins_y = NAN,
		                   .bins_z = NAN,
		                   .alpha = alpha };
}

#endif
