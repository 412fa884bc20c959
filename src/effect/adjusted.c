/* What is estimated with one adjustment set: the standardised means, their intervals and the information. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/survival.h"
#include "effect/effect.h"
#include "effect/strength.h"
#include "effect/times.h"
#include "paper/question/question.h"

enum { CLASSES = 6 }; /* of a numeric outcome for its information */

static const double much_lacking = 0.05; /* of the rows: it is said where they are */

/* y[outcome][row]: the numbers, or an indicator per label. */
static double *outcome_numbers(base_arena *arena, const effect_sample *s, size_t outcomes)
{
	double *y = base_arena_take(arena, outcomes, s->rows * sizeof *y);
	for (size_t r = 0; r < outcomes; r++)
		for (size_t i = 0; i < s->rows; i++)
			y[r * s->rows + i] = s->y != NULL ? s->y[i] : s->y_codes[i] == r;
	return y;
}

static int compare_codes(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

/* Indicators of classes of a numeric outcome, of equal frequency except for ties. Returns their number. */
static size_t classes_of(double **out, base_arena *arena, const effect_sample *s)
{
	uint32_t *sorted = base_arena_take(arena, s->rows, sizeof *sorted), ends[CLASSES];
	size_t count = 0, observed = 0;
	for (size_t i = 0; i < s->rows; i++)
		if (effect_is_observed(s, i))
			sorted[observed++] = s->y_codes[i];
	qsort(sorted, observed, sizeof *sorted, compare_codes);
	for (size_t k = 1; k <= CLASSES; k++) {
		uint32_t end = sorted[k * observed / CLASSES - 1];
		if (k == CLASSES || (end < sorted[observed - 1] && (count == 0 || end > ends[count - 1])))
			ends[count++] = end;
	}
	*out = base_arena_take_zero(arena, CLASSES, s->rows * sizeof **out);
	for (size_t i = 0; i < s->rows; i++)
		for (size_t k = 0; effect_is_observed(s, i) && k < count; k++)
			if (s->y_codes[i] <= ends[k]) {
				(*out)[k * s->rows + i] = 1;
				break;
			}
	return count;
}

/* ---------------------------------------------------------------------------------------------------------- a set */

static effect_standardised standardise(base_arena *arena, const mixmi_effect *e, const effect_sample *s,
                                       const double *y, size_t outcomes)
{
	const effect_grid grid = { e->info.points, e->info.reference, e->codes };
	return e->info.curve ? effect_standardise_curve(arena, s, &grid, y, outcomes)
	                     : effect_standardise_levels(arena, s, &grid, y, outcomes, e->scope);
}

static void inform(effect_adjusted *a, base_arena *arena, const mixmi_effect *e, const effect_sample *s,
                   const effect_means *means, const effect_level *level)
{
	size_t *point_of = e->info.curve ? NULL : base_arena_take(arena, s->rows, sizeof *point_of);
	for (size_t i = 0; point_of != NULL && i < s->rows; i++)
		point_of[i] = s->x.codes[i];
	effect_infer_information(&a->set, arena, means, e->shares, point_of, level);
}

/* The information about a numeric outcome is that about its classes. */
static void inform_by_classes(effect_adjusted *a, base_arena *arena, const mixmi_effect *e, const effect_sample *s,
                              const effect_level *level)
{
	double *y;
	size_t count = classes_of(&y, arena, s);
	effect_standardised found = standardise(arena, e, s, y, count);
	inform(a, arena, e, s, &found.means, level);
}

/* Back to the unit and the origin of the outcome. */
static void scale_back(mixmi_effect_outcome *outcome, mixmi_effect_point *points, size_t count, const effect_sample *s)
{
	double *slopes[] = { &outcome->slope, &outcome->slope_lower, &outcome->slope_upper, &outcome->crude_slope };
	for (size_t k = 0; k < sizeof slopes / sizeof *slopes; k++)
		*slopes[k] = ldexp(*slopes[k], s->y_exponent - s->x_exponent);
	for (size_t g = 0; g < count; g++) {
		mixmi_effect_point *p = &points[g];
		double *means[] = { &p->crude, &p->mean, &p->lower, &p->upper, &p->band_lower, &p->band_upper };
		double *others[] = { &p->error,
			                 &p->difference,
			                 &p->difference_error,
			                 &p->difference_lower,
			                 &p->difference_upper,
			                 &p->overlap_difference,
			                 &p->overlap_difference_lower,
			                 &p->overlap_difference_upper };
		for (size_t k = 0; k < sizeof means / sizeof *means; k++)
			*means[k] = ldexp(*means[k] + s->y_mean, s->y_exponent);
		for (size_t k = 0; k < sizeof others / sizeof *others; k++)
			*others[k] = ldexp(*others[k], s->y_exponent);
	}
}

static void describe_points(mixmi_effect_point *points, const effect_adjusted *a, const mixmi_effect *e,
                            const effect_standardised *found, size_t outcome)
{
	for (size_t g = 0; g < e->info.points; g++) {
		points[g].lacking = a->lacking[g];
		points[g].label = e->labels != NULL ? e->labels[g] : NULL;
		points[g].value = e->values[g];
		points[g].rows = found->at[g];
		points[g].crude = found->crude[outcome * e->info.points + g];
		points[g].support = found->support[g].share;
		points[g].size = found->size[g];
	}
}

/* Where rows lack a value, if they are many. */
static void describe_lacking(effect_adjusted *a, base_arena *arena, const mixmi_table *table, const effect_sample *s,
                             const effect_standardised *found)
{
	for (size_t g = 0; g < found->means.points; g++)
		if (1 - found->support[g].share >= much_lacking || found->support[g].excluded)
			effect_describe_lacking(a->lacking[g], arena, s, table, found->support[g].lack);
}

/* The differences in the population where all levels are likely. */
static void infer_overlap(mixmi_effect_point *points, base_arena *arena, const mixmi_effect *e,
                          const effect_standardised *found, size_t outcome, const effect_level *level)
{
	mixmi_effect_point *own = base_arena_take_zero(arena, e->info.points, sizeof *own);
	if (found->overlap.mean != NULL)
		effect_infer_points(own, arena, &found->overlap, outcome, e->info.reference, level);
	for (size_t g = 0; g < e->info.points; g++) {
		bool known = found->overlap.mean != NULL;
		points[g].overlap_difference = known ? own[g].difference : NAN;
		points[g].overlap_difference_lower = known ? own[g].difference_lower : NAN;
		points[g].overlap_difference_upper = known ? own[g].difference_upper : NAN;
	}
}

static void infer(effect_adjusted *a, base_arena *arena, const mixmi_effect *e, const mixmi_table *table,
                  const effect_sample *s, const double *y)
{
	effect_level level = e->level;
	double places[EFFECT_POINTS];
	effect_standardised found = standardise(arena, e, s, y, e->info.outcomes);
	level.key = s->key;
	describe_lacking(a, arena, table, s, &found);
	for (size_t g = 0; e->info.curve && g < e->info.points; g++)
		places[g] = ldexp(e->values[g], -s->x_exponent);
	for (size_t r = 0; r < e->info.outcomes; r++) {
		mixmi_effect_point *points = a->points + r * e->info.points;
		describe_points(points, a, e, &found, r);
		a->outcomes[r].label = e->outcomes != NULL ? e->outcomes[r] : NULL;
		effect_infer_points(points, arena, &found.means, r, e->info.reference, &level);
		effect_infer_outcome(&a->outcomes[r], arena, &found.means, found.crude + r * e->info.points, r,
		                     e->info.reference, e->info.curve ? places : NULL, e->shares, &level);
		infer_overlap(points, arena, e, &found, r, &level);
		effect_judge_strength(points, &found, r, e->info.reference, e->info.labels != 0, table);
		scale_back(&a->outcomes[r], points, e->info.points, s);
	}
	if (table->columns[e->info.y].censored != NULL)
		a->set.information = a->set.information_lower = a->set.information_upper = NAN;
	else if (s->y == NULL)
		inform(a, arena, e, s, &found.means, &level);
	else
		inform_by_classes(a, arena, e, s, &level);
}

/* If y is a parent of x, there is no effect: every mean is the overall mean. */
static void set_none(effect_adjusted *a, const mixmi_effect *e)
{
	for (size_t r = 0; r < e->info.outcomes; r++) {
		a->outcomes[r].slope = a->outcomes[r].slope_lower = a->outcomes[r].slope_upper = e->info.curve ? 0 : NAN;
		a->outcomes[r].p = 1;
		for (size_t g = 0; g < e->info.points; g++) {
			mixmi_effect_point *p = &a->points[r * e->info.points + g];
			double mean = 0, shares = 0;
			for (size_t k = 0; k < e->info.points; k++) { /* the crude means average to the overall mean */
				const mixmi_effect_point *other = &a->points[r * e->info.points + k];
				mean += e->shares[k] * (isnan(other->crude) ? 0 : other->crude);
				shares += isnan(other->crude) ? 0 : e->shares[k];
			}
			p->mean = mean / shares;
			p->lower = p->upper = p->band_lower = p->band_upper = p->error = NAN;
			p->difference = p->difference_lower = p->difference_upper = p->difference_error = 0;
			p->overlap_difference = p->overlap_difference_lower = p->overlap_difference_upper = NAN;
			p->robustness = p->robustness_interval = p->strongest = p->e_value = p->e_value_interval = NAN;
			p->lacking = p->strongest_name = "";
		}
	}
	a->set.information = a->set.information_lower = a->set.information_upper = 0;
}

/* What the computation of one set needs. */
typedef struct asked_set {
	mixmi_effect *effect;
	effect_adjusted *of;
	effect_question question;
	bool none; /* y is a parent of x, and is not in the set */
} asked_set;

/* A column of the set distinguishes nearly all rows: nothing is estimated. */
static void leave_undecided(effect_adjusted *a, const mixmi_effect *e, const char *name)
{
	char shown[BASE_TEXT_SHOWN];
	snprintf(a->undecided, sizeof a->undecided, "'%s' distinguishes nearly all rows, which leaves none to compare",
	         base_text_show(shown, name, strlen(name)));
	a->set.information = a->set.information_lower = a->set.information_upper = NAN;
	for (size_t r = 0; r < e->info.outcomes; r++) {
		mixmi_effect_outcome *o = &a->outcomes[r];
		*o = (mixmi_effect_outcome){ e->outcomes != NULL ? e->outcomes[r] : NULL, NAN, NAN, NAN, NAN, NAN };
		for (size_t g = 0; g < e->info.points; g++)
			a->points[r * e->info.points + g] = (mixmi_effect_point){
				.label = e->labels != NULL ? e->labels[g] : NULL,
				.value = e->values[g],
				.crude = NAN,
				.mean = NAN,
				.error = NAN,
				.lower = NAN,
				.upper = NAN,
				.band_lower = NAN,
				.band_upper = NAN,
				.difference = NAN,
				.difference_error = NAN,
				.difference_lower = NAN,
				.difference_upper = NAN,
				.lacking = "",
				.overlap_difference = NAN,
				.overlap_difference_lower = NAN,
				.overlap_difference_upper = NAN,
				.robustness = NAN,
				.robustness_interval = NAN,
				.strongest = NAN,
				.strongest_name = "",
				.e_value = NAN,
				.e_value_interval = NAN,
			};
	}
}

static mixmi_status compute(void *context, base_arena *arena)
{
	asked_set *asked = context;
	mixmi_effect *e = asked->effect;
	effect_adjusted *a = asked->of;
	const mixmi_table *table = asked->question.table;
	effect_sample s;
	size_t identifier;
	mixmi_status status = effect_sample_take(&s, &identifier, arena, &asked->question);
	a->set.rows = s.rows;
	a->set.dropped = s.dropped;
	a->set.unobserved = s.unobserved;
	a->set.groups = s.groups.ways > 0 ? s.groups.of[0]->levels : 0;
	if (status != MIXMI_OK)
		return status;
	bool times = table->columns[e->info.y].censored != NULL;
	if (identifier != SIZE_MAX)
		leave_undecided(a, e, table->columns[identifier].name);
	else
		infer(a, arena, e, table, &s,
		      times ? effect_time_outcomes(arena, &s, &table->columns[e->info.y], e->info.horizon, !e->info.curve)
		            : outcome_numbers(arena, &s, e->info.outcomes));
	if (asked->none)
		set_none(a, e);
	return MIXMI_OK;
}

static mixmi_status check_question(const mixmi_table *table, const effect_question *q)
{
	question_ready ready;
	const mixmi_question asked = { &q->x, 1, &q->y, 1, q->set, q->count };
	mixmi_status status = data_refuse_censored(table, q->set, q->count, "they cannot be adjusted for");
	if (status != MIXMI_OK)
		return status;
	status = question_init(&ready, table, &asked);
	if (status == MIXMI_OK)
		question_clear(&ready);
	return status;
}

mixmi_status effect_add_set(mixmi_effect *e, const mixmi_table *table, const size_t *set, size_t count, bool none)
{
	effect_adjusted *a = &e->sets[e->info.sets++];
	asked_set asked = { e, a, { table, e->info.x, e->info.y, none ? 0 : count, set, !e->info.curve }, none };
	a->columns = base_array_copy(set, count, sizeof *a->columns);
	a->outcomes = base_array_zero(e->info.outcomes, sizeof *a->outcomes);
	a->points = base_array_zero(e->info.outcomes, e->info.points * sizeof *a->points);
	a->lacking = base_array_zero(e->info.points, sizeof *a->lacking);
	if (a->columns == NULL || a->outcomes == NULL || a->points == NULL || a->lacking == NULL)
		return base_error_memory();
	a->set = (mixmi_effect_set){ .columns = a->columns, .count = count, .none = none, .undecided = a->undecided };
	mixmi_status status = check_question(table, &asked.question);
	return status == MIXMI_OK ? base_arena_run(compute, &asked) : status;
}
