/* The regression with functions of a column's own. The leaves of a tree on the column catch steps; waves over its fitted value follow a
 * count, a scale or a share along the curve that it makes of a sum of effects. */
#include "regress/regress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "question/column_features.h"
#include "regress/components.h"
#include "regress/constants.h"
#include "regress/tree.h"

/* Work areas of one column. */
typedef struct work {
	regress_fit fit;
	uint32_t *leaf;   /* [rows] */
	double *fitted;   /* [rows] */
	double *residual; /* [rows] */
	double *leaves;   /* [leaves][rows] */
} work;

static void work_clear(work *w)
{
	regress_fit_clear(&w->fit);
	free(w->leaf);
	free(w->fitted);
	free(w->residual);
	free(w->leaves);
	memset(w, 0, sizeof *w);
}

static bool work_init(work *w, const regress_regressors *g, const double *values, size_t count)
{
	memset(w, 0, sizeof *w);
	w->leaf = base_array(g->rows, sizeof *w->leaf);
	w->fitted = base_array(g->rows, sizeof *w->fitted);
	w->residual = base_array(g->rows, sizeof *w->residual);
	w->leaves = base_array(g->rows, ((size_t)1 << REGRESS_DEPTH) * sizeof *w->leaves);
	bool done = w->leaf != NULL && w->fitted != NULL && w->residual != NULL && w->leaves != NULL &&
	            regress_fit_init(&w->fit, g, values, count);
	if (!done)
		work_clear(w);
	return done;
}

/* Adds the leaves of a tree on some values, if there are any. */
static bool add_tree(work *w, const double *values)
{
	const regress_regressors *g = w->fit.given;
	size_t leaves = regress_tree(w->leaf, values, g);
	if (leaves < 2)
		return leaves == 1;
	double height = sqrt((double)leaves);
	for (size_t k = 0; k < leaves; k++) {
		double *indicator = w->leaves + k * g->rows, inside = 0;
		for (size_t i = 0; i < g->rows; i++)
			inside += w->leaf[i] == k;
		double mean = inside / (double)g->rows;
		for (size_t i = 0; i < g->rows; i++)
			indicator[i] = base_round(height * ((w->leaf[i] == k) - mean));
	}
	return regress_fit_add(&w->fit, w->leaves, leaves);
}

/* Takes off what is proportional to the fitted value: with it in, the waves would stand for the functions of Z themselves. */
static void take_off(double *values, const double *fitted, size_t rows)
{
	double share = base_round(base_dot(values, fitted, rows) / base_dot(fitted, fitted, rows));
	for (size_t i = 0; i < rows; i++)
		values[i] = base_fix(values[i] - share * fitted[i]);
}

/* Waves over the ranks of some numbers, by octaves, and the square of their score; `rest`: without what is proportional to the numbers. */
static bool add_waves(work *w, double *numbers, bool rest)
{
	const regress_regressors *g = w->fit.given;
	size_t rows = g->rows;
	question_features f;
	for (size_t i = 0; i < rows; i++)
		numbers[i] = base_round_finely(numbers[i]);
	if (!question_waves_of_values(&f, numbers, &g->ranks, REGRESS_INDEX_WAVES, 1))
		return false;
	bool done = true;
	if (f.count == REGRESS_INDEX_WAVES + 1) {
		double *square = f.values + REGRESS_INDEX_WAVES * rows;
		for (size_t i = 0; i < rows; i++)
			square[i] *= square[i];
		base_standardise(square, rows);
		base_standardise(numbers, rows);
		for (size_t k = 0; rest && k < f.count; k++)
			take_off(f.values + k * rows, numbers, rows);
		done = regress_fit_add(&w->fit, square, 1);
		for (size_t low = 1, high = 1; done && low <= REGRESS_INDEX_WAVES; low = high + 1, high *= 2)
			done = regress_fit_add(&w->fit, f.values + (low - 1) * rows, high - low + 1);
	}
	question_features_clear(&f);
	return done;
}

static bool add_index(work *w)
{
	regress_fit_predict(w->fitted, &w->fit, 0);
	return add_waves(w, w->fitted, true) && regress_fit_run(&w->fit, 1);
}

static void find_residual(double *out, const regress_fit *f, size_t response, double *room)
{
	const double *y = f->y + response * f->rows;
	regress_fit_predict(room, f, response);
	for (size_t i = 0; i < f->rows; i++)
		out[i] = base_fix(y[i] - room[i]);
}

/* The regression on all rows, blocks being chosen among those of `given`. */
static bool fit_fully(work *w, const double *values, bool own, size_t rounds)
{
	if (!own)
		return regress_fit_run(&w->fit, rounds);
	return add_tree(w, values) && regress_fit_run(&w->fit, rounds) && add_index(w) && regress_fit_twice(&w->fit);
}

static bool finish(regress_outcome *out, double *leverage, double *values, size_t count,
                   const regress_regressors *given, work *w)
{
	double n = (double)given->rows, square = w->fit.squares[0], share = fmax(1 - w->fit.freedom / n, 0.1);
	if (leverage != NULL)
		regress_fit_leverage(leverage, &w->fit);
	double *residuals = base_array(count, given->rows * sizeof *residuals);
	if (residuals == NULL)
		return false;
	for (size_t k = 0; k < count; k++)
		find_residual(residuals + k * given->rows, &w->fit, k, w->fitted);
	memcpy(values, residuals, count * given->rows * sizeof *values);
	free(residuals);
	out->freedom = w->fit.freedom - 1;
	out->left = square > 0 ? base_dot(values, values, given->rows) / square / (share * share) : 1;
	return true;
}

