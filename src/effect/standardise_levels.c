/* Cross-fitted AIPW (Robins, Rotnitzky and Zhao 1994). Y is regressed on treatment and set together, so that levels share
 * what they have in common. The probability of a level is the isotonic regression of its indicator on its prediction
 * from the set, which calibrates it (van der Laan, Lin, Carone and Luedtke 2024). A row without an outcome counts as one
 * that is at no level, which is right if, given treatment and set, it does not matter which outcome it would have had.
 *
 * With chances e_k of levels given Z, the mean t of Y at level x over a population h(e) solves
 *
 *     sum over rows of  w (m_x - t) + 1{X = x} h / e_x (Y - m_x) = 0,   w = h + sum over k of (1{X = k} - e_k) dh / de_k,
 *
 * so that w is 1 in all rows, 1{X is not the reference} among the treated, and h^2 / e_X^2 in the population where all
 * levels are likely, h = 1 / sum over k of 1 / e_k (Li and Li 2019). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "effect/outcome_model.h"
#include "effect/standardise.h"

const double effect_least_support = 0.5;
static const double least_chance =
	0.1; /* of the share of a level: weights are at most ten times those without confounding */
static const double by_chance = 0.01; /* a level is excluded by a label if chance would keep it away less often */
enum { LEAST_AT = 5 };                /* rows of a level: too few for a mean */

/* ---------------------------------------------------------------------------------------------------------- shared */

effect_means effect_means_new(base_arena *arena, const effect_sample *s, size_t points, size_t outcomes)
{
	return (effect_means){ .sample = s,
		                   .rows = s->rows,
		                   .outcomes = outcomes,
		                   .points = points,
		                   .mean = base_arena_take_zero(arena, points, outcomes * sizeof(double)),
		                   .parts = base_arena_take_zero(arena, points * outcomes, s->rows * sizeof(float)) };
}

effect_standardised effect_standardised_new(base_arena *arena, const effect_sample *s, size_t points, size_t outcomes)
{
	return (effect_standardised){ .means = effect_means_new(arena, s, points, outcomes),
		                          .crude = base_arena_take_zero(arena, points, outcomes * sizeof(double)),
		                          .support = base_arena_take_zero(arena, points, sizeof(effect_support)),
		                          .size = base_arena_take_zero(arena, points, sizeof(double)),
		                          .at = base_arena_take_zero(arena, points, sizeof(size_t)),
		                          .partial_x = base_arena_take_zero(arena, points, s->z_count * sizeof(double)),
		                          .partial_y = base_arena_take_zero(arena, outcomes, s->z_count * sizeof(double)) };
}

double *effect_scaled(base_arena *arena, const effect_sample *s, const double *y, size_t outcomes, bool whole)
{
	double *out = base_arena_take(arena, outcomes, s->rows * sizeof *out);
	double n = (double)(s->rows - (whole ? 0 : s->unobserved));
	for (size_t r = 0; r < outcomes; r++) {
		const double *from = y + r * s->rows;
		double mean = 0, square = 0;
		for (size_t i = 0; i < s->rows; i++)
			mean += whole || effect_is_observed(s, i) ? from[i] / n : 0;
		for (size_t i = 0; i < s->rows; i++)
			square += whole || effect_is_observed(s, i) ? (from[i] - mean) * (from[i] - mean) / n : 0;
		for (size_t i = 0; i < s->rows; i++)
			out[r * s->rows + i] = square > 0 ? (from[i] - mean) / sqrt(square) : 0;
	}
	return out;
}

/* ------------------------------------------------------------------------------------------ probabilities of levels */

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

/* Replaces scores by the isotonic regression of an indicator on them (pool adjacent violators); equal scores stay
 * together. */
static void calibrate(base_arena *arena, double *scores, const double *indicator, size_t rows)
{
	base_arena_mark mark = base_arena_here(arena);
	scored *sorted = base_arena_take(arena, rows, sizeof *sorted);
	pool *pools = base_arena_take(arena, rows, sizeof *pools);
	size_t count = 0, place = 0;
	for (size_t i = 0; i < rows; i++)
		sorted[i] = (scored){ scores[i], (uint32_t)i };
	qsort(sorted, rows, sizeof *sorted, compare_scores);
	for (size_t k = 0; k < rows; k++) {
		double here = indicator[sorted[k].row];
		if (k > 0 && sorted[k].score == sorted[k - 1].score) {
			pools[count - 1].sum += here;
			pools[count - 1].rows++;
		} else
			pools[count++] = (pool){ here, 1 };
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
	base_arena_back(arena, mark);
}

static double share_of(const double *indicator, size_t rows)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++)
		sum += indicator[i];
	return sum / (double)rows;
}

