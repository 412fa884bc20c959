/* Regression of several features of a column on the functions of Z, every block of functions a random effect with a variance of its own
 * (a variance component). Variances maximise the restricted likelihood; blocks enter by a score test and leave when their effective
 * parameters vanish. A column may have functions of its own beside those of Z. */
#ifndef REGRESS_COMPONENTS_H
#define REGRESS_COMPONENTS_H

#include "regress/regressors.h"

/* A block at work. */
typedef struct regress_component {
	const float *values; /* [count][rows]; NULL: effects of levels, one per level, or not needed so far */
	size_t count;
	size_t block;          /* of the functions of Z; SIZE_MAX: the column's own, or effects of levels */
	bool beyond;           /* as in regress_block */
	bool leaves;           /* indicators of leaves, which have no values: those of a row follow from its leaf */
	bool by_level;         /* effects of levels */
	size_t slope;          /* of effects of levels: which */
	size_t place;          /* of its first function among those admitted; SIZE_MAX: not admitted so far */
	bool active;           /* it takes part */
	double variance;       /* over that of the error; infinite for the constant */
	double freedom;        /* effective parameters */
	double trace, squares; /* as in regress_block */
	size_t scored;         /* number of the solution whose residuals it was tested on last; 0: none */
} regress_component;

typedef struct regress_fit {
	const regress_regressors *given;
	size_t rows, responses;
	float *y;           /* [responses][rows] fixed, mean 0 */
	double *squares;    /* [responses] */
	double enter_level; /* blocks enter by a test at this level; 0: by regress_enter */
	size_t component_count, component_room;
	regress_component *components;
	float **owned; /* values of the column's own blocks */
	size_t owned_count, owned_room;
	/* Leaves of a tree: an indicator is `high` on the rows of its leaf and `low` elsewhere, of mean about 0. */
	size_t leaf_count;  /* 0: none */
	uint32_t *leaf;     /* [rows] */
	double *high, *low; /* [leaf_count] fixed */
	double *leaf_rows;  /* [leaf_count] */
	/* Functions that take part or did. */
	size_t admitted, room;
	const float **values; /* [room]; NULL: of a leaf */
	size_t *places;       /* [room] in the products of all functions of Z; SIZE_MAX: the column's own */
	double *gram;         /* [room][room] sums of products */
	double *sums;         /* [room][responses] with the responses */
	double *cross;        /* [room][levels][slopes] with the effects of levels */
	double *level_sums;   /* [levels][slopes][responses] */
	/* The solution. */
	size_t solution;            /* its number, from 1; 0: none so far */
	size_t active;              /* functions that take part */
	size_t *functions;          /* [active] among those admitted */
	double *factor;             /* [active][active] Cholesky factor of the equations, effects of levels eliminated */
	double *coefficients;       /* [active][responses] */
	double *level_inverse;      /* [levels][slopes][slopes] of a level's equations by themselves */
	double *level_coefficients; /* [levels][slopes][responses] */
	double *error;              /* [responses] variance of the error */
	double freedom;             /* effective parameters of all */
} regress_fit;

/* Blocks in use after a regression, by their identities, with their variances. */
typedef struct regress_choice {
	size_t count;
	uint64_t *identities;
	double *variances;
} regress_choice;

/* Ready to be fitted to responses, [responses][rows] fixed. `choice`: with the blocks listed and no others; NULL: with all. False: out of
 * memory. */
bool regress_fit_init(regress_fit *fit, const regress_regressors *given, const double *y, size_t responses,
                      const regress_choice *choice);
void regress_fit_clear(regress_fit *fit);

/* Adds a block of `count` functions of the column's own, [count][rows], fixed, which are the fit's from now on. False: out of memory. */
bool regress_fit_add(regress_fit *fit, float *values, size_t count);

/* Adds a block of indicators of leaves, once: leaf[row] is the fit's from now on. False: out of memory. */
bool regress_fit_add_leaves(regress_fit *fit, uint32_t *leaf, size_t count);

/* Finds the variances of the blocks that take part. False: out of memory. O(rows active^2 + active^3). */
bool regress_fit_settle(regress_fit *fit);

/* Lets blocks enter in so many rounds, and finds the variances after each. After regress_fit_settle(). False: out of memory. O(rows
 * functions) per round beside that. */
bool regress_fit_enter(regress_fit *fit, size_t rounds);

/* Fits what is left again and again, `times` times in all, with the same variances: of a shrunken effect of Z, each time less stays in
 * the residuals (Tukey's twicing, L2 boosting). To be called last. False: out of memory. */
bool regress_fit_repeat(regress_fit *fit, size_t times);

/* What is fitted of one response, [rows], without effects of clusters. */
void regress_fit_predict(double *out, const regress_fit *fit, size_t response);

/* What is left of one response, [rows] fixed; `final`: with the effects of clusters, which stay. */
void regress_fit_residuals(double *out, const regress_fit *fit, size_t response, bool final);

/* The share of each row in its own fitted value, after so many fits of it. False: out of memory. O(rows active^2). */
bool regress_fit_leverage(double *out, const regress_fit *fit, size_t times);

/* The same, about: exact within levels, even over the rows beyond that. O(rows). */
void regress_fit_even_leverage(double *out, const regress_fit *fit);

#endif
