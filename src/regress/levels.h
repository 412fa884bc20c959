/* Effects of the levels of a column with many levels. They are in the model like the functions of other blocks, but functions of different
 * levels are never nonzero in the same row, so they are eliminated level by level. */
#ifndef REGRESS_LEVELS_H
#define REGRESS_LEVELS_H

#include "regress/components.h"

/* The effects of levels in the model. */
typedef struct regress_by_level {
	size_t count;
	size_t slopes[REGRESS_MOST_SLOPES];
	double precision[REGRESS_MOST_SLOPES]; /* 1 / variance */
} regress_by_level;

regress_by_level regress_levels_in_use(const regress_fit *fit);

/* Inverts the equations of each level separately. */
void regress_invert_levels(regress_fit *fit, const regress_by_level *b);

/* Subtracts the part that the levels explain from sums[][] and, unless it is NULL, from gram[][] (Schur complement). room: 2
 * REGRESS_MOST_SLOPES numbers per function. */
void regress_eliminate_levels(double *gram, double *sums, const double *level_sums, const regress_fit *fit,
                              const regress_by_level *b, double *room);

/* Coefficients of the levels, from their sums and the coefficients of the functions. */
void regress_solve_levels(double *out, const double *level_sums, const double *coefficients, const regress_fit *fit,
                          const regress_by_level *b);

/* traces[slope]: trace of the levels' part of the inverse of all equations. */
void regress_trace_levels(double traces[REGRESS_MOST_SLOPES], const regress_fit *fit, const regress_by_level *b,
                          double *room);

#endif
