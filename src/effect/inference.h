/* Intervals, differences, slopes, tests and information from standardised means. */
#ifndef EFFECT_INFERENCE_H
#define EFFECT_INFERENCE_H

#include "effect/standardise.h"

/* Settings of intervals. */
typedef struct effect_level {
	double confidence;
	uint64_t seed, key; /* of the random numbers for simultaneous intervals */
} effect_level;

/* Sets mean, error, intervals and differences of the points of an outcome, [points]. `reference`: the point to which
 * differences refer. O(points^2 rows). */
void effect_infer_points(mixmi_effect_point *points, base_arena *arena, const effect_means *means, size_t outcome,
                         size_t reference, const effect_level *level);

/* Slope and test of an outcome. `values`, `shares`: [points] of a curve, whose slope weights its points by their shares;
 * NULL: levels. `crude`: [points] means without adjustment. */
void effect_infer_outcome(mixmi_effect_outcome *out, base_arena *arena, const effect_means *means, const double *crude,
                          size_t outcome, size_t reference, const double *values, const double *shares,
                          const effect_level *level);

/* Interventional mutual information, if the outcomes are all labels of Y or classes of its numbers. shares: [points] of
 * the rows. point_of: [rows] the point of each row, NULL: a curve. */
void effect_infer_information(mixmi_effect_set *out, base_arena *arena, const effect_means *means, const double *shares,
                              const size_t *point_of, const effect_level *level);

#endif
