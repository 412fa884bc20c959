/* The g-formula for a numeric treatment: a regression of Y on treatment X and set Z, averaged over Z at each value of X.
 * The prediction of X from Z is a column of the regression (Hirano and Imbens 2004), so that confounding is not smoothed
 * away, and functions of Z are fitted again to the residuals (effect/outcome_model.h). A mean is then a weighted sum of
 * the outcomes. A second fit has smooth functions of X, hardly shrunk, even if the first does without them. Standard
 * errors are those of the second, and intervals cover both: otherwise they would only hold for curves of the chosen
 * shape. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "effect/outcome_model.h"
#include "effect/standardise.h"

static const double possible_share = 0.99; /* of rows that have support at their own treatment, by definition */
static const double most_leverage = 0.9;   /* keeps the division of a residual by 1 - leverage stable */

typedef struct work {
	base_arena *arena;
	const effect_sample *sample;
	const effect_grid *grid;
	effect_column *columns; /* [count] treatment, set, prediction of the treatment */
	size_t count;
	const double *treatment; /* [rows] scaled */
	double *predicted;       /* [rows] of the scaled treatment, from the other folds */
	const size_t *near;      /* [points] the row whose treatment is nearest to the point */
	effect_model *model;
	double *weights, *loose; /* [points][rows] */
	double *leverage, *fitted, *moved;
} work;

/* ------------------------------------------------------------------------------------ the treatment from the set */

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The row whose treatment is nearest to a value of the grid. */
static size_t row_near(const effect_sample *s, uint32_t code)
{
	size_t best = 0;
	for (size_t i = 1; i < s->rows; i++) {
		uint32_t here = s->x.codes[i], there = s->x.codes[best];
		uint32_t gap = here > code ? here - code : code - here, least = there > code ? there - code : code - there;
		if (gap < least)
			best = i;
	}
	return best;
}

/* partial: [z_count] what columns of the set explain of the treatment. */
static void predict_treatment(work *w, double *partial)
{
	effect_sample all = *w->sample;
	memcpy(all.ends, all.starts + 1, sizeof all.ends);
	effect_model *m = effect_model_new(w->arena, &all, w->sample->z, w->sample->z_count, false);
	effect_model_choose(m, w->treatment, 1, true);
	const double *b = effect_model_leave_out(m, w->treatment, 1);
	effect_model_predict(w->predicted, m, m->values, b, m->count, true);
	effect_model_partial(partial, m, w->treatment, w->sample->z, w->sample->z_count);
}

/* Treatment, set, and the prediction of the treatment from the set. */
static work work_of(base_arena *arena, double *partial, const effect_sample *s, const effect_grid *grid)
{
	work w = { .arena = arena, .sample = s, .grid = grid, .count = 1 + s->z_count };
	size_t *near = base_arena_take(arena, grid->count, sizeof *near);
	w.columns = base_arena_take(arena, w.count + 1, sizeof *w.columns);
	w.treatment = effect_scaled(arena, s, s->x.numbers, 1, true);
	w.predicted = base_arena_take_zero(arena, s->rows, sizeof *w.predicted);
	w.columns[0] = s->x;
	base_copy(w.columns + 1, s->z, s->z_count * sizeof *w.columns);
	for (size_t g = 0; g < grid->count; g++)
		near[g] = row_near(s, grid->codes[g]);
	w.near = near;
	if (s->z_count > 0) {
		predict_treatment(&w, partial);
		w.columns[w.count++] =
			(effect_column){ .values = question_values_tied(arena, w.predicted, s->rows), .numbers = w.predicted };
	}
	w.weights = base_arena_take(arena, grid->count, s->rows * sizeof *w.weights);
	w.loose = base_arena_take(arena, grid->count, s->rows * sizeof *w.loose);
	w.leverage = base_arena_take(arena, s->rows, sizeof *w.leverage);
	w.fitted = base_arena_take(arena, s->rows, sizeof *w.fitted);
	w.moved = base_arena_take(arena, s->rows, sizeof *w.moved);
	return w;
}

/* ----------------------------------------------------------------------------------------------------------- support */

/* A row could have had a treatment that is no farther from its prediction than the 99% quantile of all errors.
 * `errors`: absolute prediction errors, ascending. */
static effect_support support_at(const work *w, const double *errors, size_t at)
{
	size_t rows = w->sample->rows, possible = 0;
	unsigned char *lack = base_arena_take_zero(w->arena, rows, sizeof *lack);
	double limit = errors[(size_t)(possible_share * (double)(rows - 1))];
	for (size_t i = 0; i < rows; i++) {
		lack[i] = w->sample->z_count > 0 && fabs(w->treatment[at] - w->predicted[i]) > limit;
		possible += !lack[i];
	}
	return (effect_support){ .share = (double)possible / (double)rows, .lack = lack };
}

