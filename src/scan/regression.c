/* Ridge regressions by exact mean products (ridge.h). Own functions of a column enter only where what the shared ones leave shows
 * them: a sum of squared correlations with them beyond chance. What is too weak to show there is too weak to matter in a product of
 * two residuals. */
#include "scan/regression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/special.h"
#include "base/wide.h"
#include "scan/exact.h"

enum { RANK_WAVES = 6, SCORE_WAVES = 4, INDEX_WAVES = RANK_WAVES + SCORE_WAVES, MOST_JUMPS = 4, MOST_GROWING = 5 };

static const double jump_weight = 0.05, index_weights[INDEX_WAVES] = { 0.2, 0.5, 1, 2, 3, 4, 0.2, 1, 2, 4 };

/* What a column is regressed on: the functions of Z that all columns share, and its own. */
typedef struct regressors {
	const scan_given *given;
	size_t finer; /* as in scan_regress() */
	size_t own_count;
	double *own; /* [own_count][rows] */
	double weights[SCAN_MOST_MORE];
	scan_ridge_more more; /* of the own functions, once they are joined */
} regressors;

static void regressors_clear(regressors *r)
{
	free(r->own);
	scan_ridge_more_clear(&r->more);
}

/* --------------------------------------------------------------------------------------------------------- fitting */

/* A column that functions are taken off, the first `count` of them. */
typedef struct target {
	double *values;
	const double *coefficients; /* rounded */
	size_t count;
} target;

/* Four functions at a time, each row in their order. */
BASE_BOTH void subtract_both(const target *t, size_t start, size_t rows, const double *functions, size_t stride)
{
	double *values = t->values + start;
	const double *c = t->coefficients, *at = functions + start;
	size_t j = 0;
	for (; j + 4 <= t->count; j += 4, at += 4 * stride)
		for (size_t i = 0; i < rows; i++) {
			double value = values[i] - c[j] * at[i];
			value -= c[j + 1] * at[stride + i];
			value -= c[j + 2] * at[2 * stride + i];
			values[i] = value - c[j + 3] * at[3 * stride + i];
		}
	for (; j < t->count; j++, at += stride)
		for (size_t i = 0; i < rows; i++)
			values[i] -= c[j] * at[i];
}

static void subtract_plainly(const target *t, size_t start, size_t rows, const double *functions, size_t stride)
{
	subtract_both(t, start, rows, functions, stride);
}

BASE_WIDE static void subtract_widely(const target *t, size_t start, size_t rows, const double *functions,
                                      size_t stride)
{
	subtract_both(t, start, rows, functions, stride);
}

/* By pieces of rows whose functions stay near the processor until all columns have had them. */
static void subtract_functions(const target *targets, size_t count, const double *functions, size_t rows)
{
	enum { PIECE = 256 };
	bool wide = base_is_wide();
	for (size_t start = 0; start < rows; start += PIECE)
		for (size_t k = 0; k < count; k++)
			(wide ? subtract_widely : subtract_plainly)(&targets[k], start, rows - start < PIECE ? rows - start : PIECE,
			                                            functions, rows);
}

static void round_coefficients(double *coefficients, size_t count)
{
	for (size_t j = 0; j < count; j++)
		coefficients[j] = scan_round_finely(coefficients[j]);
}

/* Mean products of columns of values with all regressors: [count][shared and own]. */
static double *mean_products(const double *values, size_t count, const regressors *r)
{
	const scan_given *g = r->given;
	size_t shared = g->count, all = shared + r->more.count;
	double *b = base_array(count, (all > 0 ? all : 1) * sizeof *b),
		   *part = base_array(count, (all > 0 ? all : 1) * sizeof *part);
	bool done = b != NULL && part != NULL && scan_products(part, values, count, g->functions, shared, g->rows, false);
	for (size_t k = 0; done && k < count; k++)
		for (size_t j = 0; j < shared; j++)
			b[k * all + j] = part[k * shared + j] / (double)g->rows;
	done = done && scan_products(part, values, count, r->own, r->more.count, g->rows, false);
	for (size_t k = 0; done && k < count; k++)
		for (size_t j = shared; j < all; j++)
			b[k * all + j] = part[k * r->more.count + j - shared] / (double)g->rows;
	free(part);
	if (done)
		return b;
	free(b);
	return NULL;
}

/* What a regression of columns of values takes off them. */
typedef struct fits {
	double *coefficients; /* [columns and stages][regressors] */
	target *targets;      /* [columns and stages] of the shared functions, then [columns] of the own ones */
	size_t count, stages;
} fits;

