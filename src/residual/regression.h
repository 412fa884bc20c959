/* The regression of responses on functions of Z, a mixed model: coefficients of block k have variance v_k sigma^2, by a
 * few steps of EM towards the largest likelihood. Simple blocks are in from the start; others enter when the residuals
 * show more of them than chance does. The same fit is read plainly and twiced (what is left is fitted again). */
#ifndef RESIDUAL_REGRESSION_H
#define RESIDUAL_REGRESSION_H

#include "residual/z_sets.h"

typedef struct residual_regression residual_regression;

/* How carefully blocks are chosen. */
typedef enum residual_care {
	RESIDUAL_TREE =
		1, /* the leaves of a tree on the first response are one more block, and blocks enter in three rounds
	                      * rather than one */
	RESIDUAL_FURTHER =
		2, /* where not all rows are planned, blocks enter once more that the first response shows over all */
	RESIDUAL_STRICT =
		4 /* for a fit that is itself of interest: blocks enter only if chance would hardly let any, in two
	                     * rounds, variances take more steps, and each function is of one, two or three columns */
} residual_care;

/* y: [responses][rows], standardised, must outlive the regression. care: the sum of some of residual_care. */
residual_regression *residual_regress(base_arena *arena, residual_functions *of_z, const double *y, size_t responses,
                                      unsigned care);

/* What the fit leaves of its own responses (y NULL; `responses` is then how many of the first ones) or of others:
 * out[responses][rows]. out may be y, or where its own responses are, which are then lost. */
void residual_left(double *out, const residual_regression *regression, const double *y, size_t responses, bool twiced);

/* Whether the values of a number of Z have effects of their own: what the plain fit leaves of the first response agrees
 * within them by more than chance. O(rows) */
bool residual_is_grouped(const residual_regression *regression, const question_values *column);

/* Rows that the constant and absorbed levels take, of which no regression is left to learn: 1 if nothing is
 * absorbed. */
double residual_lost(const residual_regression *regression);

/* Further effective parameters: of the plain fit; of the plain fit as far as they count in code lengths, where effects
 * of levels count as one each at most, and all absorbed ones together as one; of the twiced fit. */
double residual_effective(const residual_regression *regression);
double residual_chosen(const residual_regression *regression);
double residual_used(const residual_regression *regression);

/* Effective parameters that two twiced fits have in common. levels: those of levels of a column count too. */
double residual_in_common(const residual_regression *x, const residual_regression *y, bool levels);

/* The cross-validated share of the variance of the first response that the twiced fit leaves, from what it leaves, less
 * the share `added` that is not the column's. */
double residual_share(const residual_regression *regression, const double *left, double added);

/* The functions that the responses are regressed on; the first response, less what is absorbed. */
residual_functions *residual_regressors(const residual_regression *regression);
const double *residual_response(const residual_regression *regression);

#endif
