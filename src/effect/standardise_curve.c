/* The g-formula for a numeric treatment: a regression of Y on treatment X and set Z, averaged over Z at each value of X. The prediction of X
 * from Z is a column of the regression (Hirano and Imbens 2004), so that confounding is not smoothed away, and functions of Z are fitted again
 * to the residuals (effect/outcome_model.h). A mean is then a weighted sum of the outcomes. A second fit has
 * smooth functions of X, hardly shrunk, even if the first does without them. Standard errors are those of the second, and intervals cover
 * both: otherwise they would only hold for curves of the chosen shape. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "effect/outcome_model.h"
#include "effect/standardise.h"

static const double possible_share = 0.99; /* of rows that have support at their own treatment, by definition */
static const double most_leverage = 0.9;   /* keeps the division of a residual by 1 - leverage stable */

typedef struct work {
	question_column *columns; /* treatment, set, prediction of the treatment; the last owned */
	const double **numbers;
	size_t count;
	double *treatment; /* [rows] scaled */
	double *predicted; /* [rows] of the scaled treatment, from the other folds */
	effect_model model;
	double *scaled, *targets, *weights, *loose, *leverage, *fitted, *moved;
} work;

static void work_clear(work *w)
{
	if (w->columns != NULL)
		question_column_clear(&w->columns[w->count]);
	effect_model_clear(&w->model);
	free(w->columns);
	free((void *)w->numbers);
	free(w->treatment);
	free(w->predicted);
	free(w->scaled);
	free(w->targets);
	free(w->weights);
	free(w->loose);
	free(w->leverage);
	free(w->fitted);
	free(w->moved);
}

/* --------------------------------------------------------------------------------- the treatment from the set */

static bool predict_treatment(work *w, const effect_sample *s)
{
	effect_model m = { 0 };
	double *b = NULL;
	bool done =
		effect_model_init(&m, s->columns + 1, (const double *const *)s->numbers + 1, s->z_count, s->keys, false) &&
		effect_model_choose(&m, w->treatment, 1);
	if (done) {
		b = base_array(m.count, EFFECT_FOLDS * sizeof *b);
		done = b != NULL && effect_model_leave_out(b, &m, w->treatment, 1, s->fold, EFFECT_FOLDS);
	}
	if (done)
		effect_model_predict(w->predicted, &m, m.values, b, m.count, s->fold);
	effect_model_clear(&m);
	free(b);
	return done;
}

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Codes of numbers by rank among the distinct ones. */
static bool column_of(question_column *c, const double *values, size_t rows)
{
	double *sorted = base_array_copy(values, rows, sizeof *sorted);
	uint32_t *codes = base_array(rows, sizeof *codes), *counts = base_array_zero(rows, sizeof *counts);
	size_t distinct = 0;
	bool done = sorted != NULL && codes != NULL && counts != NULL;
	if (done)
		qsort(sorted, rows, sizeof *sorted, compare_numbers);
	for (size_t i = 0; done && i < rows; i++)
		if (i == 0 || sorted[i] > sorted[distinct - 1])
			sorted[distinct++] = sorted[i];
	for (size_t i = 0; done && i < rows; i++) {
		const double *found = bsearch(&values[i], sorted, distinct, sizeof *sorted, compare_numbers);
		codes[i] = (uint32_t)(found - sorted);
		counts[codes[i]]++;
	}
	*c = (question_column){ .rows = rows, .entries = rows, .distinct = distinct, .occurring = distinct };
	c->codes = c->owned_codes = codes;
	c->counts = c->owned_counts = counts;
	free(sorted);
	return done;
}

/* Treatment, set, and the prediction of the treatment from the set. */
static bool take_columns(work *w, const effect_sample *s)
{
	w->count = 1 + s->z_count;
	w->columns = base_array_zero(w->count + 1, sizeof *w->columns);
	w->numbers = base_array_zero(w->count + 1, sizeof *w->numbers);
	w->treatment = base_array(s->rows, sizeof *w->treatment);
	w->predicted = base_array_zero(s->rows, sizeof *w->predicted);
	if (w->columns == NULL || w->numbers == NULL || w->treatment == NULL || w->predicted == NULL)
		return false;
	memcpy(w->columns, s->columns, w->count * sizeof *w->columns);
	for (size_t j = 0; j < w->count; j++)
		w->numbers[j] = s->numbers[j];
	effect_scale(w->treatment, s->numbers[0], 1, s->rows);
	if (s->z_count == 0)
		return true;
	w->numbers[w->count] = w->predicted;
	return predict_treatment(w, s) && column_of(&w->columns[w->count], w->predicted, s->rows);
}

