/* Sums over merged rows (rows.h): entry i counts times[i] times, or once if times is NULL. They are exact like those of exact.h, and so equal to
 * sums over the single rows to the last bit. */
#ifndef QUESTION_COUNTED_H
#define QUESTION_COUNTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Number of rows of an entry. */
static inline double question_times(const uint32_t *times, size_t entry)
{
	return times != NULL ? times[entry] : 1;
}

/* As base_total(), base_dot(), base_products() and base_standardise(). */
double question_counted_total(const double *values, const uint32_t *times, size_t entries);
double question_counted_dot(const double *a, const double *b, const uint32_t *times, size_t entries);
bool question_counted_products(double *out, const double *a, size_t a_count, const double *b, size_t b_count,
                               const uint32_t *times, size_t entries, bool symmetric);
double question_counted_standardise(double *values, const uint32_t *times, size_t entries);

#endif
