/* With the hazard exp(r(z)) dA(t) given Z = z, a row whose time ended at t, with its event (d = 1) or cut off (d = 0), has the scores
 *
 *     g_k = d w_k(t) - exp(r(z)) int_0^t w_k dA,    w_0 = 1: the martingale residual, whose sum over a group is the log-rank statistic.
 *
 * Given Z and the time at which observation would have ended, they have mean 0 if no other column acts on the hazard. So the end of
 * observation may depend on Z and on the column that the time is compared with; plain functions of the time and its status would then differ, too.
 * A is estimated by Breslow: within cells of Z if these are compared, where r = 0; else over all rows. Then E[d | z] = E[exp(r) A(t) | z] says
 * what r is: the regressions of both sides on Z give factors by which exp(r) is corrected, in rounds. The scores are residualised on Z afterwards
 * like features of any column, so an error of r counts only where the end of observation depends on the other column given Z. */
#include "test/martingale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "question/counted.h"
#include "question/rank_scores.h"
#include "regress/regress.h"
#include "test/constants.h"
#include "test/row_constants.h"

/* Times at work. */
typedef struct hazard {
	const question_column *column;
	const test_given *given;
	const uint32_t *group; /* [entries] rows with hazards of their own; NULL: one group */
	size_t groups, scores;
	uint32_t *order;   /* [entries] by group, then by code */
	double *risk;      /* [entries] exp(r), rounded */
	double *weights;   /* [distinct][scores] w_k at the time of each code, 0 where it has no events */
	double *integrals; /* [entries][scores] int w_k dA up to the entry's time */
} hazard;

static uint32_t group_of(const hazard *h, size_t entry)
{
	return h->group != NULL ? h->group[entry] : 0;
}

static bool is_event(const hazard *h, size_t entry)
{
	return h->column->censored[h->column->codes[entry]] == 0;
}

/* order[]: counting sort by code, then by group. O(rows + distinct + groups). */
static bool sort_entries(hazard *h)
{
	const question_column *c = h->column;
	size_t larger = c->distinct > h->groups ? c->distinct : h->groups;
	size_t *starts = base_array(larger + 1, sizeof *starts);
	uint32_t *by_code = base_array(c->entries, sizeof *by_code);
	if (starts != NULL && by_code != NULL) {
		memset(starts, 0, (larger + 1) * sizeof *starts);
		for (size_t i = 0; i < c->entries; i++)
			starts[c->codes[i] + 1]++;
		for (size_t k = 0; k < c->distinct; k++)
			starts[k + 1] += starts[k];
		for (size_t i = 0; i < c->entries; i++)
			by_code[starts[c->codes[i]]++] = (uint32_t)i;
		memset(starts, 0, (larger + 1) * sizeof *starts);
		for (size_t i = 0; i < c->entries; i++)
			starts[group_of(h, i) + 1]++;
		for (size_t k = 0; k < h->groups; k++)
			starts[k + 1] += starts[k];
		for (size_t i = 0; i < c->entries; i++)
			h->order[starts[group_of(h, by_code[i])]++] = by_code[i];
	}
	bool done = starts != NULL && by_code != NULL;
	free(starts);
	free(by_code);
	return done;
}

/* w_0 = 1 and waves over the places of times among all events. */
static void fill_weights(hazard *h)
{
	const question_column *c = h->column;
	size_t events = 0, below = 0;
	double at[QUESTION_MOST_WAVES + 1];
	for (size_t code = 0; code < c->distinct; code++)
		events += c->censored[code] ? 0 : c->counts[code];
	for (size_t code = 0; code < c->distinct; code++) {
		double *weights = h->weights + code * h->scores;
		bool occurs = !c->censored[code] && c->counts[code] > 0;
		memset(weights, 0, h->scores * sizeof *weights);
		if (!occurs)
			continue;
		at[0] = 1;
		question_waves(at + 1, h->scores - 1, question_place(below, c->counts[code], events));
		memcpy(weights, at, h->scores * sizeof *weights);
		below += c->counts[code];
	}
}

