/* With the hazard R(z, t) dA(t) given Z = z, a row with time t, with its event (d = 1) or censored (d = 0), has the scores
 *
 *     g_k = d w_k(t) - int_0^t R w_k dA,    w_0 = 1: the martingale residual, whose sum over a group is the log-rank statistic.
 *
 * Given Z and the censoring time they have mean 0 if no other column affects the hazard. So censoring may depend on Z and on the column that the
 * time is compared with; plain functions of time and status would then depend on that column too.
 *
 * R is constant in t within periods, which have the same number of events, so that hazards given Z may cross. A is Breslow's estimate: within
 * cells of Z if rows are compared by cells, with R = 1; else over all rows. Then in each period E[events | z] = E[int R dA | z]: the
 * regressions of both sides on Z give a factor that corrects R, in rounds. The scores are residualised on Z afterwards like features of any
 * column, so an error of R matters only where censoring depends on the other column given Z. */
#include "test/martingale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "question/counted.h"
#include "question/rank_waves.h"
#include "regress/regress.h"
#include "test/constants.h"
#include "test/row_constants.h"

enum { PERIODS = TEST_RISK_PERIODS };

typedef struct hazard {
	const question_column *column;
	const test_given *given;
	const uint32_t *group; /* [entries] groups with separate A; NULL: one group */
	size_t groups, scores;
	uint32_t *order;   /* [entries] by group, then by code */
	uint8_t *period;   /* [distinct] of the time of each code */
	double *risk;      /* [entries][PERIODS] R, rounded */
	double *weights;   /* [distinct][scores] w_k at the time of each code, 0 if it has no events */
	double *integrals; /* [entries][PERIODS][scores] int w_k dA over the part of a period before the entry's time */
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

/* w_0 = 1 and waves over the places of times among all events; and the periods. */
static void fill_weights(hazard *h)
{
	const question_column *c = h->column;
	size_t events = 0, below = 0;
	double at[QUESTION_MOST_WAVES + 2]; /* 1, waves, and the normal score, which is not used */
	for (size_t code = 0; code < c->distinct; code++)
		events += c->censored[code] ? 0 : c->counts[code];
	for (size_t code = 0; code < c->distinct; code++) {
		double *weights = h->weights + code * h->scores;
		bool occurs = !c->censored[code] && c->counts[code] > 0;
		memset(weights, 0, h->scores * sizeof *weights);
		h->period[code] = (uint8_t)(below < events ? PERIODS * below / events : PERIODS - 1);
		if (!occurs)
			continue;
		at[0] = 1;
		const int64_t rank = question_rank(below, c->counts[code], events);
		question_rank_waves_fill(at + 1, &rank, 1, NULL, events, h->scores - 1);
		memcpy(weights, at, h->scores * sizeof *weights);
		below += c->counts[code];
	}
}

static double *integral(const hazard *h, size_t entry, size_t period)
{
	return h->integrals + (entry * PERIODS + period) * h->scores;
}

/* Fills the integrals of the rows order[first .. end), which are one group. Sums of risks are exact, so their order
 * does not matter. */
static void integrate_group(hazard *h, size_t first, size_t end)
{
	const question_column *c = h->column;
	double at_risk[PERIODS] = { 0 }, sums[PERIODS * (QUESTION_MOST_WAVES + 1)] = { 0 };
	for (size_t i = first; i < end; i++)
		for (size_t s = 0; s < PERIODS; s++)
			at_risk[s] += question_times(c->times, h->order[i]) * h->risk[h->order[i] * PERIODS + s];
	for (size_t i = first, next; i < end; i = next) {
		uint32_t code = c->codes[h->order[i]];
		double events = 0, leaving[PERIODS] = { 0 }, *now = sums + h->period[code] * h->scores;
		for (next = i; next < end && c->codes[h->order[next]] == code; next++) {
			double times = question_times(c->times, h->order[next]);
			events += times;
			for (size_t s = 0; s < PERIODS; s++)
				leaving[s] += times * h->risk[h->order[next] * PERIODS + s];
		}
		for (size_t k = 0; k < h->scores && !c->censored[code]; k++)
			now[k] += h->weights[code * h->scores + k] * events / at_risk[h->period[code]];
		for (size_t j = i; j < next; j++)
			memcpy(integral(h, h->order[j], 0), sums, PERIODS * h->scores * sizeof *sums);
		for (size_t s = 0; s < PERIODS; s++)
			at_risk[s] -= leaving[s];
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

enum { SIDES = PERIODS * 2 }; /* for each period the events, then the integral of R dA */

/* values[side][row] */
static void fill_sides(double *values, const hazard *h)
{
	size_t rows = h->column->entries;
	for (size_t i = 0; i < rows; i++)
		for (size_t s = 0; s < PERIODS; s++) {
			values[2 * s * rows + i] = is_event(h, i) && h->period[h->column->codes[i]] == s;
			values[(2 * s + 1) * rows + i] = base_fix(h->risk[i * PERIODS + s] * *integral(h, i, s));
		}
}

/* Corrects risks by the ratio of the regressions of both sides on Z. `room`: for 2 SIDES numbers per row. */
static bool correct_risks(hazard *h, double *room)
{
	size_t rows = h->column->entries;
	double *values = room, *fitted = room + SIDES * rows, mean[SIDES], deviation[SIDES];
	fill_sides(values, h);
	for (size_t k = 0; k < SIDES; k++) {
		mean[k] = base_total(values + k * rows, rows) / (double)rows;
		deviation[k] = base_standardise(values + k * rows, rows);
	}
	memcpy(fitted, values, SIDES * rows * sizeof *values);
	regress_outcome ignored;
	if (!regress_features(&ignored, NULL, NULL, values, SIDES, &h->given->functions, true))
		return false;
	for (size_t i = 0; i < rows; i++)
		for (size_t s = 0; s < PERIODS; s++) {
			double expected[2], *risk = &h->risk[i * PERIODS + s];
			for (size_t k = 0; k < 2; k++) {
				size_t side = 2 * s + k;
				double fit = mean[side] + deviation[side] * (fitted[side * rows + i] - values[side * rows + i]);
				expected[k] = fmax(fit, mean[side] / test_most_risk_step);
			}
			double factor = expected[1] > 0 ? expected[0] / expected[1] : 1;
			factor = fmin(fmax(factor, 1 / test_most_risk_step), test_most_risk_step);
			*risk = base_round(fmin(fmax(*risk * factor, 1 / test_most_risk), test_most_risk));
		}
	return true;
}

static bool find_risks(hazard *h)
{
	double *room = base_array(h->column->entries, 2 * SIDES * sizeof *room);
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
		for (size_t i = 0; i < c->entries; i++) {
			values[i] = h->weights[c->codes[i] * h->scores + k];
			for (size_t s = 0; s < PERIODS; s++)
				values[i] -= h->risk[i * PERIODS + s] * integral(h, i, s)[k];
		}
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
	h.period = base_array(column->distinct, sizeof *h.period);
	h.risk = base_array(column->entries, PERIODS * sizeof *h.risk);
	h.weights = base_array(column->distinct, waves * sizeof *h.weights);
	h.integrals = base_array(column->entries, PERIODS * waves * sizeof *h.integrals);
	bool done = h.order != NULL && h.period != NULL && h.risk != NULL && h.weights != NULL && h.integrals != NULL &&
	            sort_entries(&h);
	for (size_t i = 0; done && i < column->entries * PERIODS; i++)
		h.risk[i] = 1;
	if (done)
		fill_weights(&h);
	done = done && (given->manner != TEST_BY_REGRESSION || find_risks(&h));
	if (done) {
		integrate(&h);
		done = take_scores(features, &h);
	}
	free(h.order);
	free(h.period);
	free(h.risk);
	free(h.weights);
	free(h.integrals);
	return done;
}
