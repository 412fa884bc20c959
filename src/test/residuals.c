/* Features are centred within cells of Z, or replaced by the residuals of their regression on functions of Z. A
 * continuous column is first replaced by its residual divided by its scale given Z, because waves over the raw
 * values would mostly follow Z. Features of this residual are then residualised again, to remove what the model of
 * the scale missed. */
#include "test/residuals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "question/counted.h"
#include "regress/regress.h"
#include "regress/tree.h"
#include "test/clusters.h"
#include "test/constants.h"
#include "test/martingale.h"

/* The cube root of the number of rows: finer waves need more rows. */
size_t test_wave_count(double rows)
{
	double waves = fmin(TEST_MOST_WAVES, floor(cbrt(rows))), cheap = fmax(4, floor(TEST_WAVE_VALUES / rows));
	return (size_t)fmax(2, fmin(waves, cheap));
}

/* Half as many by regression: fine waves of a column depend on Z through fast waves, which regressions miss first. */
static size_t most_waves(const test_given *g)
{
	size_t waves = test_wave_count((double)g->rows);
	return g->manner != TEST_BY_REGRESSION ? waves : waves > 4 ? waves / 2 : 2;
}

/* Takes over features as they are. */
static void adopt(test_residuals *residuals, question_features *f)
{
	residuals->count = f->count;
	residuals->values = f->values;
	memcpy(residuals->detail, f->detail, sizeof residuals->detail);
	f->values = NULL;
}

/* ------------------------------------------------------------------------------------------------ within cells */

static void centre_within(double *values, double *means, const test_given *g)
{
	memset(means, 0, g->cell_count * sizeof *means);
	for (size_t i = 0; i < g->entries; i++)
		means[g->cells[i]] += question_times(g->times, i) * values[i];
	for (size_t c = 0; c < g->cell_count; c++)
		means[c] /= (double)g->sizes[c];
	for (size_t i = 0; i < g->entries; i++)
		values[i] = g->sizes[g->cells[i]] > 1 ? values[i] - means[g->cells[i]] : 0;
}

/* Subtracts cell means from every feature. *left: remaining share of the first feature's variance. */
static bool residualise_within(double *left, double *values, size_t count, const test_given *g)
{
	double *means = base_array(g->cell_count, sizeof *means);
	if (means == NULL)
		return false;
	for (size_t k = 0; k < count; k++) {
		centre_within(values + k * g->entries, means, g);
		double deviation = question_counted_standardise(values + k * g->entries, g->times, g->entries);
		if (k == 0)
			*left = deviation * deviation;
	}
	free(means);
	return true;
}

/* ----------------------------------------------------------------------------------------------- by regression */

/* Replaces leverages by weights: the ratio of a residual to the leave-one-out residual. */
static void weights_of_leverages(double *leverage, size_t rows)
{
	for (size_t i = 0; i < rows; i++)
		leverage[i] = fmax(1 - leverage[i], question_least_share);
}

/* Of the variance that a fit explains, the share that it would explain in other rows. rest: the residuals of values; left: as in
 * regress_outcome. */
static double lasting_share(const double *values, const double *rest, double left, size_t rows)
{
	double explained = 1 - base_dot(rest, rest, rows) / base_dot(values, values, rows);
	return explained > 0 ? fmin(fmax((1 - left) / explained, 0), 1) : 0;
}

/* Leave-one-out residuals, divided by their scale given Z, which is a regression of the logarithm of their squares. Their logarithm is
 * noisy: the fit counts as far as it would predict other rows, because dividing by noise costs power. */
static bool level_scale(double *residuals, const double *weights, const test_given *g)
{
	size_t rows = g->rows;
	double *logs = base_array(rows, 2 * sizeof *logs);
	if (logs == NULL)
		return false;
	base_standardise(residuals, rows);
	for (size_t i = 0; i < rows; i++) {
		residuals[i] /= weights[i];
		logs[i] = log(residuals[i] * residuals[i] + question_least_share * question_least_share);
	}
	double deviation = base_standardise(logs, rows);
	memcpy(logs + rows, logs, rows * sizeof *logs);
	regress_outcome out;
	bool done = regress_features(&out, NULL, NULL, logs, 1, &g->functions, false);
	deviation *= done ? lasting_share(logs + rows, logs, out.left, rows) : 0;
	for (size_t i = 0; done && i < rows; i++)
		residuals[i] *= exp(-0.5 * deviation * (logs[rows + i] - logs[i]));
	free(logs);
	return done;
}

/* Of several regressions, the one with most effective parameters counts. */
static void keep_larger(test_residuals *residuals, double *shares, const regress_regressors *g, double freedom)
{
	bool larger = residuals->shares == NULL || freedom > residuals->freedom;
	free(larger ? residuals->shares : shares);
	if (!larger)
		return;
	residuals->shares = shares;
	residuals->share_count = regress_share_count(g);
	residuals->smooth_count = g->block_count;
	residuals->freedom = fmax(freedom, 0);
}

/* Groups rows by Z. first: [rows] the first feature before the regression, which becomes its fitted values; residual: after it. */
static bool group_rows(test_residuals *residuals, double *first, const double *residual, const test_given *g)
{
	double error = base_dot(residual, residual, g->rows) / (double)g->rows;
	for (size_t i = 0; i < g->rows; i++)
		first[i] -= residual[i];
	residuals->leaf[0] = base_array(g->rows, sizeof **residuals->leaf);
	residuals->leaf[1] = base_array_copy(g->leaf, g->rows, sizeof **residuals->leaf);
	residuals->leaf_count[1] = g->leaf_count;
	if (residuals->leaf[0] != NULL && residuals->leaf[1] != NULL)
		residuals->leaf_count[0] = regress_partition(residuals->leaf[0], first, error, &g->functions);
	return residuals->leaf_count[0] > 0;
}