static void find_support(effect_standardised *out, const work *w)
{
	size_t rows = w->sample->rows;
	double *errors = base_arena_take(w->arena, rows, sizeof *errors);
	for (size_t i = 0; i < rows; i++)
		errors[i] = fabs(w->treatment[i] - w->predicted[i]);
	qsort(errors, rows, sizeof *errors, compare_numbers);
	for (size_t g = 0; g < w->grid->count; g++)
		out->support[g] = support_at(w, errors, w->near[g]);
}

/* ------------------------------------------------------------------------------------------------------------- means */

/* The regression on the first columns, and the means of its functions at each value of the treatment. */
static double *fit(work *w, const double *scaled, size_t outcomes, size_t columns)
{
	size_t rows = w->sample->rows;
	w->model = effect_model_new(w->arena, w->sample, w->columns, columns, true);
	effect_model_choose(w->model, scaled, outcomes, false);
	size_t count = w->model->count;
	double *targets = base_arena_take(w->arena, w->grid->count, count * sizeof *targets);
	for (size_t g = 0; g < w->grid->count; g++) {
		effect_model_set(w->model, w->near[g]);
		for (size_t k = 0; k < count; k++) {
			double sum = 0;
			for (size_t i = 0; i < rows; i++)
				sum += w->model->set[k][i];
			targets[g * count + k] = sum / (double)rows;
		}
	}
	return targets;
}

static double weighted(const double *weights, const double *y, size_t rows)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++)
		sum += weights[i] * y[i];
	return sum;
}

/* The influence function: weight times leave-one-out residual, plus the deviation of the prediction from the mean. Rows
 * without an outcome have no weight. */
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
static void take_outcome(effect_standardised *out, size_t r, work *w, const double *y, const double *b)
{
	effect_means *m = &out->means;
	effect_model_predict(w->fitted, w->model, w->model->values, b, 0, false);
	for (size_t g = 0; g < m->points; g++) {
		bool known = out->support[g].share >= effect_least_support;
		effect_model_set(w->model, w->near[g]);
		effect_model_predict(w->moved, w->model, w->model->set, b, 0, false);
		double mean = weighted(w->weights + g * m->rows, y, m->rows);
		m->mean[r * m->points + g] = known ? mean : NAN;
		m->shift[r * m->points + g] = weighted(w->loose + g * m->rows, y, m->rows) - mean;
		take_parts(m, r, g, w, y);
	}
}

static double effective_size(const double *weights, size_t rows)
{
	double sum = 0, squares = weighted(weights, weights, rows);
	for (size_t i = 0; i < rows; i++)
		sum += weights[i];
	return squares > 0 ? sum * sum / squares : 0;
}

static void find_crude(effect_standardised *out, work *w, const double *y, const double *scaled, size_t outcomes)
{
	size_t rows = w->sample->rows, points = w->grid->count;
	const double *targets = fit(w, scaled, outcomes, 1);
	effect_model_weights(w->weights, NULL, w->model, targets, points, false);
	for (size_t r = 0; r < outcomes; r++)
		for (size_t g = 0; g < points; g++)
			out->crude[r * points + g] = weighted(w->weights + g * rows, y + r * rows, rows);
}

static void find_means(effect_standardised *out, work *w, const double *y, const double *scaled, size_t outcomes)
{
	size_t rows = w->sample->rows, points = w->grid->count;
	const double *targets = fit(w, scaled, outcomes, w->count);
	effect_model_weights(w->weights, NULL, w->model, targets, points, false);
	effect_model_weights(w->loose, w->leverage, w->model, targets, points, true);
	const double *b = effect_model_fit(w->model, y, outcomes);
	for (size_t g = 0; g < points; g++)
		out->size[g] = effective_size(w->loose + g * rows, rows);
	for (size_t r = 0; r < outcomes; r++)
		effect_model_partial(out->partial_y + r * w->sample->z_count, w->model, y + r * rows, w->sample->z,
		                     w->sample->z_count);
	for (size_t r = 0; r < outcomes; r++)
		take_outcome(out, r, w, y + r * rows, b + r * w->model->count);
}

effect_standardised effect_standardise_curve(base_arena *arena, const effect_sample *s, const effect_grid *grid,
                                             const double *y, size_t outcomes)
{
	effect_standardised out = effect_standardised_new(arena, s, grid->count, outcomes);
	out.means.noise = base_arena_take(arena, grid->count * outcomes, s->rows * sizeof *out.means.noise);
	out.means.shift = base_arena_take(arena, grid->count, outcomes * sizeof *out.means.shift);
	work w = work_of(arena, out.partial_x, s, grid);
	for (size_t g = 1; g < grid->count; g++)
		base_copy(out.partial_x + g * s->z_count, out.partial_x, s->z_count * sizeof *out.partial_x);
	const double *scaled = effect_scaled(arena, s, y, outcomes, false);
	find_support(&out, &w);
	find_crude(&out, &w, y, scaled, outcomes);
	find_means(&out, &w, y, scaled, outcomes);
	return out;
}