/* Replaces indicators, [count][rows], by their probabilities given the set. partial: [count][z_count] what columns of the
 * set explain of them; NULL: not needed. */
static void find_chances(base_arena *arena, double *chances, double *partial, const effect_sample *s, size_t count,
                         bool constant)
{
	size_t rows = s->rows;
	const double *indicators = base_arena_take(arena, count, rows * sizeof(double));
	memcpy((double *)indicators, chances, count * rows * sizeof *chances);
	for (size_t g = 0; constant && g < count; g++)
		for (size_t i = 0; i < rows; i++)
			chances[g * rows + i] = i == 0 ? share_of(indicators + g * rows, rows) : chances[g * rows];
	if (constant)
		return;
	effect_sample all = *s; /* whether a row is at a level is known for all */
	memcpy(all.ends, all.starts + 1, sizeof all.ends);
	effect_model *m = effect_model_new(arena, &all, s->z, s->z_count, false);
	effect_model_choose(m, effect_scaled(arena, s, indicators, count, true), count, true);
	const double *b = effect_model_leave_out(m, indicators, count);
	for (size_t g = 0; g < count && partial != NULL; g++)
		effect_model_partial(partial + g * s->z_count, m, indicators + g * rows, s->z, s->z_count);
	for (size_t g = 0; g < count; g++) {
		effect_model_predict(chances + g * rows, m, m->values, b + g * m->count, count * m->count, true);
		calibrate(arena, chances + g * rows, indicators + g * rows, rows);
	}
}

/* ----------------------------------------------------------------------------------------------------------- weights */

/* What weighting needs, [points][rows] each. */
typedef struct chances {
	double *level; /* of each level given the set, summing to 1 in each row */
	double *seen;  /* of each level with an outcome that is observed */
} chances;

static chances chances_of(base_arena *arena, double *partial, const effect_sample *s, const effect_grid *grid,
                          bool randomised)
{
	size_t rows = s->rows, count = grid->count;
	chances c = { base_arena_take(arena, count, rows * sizeof(double)), NULL };
	for (size_t g = 0; g < count; g++)
		for (size_t i = 0; i < rows; i++)
			c.level[g * rows + i] = s->x.codes[i] == grid->codes[g];
	c.seen = base_arena_take(arena, count, rows * sizeof(double));
	for (size_t k = 0; k < count * rows; k++)
		c.seen[k] = effect_is_observed(s, k % rows) ? c.level[k] : 0;
	bool constant = randomised || s->z_count == 0;
	find_chances(arena, c.level, partial, s, count, constant);
	if (s->unobserved > 0)
		find_chances(arena, c.seen, NULL, s, count, s->z_count == 0);
	else
		memcpy(c.seen, c.level, count * rows * sizeof *c.seen);
	for (size_t i = 0; i < rows; i++) {
		double sum = 0;
		for (size_t g = 0; g < count; g++)
			sum += c.level[g * rows + i];
		for (size_t g = 0; g < count; g++)
			c.level[g * rows + i] /= sum;
	}
	return c;
}

static size_t point_of(const effect_sample *s, const effect_grid *grid, size_t row)
{
	size_t g = 0;
	while (grid->codes[g] != s->x.codes[row])
		g++;
	return g;
}

/* The weights of a population: h[rows], and w[rows] as at the top of this file. */
typedef struct weights {
	double *h, *w;
} weights;

static weights weights_of(base_arena *arena, const effect_sample *s, const effect_grid *grid, const chances *c,
                          mixmi_population population)
{
	size_t rows = s->rows;
	weights out = { base_arena_take(arena, rows, sizeof(double)), base_arena_take(arena, rows, sizeof(double)) };
	for (size_t i = 0; i < rows; i++) {
		size_t x = point_of(s, grid, i);
		double reference = c->level[grid->reference * rows + i], sum = 0;
		bool is_reference = x == grid->reference;
		switch (population) {
		case MIXMI_POPULATION_TREATED:
			out.h[i] = 1 - reference;
			out.w[i] = !is_reference;
			break;
		case MIXMI_POPULATION_UNTREATED:
			out.h[i] = reference;
			out.w[i] = is_reference;
			break;
		case MIXMI_POPULATION_OVERLAP:
			for (size_t g = 0; g < grid->count; g++)
				sum += 1 / c->level[g * rows + i];
			out.h[i] = 1 / sum;
			out.w[i] = pow(out.h[i] / c->level[x * rows + i], 2);
			break;
		default:
			out.h[i] = out.w[i] = 1;
		}
	}
	return out;
}

