/* Regression of the features of a column on Z: residuals, leverages and effective parameters. */
#ifndef REGRESS_REGRESS_H
#define REGRESS_REGRESS_H

#include "regress/regressors.h"

typedef struct regress_outcome {
	double left;    /* share of the first feature's variance that Z does not explain, cross-validated */
	double freedom; /* effective parameters, without the constant */
	double chosen;  /* the same if all effects of many levels count as one parameter */
} regress_outcome;

/* Length of `shares`. A share belongs to a block of functions of Z or to an effect of levels: its effective parameters divided by the root
 * of the number of functions. The sum over blocks of the products of the shares of two regressions on the same Z approximates tr(H H'),
 * where H and H' are their smoothing matrices. Functions that a regression adds for its own column have no share. */
size_t regress_share_count(const regress_regressors *given);

/* Replaces `count` features, [count][rows], fixed (exact.h) and with mean 0, by their residuals, also fixed. The features share the
 * variances of the blocks. `own`: add functions that are fitted to the first feature, namely the leaves of a tree and waves over its
 * fitted values. leverage: [rows] or NULL. shares: [regress_share_count()] or NULL. Returns false if out of memory. */
bool regress_features(regress_outcome *out, double *leverage, double *shares, double *values, size_t count,
                      const regress_regressors *given, bool own);

/* Fitted values (not rounded) and leverages of one response, [rows], fixed and with mean 0. Returns false if out of memory. */
bool regress_predict(regress_outcome *out, double *fitted, double *leverage, const double *y,
                     const regress_regressors *given);

#endif
