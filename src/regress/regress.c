/* The regression with functions of a column's own. The leaves of a tree on the column catch steps; waves over its fitted value follow a
 * count, a scale or a share along the curve that it makes of a sum of effects. */
#include "regress/regress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "regress/components.h"
#include "regress/constants.h"
#include "regress/tree.h"
#include "scan/column_features.h"
#include "scan/exact.h"

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
}

static bool work_init(work *w, const regress_given *g, const double *values, size_t count)
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
	const regress_given *g = w->fit.given;
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
			indicator[i] = scan_round(height * ((w->leaf[i] == k) - mean));
	}
	return regress_fit_add(&w->fit, w->leaves, leaves, true);
}

/* Takes off what is proportional to the fitted value: with it in, the waves would stand for the functions of Z themselves. */
static void take_off(double *values, const double *fitted, size_t rows)
{
	double share = scan_round(scan_dot(values, fitted, rows) / scan_dot(fitted, fitted, rows));
	for (size_t i = 0; i < rows; i++)
		values[i] = scan_fix(values[i] - share * fitted[i]);
}

/* Waves over the ranks of some numbers, by octaves, and the square of their score, without what is proportional to `without`. */
static bool add_waves(work *w, double *numbers, bool without)
{
	const regress_given *g = w->fit.given;
	size_t rows = g->rows;
	scan_features f;
	for (size_t i = 0; i < rows; i++)
		numbers[i] = scan_round_finely(numbers[i]);
	if (!scan_waves_of_values(&f, numbers, &g->ranks, REGRESS_INDEX_WAVES, 1))
		return false;
	bool done = true;
	if (f.count == REGRESS_INDEX_WAVES + 1) {
		double *square = f.values + REGRESS_INDEX_WAVES * rows;
		for (size_t i = 0; i < rows; i++)
			square[i] *= square[i];
		scan_standardise(square, rows);
		scan_standardise(numbers, rows);
		for (size_t k = 0; without && k < f.count; k++)
			take_off(f.values + k * rows, numbers, rows);
		done = regress_fit_add(&w->fit, square, 1, false);
		for (size_t low = 1, high = 1; done && low <= REGRESS_INDEX_WAVES; low = high + 1, high *= 2)
			done = regress_fit_add(&w->fit, f.values + (low - 1) * rows, high - low + 1, false);
	}
	scan_features_clear(&f);
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
		out[i] = scan_fix(y[i] - room[i]);
}

static bool fit_fully(work *w, const double *values, bool own)
{
	if (!own)
		return regress_fit_run(&w->fit, REGRESS_ROUNDS);
	return add_tree(w, values) && regress_fit_run(&w->fit, REGRESS_ROUNDS) && add_index(w) &&
	       regress_fit_twice(&w->fit);
}

bool regress_features(regress_outcome *out, double *leverage, double *values, size_t count, const regress_given *given,
                      bool own)
{
	work w;
	if (!work_init(&w, given, values, count))
		return false;
	double n = (double)given->rows, square = w.fit.squares[0];
	bool done = fit_fully(&w, values, own);
	if (done && leverage != NULL)
		regress_fit_leverage(leverage, &w.fit);
	double *residuals = done ? base_array(count, given->rows * sizeof *residuals) : NULL;
	done = residuals != NULL;
	for (size_t k = 0; done && k < count; k++)
		find_residual(residuals + k * given->rows, &w.fit, k, w.fitted);
	if (done) {
		double share = fmax(1 - w.fit.freedom / n, 0.1);
		memcpy(values, residuals, count * given->rows * sizeof *values);
		out->freedom = w.fit.freedom;
		out->left = square > 0 ? scan_dot(values, values, given->rows) / square / (share * share) : 1;
	}
	free(residuals);
	work_clear(&w);
	return done;
}

/* Adds the leaves of a tree on what is left, for steps that the functions of Z do not follow. */
static bool add_tree_of_rest(work *w, const double *y)
{
	size_t own = w->fit.own;
	regress_fit_predict(w->fitted, &w->fit, 0);
	for (size_t i = 0; i < w->fit.rows; i++)
		w->residual[i] = scan_fix(y[i] - w->fitted[i]);
	return add_tree(w, w->residual) && (w->fit.own == own || regress_fit_run(&w->fit, 1));
}

bool regress_predict(regress_outcome *out, double *fitted, double *leverage, const double *y, const double *along,
                     const regress_given *given)
{
	work w;
	if (!work_init(&w, given, y, 1))
		return false;
	double n = (double)given->rows, square = w.fit.squares[0];
	if (along != NULL)
		memcpy(w.residual, along, given->rows * sizeof *along);
	bool done = (along == NULL || add_waves(&w, w.residual, false)) && regress_fit_run(&w.fit, REGRESS_ROUNDS) &&
	            (along != NULL || add_tree_of_rest(&w, y));
	if (done) {
		regress_fit_predict(fitted, &w.fit, 0);
		regress_fit_leverage(leverage, &w.fit);
		out->freedom = out->chosen = w.fit.freedom;
		for (size_t k = 0; k < w.fit.component_count; k++)
			if (w.fit.components[k].by_level && w.fit.components[k].active)
				out->chosen -= fmax(0, w.fit.components[k].freedom - 1);
		double share = fmax(1 - w.fit.freedom / n, 0.1), left = 0;
		for (size_t i = 0; i < given->rows; i++)
			w.residual[i] = scan_fix(y[i] - fitted[i]);
		left = scan_dot(w.residual, w.residual, given->rows);
		out->left = square > 0 ? left / square / (share * share) : 1;
	}
	work_clear(&w);
	return done;
}
