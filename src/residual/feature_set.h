/* Features of a column: functions of its values whose products with those of another column show dependence. Of labels
 * indicators; of numbers the normal score, indicators of point masses, and waves sqrt(2) sin or cos(k pi u) over the
 * mid-ranks u of the other rows. Matrices are column-major: feature k is values + k * rows. */
#ifndef RESIDUAL_FEATURE_SET_H
#define RESIDUAL_FEATURE_SET_H

#include "question/values.h"

/* The level of detail of a feature, from 0 for what shows a shift of the mean; a test adds details one by one. */
typedef struct residual_features {
	size_t rows;
	size_t count;
	double *values; /* [count][rows] */
	int *details;   /* [count] */
} residual_features;

/* At most `most` waves; masses: point masses have indicators. Costs a sine or cosine per distinct value and feature. */
residual_features residual_features_of(base_arena *arena, const question_values *column, size_t most, bool masses);

/* The features or, if there are none, one that is 0, as a regression needs a response. */
residual_features residual_features_or_zero(base_arena *arena, residual_features features);

/* Makes standardised features uncorrelated with variance 1, in their order; drops those that the ones before explain to
 * 90%. The result is in the memory of `features`. *first: what becomes of the first first_count of them, which is where
 * the result begins. O(rows count^2). */
residual_features residual_orthogonal(residual_features *first, base_arena *arena, residual_features *features,
                                      size_t first_count);

/* Subtracts the mean and divides by the standard deviation, unless that is 0. */
void residual_standardise(double *values, size_t rows);

#endif
