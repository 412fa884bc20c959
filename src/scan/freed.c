/* Within cells of Z features lose their means; else their regressions on functions of Z. A continuous column is first replaced
 * by its residual over its scale given Z: that has the column's own noise at full strength, where features of the raw
 * values would mostly follow Z. Its features are then freed once more, which takes care of what the model of scale missed. */
#include "scan/freed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scan/counted.h"
#include "scan/exact.h"
#include "scan/regression.h"

/* Of a column with point masses features are freed as they are, not those of its residual: the finer ones follow Z along curves with
 * ever more turns, which regressions miss first. */
enum { MOST_WAVES_DIRECTLY = 4 };

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

/* Takes over features as they are. */
static void adopt(scan_freed *freed, scan_features *f)
{
	freed->count = f->count;
	freed->values = f->values;
	memcpy(freed->detail, f->detail, sizeof freed->detail);
	for (size_t k = 0; k < SCAN_MOST_FEATURES; k++)
		freed->kept[k] = 1;
	f->values = NULL;
}

/* ------------------------------------------------------------------------------------------------ within cells */

static void centre_within(double *values, double *means, const scan_given *g)
{
	memset(means, 0, g->cell_count * sizeof *means);
	for (size_t i = 0; i < g->entries; i++)
		means[g->cells[i]] += scan_times(g->times, i) * values[i];
	for (size_t c = 0; c < g->cell_count; c++)
		means[c] /= (double)g->sizes[c];
	for (size_t i = 0; i < g->entries; i++)
		values[i] = g->sizes[g->cells[i]] > 1 ? values[i] - means[g->cells[i]] : 0;
}

/* Takes cell means off every feature. Returns the share of the first one's variance that is left. */
static bool free_within(double *left, double *values, size_t count, const scan_given *g)
{
	double *means = base_array(g->cell_count, sizeof *means);
	if (means == NULL)
		return false;
	for (size_t k = 0; k < count; k++) {
		centre_within(values + k * g->entries, means, g);
		double deviation = scan_counted_standardise(values + k * g->entries, g->times, g->entries);
		if (k == 0)
			*left = deviation * deviation;
	}
	free(means);
	return true;
}

/* ----------------------------------------------------------------------------------------------- by regression */

/* Whether interactions of Z that no regression was made on show in what is left of the first features of a column. */
static bool look_for_interactions(bool *shown, const double *values, size_t count, const scan_given *g)
{
	*shown = false;
	if (g->manner != SCAN_BY_REGRESSION || g->all == g->count)
		return true;
	double *residuals = base_array(g->rows, sizeof *residuals);
	bool done = residuals != NULL;
	for (size_t k = 0; done && !*shown && k < count; k++) {
		memcpy(residuals, values + k * g->rows, g->rows * sizeof *residuals);
		scan_fix_all(residuals, g->rows);
		done = scan_interactions_show(shown, residuals, g);
	}
	free(residuals);
	return done;
}

/* Divides residuals by their scale given Z: the regression of the logarithm of their squares, which may jump. */
static bool level_scale(bool *interacts, double *residuals, const scan_given *g)
{
	size_t rows = g->rows;
	double *logs = base_array(rows, 2 * sizeof *logs), kept;
	scan_regressed ignored = { .kept = &kept };
	if (logs == NULL)
		return false;
	scan_standardise(residuals, rows);
	for (size_t i = 0; i < rows; i++)
		logs[i] = log(residuals[i] * residuals[i] + 0.01);
	double deviation = scan_standardise(logs, rows);
	memcpy(logs + rows, logs, rows * sizeof *logs);
	bool done = scan_regress_features(&ignored, logs, 1, 0, g, 0) && look_for_interactions(interacts, logs, 1, g);
	for (size_t i = 0; done && i < rows; i++)
		residuals[i] *= exp(-0.5 * deviation * (logs[rows + i] - logs[i]));
	free(logs);
	return done;
}

/* Frees features as Z's manner asks for, `indices` of them with functions of their own. */
static bool free_values(scan_regressed *out, double *values, size_t count, size_t indices, const scan_given *g)
{
	if (g->manner == SCAN_NOTHING_GIVEN || count == 0)
		return true;
	if (g->manner == SCAN_BY_CELLS)
		return free_within(&out->left, values, count, g);
	return indices > 0 ? scan_regress_features(out, values, count, indices, g, scan_finer(g))
	                   : scan_regress(out, values, count, g, scan_finer(g));
}

