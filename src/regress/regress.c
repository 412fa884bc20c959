/* The regression of a column on Z, with own functions. The leaves of a tree fit steps. Waves over the fitted values fit a link function: a
 * count, a scale or a share is often a curve of a sum of effects. */
#include "regress/regress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "question/column_features.h"
#include "regress/constants.h"
#include "regress/parts.h"
#include "regress/tree.h"

/* Working memory of one regression. */
typedef struct work {
	regress_fit fit;
	double *fitted;   /* [rows] */
	double *residual; /* [rows] */
} work;

static void work_clear(work *w)
{
	regress_fit_clear(&w->fit);
	free(w->fitted);
	free(w->residual);
	memset(w, 0, sizeof *w);
}

static bool work_init(work *w, const regress_regressors *g, const double *values, size_t count,
                      const regress_choice *choice)
{
	memset(w, 0, sizeof *w);
	w->fitted = base_array(g->rows, sizeof *w->fitted);
	w->residual = base_array(g->rows, sizeof *w->residual);
	bool done = w->fitted != NULL && w->residual != NULL && regress_fit_init(&w->fit, g, values, count, choice);
	if (!done)
		work_clear(w);
	return done;
}

/* Adds the leaves of a tree on some values, if it has any split. */
static bool add_tree(work *w, const double *values)
{
	const regress_regressors *g = w->fit.given;
	uint32_t *leaf = base_array(g->rows, sizeof *leaf);
	size_t leaves = leaf != NULL ? regress_tree(leaf, values, g) : 0;
	if (leaves > 1)
		return regress_fit_add_leaves(&w->fit, leaf, leaves);
	free(leaf);
	return leaves == 1;
}

/* Subtracts the part that is proportional to the fitted values, which the functions of Z already explain. */
static void take_off(double *values, const double *fitted, size_t rows)
{
	double share = base_round(base_dot(values, fitted, rows) / base_dot(fitted, fitted, rows));
	for (size_t i = 0; i < rows; i++)
		values[i] = base_fix(values[i] - share * fitted[i]);
}

/* Adds own functions, which must be fixed. */
static bool add_functions(regress_fit *f, const double *values, size_t count)
{
	float *copy = base_array(count, f->rows * sizeof *copy);
	for (size_t i = 0; copy != NULL && i < count * f->rows; i++)
		copy[i] = (float)values[i];
	return copy != NULL && regress_fit_add(f, copy, count);
}

static bool is_constant(const double *numbers, size_t rows)
{
	size_t i = 1;
	while (i < rows && numbers[i] == numbers[0])
		i++;
	return i >= rows;
}

/* Adds waves over the ranks of the fitted values, by octaves, and the square of their normal score, without the part that is proportional
 * to the fitted values. */
static bool add_waves(work *w, double *numbers)
{
	const regress_regressors *g = w->fit.given;
	size_t rows = g->rows;
	question_features f;
	if (is_constant(numbers, rows))
		return true;
	for (size_t i = 0; i < rows; i++)
		numbers[i] = base_round_finely(numbers[i]);
	if (!question_waves_of_values(&f, numbers, NULL, rows, g->ranks, REGRESS_INDEX_WAVES, false))
		return false;
	bool done = true;
	if (f.count == REGRESS_INDEX_WAVES + 1) {
		double *square = f.values + REGRESS_INDEX_WAVES * rows;
		for (size_t i = 0; i < rows; i++)
			square[i] *= square[i];
		base_standardise(square, rows);
		base_standardise(numbers, rows);
		for (size_t k = 0; k < f.count; k++)
			take_off(f.values + k * rows, numbers, rows);
		done = add_functions(&w->fit, square, 1);
		for (size_t low = 1, high = 1; done && low <= REGRESS_INDEX_WAVES; low = high + 1, high *= 2)
			done = add_functions(&w->fit, f.values + (low - 1) * rows, high - low + 1);
	}
	question_features_clear(&f);
	return done;
}