static bool regress_all_rows(regress_outcome *out, double *leverage, double *values, size_t count,
                             const regress_regressors *given, bool own)
{
	work w;
	if (!work_init(&w, given, values, count))
		return false;
	bool done = fit_fully(&w, values, own, REGRESS_ROUNDS) && finish(out, leverage, values, count, given, &w);
	work_clear(&w);
	return done;
}

/* ------------------------------------------------------------------------------------------------- of very many rows */

/* Blocks in use after a regression on a part of the rows, with their variances. */
typedef struct choice {
	size_t count;
	uint64_t *identities;
	double *variances;
} choice;

static void list_choice(choice *c, const regress_fit *f)
{
	for (size_t k = 0; k < f->given->block_count; k++)
		if (f->components[k].active) {
			c->identities[c->count] = f->given->blocks[k].identity;
			c->variances[c->count++] = f->components[k].variance;
		}
}

static bool choose(choice *c, const double *values, size_t count, const regress_regressors *given)
{
	const regress_regressors *part = given->part;
	work w = { 0 };
	double *picked = base_array(count, part->rows * sizeof *picked);
	*c = (choice){ 0, base_array(part->block_count, sizeof *c->identities),
		           base_array(part->block_count, sizeof *c->variances) };
	bool done = picked != NULL && c->identities != NULL && c->variances != NULL;
	for (size_t k = 0; done && k < count; k++) {
		for (size_t i = 0; i < part->rows; i++)
			picked[k * part->rows + i] = values[k * given->rows + given->part_rows[i]];
		base_standardise(picked + k * part->rows, part->rows);
	}
	done = done && work_init(&w, part, picked, count) && regress_fit_run(&w.fit, REGRESS_ROUNDS);
	if (done)
		list_choice(c, &w.fit);
	work_clear(&w);
	free(picked);
	return done;
}

static void start_from(regress_fit *f, const choice *c)
{
	for (size_t k = 0; k < f->given->block_count; k++)
		for (size_t i = 0; i < c->count; i++)
			if (f->given->blocks[k].identity == c->identities[i]) {
				f->components[k].active = true;
				f->components[k].variance = c->variances[i];
			}
}

static bool regress_by_part(regress_outcome *out, double *leverage, double *values, size_t count,
                            const regress_regressors *given, bool own)
{
	choice c;
	regress_regressors chosen = { 0 };
	work w = { 0 };
	bool done = choose(&c, values, count, given) && regress_regressors_chosen(&chosen, given, c.identities, c.count) &&
	            work_init(&w, &chosen, values, count);
	if (done) {
		start_from(&w.fit, &c);
		done = fit_fully(&w, values, own, 0) && finish(out, leverage, values, count, &chosen, &w);
	}
	work_clear(&w);
	regress_regressors_clear(&chosen);
	free(c.identities);
	free(c.variances);
	return done;
}

/* Where Z identifies rows nothing is left: values and leverage stay as they are. */
bool regress_features(regress_outcome *out, double *leverage, double *values, size_t count,
                      const regress_regressors *given, bool own)
{
	if (given->part != NULL ? given->part->identifies : given->identifies) {
		*out = (regress_outcome){ 0 };
		return true;
	}
	return (given->part != NULL ? regress_by_part : regress_all_rows)(out, leverage, values, count, given, own);
}

/* ---------------------------------------------------------------------------------------------------- one response */

/* Adds the leaves of a tree on what is left, for steps that the functions of Z do not follow. */
static bool add_tree_of_rest(work *w, const double *y)
{
	size_t blocks = w->fit.component_count;
	regress_fit_predict(w->fitted, &w->fit, 0);
	for (size_t i = 0; i < w->fit.rows; i++)
		w->residual[i] = base_fix(y[i] - w->fitted[i]);
	return add_tree(w, w->residual) && (w->fit.component_count == blocks || regress_fit_run(&w->fit, 1));
}

static bool fit_along(work *w, const double *y, const double *along, size_t rounds)
{
	if (along == NULL)
		return regress_fit_run(&w->fit, rounds) && add_tree_of_rest(w, y);
	memcpy(w->residual, along, w->fit.rows * sizeof *along);
	return add_waves(w, w->residual, false) && regress_fit_run(&w->fit, rounds > 0 ? rounds : 1);
}

static void report(regress_outcome *out, double *fitted, double *leverage, work *w, const double *y)
{
	const regress_fit *f = &w->fit;
	double share = fmax(1 - f->freedom / (double)f->rows, 0.1);
	regress_fit_predict(fitted, f, 0);
	regress_fit_leverage(leverage, f);
	for (size_t i = 0; i < f->rows; i++)
		w->residual[i] = base_fix(y[i] - fitted[i]);
	out->left = f->squares[0] > 0 ? base_dot(w->residual, w->residual, f->rows) / f->squares[0] / (share * share) : 1;
	out->freedom = out->chosen = f->freedom;
	for (size_t k = 0; k < f->component_count; k++)
		if (f->components[k].values == NULL && f->components[k].active)
			out->chosen -= fmax(0, f->components[k].freedom - 1);
}

bool regress_predict(regress_outcome *out, double *fitted, double *leverage, const double *y, const double *along,
                     const regress_regressors *given)
{
	choice c = { 0 };
	regress_regressors chosen = { 0 };
	work w = { 0 };
	bool by_part = given->part != NULL, done = true;
	if (by_part)
		done = choose(&c, y, 1, given) && regress_regressors_chosen(&chosen, given, c.identities, c.count);
	done = done && work_init(&w, by_part ? &chosen : given, y, 1);
	if (done && by_part)
		start_from(&w.fit, &c);
	done = done && fit_along(&w, y, along, by_part ? 0 : REGRESS_ROUNDS);
	if (done)
		report(out, fitted, leverage, &w, y);
	work_clear(&w);
	regress_regressors_clear(&chosen);
	free(c.identities);
	free(c.variances);
	return done;
}
