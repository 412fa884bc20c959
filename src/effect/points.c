/* The values that a treatment is set to, and the outcomes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/options.h"
#include "base/text.h"
#include "data/survival.h"
#include "effect/effect.h"
#include "effect/times.h"

enum {
	MOST_LEVELS = 50, /* of a treatment or an outcome */
	MOST_DOSES = 10   /* numbers that are points themselves */
};
static const double usual_confidence = 0.95;

/* True for a treatment whose levels are compared: labels, and numbers that only name two groups. */
static bool has_levels(const data_column *c)
{
	return c->values == NULL || c->type == MIXMI_DISCRETE || c->distinct <= 2;
}

static bool are_doses(const data_column *c)
{
	return !has_levels(c) && c->distinct <= MOST_DOSES;
}

/* Codes at equally spaced ranks. */
static void choose_points(mixmi_effect *e, const data_column *x)
{
	size_t rows = 0, below = 0, code = 0;
	for (size_t k = 0; k < x->distinct; k++)
		rows += x->counts[k];
	for (size_t p = 0; p < EFFECT_POINTS; p++) {
		double place = ((double)p + 0.5) / EFFECT_POINTS * (double)rows;
		while (code + 1 < x->distinct && (double)(below + x->counts[code]) < place)
			below += x->counts[code++];
		size_t last = e->info.points;
		if (last > 0 && e->codes[last - 1] == code)
			e->shares[last - 1]++;
		else {
			e->codes[last] = (uint32_t)code;
			e->shares[last] = 1;
			e->info.points++;
		}
	}
}

static bool copy_labels(char ***out, const data_column *column, size_t count)
{
	*out = base_strings_copy((const char *const *)column->labels, count);
	return *out != NULL;
}

static bool make_points(mixmi_effect *e, const data_column *x)
{
	bool ranks = e->info.curve && !are_doses(x);
	size_t most = ranks ? EFFECT_POINTS : x->distinct;
	e->codes = base_array(most, sizeof *e->codes);
	e->values = base_array(most, sizeof *e->values);
	e->shares = base_array(most, sizeof *e->shares);
	if (e->codes == NULL || e->values == NULL || e->shares == NULL)
		return false;
	if (ranks)
		choose_points(e, x);
	for (size_t k = 0; !ranks && k < x->distinct; k++) {
		e->codes[k] = (uint32_t)k;
		e->shares[k] = x->counts[k];
		e->info.points++;
	}
	for (size_t k = 0; k < e->info.points; k++)
		e->values[k] = x->values != NULL ? x->values[e->codes[k]] : NAN;
	return x->labels == NULL || copy_labels(&e->labels, x, x->distinct);
}

/* The first level, the most frequent dose, or the middle of a curve. */
static size_t usual_reference(const mixmi_effect *e, const data_column *x)
{
	size_t most = 0;
	for (size_t k = 1; k < e->info.points; k++)
		most = e->shares[k] > e->shares[most] ? k : most;
	return are_doses(x) ? most : e->info.curve ? e->info.points / 2 : 0;
}

/* The point with this label, or the point of a curve nearest to this value of its range. */
static mixmi_status find_reference(mixmi_effect *e, const data_column *x, const char *reference)
{
	double value = NAN;
	e->info.reference = usual_reference(e, x);
	if (reference == NULL)
		return MIXMI_OK;
	for (size_t k = 0; e->labels != NULL && k < e->info.points; k++)
		if (strcmp(e->labels[k], reference) == 0) {
			e->info.reference = k;
			return MIXMI_OK;
		}
	bool number =
		e->labels == NULL && base_number_parse(&value, reference, strlen(reference), '.') == BASE_NUMBER_FINITE;
	size_t best = 0;
	for (size_t k = 1; number && k < e->info.points; k++)
		if (fabs(e->values[k] - value) < fabs(e->values[best] - value))
			best = k;
	bool known =
		number && (e->info.curve && !are_doses(x) ? value >= x->values[0] && value <= x->values[x->distinct - 1]
	                                              : e->values[best] == value);
	if (!known) {
		char shown[BASE_TEXT_SHOWN], name[BASE_TEXT_SHOWN];
		base_text_show(shown, reference, strlen(reference));
		base_text_show(name, x->name, strlen(x->name));
		return base_error(MIXMI_ERROR_USAGE, "reference '%s' is not a value of column '%s'%s", shown, name,
		                  number && e->info.curve && !are_doses(x) ? ": it is outside its range" : "");
	}
	e->info.reference = best;
	return MIXMI_OK;
}

