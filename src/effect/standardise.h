/* Means of outcomes at each value of a treatment, standardised over the adjustment set, E[h E[Y | X = x, Z]] / E[h], with
 * their influence functions. h is 1, or weights the rows of another population. */
#ifndef EFFECT_STANDARDISE_H
#define EFFECT_STANDARDISE_H

#include "effect/sample.h"

/* Values that a treatment is set to. */
typedef struct effect_grid {
	size_t count, reference;
	const uint32_t *codes; /* [count] of the treatment's column, ascending */
} effect_grid;

/* Whom means are about, and what is known of the treatment. */
typedef struct effect_scope {
	mixmi_population population;
	bool randomised; /* the probabilities of levels do not depend on the set */
} effect_scope;

/* The means of one population. */
typedef struct effect_means {
	const effect_sample *sample;
	size_t rows, outcomes, points;
	double *mean; /* [outcomes][points]; NaN: no support */
	float *
		parts; /* [outcomes][points][rows] influence function, of mean 0: its mean approximates the error of the mean */
	/* Of a curve; NULL: levels. `parts` and `shift` belong to a second fit, with functions that the first may lack. */
	float *noise;  /* as parts, of the first fit, whose means are `mean` */
	double *shift; /* [outcomes][points] means of the second fit less those of the first */
} effect_means;

/* Rows of which a value of the treatment has too few like them. */
typedef struct effect_support {
	double share;              /* of rows that could have had the value, given the set */
	bool excluded;             /* a label of the set has no row with it, and not by chance */
	const unsigned char *lack; /* [rows] 1: could not */
} effect_support;

typedef struct effect_standardised {
	effect_means means, overlap; /* overlap.mean NULL: a curve */
	double *crude;               /* [outcomes][points] without adjustment */
	effect_support *support;     /* [points] */
	double *size;                /* [points] effective sample size: (sum w)^2 / sum w^2 of the weights of the rows */
	size_t *at;                  /* [points] rows with the value; 0 for a curve */
	/* shares of the residual variance that columns of the set explain: of the treatment [points][z_count], which is the same for
	 * all points of a curve, and of the outcomes [outcomes][z_count] */
	double *partial_x, *partial_y;
} effect_standardised;

/* Labels: inverse probability weighting augmented by a regression (AIPW), cross-fitted. y: [outcomes][rows]. */
effect_standardised effect_standardise_levels(base_arena *arena, const effect_sample *sample, const effect_grid *grid,
                                              const double *y, size_t outcomes, effect_scope scope);

/* Numbers: a regression on treatment, set and the treatment's prediction from the set, averaged over the rows. */
effect_standardised effect_standardise_curve(base_arena *arena, const effect_sample *sample, const effect_grid *grid,
                                             const double *y, size_t outcomes);

/* What the two share. */
effect_standardised effect_standardised_new(base_arena *arena, const effect_sample *sample, size_t points,
                                            size_t outcomes);
effect_means effect_means_new(base_arena *arena, const effect_sample *sample, size_t points, size_t outcomes);

/* y, [outcomes][rows], of mean 0 and variance 1 over the rows that were observed, or over all. */
double *effect_scaled(base_arena *arena, const effect_sample *sample, const double *y, size_t outcomes, bool whole);

/* A mean needs support in at least this share of rows. */
extern const double effect_least_support;

#endif