static void fits_clear(fits *f)
{
	free(f->coefficients);
	free(f->targets);
}

static bool fits_init(fits *f, double *values, size_t count, const regressors *r, bool staged)
{
	size_t all = r->given->count + r->more.count;
	*f = (fits){ .count = count, .stages = staged ? SCAN_FINAL_STAGE : 0 };
	f->coefficients = base_array(count + f->stages, (all + 1) * sizeof *f->coefficients);
	f->targets = base_array(2 * count + f->stages, sizeof *f->targets);
	if (f->coefficients == NULL || f->targets == NULL) {
		fits_clear(f);
		return false;
	}
	for (size_t k = 0; k < count; k++) {
		double *column = values + k * r->given->rows, *coefficients = f->coefficients + k * all;
		f->targets[k] = (target){ column, coefficients, r->given->count };
		f->targets[count + f->stages + k] = (target){ column, coefficients + r->given->count, r->more.count };
	}
	return true;
}

/* The first column of values after regressions on a quarter, a half and all of the functions, or of the interactions if there are
 * any. */
static void fit_stages(scan_regressed *out, fits *f, const double *b, double freedom, const regressors *r)
{
	const scan_given *g = r->given;
	size_t base = g->single < g->count ? g->single : scan_is_coarse(g) ? g->simple : 0;
	for (size_t stage = 0; stage < SCAN_FINAL_STAGE; stage++) {
		double *at = out->stages + stage * g->rows;
		double *coefficients = f->coefficients + (f->count + stage) * (g->count + r->more.count);
		size_t count = base + ((g->count - base) >> (SCAN_FINAL_STAGE - 1 - stage));
		out->stage_functions[stage] = count;
		memcpy(at, f->targets[0].values, g->rows * sizeof *at);
		scan_ridge_fit_first(coefficients, &g->ridge, b, freedom, count);
		round_coefficients(coefficients, count);
		f->targets[f->count + stage] = (target){ at, coefficients, count };
	}
	out->stage_functions[SCAN_FINAL_STAGE] = g->count;
}

/* Column k with mean products `b`. */
static void fit_one(scan_regressed *out, fits *f, size_t k, const double *b, const regressors *r, size_t finer)
{
	const scan_given *g = r->given;
	size_t all = g->count + r->more.count, step;
	double *column = f->targets[k].values, *coefficients = f->coefficients + k * all;
	double error, square = scan_dot(column, column, g->rows) / (double)g->rows;
	double freedom =
		scan_ridge_fit(coefficients, &error, &step, &g->ridge, r->more.count > 0 ? &r->more : NULL, b, square, finer);
	double taken = all > 0 ? fmin(freedom / (double)all, 1) : 0;
	round_coefficients(coefficients, all);
	out->kept[k] = (1 - taken) * (1 - taken);
	if (k == 0) {
		out->left = square > 0 ? error / square : 0;
		out->penalty = step;
	}
	if (k == 0 && f->stages > 0)
		fit_stages(out, f, b, freedom, r);
}

static bool regress(scan_regressed *out, double *values, size_t count, const regressors *r, size_t finer)
{
	const scan_given *g = r->given;
	bool staged = count > 0 && out->stages != NULL;
	fits f;
	if (!fits_init(&f, values, count, r, staged))
		return false;
	double *b = mean_products(values, count, r);
	for (size_t k = 0; b != NULL && k < count; k++)
		fit_one(out, &f, k, b + k * (g->count + r->more.count), r, finer);
	if (b != NULL) {
		subtract_functions(f.targets, count + f.stages, g->functions, g->rows);
		if (r->more.count > 0)
			subtract_functions(f.targets + count + f.stages, count, r->own, g->rows);
	}
	if (b != NULL && staged) {
		memcpy(out->stages + SCAN_FINAL_STAGE * g->rows, values, g->rows * sizeof *values);
		scan_fix_all(out->stages, SCAN_STAGES * g->rows);
	}
	free(b);
	fits_clear(&f);
	return b != NULL;
}

bool scan_regress(scan_regressed *out, double *values, size_t count, const scan_given *given, size_t finer)
{
	regressors shared = { .given = given };
	return regress(out, values, count, &shared, finer);
}

/* --------------------------------------------------------------------------------------------- what residuals show */

/* Whether residuals follow functions more than chance has it: their squared correlations times the rows, summed over the
 * functions up to each cost, beyond the number of these by more than two standard deviations. */
