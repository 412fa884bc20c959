/* What numbers were rounded to. */
#ifndef DATA_STEP_H
#define DATA_STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The largest step that all distances between the ascending values are multiples of, in up to nine decimals; NaN: none. */
double data_step_find(const double *values, size_t count);

/* The same where it matters: several values repeat among the rows that hold them, and the range has at most 20 places per row; else NaN. */
double data_step_rounded(const double *values, const uint32_t *counts, size_t count, uint64_t rows);

#endif
