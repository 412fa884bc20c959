/* Linear transformations after which the rows of a feature do not depend on each other: for clusters, deviations from
 * cluster means, and these means, over their standard deviations; for series, what an autoregression does not predict,
 * over its standard deviation. */
#ifndef ANSWER_WHITEN_H
#define ANSWER_WHITEN_H

#include "answer/row_design.h"

/* Variances of a feature within groups and between them. */
typedef struct answer_components {
	double within, between;
} answer_components;

/* By analysis of variance; `within` is a small share of both at least. O(rows). */
answer_components answer_components_of(base_arena *arena, const double *values, const question_values *groups);

/* An autoregression of the order that Akaike's criterion prefers, by the recursion of Levinson and Durbin. */
typedef struct answer_autoregression {
	size_t order;
	double *covariance;         /* [order + 1] */
	const double **coefficient; /* [order + 1] of each order k, [k] */
	double *error;              /* [order + 1] standard deviation of what each order does not predict */
} answer_autoregression;

/* O(rows log rows). */
answer_autoregression answer_autoregression_of(base_arena *arena, const double *values, const answer_rows *series);

/* The autocorrelations that the autoregression of a feature implies, of all lags below the number of rows. */
double *answer_autocorrelations(base_arena *arena, const double *values, const answer_rows *series);

typedef struct answer_whitener {
	const answer_rows *rows;
	answer_components way[QUESTION_MOST_WAYS]; /* of clusters, one way after the other */
	answer_autoregression past;                /* of series */
} answer_whitener;

/* The transformation that makes the rows of `values` independent, and its application to a function, in place. */
answer_whitener answer_whitener_of(base_arena *arena, const double *values, const answer_rows *rows);
void answer_whiten(double *values, base_arena *arena, const answer_whitener *whitener);

/* Transforms features[count] by the transformation of the first, then each by its own. base[base_count] are functions of
 * Z; they and the constant are transformed alike, and each feature becomes its residual given them, with variance 1:
 * what a regression on Z leaves is little beside rows that are alike, but not beside independent ones.
 * O(rows count base_count^2). */
void answer_make_independent(double *features, size_t count, base_arena *arena, const double *base, size_t base_count,
                             const answer_rows *rows);

#endif
