/* Within cells of Z features lose their means; else their regressions on functions of Z. A continuous column is first replaced
 * by its residual over its scale given Z: that has the column's own noise at full strength, where features of the raw
 * values would mostly follow Z. Its features are then freed once more, which takes care of what the model of scale missed. */
#include "scan/freed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scan/exact.h"

/* Penalties are this many steps below the one with the least error: bias is common to X and Y, variance is not. */
enum { FINER = 2 };

/* Functions of the ranks that so many rows carry; of very many rows fewer do, and time counts. */
static size_t most_waves(const scan_given *g)
{
	static const struct {
		size_t rows, waves;
	} compared[] = { { 60, 2 }, { 200, 4 }, { 1500, 8 }, { 20000, 16 }, { 200000, 6 }, { SIZE_MAX, 4 } };
	size_t k = 0;
	if (g->manner == SCAN_BY_REGRESSION)
		return g->rows < 100 ? 2 : g->rows < 600 ? 4 : 8;
	while (g->rows >= compared[k].rows)
		k++;
	return compared[k].waves;
}

static bool adopt(scan_freed *freed, scan_features *f)
{
	*freed = (scan_freed){ .rows = f->rows, .count = f->count, .values = f->values, .left = 1 };
	memcpy(freed->detail, f->detail, sizeof freed->detail);
	for (size_t k = 0; k < SCAN_MOST_FEATURES; k++)
		freed->kept[k] = 1;
	f->values = NULL;
	return true;
}

/* ------------------------------------------------------------------------------------------------ within cells */

static void centre_within(double *values, double *means, const scan_given *g)
{
	memset(means, 0, g->cell_count * sizeof *means);
	for (size_t i = 0; i < g->rows; i++)
		means[g->cells[i]] += values[i];
	for (size_t c = 0; c < g->cell_count; c++)
		means[c] /= (double)g->sizes[c];
	for (size_t i = 0; i < g->rows; i++)
		values[i] = g->sizes[g->cells[i]] > 1 ? values[i] - means[g->cells[i]] : 0;
}

/* Takes cell means off every feature. Returns the share of the first one's variance that is left. */
static bool free_within(double *left, double *values, size_t count, const scan_given *g)
{
	double *means = base_array(g->cell_count, sizeof *means);
	if (means == NULL)
		return false;
	for (size_t k = 0; k < count; k++) {
		centre_within(values + k * g->rows, means, g);
		double deviation = scan_standardise(values + k * g->rows, g->rows);
		if (k == 0)
			*left = deviation * deviation;
	}
	free(means);
	return true;
}

/* ----------------------------------------------------------------------------------------------- by regression */

/* What a column is regressed on: the functions of Z that all columns share, and its own. */
typedef struct regressors {
	const scan_given *given;
	double *own; /* [more.count][rows] */
	double weights[SCAN_MOST_MORE];
	scan_ridge_more more;
} regressors;

static void regressors_clear(regressors *r)
{
	free(r->own);
	scan_ridge_more_clear(&r->more);
}

