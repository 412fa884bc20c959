/* Sums over rows of which equal ones stand together (merged_rows.h): entry i counts times[i] times, or once where times is NULL. They are
 * exact like those of exact.h, hence the same to the last bit as sums over the rows one by one. */
#ifndef QUESTION_COUNTED_H
#define QUESTION_COUNTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How often an entry counts. */
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
