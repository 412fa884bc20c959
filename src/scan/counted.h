/* Sums over rows of which equal ones stand together (merged_rows.h): entry i counts times[i] times, or once where times is NULL. They are
 * exact like those of exact.h, hence the same to the last bit as sums over the rows one by one. */
#ifndef SCAN_COUNTED_H
#define SCAN_COUNTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How often an entry counts. */
static inline double scan_times(const uint32_t *times, size_t entry)
{
	return times != NULL ? times[entry] : 1;
}

/* As scan_total(), scan_dot(), scan_products() and scan_standardise(). */
double scan_counted_total(const double *values, const uint32_t *times, size_t entries);
double scan_counted_dot(const double *a, const double *b, const uint32_t *times, size_t entries);
bool scan_counted_products(double *out, const double *a, size_t a_count, const double *b, size_t b_count,
                           const uint32_t *times, size_t entries, bool symmetric);
double scan_counted_standardise(double *values, const uint32_t *times, size_t entries);

#endif