/* ------------------------------------------------------------------------------------------------------- support */

/* The share of rows that could have had the treatment of row `at`: its distance from their prediction is at most the 99% quantile of all
 * prediction errors. `errors`: absolute prediction errors, ascending. */
static double share_possible(const work *w, const double *errors, size_t rows, size_t at)
{
	double limit = errors[(size_t)(possible_share * (double)(rows - 1))], possible = 0;
	for (size_t i = 0; i < rows; i++)
		possible += fabs(w->treatment[at] - w->predicted[i]) <= limit;
	return possible / (double)rows;
}

/* The row whose treatment is nearest to a value of the grid. */
static size_t row_near(const effect_sample *s, uint32_t code)
{
	size_t best = 0;
	for (size_t i = 1; i < s->rows; i++) {
		uint32_t here = s->x_codes[i], there = s->x_codes[best];
		uint32_t gap = here > code ? here - code : code - here, least = there > code ? there - code : code - there;
		if (gap < least)
			best = i;
	}
	return best;
}

static bool find_support(effect_means *out, const work *w, const effect_sample *s, const effect_grid *grid)
{
	double *errors = base_array(s->rows, sizeof *errors);
	for (size_t i = 0; errors != NULL && i < s->rows; i++)
		errors[i] = fabs(w->treatment[i] - w->predicted[i]);
	if (errors != NULL)
		qsort(errors, s->rows, sizeof *errors, compare_numbers);
	for (size_t g = 0; errors != NULL && g < grid->count; g++)
		out->support[g] = s->z_count == 0 ? 1 : share_possible(w, errors, s->rows, row_near(s, grid->codes[g]));
	free(errors);
	return errors != NULL;
}

/* --------------------------------------------------------------------------------------------------------- means */

static bool fit(work *w, const effect_sample *s, const double *y, size_t outcomes, size_t columns, size_t points)
{
	effect_model *m = &w->model;
	effect_model_clear(m);
	effect_scale(w->scaled, y, outcomes, s->rows);
	if (!effect_model_init(m, w->columns, w->numbers, columns, s->keys, true) ||
	    !effect_model_choose(m, w->scaled, outcomes))
		return false;
	free(w->targets);
	w->targets = base_array_zero(m->count, points * sizeof *w->targets);
	return w->targets != NULL;
}

/* Means of the functions at each value of the treatment, and the weights of rows. */
static bool find_weights(work *w, const effect_sample *s, const effect_grid *grid, bool errors)
{
	size_t count = w->model.count;
	for (size_t g = 0; g < grid->count; g++) {
		if (!effect_model_set(&w->model, row_near(s, grid->codes[g])))
			return false;
		for (size_t k = 0; k < count; k++) {
			double sum = 0;
			for (size_t i = 0; i < s->rows; i++)
				sum += (double)w->model.set[k][i];
			w->targets[g * count + k] = sum / (double)s->rows;
		}
	}
	return effect_model_weights(w->weights, NULL, &w->model, w->targets, grid->count, false) &&
	       (!errors || effect_model_weights(w->loose, w->leverage, &w->model, w->targets, grid->count, true));
}

static double weighted(const double *weights, const double *y, size_t rows)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++)
		sum += weights[i] * y[i];
	return sum;
}

/* The influence function: weight times leave-one-out residual, plus the deviation of the prediction from the mean. */
static void take_parts(effect_means *m, size_t r, size_t g, const work *w, const double *y)
{
	double n = (double)m->rows, mean = 0;
	const double *weights = w->weights + g * m->rows, *loose = w->loose + g * m->rows;
	size_t start = (r * m->points + g) * m->rows;
	for (size_t i = 0; i < m->rows; i++)
		mean += w->moved[i] / n;
	for (size_t i = 0; i < m->rows; i++) {
		double left = (y[i] - w->fitted[i]) / (1 - fmin(fmax(w->leverage[i], 0), most_leverage));
		m->parts[start + i] = (float)(n * loose[i] * left + w->moved[i] - mean);
		m->noise[start + i] = (float)(n * weights[i] * left + w->moved[i] - mean);
	}
}

