/* Regression of a numeric column on others: penalised splines of single columns, or of the products of two. */
#ifndef DEPENDENCE_SMOOTH_H
#define DEPENDENCE_SMOOTH_H

#include "dependence/basis.h"

/* What a regression adds up: a curve of one predictor, or a surface of two. */
typedef struct dependence_term {
	const dependence_predictor *first;
	const dependence_predictor *second; /* NULL: a curve */
} dependence_term;

enum { DEPENDENCE_MOST_TERMS = 16 };

typedef struct dependence_smooth {
	double *
		residuals; /* [rows] divided by the root of 1 - leverage, so that they spread as the noise does; the caller's */
	double *predicted; /* [rows] the caller's, or NULL */
	double freedom;    /* effective number of parameters */
	double error;      /* mean square error of predicting each row from the others */
	double before;     /* mean square of the response itself */
} dependence_smooth;

/* Regresses `response` (0 on average) on the terms, DEPENDENCE_MOST_TERMS at most. Rows where `used` is false are left out and
 * get residual 0. The smoothness is chosen by generalised cross-validation. With many rows, an evenly spaced part of them is
 * fitted. False: out of memory. */
bool dependence_smooth_fit(dependence_smooth *out, const double *response, const bool *used,
                           const dependence_term *terms, size_t term_count, size_t rows);

#endif
