/* E[Y | columns] as a function in which one column can be set to another of its values, to predict the effect of that
 * intervention. The functions are those of regressors.h that are products of functions of single columns, and the
 * numbers themselves. Their selection and variances are determined from all rows. Given these, the fit is linear in Y,
 * so rows can be left out and the weights of rows computed. */
#ifndef EFFECT_OUTCOME_MODEL_H
#define EFFECT_OUTCOME_MODEL_H

#include "regress/regressors.h"

/* A selected function. */
typedef struct effect_term {
	const float *values;        /* [rows] fixed */
	const regress_block *block; /* NULL: numbers of a column */
	size_t number;              /* index of the function in its block, or of the column */
	double precision;           /* inverse of its variance over that of the error */
	double loose; /* the same for standard errors: functions of column 0 alone are hardly shrunk, unless they are
	               * fine */
} effect_term;

typedef struct effect_model {
	regress_regressors given;
	size_t rows, columns;
	double **scores; /* [columns] of [rows] standardised numbers; NULL: labels, or a long tail */
	float **numbers; /* [columns] the same for columns with a long tail; NULL: others */
	size_t count;    /* number of selected functions */
	effect_term *terms;
	const float **values; /* [count] of the terms */
} effect_model;

/* numbers[j]: values of column j in its units, [rows]; NULL: labels. columns and row_keys as in
 * regress_regressors_init(). At least one column. Returns false if memory runs out. Must be cleared in any case. */
bool effect_model_init(effect_model *model, const question_column *columns, const double *const *numbers, size_t count,
                       const uint64_t *row_keys);
void effect_model_clear(effect_model *model);

/* Selects functions for responses, [responses][rows], with mean 0 and variance 1, after base_fix(). Returns false if
 * memory runs out. */
bool effect_model_choose(effect_model *model, const double *y, size_t responses);

/* out[term][row]: the functions with column 0 set to its value in row `at`. O(rows count). */
void effect_model_set(float *out, const effect_model *model, size_t at);

/* coefficients[fold][response][term], fitted without the rows of the fold. The responses can be any numbers. fold[row]
 * < folds. Returns false if memory runs out. O(rows count^2 + folds count^3). */
bool effect_model_leave_out(double *coefficients, const effect_model *model, const double *y, size_t responses,
                            const uint32_t *fold, size_t folds);

/* coefficients[response][term] of the fit to all rows. Returns false if memory runs out. O(rows count^2 + count^3). */
bool effect_model_fit(double *coefficients, const effect_model *model, const double *y, size_t responses);

/* out[row] = sum over terms of coefficients[fold[row] * stride + term] times values[term][row]; fold NULL: all rows are
 * in fold 0. */
void effect_model_predict(double *out, const effect_model *model, const float *const *values,
                          const double *coefficients, size_t stride, const uint32_t *fold);

/* A linear function of the coefficients of the fit to all rows, sum of targets[term] times coefficient, is linear in
 * the response, with weights[target][row]. `loose`: with the precisions for standard errors. leverage: [rows] of each
 * row on its own fitted value; may be NULL. Returns false if memory runs out. O(rows count^2). */
bool effect_model_weights(double *weights, double *leverage, const effect_model *model, const double *targets,
                          size_t target_count, bool loose);

#endif