static mixmi_status check_scope(const mixmi_effect *e)
{
	if (e->info.curve && e->scope.population != MIXMI_POPULATION_ALL)
		return base_error(MIXMI_ERROR_USAGE, "option population: a numeric treatment has no treated and untreated");
	return MIXMI_OK;
}

/* Outcomes of a censored time: its mean up to the horizon, and the risk by it. */
static mixmi_status prepare_times(mixmi_effect *e, const mixmi_table *table, double horizon)
{
	char labels[2][MIXMI_SHOWN + 20], shown[MIXMI_SHOWN];
	e->info.horizon = horizon > 0 ? horizon : effect_usual_horizon(table, e->info.x, e->info.y, !e->info.curve);
	mixmi_show_value(shown, e->info.horizon, (int32_t)table->columns[e->info.y].unit);
	snprintf(labels[0], sizeof labels[0], "mean up to %s", shown);
	snprintf(labels[1], sizeof labels[1], "risk by %s", shown);
	e->info.outcomes = 2;
	e->outcomes = base_strings_copy((const char *const[]){ labels[0], labels[1] }, 2);
	return e->outcomes != NULL ? MIXMI_OK : base_error_memory();
}

mixmi_status effect_prepare(mixmi_effect *e, const mixmi_table *table, size_t x, size_t y, const char *reference,
                            const mixmi_options *options)
{
	if (x >= table->column_count || y >= table->column_count)
		return base_error(MIXMI_ERROR_USAGE, "no column with index %zu: the table has %zu",
		                  x >= table->column_count ? x : y, table->column_count);
	if (x == y)
		return base_error(MIXMI_ERROR_USAGE, "treatment and outcome are the same column");
	mixmi_status status = data_refuse_censored(table, &x, 1, "their effects are not estimated");
	if (status != MIXMI_OK)
		return status;
	const data_column *treatment = &table->columns[x], *outcome = &table->columns[y];
	if (treatment->distinct == 0 || outcome->distinct == 0) {
		const char *empty = treatment->distinct == 0 ? treatment->name : outcome->name;
		char shown[BASE_TEXT_SHOWN];
		return base_error(MIXMI_ERROR_DATA, "column '%s' has no values", base_text_show(shown, empty, strlen(empty)));
	}
	e->info.curve = !has_levels(treatment);
	e->info.labels = outcome->values == NULL || outcome->type == MIXMI_DISCRETE;
	e->info.outcomes = e->info.labels ? outcome->distinct : 1;
	e->info.x = x;
	e->info.y = y;
	e->info.confidence = options->confidence > 0 ? options->confidence : usual_confidence;
	e->info.population = (mixmi_population)options->population;
	e->info.randomised = options->randomised;
	e->info.horizon = NAN;
	e->scope = (effect_scope){ e->info.population, options->randomised != 0 };
	e->level = (effect_level){ e->info.confidence, (uint64_t)options->seed, 0 };
	if ((!e->info.curve && treatment->distinct > MOST_LEVELS) || e->info.outcomes > MOST_LEVELS) {
		const data_column *large = e->info.outcomes > MOST_LEVELS ? outcome : treatment;
		char shown[BASE_TEXT_SHOWN];
		return base_error(MIXMI_ERROR_LIMIT, "column '%s' has %zu levels; an effect is estimated for at most %d",
		                  base_text_show(shown, large->name, strlen(large->name)), large->distinct, MOST_LEVELS);
	}
	if (!make_points(e, treatment) ||
	    (e->info.labels && outcome->labels != NULL && !copy_labels(&e->outcomes, outcome, outcome->distinct)))
		return base_error_memory();
	status = check_scope(e);
	if (status == MIXMI_OK && outcome->censored != NULL)
		status = prepare_times(e, table, options->horizon);
	return status == MIXMI_OK ? find_reference(e, treatment, reference) : status;
}