/* Residualises features within cells or by regression. `own`: with functions that are fitted to them (regress.h). */
static bool residualise_values(test_residuals *residuals, double *leverage, double *values, size_t count, bool own,
                               const test_given *g)
{
	if (g->manner == TEST_NOTHING_GIVEN || count == 0)
		return true;
	if (g->manner == TEST_BY_CELLS)
		return residualise_within(&residuals->left, values, count, g);
	regress_outcome out;
	size_t blocks = regress_share_count(&g->functions);
	double *shares = base_array(blocks, sizeof *shares), *first = base_array_copy(values, g->rows, sizeof *first);
	bool done = shares != NULL && first != NULL &&
	            regress_features(&out, leverage, shares, values, count, &g->functions, own) &&
	            (!own || g->clusters != NULL || group_rows(residuals, first, values, g));
	free(first);
	if (!done) {
		free(shares);
		return false;
	}
	residuals->left = own ? out.left : residuals->left;
	keep_larger(residuals, shares, &g->functions, out.freedom);
	return true;
}

/* Multiplies features by the weights of rows: a row that determines its own fit cannot be compared with others. */
static void weight_features(double *values, size_t count, const double *weights, size_t rows)
{
	for (size_t k = 0; k < count; k++) {
		for (size_t i = 0; i < rows; i++)
			values[k * rows + i] *= weights[i];
		base_standardise(values + k * rows, rows);
	}
}

/* Features of a column that was replaced by its residual. weights: of rows; NULL: all 1. */
static bool residualise_again(test_residuals *residuals, const double *values, const double *weights,
                              const test_given *g)
{
	question_features f;
	if (!question_waves_of_values(&f, values, g->times, g->entries, &g->ranks, most_waves(g), true))
		return false;
	double left = residuals->left;
	adopt(residuals, &f);
	if (weights != NULL)
		weight_features(residuals->values, residuals->count, weights, g->rows);
	bool done = residualise_values(residuals, NULL, residuals->values, residuals->count, false, g);
	residuals->left = left;
	return done;
}

/* Replaces a continuous column by its residual, by regression also divided by its scale. */
static bool residualise_continuous(test_residuals *residuals, const question_column *column, const test_given *g)
{
	question_features raw;
	double *leverage = base_array(g->entries, sizeof *leverage);
	bool done = leverage != NULL && question_features_init(&raw, column, 1);
	if (!done) {
		free(leverage);
		return false;
	}
	done = residualise_values(residuals, leverage, raw.values, 1, true, g);
	const double *weights = NULL;
	if (done && g->manner == TEST_BY_REGRESSION && residuals->left > 0) {
		weights_of_leverages(leverage, g->rows);
		weights = leverage;
		done = level_scale(raw.values, weights, g);
	}
	if (done && g->clusters != NULL && g->within)
		done = test_centre_clusters(raw.values, g);
	done = done && residualise_again(residuals, raw.values, weights, g);
	question_features_clear(&raw);
	free(leverage);
	return done;
}

static bool residualise_directly(test_residuals *residuals, const question_column *column, const test_given *g)
{
	question_features f;
	size_t waves = most_waves(g);
	if (column->censored != NULL ? !test_survival_features(&f, column, g, waves)
	                             : !question_features_init(&f, column, waves))
		return false;
	adopt(residuals, &f);
	return residualise_values(residuals, NULL, residuals->values, residuals->count, true, g);
}

/* ---------------------------------------------------------------------------------------------------- the whole */

bool test_residuals_init(test_residuals *residuals, const question_column *column, const test_given *given)
{
	*residuals = (test_residuals){ .rows = given->rows, .entries = given->entries, .times = given->times, .left = 1 };
	question_column keyed = *column;
	keyed.row_keys = given->row_keys;
	keyed.ranks = &given->ranks;
	bool something = given->manner != TEST_NOTHING_GIVEN || given->within;
	bool replaced = something && column->censored == NULL && question_is_continuous(column);
	bool done =
		replaced ? residualise_continuous(residuals, &keyed, given) : residualise_directly(residuals, &keyed, given);
	residuals->ordered = !column->unordered;
	residuals->constant = column->occurring < 2;
	residuals->levelled = replaced && given->manner == TEST_BY_REGRESSION;
	residuals->manner = given->manner;
	residuals->comparable = given->comparable;
	if (done && given->clusters != NULL)
		done = test_whiten_clusters(&residuals->inside, residuals->values, residuals->count, given, column->unordered);
	done = done && test_residuals_finish(residuals);
	if (!done)
		test_residuals_clear(residuals);
	else if (residuals->values != NULL) /* it may be kept for long, and the array has room for more features */
		residuals->values =
			base_shrink(residuals->values, residuals->count * residuals->entries, sizeof *residuals->values);
	return done;
}

void test_residuals_clear(test_residuals *residuals)
{
	free(residuals->values);
	free(residuals->shared);
	free(residuals->shares);
	free(residuals->leaf[0]);
	free(residuals->leaf[1]);
	memset(residuals, 0, sizeof *residuals);
}

bool test_residualise_values(double *values, size_t count, const test_given *given)
{
	test_residuals ignored = { 0 };
	bool done = residualise_values(&ignored, NULL, values, count, false, given);
	free(ignored.shares);
	return done;
}

size_t test_residuals_size(const test_residuals *residuals)
{
	return sizeof *residuals +
	       (residuals->count * residuals->entries + residuals->count * residuals->count + residuals->share_count) *
	           sizeof(double) +
	       (residuals->leaf[0] != NULL ? residuals->rows * 2 * sizeof **residuals->leaf : 0);
}
