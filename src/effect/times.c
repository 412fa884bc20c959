/* A row's pseudo-observation is the Kaplan-Meier estimate of its level plus the row's influence on it (Andersen, Klein and
 * Rosthoj 2003, to first order): with Y at risk of n rows and S the estimate, a row that ends at T changes
 *
 *     risk by h:       S(h) ( n / Y(T) 1{event at T <= h} - sum over events u <= min(T, h) of n d(u) / Y(u)^2 ),
 *     mean up to h:    the same with minus the area under S from u to h instead of S(h).
 *
 * Given covariates its mean is that of the outcome itself, as long as censoring does not depend on them within a level. */
#include "effect/times.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

static const double usual_observed = 0.1; /* of the rows of a level are still observed at the horizon */

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The horizon for rows at one level, or all: code DATA_MISSING. */
static double horizon_at(double *times, const mixmi_table *table, size_t x, size_t y, uint32_t code)
{
	const data_column *treatment = &table->columns[x], *time = &table->columns[y];
	size_t count = 0;
	for (size_t i = 0; i < table->rows; i++) {
		bool here = code == DATA_MISSING || treatment->codes[i] == code;
		if (here && time->codes[i] != DATA_MISSING)
			times[count++] = time->values[time->codes[i]];
	}
	qsort(times, count, sizeof *times, compare_numbers);
	return count > 0 ? times[(size_t)((1 - usual_observed) * (double)(count - 1))] : INFINITY;
}

double effect_usual_horizon(const mixmi_table *table, size_t x, size_t y, bool levels)
{
	double *times = base_array(table->rows, sizeof *times), least = INFINITY;
	if (times == NULL)
		return NAN;
	for (size_t code = 0; levels && code < table->columns[x].distinct; code++)
		least = fmin(least, horizon_at(times, table, x, y, (uint32_t)code));
	if (!levels)
		least = horizon_at(times, table, x, y, DATA_MISSING);
	free(times);
	return least;
}

/* The Kaplan-Meier estimate of one level, by codes of the time. */
typedef struct survivors {
	size_t rows;
	double *at_risk;       /* [codes] rows whose time is at least that of the code */
	double *events;        /* [codes] */
	double *area;          /* [codes] under S from there to the horizon */
	double survival, mean; /* at and up to the horizon */
} survivors;

static survivors survivors_of(base_arena *arena, const effect_sample *s, const data_column *time, double horizon,
                              const unsigned char *here)
{
	size_t codes = time->distinct;
	survivors v = { .survival = 1 };
	double *room = base_arena_take_zero(arena, codes, 3 * sizeof *room), risk = 0, before = 0;
	v.at_risk = room;
	v.events = room + codes;
	v.area = room + 2 * codes;
	for (size_t i = 0; i < s->rows; i++)
		if (here[i]) {
			v.rows++;
			v.at_risk[s->y_codes[i]]++;
			v.events[s->y_codes[i]] += !time->censored[s->y_codes[i]];
		}
	for (size_t k = codes; k-- > 0;)
		v.at_risk[k] = risk += v.at_risk[k];
	for (size_t k = 0; k < codes && time->values[k] <= horizon; k++) {
		v.mean += v.survival * (time->values[k] - before);
		before = time->values[k];
		v.survival *= v.events[k] > 0 ? 1 - v.events[k] / v.at_risk[k] : 1;
		v.area[k] = v.mean; /* up to here; turned below */
	}
	v.mean += v.survival * (horizon - before);
	for (size_t k = 0; k < codes; k++)
		v.area[k] = time->values[k] <= horizon ? v.mean - v.area[k] : 0;
	return v;
}

/* Compensators of rows that end at each code, into out[2][codes]. */
static void compensate(double *out, const survivors *v, const data_column *time, double horizon)
{
	double sums[2] = { 0, 0 }, n = (double)v->rows;
	for (size_t k = 0; k < time->distinct; k++) {
		if (time->values[k] <= horizon && v->events[k] > 0) {
			double step = n * v->events[k] / (v->at_risk[k] * v->at_risk[k]);
			sums[0] -= v->area[k] * step;
			sums[1] += v->survival * step;
		}
		out[k] = sums[0];
		out[time->distinct + k] = sums[1];
	}
}

static void fill(double *out, base_arena *arena, const effect_sample *s, const data_column *time, double horizon,
                 const unsigned char *here)
{
	base_arena_mark mark = base_arena_here(arena);
	survivors v = survivors_of(arena, s, time, horizon, here);
	double *sums = base_arena_take(arena, time->distinct, 2 * sizeof *sums), n = (double)v.rows;
	compensate(sums, &v, time, horizon);
	for (size_t i = 0; i < s->rows; i++) {
		if (!here[i])
			continue;
		size_t k = s->y_codes[i];
		bool event = !time->censored[k] && time->values[k] <= horizon;
		double own = event ? n / v.at_risk[k] : 0;
		out[i] = v.mean - v.area[k] * own - sums[k];
		out[s->rows + i] = 1 - v.survival + v.survival * own - sums[time->distinct + k];
	}
	base_arena_back(arena, mark);
}

double *effect_time_outcomes(base_arena *arena, const effect_sample *s, const data_column *time, double horizon,
                             bool levels)
{
	double *out = base_arena_take_zero(arena, 2, s->rows * sizeof *out);
	unsigned char *here = base_arena_take(arena, s->rows, sizeof *here);
	for (size_t level = 0; level < (levels ? s->x.values->levels : 1); level++) {
		for (size_t i = 0; i < s->rows; i++)
			here[i] = effect_is_observed(s, i) && (!levels || s->x.values->codes[i] == level);
		fill(out, arena, s, time, horizon, here);
	}
	return out;
}
