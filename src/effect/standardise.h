/* Means of outcomes at each value of a treatment, standardised over the adjustment set, E[E[Y | X = x, Z]], with their influence functions. */
#ifndef EFFECT_STANDARDISE_H
#define EFFECT_STANDARDISE_H

#include "effect/sample.h"

/* Values that a treatment is set to. */
typedef struct effect_grid {
	size_t count;
	const uint32_t *codes; /* [count] of the treatment's column, ascending */
} effect_grid;

typedef struct effect_means {
	size_t rows, outcomes, points;
	double *mean;  /* [outcomes][points]; NaN: no support */
	double *crude; /* [outcomes][points] without adjustment */
	float *
		parts; /* [outcomes][points][rows] influence function, of mean 0: its mean approximates the error of the mean */
	/* Of a curve; NULL: levels. `parts` and `shift` belong to a second fit, with functions that the first may lack. */
	float *noise;    /* as parts, of the first fit, whose means are `mean` */
	double *shift;   /* [outcomes][points] means of the second fit less those of the first */
	double *support; /* [points] share of rows that could have had the value, given the set */
	double *size;    /* [points] effective sample size: (sum w)^2 / sum w^2 of the weights of the rows */
	size_t *at;      /* [points] rows with the value; 0 for a curve */
} effect_means;

/* Labels: inverse probability weighting augmented by a regression (AIPW), cross-fitted. y: [outcomes][rows]. False: out of memory. */
bool effect_standardise_levels(effect_means *out, const effect_sample *sample, const effect_grid *grid, const double *y,
                               size_t outcomes);

/* Numbers: a regression on treatment, set and the treatment's prediction from the set, averaged over the rows. */
bool effect_standardise_curve(effect_means *out, const effect_sample *sample, const effect_grid *grid, const double *y,
                              size_t outcomes);
void effect_means_clear(effect_means *means);

/* Shared by the two. False: out of memory. */
bool effect_means_init(effect_means *means, const effect_sample *sample, size_t points, size_t outcomes);

/* out: y, [outcomes][rows], of mean 0 and variance 1, fixed. */
void effect_scale(double *out, const double *y, size_t outcomes, size_t rows);

/* A mean needs support in at least this share of rows. */
extern const double effect_least_support;

#endif
