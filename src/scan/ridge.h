/* Penalised least squares on a set of functions, for many responses and several penalties at once. With G the functions' mean
 * products, D the weights of the penalty and b the mean products with a response, the coefficients are (G + penalty D)^-1 b. */
#ifndef SCAN_RIDGE_H
#define SCAN_RIDGE_H

#include <stdbool.h>
#include <stddef.h>

enum { SCAN_PENALTIES = 6, SCAN_MOST_MORE = 80 };

typedef struct scan_ridge {
	size_t count; /* functions */
	size_t rows;
	double *weights;                /* [count] D */
	double penalty[SCAN_PENALTIES]; /* ascending */
	double *factor[SCAN_PENALTIES]; /* [count][count] lower triangle of the Cholesky factor */
	double freedom[SCAN_PENALTIES]; /* trace of the smoother: parameters that are fitted in effect */
} scan_ridge;

/* Factors for functions with mean products `gram`; takes over neither array. O(count^3). False: out of memory. */
bool scan_ridge_init(scan_ridge *ridge, const double *gram, const double *weights, size_t count, size_t rows);
void scan_ridge_clear(scan_ridge *ridge);

/* Lower Cholesky factor of a positive definite matrix, in place; the upper triangle is left. False if it is not. */
bool scan_cholesky(double *matrix, size_t count);

/* A few functions more, such as a response's own, on top of those that all responses share. */
typedef struct scan_ridge_more {
	size_t count;
	double *weights;                /* [count] */
	double *cross[SCAN_PENALTIES];  /* [count][shared functions] L^-1 of their mean products with the shared ones */
	double *schur[SCAN_PENALTIES];  /* [count][count] Cholesky factor of what the shared ones leave */
	double freedom[SCAN_PENALTIES]; /* of all functions together */
} scan_ridge_more;

/* `cross`: [count][shared] mean products with the shared functions, `own`: [count][count] with each other. O(count shared^2). */
bool scan_ridge_more_init(scan_ridge_more *more, const scan_ridge *ridge, const double *cross, const double *own,
                          const double *weights, size_t count);
void scan_ridge_more_clear(scan_ridge_more *more);

/* Coefficients of a response with mean products `b` (shared functions, then those in `more`, which may be NULL) and mean square
 * `square` under the penalty that has the least generalised cross-validation error, or `finer` steps below that. Returns the
 * effective parameters there; *error is the least error, *step the penalty's number. */
double scan_ridge_fit(double *coefficients, double *error, size_t *step, const scan_ridge *ridge,
                      const scan_ridge_more *more, const double *b, double square, size_t finer);

/* What the functions leave, under penalty number `step`, of the mean square `square` of a response with mean products `b`; `room` for
 * as many. NaN where that penalty is passed over. */
double scan_ridge_left(const scan_ridge *ridge, size_t step, const double *b, double square, double *room);

/* Coefficients on the first `count` shared functions alone, under the penalty by which all of them have about so many effective
 * parameters. */
void scan_ridge_fit_first(double *coefficients, const scan_ridge *ridge, const double *b, double freedom, size_t count);

#endif
