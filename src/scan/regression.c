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
	/* mean products, of which only those with functions that are new have to be found */
	double *cross, *between;          /* [own][shared] and [own][SCAN_MOST_MORE] for those that are joined */
	double *products;                 /* [columns][shared and own] with the columns of values */
	size_t known[SCAN_MOST_FEATURES]; /* how many are known of each column */
	double freedom;                   /* of the last fit of the first column */
} regressors;

/* Room for the mean products of a column of values. */
static size_t width_of(const regressors *r)
{
	return r->given->count + SCAN_MOST_MORE;
}

static void regressors_clear(regressors *r)
{
	free(r->own);
	free(r->cross);
	free(r->between);
	free(r->products);
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

/* Mean products of columns of values with functions: out[k * stride + j]. */
static bool multiply(double *out, size_t stride, const double *values, size_t count, const double *functions,
                     size_t function_count, size_t rows)
{
	double *sums = base_array(count, (function_count + 1) * sizeof *sums);
	bool done = sums != NULL && scan_products(sums, values, count, functions, function_count, rows, false);
	for (size_t k = 0; done && k < count; k++)
		for (size_t j = 0; j < function_count; j++)
			out[k * stride + j] = sums[k * function_count + j] / (double)rows;
	free(sums);
	return done;
}

/* Those of `count` columns from column k on, of which as many are known. */
static bool extend_products(regressors *r, const double *values, size_t k, size_t count)
{
	const scan_given *g = r->given;
	size_t shared = g->count, all = shared + r->more.count, width = width_of(r), from = r->known[k];
	double *out = r->products + k * width;
	bool done = from > 0 || multiply(out, width, values + k * g->rows, count, g->functions, shared, g->rows);
	from = from > shared ? from : shared;
	if (done && from < all)
		done = multiply(out + from, width, values + k * g->rows, count, r->own + (from - shared) * g->rows, all - from,
		                g->rows);
	for (size_t i = k; i < k + count; i++)
		r->known[i] = all;
	return done;
}

/* Mean products of columns of values with all regressors. The columns are the same whenever this is called. */
static bool find_products(regressors *r, const double *values, size_t count)
{
	if (r->products == NULL)
		r->products = base_array(SCAN_MOST_FEATURES, width_of(r) * sizeof *r->products);
	bool done = r->products != NULL;
	for (size_t k = 0, end; done && k < count; k = end) {
		for (end = k + 1; end < count && r->known[end] == r->known[k];)
			end++;
		done = extend_products(r, values, k, end - k);
	}
	return done;
}

/* What a regression of columns of values takes off them. */
typedef struct fits {
	double *coefficients; /* [columns][regressors] */
	target *targets;      /* [columns] of the shared functions, then [columns] of the own ones */
} fits;

static void fits_clear(fits *f)
{
	free(f->coefficients);
	free(f->targets);
}

static bool fits_init(fits *f, double *values, size_t count, const regressors *r)
{
	size_t all = r->given->count + r->more.count;
	f->coefficients = base_array(count, (all + 1) * sizeof *f->coefficients);
	f->targets = base_array(count, 2 * sizeof *f->targets);
	if (f->coefficients == NULL || f->targets == NULL) {
		fits_clear(f);
		return false;
	}
	for (size_t k = 0; k < count; k++) {
		double *column = values + k * r->given->rows, *coefficients = f->coefficients + k * all;
		f->targets[k] = (target){ column, coefficients, r->given->count };
		f->targets[count + k] = (target){ column, coefficients + r->given->count, r->more.count };
	}
	return true;
}

/* Column k of the fits. */
static void fit_one(scan_regressed *out, fits *f, size_t k, regressors *r, size_t finer)
{
	const scan_given *g = r->given;
	size_t all = g->count + r->more.count, step;
	double *column = f->targets[k].values, *coefficients = f->coefficients + k * all;
	double error, square = scan_dot(column, column, g->rows) / (double)g->rows;
	double freedom = scan_ridge_fit(coefficients, &error, &step, &g->ridge, r->more.count > 0 ? &r->more : NULL,
	                                r->products + k * width_of(r), square, finer);
	double taken = all > 0 ? fmin(freedom / (double)all, 1) : 0;
	round_coefficients(coefficients, all);
	out->kept[k] = (1 - taken) * (1 - taken);
	if (k == 0) {
		out->left = square > 0 ? error / square : 0;
		out->penalty = step;
		r->freedom = freedom;
	}
}

/* Takes off columns of values what all regressors predict of them. */
static bool regress(scan_regressed *out, double *values, size_t count, regressors *r, size_t finer)
{
	const scan_given *g = r->given;
	fits f;
	if (!find_products(r, values, count) || !fits_init(&f, values, count, r))
		return false;
	for (size_t k = 0; k < count; k++)
		fit_one(out, &f, k, r, finer);
	subtract_functions(f.targets, count, g->functions, g->rows);
	if (r->more.count > 0)
		subtract_functions(f.targets + count, count, r->own, g->rows);
	fits_clear(&f);
	return true;
}

/* Sets the stages of the first column of values: after regressions on a quarter, a half and all of the functions, or of the interactions
 * if there are any, and `last`, what all regressors left of it. */
static bool fill_stages(scan_regressed *out, const double *values, const double *last, const regressors *r)
{
	const scan_given *g = r->given;
	size_t base = g->single < g->count ? g->single : scan_is_coarse(g) ? g->simple : 0;
	double *coefficients = base_array(SCAN_FINAL_STAGE, (g->count + 1) * sizeof *coefficients);
	target targets[SCAN_FINAL_STAGE];
	for (size_t stage = 0; coefficients != NULL && stage < SCAN_FINAL_STAGE; stage++) {
		double *at = out->stages + stage * g->rows, *c = coefficients + stage * g->count;
		size_t count = base + ((g->count - base) >> (SCAN_FINAL_STAGE - 1 - stage));
		out->stage_functions[stage] = count;
		memcpy(at, values, g->rows * sizeof *at);
		scan_ridge_fit_first(c, &g->ridge, r->products, r->freedom, count);
		round_coefficients(c, count);
		targets[stage] = (target){ at, c, count };
	}
	if (coefficients != NULL) {
		out->stage_functions[SCAN_FINAL_STAGE] = g->count;
		subtract_functions(targets, SCAN_FINAL_STAGE, g->functions, g->rows);
		memcpy(out->stages + SCAN_FINAL_STAGE * g->rows, last, g->rows * sizeof *last);
		scan_fix_all(out->stages, SCAN_STAGES * g->rows);
	}
	free(coefficients);
	return coefficients != NULL;
}

bool scan_regress(scan_regressed *out, double *values, size_t count, const scan_given *given, size_t finer)
{
	regressors shared = { .given = given };
	bool done = regress(out, values, count, &shared, finer);
	regressors_clear(&shared);
	return done;
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
	bool shown = false, done = scan_waves_of_values(&waves, index, &r->given->ranks, RANK_WAVES, SCORE_WAVES);
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

/* Finds the mean products of the own functions from `first` on. */
static bool multiply_own(regressors *r, size_t first)
{
	const scan_given *g = r->given;
	size_t count = r->own_count, rows = g->rows;
	const double *fresh = r->own + first * rows;
	if (r->cross == NULL)
		r->cross = base_array(SCAN_MOST_MORE, (g->count + 1) * sizeof *r->cross);
	if (r->between == NULL)
		r->between = base_array(SCAN_MOST_MORE, SCAN_MOST_MORE * sizeof *r->between);
	bool done =
		r->cross != NULL && r->between != NULL &&
		multiply(r->cross + first * g->count, g->count, fresh, count - first, g->functions, g->count, rows) &&
		multiply(r->between + first * SCAN_MOST_MORE, SCAN_MOST_MORE, fresh, count - first, r->own, count, rows);
	for (size_t k = first; done && k < count; k++)
		for (size_t j = 0; j < first; j++)
			r->between[j * SCAN_MOST_MORE + k] = r->between[k * SCAN_MOST_MORE + j];
	return done;
}

/* Ties the column's own functions to the shared ones: what the ridge needs to know of them. */
static bool join_own(regressors *r)
{
	size_t count = r->own_count;
	double *between = base_array(count, (count + 1) * sizeof *between);
	bool done = between != NULL && multiply_own(r, r->more.count);
	scan_ridge_more_clear(&r->more);
	for (size_t k = 0; done && k < count; k++)
		memcpy(between + k * count, r->between + k * SCAN_MOST_MORE, count * sizeof *between);
	done = done && scan_ridge_more_init(&r->more, &r->given->ridge, r->cross, between, r->weights, count);
	free(between);
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
static bool regress_again(scan_regressed *out, double *residuals, const double *values, size_t count, regressors *r)
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
	if (done && count > 0 && out->stages != NULL)
		done = fill_stages(out, values, residuals, &r);
	if (done)
		memcpy(values, residuals, count * rows * sizeof *values);
	regressors_clear(&r);
	free(residuals);
	return done;
}
