/* A regression E[Y | columns] in which the treatment, column 0, can be set to another of its values. Its functions are those of regressors.h
 * that are products of functions of single columns, and the numbers themselves. Functions and their variances are chosen on all rows. Given
 * these the fit is linear in Y, so rows can be left out, and any linear function of the fit is a weighted sum of Y. */
#ifndef EFFECT_OUTCOME_MODEL_H
#define EFFECT_OUTCOME_MODEL_H

#include "regress/regressors.h"

/* A function in the regression. */
typedef struct effect_term {
	const float *values;        /* [rows] fixed */
	const regress_block *block; /* NULL: the numbers of a column */
	size_t number;              /* of the function in its block, or of the column */
	double precision;           /* error variance over the variance of its coefficient */
	double loose;  /* the same in the second fit: smooth functions of the treatment alone are hardly shrunk */
	bool repeated; /* the fit to what is left has it too; not for functions of the treatment alone */
} effect_term;

typedef struct effect_model {
	regress_regressors given;
	size_t rows, columns;
	bool treatment;  /* column 0 is the treatment */
	double **scores; /* [columns][rows] standardised numbers, fixed; NULL: labels, or a long tail */
	float **numbers; /* [columns][rows] standardised numbers of columns with a long tail; NULL: others */
	size_t count;    /* functions in the regression */
	effect_term *terms;
	const float **values; /* [count] of the terms */
	const float **set;    /* [count][rows] the same with column 0 as effect_model_set() has set it */
	float *set_values;
} effect_model;

/* numbers[j]: values of column j in its units, [rows]; NULL: labels. columns and row_keys as in regress_regressors_init(). At least one
 * column; `treatment`: the first is the treatment. False: out of memory. Clear it also after an error. */
bool effect_model_init(effect_model *model, const question_column *columns, const double *const *numbers, size_t count,
                       const uint64_t *row_keys, bool treatment);
void effect_model_clear(effect_model *model);

/* Chooses functions for responses, [responses][rows], fixed, of mean 0 and variance 1. False: out of memory. */
bool effect_model_choose(effect_model *model, const double *y, size_t responses);

/* model->set: the functions if column 0 had the value of row `at` in all rows. False: out of memory. O(rows count). */
bool effect_model_set(effect_model *model, size_t at);

/* coefficients[fold][response][term] of the fit without the rows of the fold. Responses need no scaling. fold[row] < folds. False: out of memory.
 * O(rows count^2 + folds count^3). */
bool effect_model_leave_out(double *coefficients, const effect_model *model, const double *y, size_t responses,
                            const uint32_t *fold, size_t folds);

/* coefficients[response][term] of the fit to all rows. False: out of memory. O(rows count^2 + count^3). */
bool effect_model_fit(double *coefficients, const effect_model *model, const double *y, size_t responses);

/* out[row] = sum over terms of coefficients[fold[row] * stride + term] * values[term][row]; fold NULL: all rows are in fold 0. */
void effect_model_predict(double *out, const effect_model *model, const float *const *values,
                          const double *coefficients, size_t stride, const uint32_t *fold);

/* A linear function of the coefficients, sum of targets[term] * coefficient[term] of the fit to all rows, is a weighted sum of the response:
 * weights[target][row]. `loose`: of the second fit. leverage: [rows]; NULL: not needed. False: out of memory. O(rows count^2). */
bool effect_model_weights(double *weights, double *leverage, const effect_model *model, const double *targets,
                          size_t target_count, bool loose);

#endif