/* Means of one outcome at all values: b are its coefficients. */
static void take_outcome(effect_means *out, size_t r, work *w, const effect_sample *s, const effect_grid *grid,
                         const double *y, const double *b)
{
	effect_model_predict(w->fitted, &w->model, w->model.values, b, 0, NULL);
	for (size_t g = 0; g < grid->count; g++) {
		bool known = out->support[g] >= effect_least_support;
		effect_model_set(&w->model, row_near(s, grid->codes[g])); /* find_weights() has reserved the memory */
		effect_model_predict(w->moved, &w->model, w->model.set, b, 0, NULL);
		double mean = weighted(w->weights + g * s->rows, y, s->rows);
		out->mean[r * out->points + g] = known ? mean : NAN;
		out->shift[r * out->points + g] = weighted(w->loose + g * s->rows, y, s->rows) - mean;
		take_parts(out, r, g, w, y);
	}
}

static bool reserve(work *w, size_t rows, size_t points, size_t outcomes)
{
	w->scaled = base_array(rows, outcomes * sizeof *w->scaled);
	w->weights = base_array(rows, points * sizeof *w->weights);
	w->loose = base_array(rows, points * sizeof *w->loose);
	w->leverage = base_array(rows, sizeof *w->leverage);
	w->fitted = base_array(rows, sizeof *w->fitted);
	w->moved = base_array(rows, sizeof *w->moved);
	return w->scaled != NULL && w->weights != NULL && w->loose != NULL && w->leverage != NULL && w->fitted != NULL &&
	       w->moved != NULL;
}

static bool find_crude(effect_means *out, work *w, const effect_sample *s, const effect_grid *grid, const double *y,
                       size_t outcomes)
{
	bool done = fit(w, s, y, outcomes, 1, grid->count) && find_weights(w, s, grid, false);
	for (size_t r = 0; done && r < outcomes; r++)
		for (size_t g = 0; g < grid->count; g++)
			out->crude[r * out->points + g] = weighted(w->weights + g * s->rows, y + r * s->rows, s->rows);
	return done;
}

static bool find_means(effect_means *out, work *w, const effect_sample *s, const effect_grid *grid, const double *y,
                       size_t outcomes)
{
	if (!fit(w, s, y, outcomes, s->z_count > 0 ? w->count + 1 : 1, grid->count) || !find_weights(w, s, grid, true))
		return false;
	double *b = base_array(w->model.count, outcomes * sizeof *b);
	bool done = b != NULL && effect_model_fit(b, &w->model, y, outcomes);
	for (size_t g = 0; done && g < grid->count; g++) {
		const double *weights = w->loose + g * s->rows;
		double sum = 0, squares = weighted(weights, weights, s->rows);
		for (size_t i = 0; i < s->rows; i++)
			sum += weights[i];
		out->size[g] = squares > 0 ? sum * sum / squares : 0;
	}
	for (size_t r = 0; done && r < outcomes; r++)
		take_outcome(out, r, w, s, grid, y + r * s->rows, b + r * w->model.count);
	free(b);
	return done;
}

bool effect_standardise_curve(effect_means *out, const effect_sample *s, const effect_grid *grid, const double *y,
                              size_t outcomes)
{
	work w = { 0 };
	bool done = effect_means_init(out, s, grid->count, outcomes) && take_columns(&w, s) &&
	            (out->noise = base_array(grid->count * outcomes, s->rows * sizeof *out->noise)) != NULL &&
	            (out->shift = base_array(grid->count, outcomes * sizeof *out->shift)) != NULL &&
	            reserve(&w, s->rows, grid->count, outcomes) && find_support(out, &w, s, grid) &&
	            find_crude(out, &w, s, grid, y, outcomes) && find_means(out, &w, s, grid, y, outcomes);
	work_clear(&w);
	return done;
}
