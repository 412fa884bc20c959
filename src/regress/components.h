/* Regression of several features of a column on the functions of Z, every block of functions a random effect with a variance of its own
 * (a variance component). Variances maximise the restricted likelihood; blocks enter by their score test and leave when their effective
 * parameters vanish. A column may have functions of its own beside those of Z. */
#ifndef REGRESS_COMPONENTS_H
#define REGRESS_COMPONENTS_H

#include "regress/given.h"

enum { REGRESS_MOST_OWN = 64 + 16 };

/* A block at work. */
typedef struct regress_component {
	size_t first,
		count; /* functions: those of Z, then the column's own; of a slope per level: its number, and the levels */
	bool by_level;
	bool active;
	double variance; /* over that of the error; infinite for the constant */
	double freedom;  /* effective parameters */
} regress_component;

typedef struct regress_fit {
	const regress_given *given;
	size_t rows, responses;
	const double *y;    /* [responses][rows] fixed, mean 0 */
	double *squares;    /* [responses] */
	double *sums;       /* [given->count + REGRESS_MOST_OWN][responses] functions with responses */
	double *level_sums; /* [levels][slopes][responses] */
	size_t own;         /* functions of the column's own */
	double *own_values; /* [REGRESS_MOST_OWN][rows] */
	double *own_gram;   /* [REGRESS_MOST_OWN][given->count + REGRESS_MOST_OWN] */
	double *own_cross;  /* [levels][slopes][REGRESS_MOST_OWN] */
	size_t component_count, capacity;
	regress_component *components;
	/* the solution */
	size_t active;              /* functions in use */
	size_t *functions;          /* [active] */
	double *inverse;            /* [active][active] of the equations, levels eliminated */
	double *coefficients;       /* [active][responses] */
	double *level_coefficients; /* [levels][slopes][responses] */
	double *level_inverse;      /* [levels][slopes][slopes] of the equations of a level by itself */
	double *error;              /* [responses] variance of the error */
	double freedom;             /* effective parameters of all */
} regress_fit;

/* Ready to be fitted to responses, which must outlive it. False: out of memory. O(rows functions responses). */
bool regress_fit_init(regress_fit *fit, const regress_given *given, const double *y, size_t responses);
void regress_fit_clear(regress_fit *fit);

/* Adds a block of `count` functions of the column's own, which are copied: [count][rows], fixed. `starts`: it takes part at once. False:
 * out of memory, or no room. */
bool regress_fit_add(regress_fit *fit, const double *values, size_t count, bool starts);

/* Finds variances in so many rounds of entering blocks. False: out of memory. */
bool regress_fit_run(regress_fit *fit, size_t rounds);

/* Fits what is left once more. To be called last. False: out of memory. */
bool regress_fit_twice(regress_fit *fit);

/* What is fitted of one response, [rows]. */
void regress_fit_predict(double *out, const regress_fit *fit, size_t response);

/* The share of each row in its own fitted value, about: exact within levels, even over the rows beyond that. */
void regress_fit_leverage(double *out, const regress_fit *fit);

#endif
