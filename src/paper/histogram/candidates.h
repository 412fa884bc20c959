/* Data-dependent candidate edges for densities with outliers, heavy tails or narrow peaks. */
#ifndef HISTOGRAM_CANDIDATES_H
#define HISTOGRAM_CANDIDATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Rounding of values: the step (NaN: not rounded), and the share of a step that is below the recorded value. */
typedef struct hist_recording {
	double step;
	double below;
} hist_recording;

/* Rounded numbers are in the middle of their steps, dates at the beginning. */
hist_recording hist_recording_of(double step, bool dates);

/* Edges for `distinct` >= 2 ascending values that occur `counts` times: the smallest value, candidates, the largest
 * value. The candidates are those of ceil(k_init / 2) bins of equal width, as many of equal frequency, and half as many
 * whose width grows with the distance from the median. `*bins` is the number of bins between them, at least 1.
 * Multiplying all values by a power of two multiplies the edges by it. If values were rounded, all edges are at ends of
 * rounding steps. The caller frees *edges. O(distinct + k_init log k_init). Returns false if memory runs out. */
bool hist_candidates(double **edges, size_t *bins, const double *values, const uint32_t *counts, size_t distinct,
                     const hist_recording *recording, size_t k_init);

/* The start of the rounding step of the value `steps` steps above `first`. */
double hist_step_edge(double first, const hist_recording *recording, double steps);

#endif
