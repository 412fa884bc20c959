/* A regression E[Y | columns] in which the treatment, the first column, can be set to another of its values. Functions
 * and their variances are chosen on all rows by residual/regression.h. Given these the fit is linear in Y, so rows can
 * be left out, and any linear function of the fit is a weighted sum of Y. */
#ifndef EFFECT_OUTCOME_MODEL_H
#define EFFECT_OUTCOME_MODEL_H

#include "effect/sample.h"
#include "residual/z_blocks.h"

/* A function in the regression. */
typedef struct effect_term {
	residual_block *block; /* NULL: the constant */
	size_t number;         /* of the function in its block */
	double precision;      /* error variance over the variance of its coefficient */
	double loose;          /* the same in the second fit: smooth functions of the treatment alone are hardly shrunk */
	bool repeated;         /* the fit to what is left has it too; not for functions of the treatment alone */
} effect_term;

typedef struct effect_model {
	base_arena *arena;
	const effect_sample *sample;
	residual_shared *shared;
	residual_functions *given;
	residual_basis *treatment; /* NULL: none of the columns is the treatment */
	size_t rows;
	size_t count; /* functions in the regression */
	effect_term *terms;
	const double **values; /* [count][rows] */
	const double **set;    /* [count][rows] the same with the treatment as effect_model_set() has set it */
	double *grams;         /* [EFFECT_FOLDS + 1][count][count] over observed rows: of each fold, and of all */
} effect_model;

/* `treatment`: the first column is the treatment. */
effect_model *effect_model_new(base_arena *arena, const effect_sample *sample, const effect_column *columns,
                               size_t count, bool treatment);

/* Chooses functions for responses, [responses][rows], of mean 0 and variance 1; what was not observed has any value.
 * whole: each row has its response. O(rows functions^2). */
void effect_model_choose(effect_model *model, const double *y, size_t responses, bool whole);

/* model->set: the functions if the treatment had the value of row `at` in all rows. O(rows count). */
void effect_model_set(effect_model *model, size_t at);

/* coefficients[fold][response][term] of the fit without the rows of the fold. Responses need no scaling.
 * O(folds count^3). */
double *effect_model_leave_out(effect_model *model, const double *y, size_t responses);

/* coefficients[response][term] of the fit to all observed rows. */
double *effect_model_fit(effect_model *model, const double *y, size_t responses);

/* out[row] = sum over terms of coefficients[term] * values[term][row]; by_fold: those of the row's fold are at
 * coefficients[fold * stride]. */
void effect_model_predict(double *out, const effect_model *model, const double *const *values,
                          const double *coefficients, size_t stride, bool by_fold);

/* A linear function of the coefficients, sum of targets[term] * coefficient[term] of the fit to all rows, is a weighted
 * sum of the response: weights[target][row]. `loose`: of the second fit. leverage: [rows]; NULL: not needed.
 * O(rows count^2). */
void effect_model_weights(double *weights, double *leverage, const effect_model *model, const double *targets,
                          size_t target_count, bool loose);

/* partial[column]: the share of what a fit without the functions of a column leaves of a response that the whole fit
 * explains, a partial R^2. O(columns rows count). */
void effect_model_partial(double *partial, effect_model *model, const double *y, const effect_column *columns,
                          size_t count);

#endif
