/* E[Y | columns] as a function of which one column can be set to another of its values: what setting it would change. The functions are those
 * of regressors.h that are products of functions of single columns, and the numbers themselves; which take part, and with which variances,
 * is decided on all rows. Given that, the fit is linear in Y, so rows can be left out and weights of rows read off. */
#ifndef EFFECT_OUTCOME_MODEL_H
#define EFFECT_OUTCOME_MODEL_H

#include "regress/regressors.h"

/* A function that takes part. */
typedef struct effect_term {
	const float *values;        /* [rows] fixed */
	const regress_block *block; /* NULL: numbers of a column */
	size_t number;              /* of the function in its block, or of the column */
	double precision;           /* inverse of its variance over that of the error */
	double loose; /* the same for errors: functions of column 0 alone are hardly shrunk, unless they are fine */
} effect_term;

typedef struct effect_model {
	regress_regressors given;
	size_t rows, columns;
	double **scores; /* [columns] of which [rows] numbers, standardised, fixed; NULL: labels, or a long tail */
	float **numbers; /* [columns] the same of columns with a long tail; NULL: others */
	size_t count;    /* functions that take part */
	effect_term *terms;
	const float **values; /* [count] of the terms */
} effect_model;

/* numbers[j]: values of column j in its own units, [rows]; NULL: labels. columns and row_keys as of regress_regressors_init(). At least one
 * column. False: out of memory. To be cleared in any case. */
bool effect_model_init(effect_model *model, const question_column *columns, const double *const *numbers, size_t count,
                       const uint64_t *row_keys);
void effect_model_clear(effect_model *model);

/* Chooses functions for responses, [responses][rows], of mean 0 and variance 1, fixed. False: out of memory. */
bool effect_model_choose(effect_model *model, const double *y, size_t responses);

/* out[term][row]: the functions with column 0 as it is in row `at`. O(rows count). */
void effect_model_set(float *out, const effect_model *model, size_t at);

/* coefficients[fold][response][term], without the rows of the fold. The responses are any numbers. fold[row] < folds. False: out of memory.
 * O(rows count^2 + folds count^3). */
bool effect_model_leave_out(double *coefficients, const effect_model *model, const double *y, size_t responses,
                            const uint32_t *fold, size_t folds);

/* coefficients[response][term] of the fit to all rows. False: out of memory. O(rows count^2 + count^3). */
bool effect_model_fit(double *coefficients, const effect_model *model, const double *y, size_t responses);

/* out[row] = sum over terms of coefficients[fold[row] * stride + term] times values[term][row]; fold NULL: all are in fold 0. */
void effect_model_predict(double *out, const effect_model *model, const float *const *values,
                          const double *coefficients, size_t stride, const uint32_t *fold);

/* A number that is linear in the coefficients of the fit to all rows, sum of targets[term] times coefficient, is linear in the response:
 * weights[target][row]. `loose`: with the precisions for errors. leverage: [rows] of each row on its own fitted value; NULL: not asked for.
 * False: out of memory. O(rows count^2). */
bool effect_model_weights(double *weights, double *leverage, const effect_model *model, const double *targets,
                          size_t target_count, bool loose);

#endif
