/* Detection of rounding. */
#ifndef DATA_STEP_H
#define DATA_STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The largest step of which all differences between the ascending values are multiples, with up to nine decimals; NaN:
 * none. */
double data_step_find(const double *values, size_t count);

/* The same if rounding matters: several values are repeated and the range has at most 20 possible values per row.
 * Otherwise NaN. */
double data_step_rounded(const double *values, const uint32_t *counts, size_t count, uint64_t rows);

#endif