static bool follow(bool *shown, const double *residuals, const double *functions, const size_t *costs, size_t count,
                   size_t rows)
{
	const double chance = 0.003;
	double *products = base_array(count + 1, sizeof *products), sum = 0;
	bool done = products != NULL && scan_products(products, residuals, 1, functions, count, rows, false);
	double square = done ? scan_dot(residuals, residuals, rows) : 0;
	*shown = false;
	for (size_t j = 0; done && square > 0 && j < count; j++) {
		sum += products[j] * products[j] * ((double)rows / square) / (double)rows;
		if (j + 1 == count || costs[j + 1] > costs[j])
			*shown = *shown || base_chi2_tail(sum, (double)(j + 1)) < chance;
	}
	free(products);
	return done;
}

bool scan_interactions_show(bool *shown, const double *residuals, const scan_given *g)
{
	return follow(shown, residuals, g->functions + g->count * g->rows, g->costs + g->count, g->single - g->count,
	              g->rows) &&
	       (*shown || follow(shown, residuals, g->functions + g->single * g->rows, g->costs + g->single,
	                         g->all - g->single, g->rows));
}

/* ------------------------------------------------------------------------------------------- functions of the fit */

/* Adds waves over an index, a sum of functions of Z, if the residuals of some feature show those over its ranks. A share that saturates
 * follows ranks; an amount that does not goes on rising at the ends, where ranks crowd and scores do not. */
static bool add_index(regressors *r, const double *index, const double *residuals, size_t count)
{
	static const size_t costs[RANK_WAVES] = { 1, 1, 1, 1, 1, 2 };
	size_t rows = r->given->rows, first = r->own_count;
	scan_features waves;
	bool shown = false, done = scan_waves_of_values(&waves, index, rows, RANK_WAVES, SCORE_WAVES);
	size_t ranks = done && waves.count < RANK_WAVES ? waves.count : RANK_WAVES;
	for (size_t k = 0; done && !shown && k < count; k++)
		done = follow(&shown, residuals + k * rows, waves.values, costs, ranks, rows);
	if (done && shown && first + waves.count <= SCAN_MOST_MORE) {
		memcpy(r->own + first * rows, waves.values, waves.count * rows * sizeof *r->own);
		memcpy(r->weights + first, index_weights, waves.count * sizeof *index_weights);
		r->own_count += waves.count;
	}
	scan_features_clear(&waves);
	return done;
}

/* What the simple functions alone predict of a column of values: the index of a sum that acts along a curve. */
static bool find_simple_index(double *index, const double *values, const scan_given *g)
{
	double *b = base_array(g->simple, 2 * sizeof *b), *coefficients = b + g->simple;
	bool done = b != NULL && scan_products(b, values, 1, g->functions, g->simple, g->rows, false);
	if (done) {
		for (size_t j = 0; j < g->simple; j++)
			b[j] /= (double)g->rows;
		scan_ridge_fit_first(coefficients, &g->ridge, b, INFINITY, g->simple);
		round_coefficients(coefficients, g->simple);
		memset(index, 0, g->rows * sizeof *index);
		subtract_functions(&(target){ index, coefficients, g->simple }, 1, g->functions, g->rows);
		for (size_t i = 0; i < g->rows; i++)
			index[i] = scan_round(-index[i]);
	}
	free(b);
	return done;
}

/* Ties the column's own functions to the shared ones: what the ridge needs to know of them. */
static bool join_own(regressors *r)
{
	const scan_given *g = r->given;
	size_t count = r->own_count;
	scan_ridge_more_clear(&r->more);
	double *cross = base_array(count, (g->count + 1) * sizeof *cross),
		   *own = base_array(count, (count + 1) * sizeof *own);
	bool done = cross != NULL && own != NULL &&
	            scan_products(cross, r->own, count, g->functions, g->count, g->rows, false) &&
	            scan_products(own, r->own, count, r->own, count, g->rows, true);
	for (size_t k = 0; done && k < count * g->count; k++)
		cross[k] /= (double)g->rows;
	for (size_t k = 0; done && k < count * count; k++)
		own[k] /= (double)g->rows;
	done = done && scan_ridge_more_init(&r->more, &g->ridge, cross, own, r->weights, count);
	free(cross);
	free(own);
	return done;
}

/* ----------------------------------------------------------------------------------------------------------- jumps */

/* Jumps found so far: columns of Z, and places of their indicators among the own functions. */
typedef struct jumps {
	size_t count;
	size_t columns[MOST_JUMPS], places[MOST_JUMPS];
} jumps;

