/* Regression of several features of a column on the functions of Z. Each block of functions is a random effect with
 * one variance (a variance component). The variances maximise the restricted likelihood. Blocks enter by a score
 * test and leave when their effective parameters vanish. Beside the functions of Z, a regression may have functions
 * that are computed for its column only ("own"). */
#ifndef REGRESS_COMPONENTS_H
#define REGRESS_COMPONENTS_H

#include "regress/regressors.h"

/* A block in a regression. */
typedef struct regress_component {
	const float *values; /* [count][rows]; NULL: effects of levels, one per level, or not needed yet */
	size_t count;
	size_t block;          /* of the functions of Z; SIZE_MAX: own functions or effects of levels */
	size_t rivals;         /* as in regress_block */
	bool leaves;           /* indicators of leaves: the leaf of a row stands for their values */
	bool by_level;         /* effects of levels */
	size_t slope;          /* number of the slope, for effects of levels */
	size_t place;          /* of its first function among the admitted ones; SIZE_MAX: not admitted yet */
	bool active;           /* it is in the model */
	double variance;       /* relative to the error variance; infinite for the constant */
	double freedom;        /* effective parameters */
	double trace, squares; /* as in regress_block */
	size_t scored;         /* number of the solution whose residuals it was last tested on; 0: none */
} regress_component;

typedef struct regress_fit {
	const regress_regressors *given;
	size_t rows, responses;
	float *y;           /* [responses][rows] fixed, mean 0 */
	double *squares;    /* [responses] */
	double enter_level; /* level of the test by which blocks enter; 0: regress_enter is used */
	bool frugal;        /* to stop before blocks enter if none saves what its parameters cost */
	bool idle;          /* that was so */
	double lead;        /* share of the largest excess of a score that others must have to enter in the same round */
	size_t component_count, component_room;
	regress_component *components;
	float **owned; /* values of own blocks */
	size_t owned_count, owned_room;
	/* Leaves of a tree: an indicator is `high` on the rows of its leaf and `low` elsewhere, so that its mean is
	 * about 0. */
	size_t leaf_count;  /* 0: none */
	uint32_t *leaf;     /* [rows] */
	double *high, *low; /* [leaf_count] fixed */
	double *leaf_rows;  /* [leaf_count] */
	/* Functions that are or were in the model. */
	size_t admitted, room;
	const float **values; /* [room]; NULL: of a leaf */
	size_t *places;       /* [room] in the products of the functions of Z; SIZE_MAX: own functions */
	double *gram;         /* [room][room] sums of products */
	double *sums;         /* [room][responses] with the responses */
	double *cross;        /* [room][levels][slopes] with the effects of levels */
	double *level_sums;   /* [levels][slopes][responses] */
	/* The solution. */
	size_t solution;            /* its number, from 1; 0: none yet */
	size_t active;              /* functions in the model */
	size_t *functions;          /* [active] numbers among the admitted ones */
	double *factor;             /* [active][active] Cholesky factor of the equations, effects of levels eliminated */
	double *coefficients;       /* [active][responses] */
	double *level_inverse;      /* [levels][slopes][slopes] inverse of each level's own equations */
	double *level_coefficients; /* [levels][slopes][responses] */
	double *error;              /* [responses] error variances */
	double freedom;             /* effective parameters in total */
} regress_fit;

/* The blocks that a regression selected, by identity, and their variances. */
typedef struct regress_choice {
	size_t count;
	uint64_t *identities;
	double *variances;
} regress_choice;

/* Sets up a regression of the responses, [responses][rows], fixed. choice: the only blocks to use; NULL: all.
 * Returns false if out of memory. */
bool regress_fit_init(regress_fit *fit, const regress_regressors *given, const double *y, size_t responses,
                      const regress_choice *choice);
void regress_fit_clear(regress_fit *fit);

/* Adds a block of `count` own functions, [count][rows], fixed. The fit takes ownership of the values. Returns false
 * if out of memory. */
bool regress_fit_add(regress_fit *fit, float *values, size_t count);

/* Adds a block of indicators of leaves; at most one call per fit, which takes ownership of leaf[row]. Returns false
 * if out of memory. */
bool regress_fit_add_leaves(regress_fit *fit, uint32_t *leaf, size_t count);

/* Estimates the variances of the blocks in the model. Returns false if out of memory. O(rows active^2 + active^3). */
bool regress_fit_settle(regress_fit *fit);

/* Adds blocks to the model in up to `rounds` rounds and estimates the variances after each. Call it after
 * regress_fit_settle(). Returns false if out of memory. A round costs O(rows functions) more than
 * regress_fit_settle(). */
bool regress_fit_enter(regress_fit *fit, size_t rounds);

/* Fits the residuals again with the same variances, `times` fits in all, so that less of a shrunken effect of Z
 * stays in the residuals (Tukey's twicing, L2 boosting). Call it last. Returns false if out of memory. */
bool regress_fit_repeat(regress_fit *fit, size_t times);

/* Fitted values of one response, [rows], without effects of clusters. */
void regress_fit_predict(double *out, const regress_fit *fit, size_t response);

/* Residuals of one response, [rows], fixed. `final`: effects of clusters stay in them. */
void regress_fit_residuals(double *out, const regress_fit *fit, size_t response, bool final);

/* Leverage of each row after `times` fits. Returns false if out of memory. O(rows active^2). */
bool regress_fit_leverage(double *out, const regress_fit *fit, size_t times);

/* The same approximately: exact for the levels, and evenly distributed over the rows for all other functions.
 * O(rows). */
void regress_fit_even_leverage(double *out, const regress_fit *fit);

#endif
