/* Candidate edges that follow the data, for densities with outliers, heavy tails or narrow peaks. */
#ifndef HISTOGRAM_CANDIDATES_H
#define HISTOGRAM_CANDIDATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How values were recorded: a step (NaN: freely), of which so much lies below the value that stands for it. */
typedef struct hist_recording {
	double step;
	double below;
} hist_recording;

/* Rounded numbers stand in the middle of their steps, days at their beginning. */
hist_recording hist_recording_of(double step, bool dates);

/* Edges for `distinct` >= 2 ascending values that occur `counts` times: the smallest value, candidates between, the largest.
 * The candidates are those of ceil(k_init / 2) bins of equal width and of as many of equal frequency, and half as many that
 * widen with the distance from the median. `*bins` is the number of bins between them, at least 1. Values times a power of
 * two have edges times that power. With a step that values were recorded at all edges lie at the ends of steps. The caller frees *edges. O(distinct + k_init log k_init). False: out of memory. */
bool hist_candidates(double **edges, size_t *bins, const double *values, const uint32_t *counts, size_t distinct,
                     const hist_recording *recording, size_t k_init);

/* Where the step of the value begins that is `steps` steps above `first`. */
double hist_step_edge(double first, const hist_recording *recording, double steps);

#endif
