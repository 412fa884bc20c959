/* Cross-fitted AIPW (Robins, Rotnitzky and Zhao 1994). Y is regressed on treatment and set together, so that levels share what they have in
 * common. The probability of a level is the isotonic regression of its indicator on its prediction from the set, which calibrates it (van der
 * Laan, Lin, Carone and Luedtke 2024). */
#include "effect/standardise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "effect/outcome_model.h"

const double effect_least_support = 0.5;
static const double least_chance =
	0.1;               /* of the share of a level: weights are at most ten times those without confounding */
enum { LEAST_AT = 5 }; /* rows of a level: too few for a mean */

/* ------------------------------------------------------------------------------------------------------- shared */

bool effect_means_init(effect_means *m, const effect_sample *s, size_t points, size_t outcomes)
{
	*m = (effect_means){ .rows = s->rows, .outcomes = outcomes, .points = points };
	m->mean = base_array_zero(points, outcomes * sizeof *m->mean);
	m->crude = base_array_zero(points, outcomes * sizeof *m->crude);
	m->parts = base_array_zero(points * outcomes, s->rows * sizeof *m->parts);
	m->support = base_array_zero(points, sizeof *m->support);
	m->size = base_array_zero(points, sizeof *m->size);
	m->at = base_array_zero(points, sizeof *m->at);
	return m->mean != NULL && m->crude != NULL && m->parts != NULL && m->support != NULL && m->size != NULL &&
	       m->at != NULL;
}

void effect_means_clear(effect_means *m)
{
	free(m->mean);
	free(m->crude);
	free(m->parts);
	free(m->noise);
	free(m->shift);
	free(m->support);
	free(m->size);
	free(m->at);
	memset(m, 0, sizeof *m);
}

void effect_scale(double *out, const double *y, size_t outcomes, size_t rows)
{
	double n = (double)rows;
	for (size_t r = 0; r < outcomes; r++) {
		double mean = 0, square = 0;
		for (size_t i = 0; i < rows; i++)
			mean += y[r * rows + i] / n;
		for (size_t i = 0; i < rows; i++)
			square += (y[r * rows + i] - mean) * (y[r * rows + i] - mean) / n;
		for (size_t i = 0; i < rows; i++)
			out[r * rows + i] = base_fix(square > 0 ? (y[r * rows + i] - mean) / sqrt(square) : 0);
	}
}

/* -------------------------------------------------------------------------------------- probabilities of levels */

typedef struct scored {
	double score;
	uint32_t row;
} scored;

static int compare_scores(const void *a, const void *b)
{
	const scored *x = a, *y = b;
	if (x->score != y->score)
		return x->score < y->score ? -1 : 1;
	return (x->row > y->row) - (x->row < y->row);
}

/* A run of rows with the same probability. */
typedef struct pool {
	double sum, rows;
} pool;

/* Replaces scores by the isotonic regression of the indicators of a level on them (pool adjacent violators); equal scores stay together. */
static bool calibrate(double *scores, const uint32_t *codes, uint32_t level, size_t rows)
{
	scored *sorted = base_array(rows, sizeof *sorted);
	pool *pools = base_array(rows, sizeof *pools);
	size_t count = 0, place = 0;
	if (sorted == NULL || pools == NULL) {
		free(sorted);
		free(pools);
		return false;
	}
	for (size_t i = 0; i < rows; i++)
		sorted[i] = (scored){ scores[i], (uint32_t)i };
	qsort(sorted, rows, sizeof *sorted, compare_scores);
	for (size_t k = 0; k < rows; k++) {
		double indicator = codes[sorted[k].row] == level;
		if (k > 0 && sorted[k].score == sorted[k - 1].score) {
			pools[count - 1].sum += indicator;
			pools[count - 1].rows++;
		} else
			pools[count++] = (pool){ indicator, 1 };
		bool last = k + 1 == rows || sorted[k + 1].score != sorted[k].score;
		for (; last && count > 1 &&
		       pools[count - 2].sum * pools[count - 1].rows >= pools[count - 1].sum * pools[count - 2].rows;
		     count--) {
			pools[count - 2].sum += pools[count - 1].sum;
			pools[count - 2].rows += pools[count - 1].rows;
		}
	}
	for (size_t p = 0; p < count; p++)
		for (size_t k = 0; k < (size_t)pools[p].rows; k++)
			scores[sorted[place++].row] = pools[p].sum / pools[p].rows;
	free(sorted);
	free(pools);
	return true;
}

/* Indicators of levels, [points][rows]. */
static void indicate(double *out, const effect_sample *s, const effect_grid *grid)
{
	for (size_t g = 0; g < grid->count; g++)
		for (size_t i = 0; i < s->rows; i++)
			out[g * s->rows + i] = s->x_codes[i] == grid->codes[g];
}

/* chances[point][row]: probability of each level given the set. */
static bool find_chances(double *chances, const effect_sample *s, const effect_grid *grid)
{
	size_t rows = s->rows, points = grid->count;
	effect_model m = { 0 };
	double *scaled = base_array(rows, points * sizeof *scaled), *b = NULL;
	indicate(chances, s, grid);
	if (scaled != NULL)
		effect_scale(scaled, chances, points, rows);
	bool done = scaled != NULL &&
	            (s->z_count == 0 || (effect_model_init(&m, s->columns + 1, (const double *const *)s->numbers + 1,
	                                                   s->z_count, s->keys, false) &&
	                                 effect_model_choose(&m, scaled, points)));
	if (done && s->z_count > 0) {
		b = base_array(m.count, points * EFFECT_FOLDS * sizeof *b);
		done = b != NULL && effect_model_leave_out(b, &m, chances, points, s->fold, EFFECT_FOLDS);
		for (size_t g = 0; done && g < points; g++)
			effect_model_predict(chances + g * rows, &m, m.values, b + g * m.count, points * m.count, s->fold);
	} else if (done)
		memset(chances, 0, points * rows * sizeof *chances);
	for (size_t g = 0; done && g < points; g++)
		done = calibrate(chances + g * rows, s->x_codes, grid->codes[g], rows);
	effect_model_clear(&m);
	free(scaled);
	free(b);
	return done;
}

