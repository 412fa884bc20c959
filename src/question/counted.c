/* A term is a multiple of 2^-32 below 2^20, an integer of 52 bits. Its high part and its low 20 bits are multiplied by the count and summed separately in
 * integers of 64 bits, so nothing is rounded before the sum is read. O(entries) per sum. */
#include "question/counted.h"

#include <math.h>

#include "base/exact.h"

enum { LOW_BITS = 20 };

typedef struct counted {
	int64_t high; /* in units of 2^-12 */
	int64_t low;  /* in units of 2^-32 */
} counted;

static inline void add(counted *sum, double term, uint32_t times)
{
	int64_t units = (int64_t)(term * 0x1p32);
	sum->high += (units >> LOW_BITS) * times;
	sum->low += (units & ((1 << LOW_BITS) - 1)) * times;
}

/* Rounded once, like the sums of exact.h. */
static double value_of(const counted *sum)
{
	const int64_t fraction = ((int64_t)1 << 32) - 1;
	int64_t units = ((sum->high & 0xFFF) << LOW_BITS) + sum->low;
	return (double)((sum->high >> 12) + (units >> 32)) + (double)(units & fraction) * 0x1p-32;
}

double question_counted_total(const double *values, const uint32_t *times, size_t entries)
{
	if (times == NULL)
		return base_total(values, entries);
	counted sum = { 0, 0 };
	for (size_t i = 0; i < entries; i++)
		add(&sum, values[i], times[i]);
	return value_of(&sum);
}

double question_counted_dot(const double *a, const double *b, const uint32_t *times, size_t entries)
{
	if (times == NULL)
		return base_dot(a, b, entries);
	counted sum = { 0, 0 };
	for (size_t i = 0; i < entries; i++)
		add(&sum, a[i] * b[i], times[i]);
	return value_of(&sum);
}

bool question_counted_products(double *out, const double *a, size_t a_count, const double *b, size_t b_count,
                               const uint32_t *times, size_t entries, bool symmetric)
{
	if (times == NULL)
		return base_products(out, a, a_count, b, b_count, entries, symmetric);
	for (size_t i = 0; i < a_count; i++)
		for (size_t j = 0; j < b_count; j++)
			out[i * b_count + j] = symmetric && j < i
			                           ? out[j * b_count + i]
			                           : question_counted_dot(a + i * entries, b + j * entries, times, entries);
	return true;
}

double question_counted_standardise(double *values, const uint32_t *times, size_t entries)
{
	if (times == NULL)
		return base_standardise(values, entries);
	size_t rows = 0;
	for (size_t i = 0; i < entries; i++) {
		values[i] = base_fix(values[i]);
		rows += times[i];
	}
	double mean = question_counted_total(values, times, entries) / (double)rows;
	double variance = question_counted_dot(values, values, times, entries) / (double)rows - mean * mean;
	double deviation = variance > 1e-9 ? sqrt(variance) : 0, scale = deviation > 0 ? 1 / deviation : 0;
	for (size_t i = 0; i < entries; i++)
		values[i] = base_fix((values[i] - mean) * scale);
	return deviation;
}