/* ----------------------------------------------------------------------------------------------------------- support */

/* Marks the rows with labels of a column that no row at the level has, though so many of them would hardly miss it by
 * chance. counts: of the rows that matter. */
static bool mark_excluded(unsigned char *lack, base_arena *arena, const effect_sample *s, const effect_column *z,
                          uint32_t level, double share, const double *w)
{
	const question_values *v = z->values;
	bool some = false;
	if (!v->labels && v->levels > 2)
		return false;
	base_arena_mark mark = base_arena_here(arena);
	size_t *at = base_arena_take_zero(arena, v->levels, sizeof *at);
	size_t *needed = base_arena_take_zero(arena, v->levels, sizeof *needed);
	for (size_t i = 0; i < s->rows; i++) {
		at[v->codes[i]] += s->x.codes[i] == level && effect_is_observed(s, i);
		needed[v->codes[i]] += w[i] > 0;
	}
	for (size_t i = 0; i < s->rows; i++) {
		size_t k = v->codes[i];
		double chance = pow(1 - share, (double)v->counts[k]) * (double)v->levels;
		if (at[k] == 0 && needed[k] > 0 && chance < by_chance) {
			lack[i] = 1;
			some = true;
		}
	}
	base_arena_back(arena, mark);
	return some;
}

static effect_support support_of(base_arena *arena, const effect_sample *s, uint32_t level, const double *seen,
                                 size_t at, const weights *of)
{
	unsigned char *lack = base_arena_take_zero(arena, s->rows, sizeof *lack);
	effect_support out = { .lack = lack };
	double share = (double)at / (double)s->rows, supported = 0, sum = 0;
	for (size_t i = 0; i < s->rows; i++)
		lack[i] = !(seen[i] > least_chance * share);
	for (size_t j = 0; j < s->z_count; j++)
		out.excluded = mark_excluded(lack, arena, s, &s->z[j], level, share, of->w) || out.excluded;
	for (size_t i = 0; i < s->rows; i++) {
		supported += lack[i] ? 0 : of->w[i];
		sum += of->w[i];
	}
	out.share = sum > 0 ? supported / sum : 0;
	return out;
}

/* ------------------------------------------------------------------------------------------------------------- means */

/* 1{X = x} h / e_x, of which the sum is that of w. */
static void weigh(double *weight, const effect_sample *s, uint32_t level, const double *seen, double share,
                  const weights *of)
{
	double sum = 0, total = 0, bound = least_chance * share;
	for (size_t i = 0; i < s->rows; i++) {
		bool here = s->x.codes[i] == level && effect_is_observed(s, i);
		weight[i] = here ? of->h[i] / fmax(seen[i], bound) : 0;
		sum += weight[i];
		total += of->w[i];
	}
	for (size_t i = 0; i < s->rows; i++)
		weight[i] *= sum > 0 ? total / sum : 0;
}

static double effective_size(const double *weight, size_t rows)
{
	double sum = 0, squares = 0;
	for (size_t i = 0; i < rows; i++) {
		sum += weight[i];
		squares += weight[i] * weight[i];
	}
	return squares > 0 ? sum * sum / squares : 0;
}

/* The mean at a point from predictions and weights, and its influence function. */
static void average(effect_means *m, size_t place, const double *predicted, const double *weight, const double *w,
                    const double *y)
{
	double total = 0, mean = 0, n = (double)m->rows;
	float *parts = m->parts + place * m->rows;
	for (size_t i = 0; i < m->rows; i++) {
		total += w[i];
		mean += w[i] * predicted[i] + (weight[i] > 0 ? weight[i] * (y[i] - predicted[i]) : 0);
	}
	mean /= total;
	m->mean[place] = mean;
	for (size_t i = 0; i < m->rows; i++) {
		double left = weight[i] > 0 ? weight[i] * (y[i] - predicted[i]) : 0;
		parts[i] = (float)((w[i] * (predicted[i] - mean) + left) * n / total);
	}
}

static size_t row_at(const effect_sample *s, uint32_t code)
{
	size_t row = 0;
	while (row + 1 < s->rows && s->x.codes[row] != code)
		row++;
	return row;
}