/* Room for the stages of a column; none where its regressions may want for interactions. */
static bool reserve_stages(scan_freed *freed, const scan_given *g)
{
	bool wanted = g->manner == SCAN_BY_REGRESSION && (g->simple == 1 || g->additive < g->count || scan_is_coarse(g));
	freed->stages = wanted ? base_array(g->rows, SCAN_STAGES * sizeof *freed->stages) : NULL;
	return freed->stages != NULL || !wanted;
}

/* The features of a column that was replaced by what Z leaves of it. */
static bool free_again(scan_freed *freed, const double *values, const scan_given *g)
{
	scan_features f;
	scan_freed own;
	if (!scan_features_of_values(&f, values, g->times, g->entries, most_waves(g)))
		return false;
	adopt(&own, &f);
	freed->values = own.values;
	freed->count = own.count;
	memcpy(freed->detail, own.detail, sizeof own.detail);
	scan_regressed again = { .kept = own.kept };
	bool done = free_values(&again, freed->values, freed->count, 0, g);
	for (size_t k = 0; k < freed->count; k++)
		freed->kept[k] *= own.kept[k];
	return done;
}

/* A continuous column becomes its residual, over its scale where that may vary with Z. */
static bool free_continuous(scan_freed *freed, const scan_column *column, const scan_given *g)
{
	scan_features raw;
	double kept = 1;
	if (!scan_features_init(&raw, column, 1))
		return false;
	scan_regressed out = { 1, 0, &kept, freed->stages, freed->stage_functions };
	bool done = free_values(&out, raw.values, 1, 1, g) && look_for_interactions(&freed->interacts, raw.values, 1, g);
	if (done && !freed->interacts && g->manner == SCAN_BY_REGRESSION)
		done = level_scale(&freed->interacts, raw.values, g);
	freed->left = out.left;
	for (size_t k = 0; k < SCAN_MOST_FEATURES; k++)
		freed->kept[k] = kept;
	done = done && (freed->interacts || free_again(freed, raw.values, g));
	scan_features_clear(&raw);
	return done;
}

static bool free_directly(scan_freed *freed, const scan_column *column, const scan_given *g)
{
	scan_features f;
	size_t waves = most_waves(g);
	if (g->manner == SCAN_BY_REGRESSION && waves > MOST_WAVES_DIRECTLY)
		waves = MOST_WAVES_DIRECTLY;
	if (!scan_features_init(&f, column, waves))
		return false;
	adopt(freed, &f);
	scan_regressed out = { 1, 0, freed->kept, freed->stages, freed->stage_functions };
	bool done = free_values(&out, freed->values, freed->count, column->unordered ? SCAN_MOST_INDICES : 1, g) &&
	            look_for_interactions(&freed->interacts, freed->values, freed->count, g);
	freed->left = out.left;
	return done;
}

/* ---------------------------------------------------------------------------------------------------- the whole */

bool scan_freed_init(scan_freed *freed, const scan_column *column, const scan_given *given)
{
	*freed = (scan_freed){ .rows = given->rows, .entries = given->entries, .times = given->times, .left = 1 };
	scan_column keyed = *column;
	keyed.row_keys = given->row_keys;
	bool residuals = given->manner != SCAN_NOTHING_GIVEN && scan_is_continuous(column);
	bool done = reserve_stages(freed, given) &&
	            (residuals ? free_continuous(freed, &keyed, given) : free_directly(freed, &keyed, given));
	freed->ordered = !column->unordered;
	freed->constant = column->occurring < 2;
	freed->functions = given->count;
	freed->doubtful = given->single < given->count || scan_is_coarse(given);
	freed->levelled = residuals && given->manner == SCAN_BY_REGRESSION;
	freed->manner = given->manner;
	freed->comparable = given->comparable;
	done = done && (freed->interacts || scan_freed_finish(freed));
	if (!done)
		scan_freed_clear(freed);
	else if (freed->values != NULL) /* it may be kept for long, and room was made for more features than there are */
		freed->values = base_shrink(freed->values, freed->count * freed->entries, sizeof *freed->values);
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
	scan_regressed out = { .kept = kept };
	return free_values(&out, values, count, 0, given);
}

size_t scan_freed_size(const scan_freed *freed)
{
	size_t stages = freed->stages != NULL ? SCAN_STAGES : 0;
	return sizeof *freed + ((freed->count + stages) * freed->entries + freed->count * freed->count) * sizeof(double);
}
