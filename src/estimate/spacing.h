/* Densities of one column of numbers by the distances between ordered values. */
#ifndef ESTIMATE_SPACING_H
#define ESTIMATE_SPACING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the values are: a sample, or the quantiles of a known distribution, which lie evenly. The expected logarithm of the share
 * of rows between two values differs. */
typedef enum estimate_values { ESTIMATE_SAMPLE, ESTIMATE_QUANTILES } estimate_values;

/* Logarithm of the density of each row's value among the rows that are used (NULL: all): the rows within `reach` ranks of it
 * over the distance that they take. `codes` number the distinct values in ascending order, values[code]. Rows that are not used
 * get 0. Entropies that are compared must come from the same rows: what the ends add cancels then. False: out of memory. O(rows). */
bool estimate_log_densities(double *out, const uint32_t *codes, const double *values, size_t distinct, const bool *used,
                            size_t rows, size_t reach, estimate_values kind);

/* A reach that balances noise and curvature for so many rows. */
size_t estimate_reach(size_t rows);

#endif
