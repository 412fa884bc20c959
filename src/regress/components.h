/* Regression of several features of a column on the functions of Z, every block of functions a random effect with a variance of its own
 * (a variance component). Variances maximise the restricted likelihood; blocks enter by a score test and leave when their effective
 * parameters vanish. A column may have functions of its own beside those of Z. */
#ifndef REGRESS_COMPONENTS_H
#define REGRESS_COMPONENTS_H

#include "regress/regressors.h"

/* A block at work. */
typedef struct regress_component {
	const double *values; /* [count][rows]; NULL: effects of levels, one per level */
	size_t count;
	size_t slope;          /* of effects of levels: which */
	size_t place;          /* of its first function among those admitted; SIZE_MAX: not admitted so far */
	bool active;           /* it takes part */
	double variance;       /* over that of the error; infinite for the constant */
	double freedom;        /* effective parameters */
	double trace, squares; /* as in regress_block */
} regress_component;

typedef struct regress_fit {
	const regress_regressors *given;
	size_t rows, responses;
	const double *y; /* [responses][rows] fixed, mean 0 */
	double *squares; /* [responses] */
	size_t component_count, component_room;
	regress_component *components;
	double **owned; /* values of the column's own blocks */
	size_t owned_count, owned_room;
	/* Functions that take part or did. */
	size_t admitted, room;
	double *gram;       /* [room][room] sums of products */
	double *sums;       /* [room][responses] with the responses */
	double *cross;      /* [room][levels][slopes] with the effects of levels */
	double *level_sums; /* [levels][slopes][responses] */
	/* The solution. */
	size_t active;              /* functions that take part */
	size_t *functions;          /* [active] among those admitted */
	double *inverse;            /* [active][active] of the equations, effects of levels eliminated */
	double *coefficients;       /* [active][responses] */
	double *level_inverse;      /* [levels][slopes][slopes] of a level's equations by themselves */
	double *level_coefficients; /* [levels][slopes][responses] */
	double *error;              /* [responses] variance of the error */
	double freedom;             /* effective parameters of all */
} regress_fit;

/* Ready to be fitted to responses, which must outlive it. False: out of memory. */
bool regress_fit_init(regress_fit *fit, const regress_regressors *given, const double *y, size_t responses);
void regress_fit_clear(regress_fit *fit);

/* Adds a block of `count` functions of the column's own, which are copied: [count][rows], fixed. False: out of memory. */
bool regress_fit_add(regress_fit *fit, const double *values, size_t count);

/* Finds variances in so many rounds of entering blocks. False: out of memory. O(rows (functions + active^2) + active^3) per round. */
bool regress_fit_run(regress_fit *fit, size_t rounds);

/* Fits what is left once more. To be called last. False: out of memory. */
bool regress_fit_twice(regress_fit *fit);

/* What is fitted of one response, [rows]. */
void regress_fit_predict(double *out, const regress_fit *fit, size_t response);

/* The share of each row in its own fitted value, about: exact within levels, even over the rows beyond that. */
void regress_fit_leverage(double *out, const regress_fit *fit);

#endif
