/* Means of outcomes under each value of a treatment, standardised over the adjustment set: E[E[Y | X = x, Z]], with the
 * influence of each row on each mean. */
#ifndef EFFECT_STANDARDISE_H
#define EFFECT_STANDARDISE_H

#include "effect/sample.h"

/* Values to which a treatment is set. */
typedef struct effect_grid {
	size_t count;
	const uint32_t *codes; /* [count] of the treatment's column, ascending */
} effect_grid;

typedef struct effect_means {
	size_t rows, outcomes, points;
	double *mean;    /* [outcomes][points]; NaN: no support */
	double *crude;   /* [outcomes][points] without adjustment */
	float *parts;    /* [outcomes][points][rows] influence values with mean 0: the error of a mean is approximately
	                  * their mean */
	double *support; /* [points] share of the rows for which the value is possible given the set */
	double *size;    /* [points] effective sample size: (sum w)^2 / sum w^2 of the weights of the rows */
	size_t *at;      /* [points] number of rows with the value; 0 for a numeric treatment */
} effect_means;

/* Labels: inverse probability weighting augmented by a regression (AIPW), with cross-fitting. y: [outcomes][rows].
 * Returns false if memory runs out. */
bool effect_standardise_levels(effect_means *out, const effect_sample *sample, const effect_grid *grid, const double *y,
                               size_t outcomes);

/* Numbers: a regression on treatment, set and the treatment's prediction from the set, averaged over the rows. */
bool effect_standardise_curve(effect_means *out, const effect_sample *sample, const effect_grid *grid, const double *y,
                              size_t outcomes);
void effect_means_clear(effect_means *means);

/* Used by both. Returns false if memory runs out. */
bool effect_means_init(effect_means *means, const effect_sample *sample, size_t points, size_t outcomes);

/* out: y, [outcomes][rows], scaled to mean 0 and variance 1, after base_fix(). */
void effect_scale(double *out, const double *y, size_t outcomes, size_t rows);

/* Smallest share of rows with support for which a mean is reported. */
extern const double effect_least_support;

#endif
