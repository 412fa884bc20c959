/* The normal equations of penalised least squares: small, dense, symmetric. */
#ifndef DEPENDENCE_EQUATIONS_H
#define DEPENDENCE_EQUATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DEPENDENCE_BAND = 2 };

typedef struct dependence_equations {
	size_t size;
	double *gram;    /* [size][size] B'B; lower triangle until solved */
	double *penalty; /* [size][size] P, filled in by the caller; nothing beyond DEPENDENCE_BAND off the diagonal */
	double *moments; /* [size] B'y */
	double squares;  /* y'y */
	double rows;
	double freedom;   /* effective number of parameters of the last solution */
	double *solution; /* [size] */
	double *inverse;  /* [size][size] of B'B + lambda P, once it was asked for */
	double *factor;   /* [size][size] */
} dependence_equations;

/* False: out of memory; the equations can be cleared all the same. */
bool dependence_equations_init(dependence_equations *e, size_t size);
void dependence_equations_clear(dependence_equations *e);

/* Adds a row by its functions that are not 0. */
void dependence_equations_add(dependence_equations *e, const uint32_t *numbers, const double *values, size_t count,
                              double response);

/* Solves with a penalty of lambda; returns the generalised cross-validation error. Functions that depend on each other under a large
 * penalty (two knots close together, a prediction beside what it was made of) can be beyond what numbers carry: then the solution is
 * 0 and the error infinite. O(size^3), by own loops: libraries of linear algebra pick their order of sums by the processor. */
double dependence_equations_solve(dependence_equations *e, double lambda);

/* Finds the inverse of the equations that were solved last. */
void dependence_equations_invert(dependence_equations *e);

#endif
