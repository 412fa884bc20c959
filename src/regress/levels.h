/* Effects of the levels of a column with many, eliminated level by level. They take part in a regression like the functions of other
 * blocks, but those of different levels are never nonzero in the same row. */
#ifndef REGRESS_LEVELS_H
#define REGRESS_LEVELS_H

#include "regress/components.h"

/* The effects of levels that take part. */
typedef struct regress_by_level {
	size_t count;
	size_t slopes[REGRESS_MOST_SLOPES];
	double precision[REGRESS_MOST_SLOPES]; /* 1 / variance */
} regress_by_level;

regress_by_level regress_levels_in_use(const regress_fit *fit);

/* Inverts the equations of each level by itself. */
void regress_invert_levels(regress_fit *fit, const regress_by_level *b);

/* Takes off gram[][], unless it is NULL, and sums[][] what the levels explain. `room` holds 2 REGRESS_MOST_SLOPES numbers per function. */
void regress_eliminate_levels(double *gram, double *sums, const double *level_sums, const regress_fit *fit,
                              const regress_by_level *b, double *room);

/* Coefficients of the levels, from their sums and those of the functions. */
void regress_solve_levels(double *out, const double *level_sums, const double *coefficients, const regress_fit *fit,
                          const regress_by_level *b);

/* traces[slope]: of the levels' part of the inverse of the whole equations. */
void regress_trace_levels(double traces[REGRESS_MOST_SLOPES], const regress_fit *fit, const regress_by_level *b,
                          double *room);

#endif