/* *solution: number of the solution at the last call. If it has not changed, the waves would be the same and would not enter again. */
static bool add_index(work *w, size_t *solution)
{
	if (*solution == w->fit.solution)
		return true;
	*solution = w->fit.solution;
	regress_fit_predict(w->fitted, &w->fit, 0);
	return add_waves(w, w->fitted) && regress_fit_enter(&w->fit, 1);
}

/* Fits the regression; `rounds`: of entering. */
static bool fit_fully(work *w, const double *values, bool own, size_t rounds)
{
	regress_fit *f = &w->fit;
	if (!own)
		return regress_fit_settle(f) && regress_fit_enter(f, rounds);
	bool done = add_tree(w, values) && regress_fit_settle(f) && regress_fit_enter(f, rounds > 0 ? 1 : 0);
	for (size_t round = 0, solution = 0; done && round < REGRESS_ROUNDS; round++)
		done = add_index(w, &solution);
	return done && regress_fit_repeat(f, REGRESS_TIMES);
}

size_t regress_share_count(const regress_regressors *given)
{
	return given->block_count + given->slopes;
}

static void share_out(double *shares, const regress_fit *f)
{
	memset(shares, 0, regress_share_count(f->given) * sizeof *shares);
	for (size_t k = 0; k < f->component_count; k++) {
		const regress_component *c = &f->components[k];
		size_t place = c->by_level ? f->given->block_count + c->slope : c->block;
		if (c->active && !(c->by_level && f->given->keeps_levels) && place != SIZE_MAX && !isinf(c->variance))
			shares[place] = c->freedom / sqrt((double)c->count);
	}
}

/* If there are many rows, no row has much leverage. */
static bool find_leverage(double *leverage, const regress_fit *f, size_t times)
{
	if (f->given->part == NULL)
		return regress_fit_leverage(leverage, f, times);
	regress_fit_even_leverage(leverage, f);
	return true;
}

/* Effective parameters of the functions whose effects are removed from the residuals. */
static double freedom_of(const regress_fit *f)
{
	double freedom = f->freedom;
	for (size_t k = 0; f->given->keeps_levels && k < f->component_count; k++)
		if (f->components[k].by_level && f->components[k].active)
			freedom -= f->components[k].freedom;
	return freedom;
}

static bool finish(regress_outcome *out, double *leverage, double *shares, double *values, const work *w, bool own)
{
	const regress_fit *f = &w->fit;
	double freedom = freedom_of(f), share = fmax(1 - freedom / (double)f->rows, question_least_share);
	if (leverage != NULL && !find_leverage(leverage, f, own ? REGRESS_TIMES : 1))
		return false;
	if (shares != NULL)
		share_out(shares, f);
	for (size_t k = 0; k < f->responses; k++)
		regress_fit_residuals(values + k * f->rows, f, k, true);
	out->freedom = freedom - 1;
	out->left = f->squares[0] > 0 ? base_dot(values, values, f->rows) / f->squares[0] / (share * share) : 1;
	return true;
}

/* ------------------------------------------------------------------------------------------------- many rows */

void regress_choice_clear(regress_choice *c)
{
	free(c->identities);
	free(c->variances);
}

static bool list_choice(regress_choice *c, const regress_fit *f)
{
	c->identities = base_array(f->component_count, sizeof *c->identities);
	c->variances = base_array(f->component_count, sizeof *c->variances);
	if (c->identities == NULL || c->variances == NULL)
		return false;
	for (size_t k = 0; k < f->component_count; k++)
		if (f->components[k].active && f->components[k].block != SIZE_MAX) {
			c->identities[c->count] = f->given->blocks[f->components[k].block].identity;
			c->variances[c->count++] = f->components[k].variance;
		}
	return true;
}

