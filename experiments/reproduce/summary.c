#include "summary.h"

#include <math.h>
#include <stdlib.h>

/* A value as used by one of the three summaries. */
typedef double view(double value, double parameter);

static double as_it_is(double value, double parameter)
{
	(void)parameter;
	return value;
}

static double squared_distance(double value, double truth)
{
	return (value - truth) * (value - truth);
}

static double at_most(double value, double bound)
{
	return isnan(value) ? NAN : value <= bound;
}

static summary summarise(const double *values, size_t count, size_t stride, view *see, double parameter)
{
	double sum = 0, squares = 0;
	for (size_t i = 0; i < count; i++)
		sum += see(values[i * stride], parameter);
	summary s = { sum / (double)count, NAN };
	for (size_t i = 0; i < count; i++)
		squares += squared_distance(see(values[i * stride], parameter), s.mean);
	if (count > 1)
		s.error = sqrt(squares / (double)(count - 1) / (double)count);
	return s;
}

summary summary_of(const double *values, size_t count, size_t stride)
{
	return summarise(values, count, stride, as_it_is, 0);
}

summary summary_squares(const double *values, size_t count, size_t stride, double truth)
{
	return summarise(values, count, stride, squared_distance, truth);
}

summary summary_at_most(const double *values, size_t count, size_t stride, double bound)
{
	return summarise(values, count, stride, at_most, bound);
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

double summary_median(double *values, size_t count)
{
	qsort(values, count, sizeof *values, compare);
	return count % 2 == 1 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

void summary_write(FILE *file, double value)
{
	if (isnan(value))
		fputc(',', file);
	else
		fprintf(file, ",%.9g", value);
}

void summary_write_pair(FILE *file, summary s)
{
	summary_write(file, s.mean);
	summary_write(file, s.error);
}
