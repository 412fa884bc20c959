/* Candidate edges that follow the data, for densities with outliers, heavy tails or narrow peaks. */
#ifndef HISTOGRAM_CANDIDATES_H
#define HISTOGRAM_CANDIDATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Edges for `distinct` >= 2 ascending values that occur `counts` times: the smallest value, candidates between, the largest.
 * The candidates are those of ceil(k_init / 2) bins of equal width and of as many of equal frequency, and half as many that
 * widen with the distance from the median. `*bins` is the number of bins between them, at least 1. Values times a power of
 * two have edges times that power. With a `step` that values were rounded to (NaN: none) all edges lie half a step from values,
 * the outermost ones beyond them. The caller frees *edges. O(distinct + k_init log k_init). False: out of memory. */
bool hist_candidates(double **edges, size_t *bins, const double *values, const uint32_t *counts, size_t distinct,
                     double step, size_t k_init);

/* The edge half a step below the value that is `steps` steps above `first`. */
double hist_edge_between(double first, double step, double steps);

#endif