/* Puts the product of two functions after the first `count` own ones; returns how many there are then. */
static size_t add_product(regressors *r, size_t count, const double *a, const double *b)
{
	size_t rows = r->given->rows;
	double *product = r->own + count * rows;
	if (count >= SCAN_MOST_MORE)
		return count;
	for (size_t i = 0; i < rows; i++)
		product[i] = a[i] * b[i];
	return count + (scan_standardise(product, rows) > 0);
}

/* Adds the functions of a jump, its products with jumps of other columns at their exact places, and with simple functions of Z, along
 * which it may grow. */
static bool add_jump(regressors *r, jumps *known, const scan_jump *jump)
{
	const scan_given *g = r->given;
	size_t first = r->own_count, count = first + scan_steps_functions(r->own + first * g->rows, jump, &g->steps);
	const double *indicator = r->own + first * g->rows;
	for (size_t k = 0; k < known->count; k++)
		if (known->columns[k] != jump->column)
			count = add_product(r, count, indicator, r->own + known->places[k] * g->rows);
	for (size_t k = 0; k < g->simple && k < MOST_GROWING; k++)
		count = add_product(r, count, indicator, g->functions + k * g->rows);
	known->columns[known->count] = jump->column;
	known->places[known->count++] = first;
	for (size_t k = first; k < count; k++)
		r->weights[k] = jump_weight;
	r->own_count = count;
	return join_own(r);
}

/* Regresses copies of the columns of values anew. */
static bool regress_again(scan_regressed *out, double *residuals, const double *values, size_t count,
                          const regressors *r)
{
	memcpy(residuals, values, count * r->given->rows * sizeof *values);
	bool done = regress(out, residuals, count, r, r->finer);
	if (done)
		scan_fix_all(residuals, count * r->given->rows);
	return done;
}

/* Adds indicators of the jumps that are left in the first column of values, one after the other; *residuals are kept up to date for
 * all of them. */
static bool add_jumps(scan_regressed *out, double *residuals, const double *values, size_t count, regressors *r)
{
	bool done = true, found = true;
	jumps known = { 0 };
	while (done && found && known.count < MOST_JUMPS && r->own_count + 3 <= SCAN_MOST_MORE) {
		scan_jump jump;
		done = scan_steps_find(&found, &jump, residuals, &r->given->steps, &r->given->ridge, out->penalty);
		if (done && found)
			done = add_jump(r, &known, &jump) && regress_again(out, residuals, values, 1, r);
	}
	return done && (known.count == 0 || regress_again(out, residuals, values, count, r));
}

/* Waves over two indices of a feature: what the simple functions predict of it, and what all do. */
static bool add_indices_of(regressors *r, const double *values, const double *fitted, const double *residuals,
                           size_t count)
{
	size_t rows = r->given->rows;
	double *index = base_array(rows, sizeof *index);
	bool done = index != NULL;
	if (done && r->given->simple > 1)
		done = find_simple_index(index, values, r->given) && add_index(r, index, residuals, count);
	for (size_t i = 0; done && i < rows; i++)
		index[i] = scan_round(values[i] - fitted[i]);
	done = done && add_index(r, index, residuals, count);
	free(index);
	return done;
}

static bool add_indices(scan_regressed *out, double *residuals, const double *values, size_t count, size_t indices,
                        regressors *r)
{
	size_t rows = r->given->rows;
	bool done = true;
	for (size_t k = 0; done && k < count && k < indices; k++)
		done = add_indices_of(r, values + k * rows, residuals + k * rows, residuals, count);
	if (done && r->own_count > 0)
		done = join_own(r) && regress_again(out, residuals, values, count, r);
	return done;
}

bool scan_regress_features(scan_regressed *out, double *values, size_t count, size_t indices, const scan_given *given,
                           size_t finer)
{
	regressors r = { .given = given, .finer = finer };
	size_t rows = given->rows;
	r.own = base_array(rows, SCAN_MOST_MORE * sizeof *r.own);
	double *residuals = base_array(rows, (count + 1) * sizeof *residuals);
	bool done = r.own != NULL && residuals != NULL && regress_again(out, residuals, values, count, &r) &&
	            add_indices(out, residuals, values, count, indices, &r) && add_jumps(out, residuals, values, count, &r);
	if (done)
		memcpy(values, residuals, count * rows * sizeof *values);
	regressors_clear(&r);
	free(residuals);
	return done;
}
