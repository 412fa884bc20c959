/* The rounding step of numbers. Values with up to nine decimals are integer multiples of a power of ten, and the
 * greatest common divisor of their differences is the step. Values in full precision are not; the first value shows
 * this, so the search is cheap for them. Cost O(distinct). */
#include "data/step.h"

#include <float.h>
#include <math.h>

enum { MOST_DECIMALS = 9 };

/* value * scale as an integer, if it is one within the precision of a double. */
static bool is_whole(double *whole, double value, double scale)
{
	double x = value * scale;
	*whole = nearbyint(x);
	return fabs(x) < 1e15 && fabs(x - *whole) <= 4 * DBL_EPSILON * fabs(x);
}

static uint64_t divisor(uint64_t a, uint64_t b)
{
	while (b != 0) {
		uint64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/* Greatest common divisor of the differences in units of 1 / scale; 0: some value is not an integer in this unit. */
static uint64_t common_step(const double *values, size_t count, double scale)
{
	double first, next;
	uint64_t step = 0;
	if (!is_whole(&first, values[0], scale))
		return 0;
	for (size_t i = 1; i < count; i++) {
		if (!is_whole(&next, values[i], scale))
			return 0;
		if (step != 1)
			step = divisor((uint64_t)(next - first), step);
	}
	return step;
}

double data_step_find(const double *values, size_t count)
{
	double scale = 1;
	for (int decimals = 0; decimals <= MOST_DECIMALS && count > 1; decimals++, scale *= 10) {
		uint64_t step = common_step(values, count, scale);
		if (step > 0)
			return (double)step / scale;
	}
	return NAN;
}

/* True if at least two values occur more than once. A single one may be a point mass among numbers that were not
 * rounded. */
static bool do_repeat(const uint32_t *counts, size_t count)
{
	size_t repeated = 0;
	for (size_t i = 0; i < count && repeated < 2; i++)
		repeated += counts[i] > 1;
	return repeated >= 2;
}

double data_step_rounded(const double *values, const uint32_t *counts, size_t count, uint64_t rows)
{
	enum { PLACES_A_ROW = 20 };
	if (count < 2 || count == rows || !do_repeat(counts, count))
		return NAN;
	double step = data_step_find(values, count);
	return (values[count - 1] - values[0]) / step <= PLACES_A_ROW * (double)rows ? step : NAN;
}