/* Adds a function of all rows to the regression on the part. */
static bool add_own(regress_fit *f, const float *values, const regress_regressors *given)
{
	float *picked = base_array(f->rows, sizeof *picked);
	for (size_t i = 0; picked != NULL && i < f->rows; i++)
		picked[i] = values[given->part_rows[i]];
	if (picked == NULL || !regress_fit_add(f, picked, 1))
		return false;
	f->components[f->component_count - 1].active = true;
	return true;
}

bool regress_choose(regress_choice *c, const double *values, size_t count, const regress_regressors *given,
                    double level, const float *const *own, size_t own_count)
{
	const regress_regressors *part = given->part;
	regress_fit f = { 0 };
	double *picked = base_array(count, part->rows * sizeof *picked);
	for (size_t k = 0; picked != NULL && k < count; k++) {
		for (size_t i = 0; i < part->rows; i++)
			picked[k * part->rows + i] = values[k * given->rows + given->part_rows[i]];
		base_standardise(picked + k * part->rows, part->rows);
	}
	bool done = picked != NULL && regress_fit_init(&f, part, picked, count, NULL);
	f.enter_level = level;
	f.lead = regress_lead;
	for (size_t k = 0; done && k < own_count; k++)
		done = add_own(&f, own[k], given);
	done = done && regress_fit_settle(&f) && regress_fit_enter(&f, REGRESS_PART_ROUNDS) && list_choice(c, &f);
	regress_fit_clear(&f);
	free(picked);
	return done;
}

/* Sets up a regression. If there are many rows, its blocks are selected on a part of them, and *rounds of entering becomes 0. */
static bool start(work *w, size_t *rounds, const double *values, size_t count, const regress_regressors *given)
{
	regress_choice c = { 0 };
	bool done = (given->part == NULL || regress_choose(&c, values, count, given, 0, NULL, 0)) &&
	            work_init(w, given, values, count, given->part != NULL ? &c : NULL);
	*rounds = given->part != NULL ? 0 : *rounds;
	regress_choice_clear(&c);
	return done;
}

/* If Z identifies rows, nothing can be estimated: values and leverage are not changed. */
bool regress_features(regress_outcome *out, double *leverage, double *shares, double *values, size_t count,
                      const regress_regressors *given, bool own)
{
	work w = { 0 };
	size_t rounds = own ? REGRESS_ROUNDS : 1;
	*out = (regress_outcome){ 0 };
	if (shares != NULL)
		memset(shares, 0, regress_share_count(given) * sizeof *shares);
	if (given->part != NULL ? given->part->identifies : given->identifies)
		return true;
	bool done = start(&w, &rounds, values, count, given) && fit_fully(&w, values, own, rounds) &&
	            finish(out, leverage, shares, values, &w, own);
	work_clear(&w);
	return done;
}

/* ---------------------------------------------------------------------------------------------------- one response */

static void report(regress_outcome *out, double *fitted, double *leverage, work *w, const double *y)
{
	const regress_fit *f = &w->fit;
	double share = fmax(1 - f->freedom / (double)f->rows, question_least_share);
	regress_fit_predict(fitted, f, 0);
	regress_fit_even_leverage(leverage, f);
	for (size_t i = 0; i < f->rows; i++)
		w->residual[i] = base_fix(y[i] - fitted[i]);
	out->left = f->squares[0] > 0 ? base_dot(w->residual, w->residual, f->rows) / f->squares[0] / (share * share) : 1;
	out->freedom = f->freedom - 1;
	out->chosen = regress_fit_chosen(f);
}

bool regress_predict(regress_outcome *out, double *fitted, double *leverage, const double *y,
                     const regress_regressors *given)
{
	work w = { 0 };
	size_t rounds = REGRESS_ROUNDS;
	bool done = start(&w, &rounds, y, 1, given);
	w.fit.frugal = true;
	done = done && regress_fit_settle(&w.fit) && regress_fit_enter(&w.fit, rounds);
	if (done)
		report(out, fitted, leverage, &w, y);
	work_clear(&w);
	return done;
}
