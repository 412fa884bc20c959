/* With the hazard R(z, t) dA(t) given Z = z, a row that is followed up to t, with its event there (d = 1) or censored
 * (d = 0), has the scores
 *
 *     g_k = d w_k(t) - int_0^t R w_k dA,    w_0 = 1: the martingale residual, whose sum over a group is the log-rank statistic
 *
 * (Therneau, Grambsch and Fleming 1990). R is constant in t within periods with the same number of events, so that hazards
 * given Z may cross. A is Breslow's estimate over all rows. In each period E[events | z] = E[int R dA | z]: the regressions
 * of both sides on Z give a factor that corrects R, in rounds. */
#include "residual/censored.h"

#include <math.h>

#include "residual/constants.h"
#include "residual/regression.h"

enum {
	PERIODS = 2, /* of constant effects of Z on the hazard: one rejects .117 at .05 where hazards cross, two .062 */
	ROUNDS = 3,  /* of correcting the hazard: none rejects .30 at .05 where X and Z decide on the end of observation */
	SIDES = 2 * PERIODS /* of each period the events; then of each the integral of R dA */
};

static const double most_risk = 64;              /* ratio of hazards, */
static const double most_step = 4;               /* and its change in a round: stability */
static const double tiny = 1e-300;               /* keeps divisions defined */
static const double least_at_risk = 1e-12;       /* no row is at risk but for rounding */
static const double pi = 3.14159265358979323846; /* of waves */

typedef struct hazard {
	const question_values *column;
	size_t rows, times, scores; /* times: distinct ones of events */
	size_t *last;               /* [rows] times of events that the row was followed for */
	double *events;             /* [times] */
	size_t *period;             /* [times] */
	double *weights;            /* [scores][times] */
	double *risk;               /* [PERIODS][rows] */
	double *sums;               /* [PERIODS][times + 1] of what is integrated, over the times before */
} hazard;

static bool is_event(const hazard *h, size_t row)
{
	return !h->column->censored[h->column->codes[row]];
}

/* Times of events, and how many of them each row was followed for. */
static void find_times(hazard *h, base_arena *arena)
{
	const question_values *c = h->column;
	size_t *before = base_arena_take(arena, c->levels, sizeof *before);
	h->events = base_arena_take(arena, c->levels, sizeof *h->events);
	h->last = base_arena_take(arena, c->rows, sizeof *h->last);
	for (size_t v = 0; v < c->levels; v++) {
		if (!c->censored[v])
			h->events[h->times++] = c->counts[v];
		before[v] = h->times;
	}
	for (size_t i = 0; i < c->rows; i++)
		h->last[i] = before[c->codes[i]];
}

/* w_0 = 1 and waves over the places of times among all events; and the periods. */
static void find_weights(hazard *h, base_arena *arena)
{
	double all = 0, below = 0;
	h->scores = h->times < RESIDUAL_MOST_WAVES ? h->times : RESIDUAL_MOST_WAVES;
	h->period = base_arena_take(arena, h->times, sizeof *h->period);
	h->weights = base_arena_take(arena, h->scores * h->times, sizeof *h->weights);
	for (size_t j = 0; j < h->times; j++)
		all += h->events[j];
	for (size_t j = 0; j < h->times; below += h->events[j++]) {
		double place = (2 * below + h->events[j] - all) / (2 * all);
		h->period[j] = (size_t)fmin(PERIODS - 1, floor(PERIODS * below / all));
		h->weights[j] = 1;
		for (size_t k = 1; k < h->scores; k++) {
			double angle = (double)k * pi * place;
			h->weights[k * h->times + j] = sqrt(2) * (k % 2 == 1 ? sin(angle) : cos(angle));
		}
	}
}

/* Breslow's dA into steps[times]. */
static void find_steps(double *steps, const hazard *h, base_arena *arena)
{
	base_arena_mark mark = base_arena_here(arena);
	double *leaving = base_arena_take_zero(arena, PERIODS * (h->times + 1), sizeof *leaving), at_risk[PERIODS] = { 0 };
	for (size_t s = 0; s < PERIODS; s++)
		for (size_t i = 0; i < h->rows; i++) {
			leaving[s * (h->times + 1) + h->last[i]] += h->risk[s * h->rows + i];
			at_risk[s] += h->risk[s * h->rows + i];
		}
	for (size_t j = 0; j < h->times; j++) {
		for (size_t s = 0; s < PERIODS; s++)
			at_risk[s] -= leaving[s * (h->times + 1) + j];
		steps[j] = h->events[j] / fmax(at_risk[h->period[j]], least_at_risk);
	}
	base_arena_back(arena, mark);
}