/* Rows at each level with an outcome, and their means. */
static void find_crude(effect_standardised *out, const effect_sample *s, const effect_grid *grid, const double *y,
                       size_t outcomes)
{
	for (size_t g = 0; g < grid->count; g++)
		for (size_t i = 0; i < s->rows; i++)
			out->at[g] += s->x.codes[i] == grid->codes[g] && effect_is_observed(s, i);
	for (size_t r = 0; r < outcomes; r++)
		for (size_t g = 0; g < grid->count; g++) {
			double sum = 0;
			for (size_t i = 0; i < s->rows; i++)
				sum += s->x.codes[i] == grid->codes[g] && effect_is_observed(s, i) ? y[r * s->rows + i] : 0;
			out->crude[r * grid->count + g] = out->at[g] > 0 ? sum / (double)out->at[g] : NAN;
		}
}

/* The regression of the outcomes, and its coefficients without each fold. */
typedef struct outcome_fit {
	effect_model *model;
	const double *b;
	size_t outcomes;
} outcome_fit;

static outcome_fit fit_of(base_arena *arena, const effect_sample *s, const double *y, size_t outcomes)
{
	effect_column *columns = base_arena_take(arena, 1 + s->z_count, sizeof *columns);
	columns[0] = s->x;
	base_copy(columns + 1, s->z, s->z_count * sizeof *columns);
	outcome_fit f = { effect_model_new(arena, s, columns, 1 + s->z_count, true), NULL, outcomes };
	effect_model_choose(f.model, effect_scaled(arena, s, y, outcomes, false), outcomes, false);
	f.b = effect_model_leave_out(f.model, y, outcomes);
	return f;
}

/* The means of all outcomes at a point, in the population of `of`. */
static void average_all(effect_means *m, size_t g, const outcome_fit *f, const double *weight, const double *w,
                        const double *y, double *predicted)
{
	size_t count = f->model->count;
	for (size_t r = 0; r < f->outcomes; r++) {
		effect_model_predict(predicted, f->model, f->model->set, f->b + r * count, f->outcomes * count, true);
		average(m, r * m->points + g, predicted, weight, w, y + r * m->rows);
	}
}

static void forget(effect_means *m, size_t g)
{
	for (size_t r = 0; r < m->outcomes; r++)
		m->mean[r * m->points + g] = NAN;
}

effect_standardised effect_standardise_levels(base_arena *arena, const effect_sample *s, const effect_grid *grid,
                                              const double *y, size_t outcomes, effect_scope scope)
{
	effect_standardised out = effect_standardised_new(arena, s, grid->count, outcomes);
	out.overlap = effect_means_new(arena, s, grid->count, outcomes);
	find_crude(&out, s, grid, y, outcomes);
	chances c = chances_of(arena, out.partial_x, s, grid, scope.randomised);
	outcome_fit f = fit_of(arena, s, y, outcomes);
	for (size_t r = 0; r < outcomes; r++)
		effect_model_partial(out.partial_y + r * s->z_count, f.model, y + r * s->rows, s->z, s->z_count);
	weights of = weights_of(arena, s, grid, &c, scope.population);
	weights overlap = weights_of(arena, s, grid, &c, MIXMI_POPULATION_OVERLAP);
	double *weight = base_arena_take(arena, s->rows, 2 * sizeof *weight), *predicted = weight + s->rows;
	for (size_t g = 0; g < grid->count; g++) {
		const double *seen = c.seen + g * s->rows;
		double share = (double)out.at[g] / (double)s->rows;
		effect_model_set(f.model, row_at(s, grid->codes[g]));
		weigh(weight, s, grid->codes[g], seen, share, &overlap);
		average_all(&out.overlap, g, &f, weight, overlap.w, y, predicted);
		weigh(weight, s, grid->codes[g], seen, share, &of);
		average_all(&out.means, g, &f, weight, of.w, y, predicted);
		out.size[g] = effective_size(weight, s->rows);
		out.support[g] = support_of(arena, s, grid->codes[g], seen, out.at[g], &of);
		bool excluded = out.support[g].excluded && scope.population != MIXMI_POPULATION_OVERLAP && !scope.randomised;
		if (out.at[g] < LEAST_AT || out.support[g].share < effect_least_support || excluded)
			forget(&out.means, g);
		if (out.at[g] < LEAST_AT)
			forget(&out.overlap, g);
	}
	return out;
}
