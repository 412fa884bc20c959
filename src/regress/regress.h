/* What Z leaves of features of a column. */
#ifndef REGRESS_REGRESS_H
#define REGRESS_REGRESS_H

#include "regress/regressors.h"

typedef struct regress_outcome {
	double left;    /* share of the first feature's variance that Z leaves, cross-validated */
	double freedom; /* effective parameters, without the constant */
	double chosen;  /* the same with all effects of many levels as one */
} regress_outcome;

/* What a regression took of each block of functions of Z and of each effect of levels: effective parameters over the root of the block's
 * functions. Of two regressions on the same Z the sum of the products of these is tr(H H'), about: what both took of the same functions,
 * as if evenly within each block. Functions of a column's own are no other's. So many numbers: */
size_t regress_share_count(const regress_regressors *given);

/* Replaces `count` features, [count][rows], fixed and of mean 0, by their residuals, fixed. They share the variances of the blocks.
 * `own`: with functions of their own, found on the first of them: leaves of trees, and waves over its fitted value. leverage: [rows],
 * shares: [regress_share_count()], NULL: not asked for. False: out of memory. */
bool regress_features(regress_outcome *out, double *leverage, double *shares, double *values, size_t count,
                      const regress_regressors *given, bool own);

/* One response, [rows], fixed and of mean 0: what is fitted, not rounded, and the leverages. `along`, [rows] or NULL: numbers whose waves may
 * explain the response beside the functions of Z. False: out of memory. */
bool regress_predict(regress_outcome *out, double *fitted, double *leverage, const double *y, const double *along,
                     const regress_regressors *given);

#endif