/* Sums of steps times weights (NULL: 1) of each period. */
static void integrate(hazard *h, const double *steps, const double *weights)
{
	for (size_t s = 0; s < PERIODS; s++) {
		double *sums = h->sums + s * (h->times + 1);
		sums[0] = 0;
		for (size_t j = 0; j < h->times; j++)
			sums[j + 1] = sums[j] + (h->period[j] == s ? steps[j] * (weights != NULL ? weights[j] : 1) : 0);
	}
}

static double integral(const hazard *h, size_t period, size_t row)
{
	return h->risk[period * h->rows + row] * h->sums[period * (h->times + 1) + h->last[row]];
}

/* values[SIDES][rows], standardised; their means and standard deviations. */
static void fill_sides(double *values, double mean[SIDES], double size[SIDES], const hazard *h)
{
	for (size_t side = 0; side < SIDES; side++) {
		double *v = values + side * h->rows, sum = 0, squares = 0;
		size_t s = side % PERIODS;
		for (size_t i = 0; i < h->rows; i++) {
			bool own = is_event(h, i) && h->period[h->last[i] - 1] == s;
			sum += v[i] = side < PERIODS ? (own ? 1 : 0) : integral(h, s, i);
		}
		mean[side] = sum / (double)h->rows;
		for (size_t i = 0; i < h->rows; i++)
			squares += (v[i] - mean[side]) * (v[i] - mean[side]);
		size[side] = sqrt(squares / (double)h->rows) + tiny;
		for (size_t i = 0; i < h->rows; i++)
			v[i] = (v[i] - mean[side]) / size[side];
	}
}

static double clip(double value, double most)
{
	return fmin(fmax(value, 1 / most), most);
}

/* Multiplies risks by the ratio of the regressions of both sides on Z. */
static void correct_risks(hazard *h, base_arena *arena, residual_functions *of_z)
{
	base_arena_mark mark = base_arena_here(arena);
	size_t n = h->rows;
	double *values = base_arena_take(arena, SIDES * n, sizeof *values), mean[SIDES], size[SIDES];
	double *left = base_arena_take(arena, SIDES * n, sizeof *left);
	fill_sides(values, mean, size, h);
	residual_left(left, residual_regress(arena, of_z, values, SIDES, RESIDUAL_TREE | RESIDUAL_FURTHER), NULL, SIDES,
	              true);
	for (size_t i = 0; i < n; i++)
		for (size_t s = 0; s < PERIODS; s++) {
			double fit[2], *risk = &h->risk[s * n + i];
			for (size_t k = 0; k < 2; k++) {
				size_t side = s + k * PERIODS, at = side * n + i;
				fit[k] = fmax(mean[side] + size[side] * (values[at] - left[at]), mean[side] / most_step);
			}
			*risk = clip(*risk * clip(fit[0] / fmax(fit[1], tiny), most_step), most_risk);
		}
	base_arena_back(arena, mark);
}

static void fill_score(double *out, hazard *h, const double *steps, size_t k)
{
	const double *weights = h->weights + k * h->times;
	integrate(h, steps, weights);
	for (size_t i = 0; i < h->rows; i++) {
		out[i] = is_event(h, i) ? weights[h->last[i] - 1] : 0;
		for (size_t s = 0; s < PERIODS; s++)
			out[i] -= integral(h, s, i);
	}
}

residual_features residual_censored_features(base_arena *arena, const question_values *column, residual_functions *of_z,
                                             size_t z_count)
{
	hazard h = { .column = column, .rows = column->rows };
	residual_features out = { .rows = column->rows };
	find_times(&h, arena);
	if (h.times == 0)
		return out;
	find_weights(&h, arena);
	h.risk = base_arena_take(arena, PERIODS * h.rows, sizeof *h.risk);
	h.sums = base_arena_take(arena, PERIODS * (h.times + 1), sizeof *h.sums);
	for (size_t i = 0; i < PERIODS * h.rows; i++)
		h.risk[i] = 1;
	double *steps = base_arena_take(arena, h.times, sizeof *steps);
	for (int round = 0; z_count > 0 && round < ROUNDS; round++) {
		find_steps(steps, &h, arena);
		integrate(&h, steps, NULL);
		correct_risks(&h, arena, of_z);
	}
	find_steps(steps, &h, arena);
	out.count = h.scores;
	out.values = base_arena_take(arena, out.count * h.rows, sizeof *out.values);
	out.details = base_arena_take(arena, out.count, sizeof *out.details);
	for (size_t k = 0; k < out.count; k++) {
		fill_score(out.values + k * h.rows, &h, steps, k);
		out.details[k] = k == 0 ? 0 : (int)fmax(1, ceil(log2((double)k + 1)));
	}
	return out;
}
