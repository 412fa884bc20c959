/* Compensated summation (Neumaier): the error does not grow with the number of terms. */
#ifndef BASE_SUM_H
#define BASE_SUM_H

#include <math.h>

typedef struct base_sum {
	double total;
	double lost; /* accumulated rounding error */
} base_sum;

static inline void base_sum_add(base_sum *sum, double term)
{
	double total = sum->total + term;
	sum->lost += fabs(sum->total) >= fabs(term) ? (sum->total - total) + term : (term - total) + sum->total;
	sum->total = total;
}

static inline double base_sum_value(const base_sum *sum)
{
	return sum->total + sum->lost;
}

#endif