/* The integrals of the rows order[first .. end), which are one group. Sums of risks are exact, so their order does not matter. */
static void integrate_group(hazard *h, size_t first, size_t end)
{
	const question_column *c = h->column;
	double at_risk = 0, sums[QUESTION_MOST_WAVES + 1] = { 0 };
	for (size_t i = first; i < end; i++)
		at_risk += question_times(c->times, h->order[i]) * h->risk[h->order[i]];
	for (size_t i = first, next; i < end; i = next) {
		uint32_t code = c->codes[h->order[i]];
		double events = 0, leaving = 0;
		for (next = i; next < end && c->codes[h->order[next]] == code; next++) {
			double times = question_times(c->times, h->order[next]);
			events += times;
			leaving += times * h->risk[h->order[next]];
		}
		for (size_t k = 0; k < h->scores && !c->censored[code]; k++)
			sums[k] += h->weights[code * h->scores + k] * events / at_risk;
		for (size_t j = i; j < next; j++)
			memcpy(h->integrals + h->order[j] * h->scores, sums, h->scores * sizeof *sums);
		at_risk -= leaving;
	}
}

static void integrate(hazard *h)
{
	for (size_t i = 0, end; i < h->column->entries; i = end) {
		for (end = i; end < h->column->entries && group_of(h, h->order[end]) == group_of(h, h->order[i]);)
			end++;
		integrate_group(h, i, end);
	}
}

/* Corrects risks by what the regressions of d and of exp(r) A(t) on Z say. `room`: for 4 numbers per row. */
static bool correct_risks(hazard *h, double *room)
{
	size_t rows = h->column->entries;
	double *values = room, *fitted = room + 2 * rows, mean[2] = { 0 }, deviation[2];
	for (size_t i = 0; i < rows; i++) {
		values[i] = is_event(h, i);
		values[rows + i] = base_fix(h->risk[i] * h->integrals[i * h->scores]);
	}
	for (size_t k = 0; k < 2; k++) {
		mean[k] = base_total(values + k * rows, rows) / (double)rows;
		deviation[k] = base_standardise(values + k * rows, rows);
	}
	memcpy(fitted, values, 2 * rows * sizeof *values);
	regress_outcome ignored;
	if (!regress_features(&ignored, NULL, NULL, values, 2, &h->given->functions, true))
		return false;
	for (size_t i = 0; i < rows; i++) {
		double expected[2];
		for (size_t k = 0; k < 2; k++)
			expected[k] = fmax(mean[k] + deviation[k] * (fitted[k * rows + i] - values[k * rows + i]),
			                   mean[k] / test_most_risk_step);
		double factor = fmin(fmax(expected[0] / expected[1], 1 / test_most_risk_step), test_most_risk_step);
		h->risk[i] = base_round(fmin(fmax(h->risk[i] * factor, 1 / test_most_risk), test_most_risk));
	}
	return true;
}

static bool find_risks(hazard *h)
{
	double *room = base_array(h->column->entries, 4 * sizeof *room);
	bool done = room != NULL;
	for (int round = 0; done && round < TEST_RISK_ROUNDS; round++) {
		integrate(h);
		done = correct_risks(h, room);
	}
	free(room);
	return done;
}

/* Takes the scores as features, the simplest first. */
static bool take_scores(question_features *f, const hazard *h)
{
	const question_column *c = h->column;
	*f = (question_features){ .entries = c->entries, .times = c->times };
	f->values = base_array(c->entries, h->scores * sizeof *f->values);
	for (size_t k = 0; f->values != NULL && k < h->scores; k++) {
		double *values = f->values + f->count * c->entries;
		for (size_t i = 0; i < c->entries; i++)
			values[i] = h->weights[c->codes[i] * h->scores + k] - h->risk[i] * h->integrals[i * h->scores + k];
		question_features_keep_wave(f, k + 1);
	}
	return f->values != NULL;
}

bool test_survival_features(question_features *features, const question_column *column, const test_given *given,
                            size_t waves)
{
	bool cells = given->manner == TEST_BY_CELLS;
	hazard h = { .column = column, .given = given, .scores = waves, .groups = cells ? given->cell_count : 1 };
	h.group = cells ? given->cells : NULL;
	h.order = base_array(column->entries, sizeof *h.order);
	h.risk = base_array(column->entries, sizeof *h.risk);
	h.weights = base_array(column->distinct, waves * sizeof *h.weights);
	h.integrals = base_array(column->entries, waves * sizeof *h.integrals);
	bool done = h.order != NULL && h.risk != NULL && h.weights != NULL && h.integrals != NULL && sort_entries(&h);
	for (size_t i = 0; done && i < column->entries; i++)
		h.risk[i] = 1;
	if (done)
		fill_weights(&h);
	done = done && (given->manner != TEST_BY_REGRESSION || find_risks(&h));
	if (done) {
		integrate(&h);
		done = take_scores(features, &h);
	}
	free(h.order);
	free(h.risk);
	free(h.weights);
	free(h.integrals);
	return done;
}