static void subtract_functions(double *values, const double *coefficients, const double *functions, size_t count,
                               size_t rows)
{
	for (size_t j = 0; j < count; j++) {
		double c = scan_round_finely(coefficients[j]);
		for (size_t i = 0; i < rows; i++)
			values[i] -= c * functions[j * rows + i];
	}
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

/* The first column of values after regressions on a quarter, a half and all of the shared functions. */
static void fill_stages(double *stages, const double *values, const double *b, double freedom, double *coefficients,
                        const scan_given *g)
{
	for (size_t stage = 0; stage < SCAN_FINAL_STAGE; stage++) {
		double *out = stages + stage * g->rows;
		size_t count = g->count >> (SCAN_FINAL_STAGE - 1 - stage);
		memcpy(out, values, g->rows * sizeof *out);
		scan_ridge_fit_first(coefficients, &g->ridge, b, freedom, count);
		subtract_functions(out, coefficients, g->functions, count, g->rows);
	}
}

static void fix_all(double *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		values[i] = scan_fix(values[i]);
}

/* Frees each of `count` columns of values from Z by regression; they are left as plain residuals. *left: cross-validated share of
 * the first one's variance that is left. stages: as in scan_freed, or NULL. */
static bool free_by_regression(double *left, double *kept, double *values, size_t count, const regressors *r,
                               size_t finer, double *stages)
{
	const scan_given *g = r->given;
	size_t all = g->count + r->more.count;
	double *b = mean_products(values, count, r), *coefficients = base_array(2 * all + 1, sizeof *coefficients);
	bool done = b != NULL && coefficients != NULL;
	for (size_t k = 0; done && k < count; k++) {
		double *column = values + k * g->rows, error, square = scan_dot(column, column, g->rows) / (double)g->rows;
		double freedom = scan_ridge_fit(coefficients, &error, &g->ridge, r->more.count > 0 ? &r->more : NULL,
		                                b + k * all, square, finer);
		double taken = all > 0 ? fmin(freedom / (double)all, 1) : 0;
		kept[k] = (1 - taken) * (1 - taken);
		if (k == 0)
			*left = square > 0 ? error / square : 0;
		if (k == 0 && stages != NULL)
			fill_stages(stages, column, b, freedom, coefficients + all, g);
		subtract_functions(column, coefficients, g->functions, g->count, g->rows);
		subtract_functions(column, coefficients + g->count, r->own, r->more.count, g->rows);
		if (k == 0 && stages != NULL)
			memcpy(stages + SCAN_FINAL_STAGE * g->rows, column, g->rows * sizeof *column);
	}
	if (done && stages != NULL)
		fix_all(stages, SCAN_STAGES * g->rows);
	free(b);
	free(coefficients);
	return done;
}

/* ------------------------------------------------------------------------------------------- functions of the fit */

enum { INDEX_WAVES = 5, MOST_INDICES = 3, MOST_JUMPS = 4, MOST_GROWING = 5 };

static const double jump_weight = 0.05, index_weights[INDEX_WAVES] = { 0.2, 0.5, 1, 2, 3 };

/* Adds waves over the ranks of what Z predicts of a column of values. */
static bool add_index(regressors *r, const double *values)
{
	size_t rows = r->given->rows, room = r->more.count * rows;
	regressors shared = { .given = r->given };
	double *fit = base_array_copy(values, rows, sizeof *values), left, kept;
	scan_features waves = { 0 };
	bool done = fit != NULL && free_by_regression(&left, &kept, fit, 1, &shared, 0, NULL);
	for (size_t i = 0; done && i < rows; i++)
		fit[i] = scan_round(values[i] - fit[i]);
	done = done && scan_features_of_values(&waves, fit, rows, INDEX_WAVES);
	if (done) {
		memcpy(r->own + room, waves.values, waves.count * rows * sizeof *r->own);
		r->more.count += waves.count;
	}
	scan_features_clear(&waves);
	free(fit);
	return done;
}

/* Ties the column's own functions to the shared ones: what the ridge needs to know of them. */
static bool join_own(regressors *r, size_t count)
{
	const scan_given *g = r->given;
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
	size_t first = r->more.count, count = first + scan_steps_functions(r->own + first * g->rows, jump, &g->steps);
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
	return join_own(r, count);
}

/* Adds indicators of the jumps that are left in a column of values, one after the other. */
static bool add_jumps(regressors *r, const double *values)
{
	size_t rows = r->given->rows;
	double *residuals = base_array(rows, sizeof *residuals), left, kept;
	bool done = residuals != NULL, found = true;
	jumps known = { 0 };
	while (done && found && known.count < MOST_JUMPS) {
		scan_jump jump;
		memcpy(residuals, values, rows * sizeof *residuals);
		done = free_by_regression(&left, &kept, residuals, 1, r, FINER, NULL);
		if (done)
			fix_all(residuals, rows);
		done = done && scan_steps_find(&found, &jump, residuals, &r->given->steps);
		if (done && found)
			done = add_jump(r, &known, &jump);
	}
	free(residuals);
	return done;
}

/* The regressors of a column: beside the shared ones functions of what they together predict of its first features, as a step, a
 * scale of few points or a count follows a sum of effects along a curve that no product of few columns follows; and jumps. */
static bool regressors_init(regressors *r, const double *values, size_t count, const scan_given *g)
{
	*r = (regressors){ .given = g };
	size_t indices = count < MOST_INDICES ? count : MOST_INDICES, rows = g->rows;
	r->own = base_array(rows, SCAN_MOST_MORE * sizeof *r->own);
	bool done = r->own != NULL;
	for (size_t k = 0; done && k < indices; k++)
		done = add_index(r, values + k * rows);
	size_t own_count = r->more.count;
	for (size_t k = 0; k < own_count; k++)
		r->weights[k] = index_weights[k % INDEX_WAVES];
	r->more.count = 0;
	done = done && join_own(r, own_count) && add_jumps(r, values);
	if (!done)
		regressors_clear(r);
	return done;
}

/* Divides residuals by their scale given Z: the regression of the logarithm of their squares. */
static bool level_scale(double *residuals, const scan_given *g)
{
	size_t rows = g->rows;
	regressors r = { .given = g };
	double *logs = base_array(rows, 2 * sizeof *logs), ignored, kept;
	if (logs == NULL)
		return false;
	scan_standardise(residuals, rows);
	for (size_t i = 0; i < rows; i++)
		logs[i] = log(residuals[i] * residuals[i] + 0.01);
	double deviation = scan_standardise(logs, rows);
	memcpy(logs + rows, logs, rows * sizeof *logs);
	bool done = free_by_regression(&ignored, &kept, logs, 1, &r, 0, NULL);
	for (size_t i = 0; done && i < rows; i++)
		residuals[i] *= exp(-0.5 * deviation * (logs[rows + i] - logs[i]));
	free(logs);
	return done;
}

/* Frees features as Z's manner asks for. */
static bool free_values(double *left, double *kept, double *values, size_t count, size_t indices, const scan_given *g,
                        double *stages)
{
	if (g->manner == SCAN_NOTHING_GIVEN || count == 0)
		return true;
	if (g->manner == SCAN_BY_CELLS)
		return free_within(left, values, count, g);
	regressors r = { .given = g };
	if (indices > 0 && !regressors_init(&r, values, count < indices ? count : indices, g))
		return false;
	bool done = free_by_regression(left, kept, values, count, &r, FINER, stages);
	regressors_clear(&r);
	return done;
}

/* Room for the stages of a column that will be regressed. */
static bool reserve_stages(double **stages, const scan_given *g)
{
	*stages = NULL;
	if (g->manner == SCAN_BY_REGRESSION)
		*stages = base_array(g->rows, SCAN_STAGES * sizeof **stages);
	return *stages != NULL || g->manner != SCAN_BY_REGRESSION;
}

/* A continuous column becomes its residual, over its scale where that may vary with Z. */
static bool free_continuous(scan_freed *freed, const scan_column *column, const scan_given *g)
{
	scan_features raw, f = { 0 };
	double left = 1, first_kept = 1, again, *stages;
	if (!scan_features_init(&raw, column, 1))
		return false;
	bool done = reserve_stages(&stages, g) && free_values(&left, &first_kept, raw.values, 1, 1, g, stages) &&
	            (g->manner != SCAN_BY_REGRESSION || level_scale(raw.values, g)) &&
	            scan_features_of_values(&f, raw.values, g->rows, most_waves(g)) && adopt(freed, &f) &&
	            free_values(&again, freed->kept, freed->values, freed->count, 0, g, NULL);
	scan_features_clear(&raw);
	freed->stages = stages;
	freed->left = left;
	for (size_t k = 0; k < freed->count; k++)
		freed->kept[k] *= first_kept;
	return done;
}

static bool free_directly(scan_freed *freed, const scan_column *column, const scan_given *g)
{
	scan_features f;
	return scan_features_init(&f, column, most_waves(g)) && adopt(freed, &f) && reserve_stages(&freed->stages, g) &&
	       free_values(&freed->left, freed->kept, freed->values, freed->count, column->unordered ? MOST_INDICES : 1, g,
	                   freed->stages);
}

/* ---------------------------------------------------------------------------------------------------- the whole */

bool scan_freed_init(scan_freed *freed, const scan_column *column, const scan_given *given)
{
	memset(freed, 0, sizeof *freed);
	bool residuals = given->manner != SCAN_NOTHING_GIVEN && scan_is_continuous(column);
	bool done = residuals ? free_continuous(freed, column, given) : free_directly(freed, column, given);
	freed->ordered = !column->unordered;
	freed->constant = column->occurring < 2;
	freed->functions = given->count;
	freed->manner = given->manner;
	freed->comparable = given->comparable;
	done = done && scan_freed_finish(freed);
	if (!done)
		scan_freed_clear(freed);
	return done;
}

void scan_freed_clear(scan_freed *freed)
{
	free(freed->values);
	free(freed->shared);
	free(freed->stages);
	memset(freed, 0, sizeof *freed);
}

bool scan_free_values(double *kept, double *values, size_t count, const scan_given *given)
{
	double left;
	return free_values(&left, kept, values, count, 0, given, NULL);
}

size_t scan_freed_size(const scan_freed *freed)
{
	size_t stages = freed->stages != NULL ? SCAN_STAGES : 0;
	return sizeof *freed + ((freed->count + stages) * freed->rows + freed->count * freed->count) * sizeof(double);
}
