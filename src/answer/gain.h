/* The entropy that a location-scale regression takes from a column. */
#ifndef ANSWER_GAIN_H
#define ANSWER_GAIN_H

#include "residual/location_scale.h"
#include "residual/z_sets.h"

enum { ANSWER_LEAST_ORDERED = 40 /* rows of a regression: fewer are described as well by ranks alone */ };

typedef struct answer_gain {
	bool used;                       /* otherwise the rest is empty */
	double saved;                    /* nats per row, if errors are normal */
	double entropy;                  /* h(response) - h(response | others), from spacings */
	const question_values *residual; /* errors divided by their scale; NULL if next to nothing is left */
} answer_gain;

/* `others` must outlive `shared`; the residual is in `keep`, an arena beside the first. The regression is not used if
 * the response is not continuous, has few rows, or if it does not shorten the description of the response. */
answer_gain answer_gain_of(base_arena *arena, base_arena *keep, residual_shared *shared,
                           const question_values *response, const question_values *const *others, size_t count);

/* The normal scores of a column's rows, standardised. */
double *answer_standard_scores(base_arena *arena, const question_values *column);

/* The errors of a location-scale regression divided by their scale, as a column; those that differ by rounding errors
 * are equal. numbers[rows] gets their values. */
const question_values *answer_scaled_errors(base_arena *arena, const residual_location_scale *fit, size_t rows,
                                            double **numbers);

#endif