/* weights[row]: proportional to 1 / chance for the rows at a level, 0 for others; their sum is the number of rows. Chances below the bound
 * count as no support. */
static void weigh(double *weights, effect_means *m, const effect_sample *s, const double *chances, uint32_t level,
                  size_t g)
{
	double sum = 0, squares = 0;
	for (size_t i = 0; i < s->rows; i++)
		m->at[g] += s->x_codes[i] == level;
	double bound = least_chance * (double)m->at[g] / (double)s->rows;
	for (size_t i = 0; i < s->rows; i++) {
		bool here = s->x_codes[i] == level;
		m->support[g] += chances[i] > bound;
		weights[i] = here ? 1 / fmax(chances[i], bound) : 0;
		sum += weights[i];
		squares += weights[i] * weights[i];
	}
	for (size_t i = 0; i < s->rows; i++)
		weights[i] *= sum > 0 ? (double)s->rows / sum : 0;
	m->support[g] /= (double)s->rows;
	m->size[g] = squares > 0 ? sum * sum / squares : 0;
}

/* ------------------------------------------------------------------------------------------------------- means */

/* The mean at a level from predictions and weights, and its influence function. */
static void average(effect_means *m, size_t r, size_t g, const double *predicted, const double *weights,
                    const double *y, const uint32_t *codes, uint32_t level)
{
	double n = (double)m->rows, mean = 0, rest = 0, crude = 0;
	float *parts = m->parts + (r * m->points + g) * m->rows;
	for (size_t i = 0; i < m->rows; i++) {
		mean += predicted[i] / n;
		rest += weights[i] * (y[i] - predicted[i]) / n;
		crude += codes[i] == level ? y[i] : 0;
	}
	bool known = m->at[g] >= LEAST_AT && m->support[g] >= effect_least_support;
	m->mean[r * m->points + g] = known ? mean + rest : NAN;
	m->crude[r * m->points + g] = m->at[g] > 0 ? crude / (double)m->at[g] : NAN;
	for (size_t i = 0; i < m->rows; i++)
		parts[i] = (float)(predicted[i] - mean + weights[i] * (y[i] - predicted[i] - rest));
}

static size_t row_at(const effect_sample *s, uint32_t code)
{
	size_t row = 0;
	while (row + 1 < s->rows && s->x_codes[row] != code)
		row++;
	return row;
}

typedef struct work {
	effect_model model;
	double *scaled, *chances, *coefficients, *weights, *predicted;
	float *set;
	const float **places;
} work;

static void work_clear(work *w)
{
	effect_model_clear(&w->model);
	free(w->scaled);
	free(w->chances);
	free(w->coefficients);
	free(w->weights);
	free(w->predicted);
	free(w->set);
	free((void *)w->places);
}

static bool fit(work *w, const effect_sample *s, const double *y, size_t outcomes)
{
	effect_model *m = &w->model;
	w->scaled = base_array(s->rows, outcomes * sizeof *w->scaled);
	if (w->scaled == NULL)
		return false;
	effect_scale(w->scaled, y, outcomes, s->rows);
	if (!effect_model_init(m, s->columns, (const double *const *)s->numbers, 1 + s->z_count, s->keys, true) ||
	    !effect_model_choose(m, w->scaled, outcomes))
		return false;
	w->coefficients = base_array(m->count, outcomes * EFFECT_FOLDS * sizeof *w->coefficients);
	w->weights = base_array(s->rows, sizeof *w->weights);
	w->predicted = base_array(s->rows, sizeof *w->predicted);
	w->set = base_array(s->rows, m->count * sizeof *w->set);
	w->places = base_array(m->count, sizeof *w->places);
	for (size_t k = 0; w->set != NULL && w->places != NULL && k < m->count; k++)
		w->places[k] = w->set + k * s->rows;
	return w->coefficients != NULL && w->weights != NULL && w->predicted != NULL && w->set != NULL &&
	       w->places != NULL && effect_model_leave_out(w->coefficients, m, y, outcomes, s->fold, EFFECT_FOLDS);
}

bool effect_standardise_levels(effect_means *out, const effect_sample *s, const effect_grid *grid, const double *y,
                               size_t outcomes)
{
	work w = { 0 };
	w.chances = base_array(s->rows, grid->count * sizeof *w.chances);
	bool done = effect_means_init(out, s, grid->count, outcomes) && w.chances != NULL &&
	            find_chances(w.chances, s, grid) && fit(&w, s, y, outcomes);
	for (size_t g = 0; done && g < grid->count; g++) {
		size_t count = w.model.count;
		weigh(w.weights, out, s, w.chances + g * s->rows, grid->codes[g], g);
		effect_model_set(w.set, &w.model, row_at(s, grid->codes[g]));
		for (size_t r = 0; r < outcomes; r++) {
			effect_model_predict(w.predicted, &w.model, w.places, w.coefficients + r * count, outcomes * count,
			                     s->fold);
			average(out, r, g, w.predicted, w.weights, y + r * s->rows, s->x_codes, grid->codes[g]);
		}
	}
	work_clear(&w);
	return done;
}
