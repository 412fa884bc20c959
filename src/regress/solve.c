/* The equations are (G + P) b = c, where G holds the products of the functions in the model and P the inverse variances. The effects of
 * levels are eliminated level by level; the rest is solved by Cholesky. A variance is updated to |b|^2 / (error * effective parameters), the
 * fixed point of the restricted likelihood (MacKay 1992, Fellner and Schall 1991). */
#include "regress/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "regress/cholesky.h"
#include "regress/constants.h"
#include "regress/levels.h"

/* Functions in the model, and their precisions. Returns how many. */
static size_t list_active(size_t *list, double *precision, const regress_fit *f)
{
	size_t count = 0;
	for (size_t k = 0; k < f->component_count; k++) {
		const regress_component *c = &f->components[k];
		for (size_t i = 0; c->active && !c->by_level && i < c->count; i++, count++)
			if (list != NULL) {
				list[count] = c->place + i;
				precision[count] = 1 / c->variance;
			}
	}
	return count;
}

/* Solves the equations for several right-hand sides, [count][responses], in place. */
static void solve_all(double *sums, const double *factor, size_t count, size_t responses, double *room)
{
	for (size_t r = 0; r < responses; r++) {
		for (size_t i = 0; i < count; i++)
			room[i] = sums[i * responses + r];
		regress_forward(room, factor, count);
		regress_backward(room, factor, count);
		for (size_t i = 0; i < count; i++)
			sums[i * responses + r] = room[i];
	}
}

/* Effective parameters of each component: the number of functions minus the trace of the inverse over the variance. `diagonal`: of the inverse. */
static void find_freedom(regress_fit *f, const regress_by_level *b, const double *diagonal, double *room)
{
	size_t place = 0, level = 0;
	double traces[REGRESS_MOST_SLOPES];
	regress_trace_levels(traces, f, b, room);
	f->freedom = 0;
	for (size_t k = 0; k < f->component_count; k++) {
		regress_component *c = &f->components[k];
		if (!c->active)
			continue;
		double trace = c->by_level ? traces[level++] : 0;
		for (size_t i = 0; !c->by_level && i < c->count; i++, place++)
			trace += diagonal[place];
		c->freedom = (double)c->count - trace / c->variance;
		f->freedom += c->freedom;
	}
}

/* For one response: the sum of a component's squared coefficients, and of coefficients times sums. `first`: its place in the solution. */
static void measure_component(double *length, double *explained, const regress_fit *f, const regress_component *c,
                              size_t first, size_t r)
{
	size_t F = f->responses;
	*length = *explained = 0;
	for (size_t i = 0; i < c->count; i++) {
		size_t level = (i * f->given->slopes + c->slope) * F + r;
		double b = c->by_level ? f->level_coefficients[level] : f->coefficients[(first + i) * F + r];
		*length += b * b;
		*explained += b * (c->by_level ? f->level_sums[level] : f->sums[(c->place + i) * F + r]);
	}
}

/* Error variance: y'y - b'c - b'P b over the residual degrees of freedom. */
static void find_error(regress_fit *f)
{
	double n = (double)f->rows;
	for (size_t r = 0; r < f->responses; r++) {
		double left = f->squares[r], length, explained;
		for (size_t k = 0, first = 0; k < f->component_count; k++) {
			const regress_component *c = &f->components[k];
			if (!c->active)
				continue;
			measure_component(&length, &explained, f, c, first, r);
			left -= explained + length / c->variance;
			first += c->by_level ? 0 : c->count;
		}
		f->error[r] = fmax(left, regress_tiny * (f->squares[r] + 1)) / fmax(n - f->freedom, question_least_share * n);
	}
}

/* Allocates a solution. */
static bool reserve_solution(regress_fit *f)
{
	size_t a = f->active = list_active(NULL, NULL, f);
	free(f->functions);
	free(f->factor);
	free(f->coefficients);
	f->functions = base_array(a, sizeof *f->functions);
	f->factor = base_array(a, a * sizeof *f->factor);
	f->coefficients = base_array(a, f->responses * sizeof *f->coefficients);
	return f->functions != NULL && f->factor != NULL && f->coefficients != NULL;
}

/* Factors the equations, and puts the right-hand sides in place of the coefficients. */
static void set_up(regress_fit *f, const regress_by_level *b, double *room)
{
	size_t a = f->active, F = f->responses;
	double *precision = room + 2 * REGRESS_MOST_SLOPES * a;
	list_active(f->functions, precision, f);
	regress_invert_levels(f, b);
	for (size_t i = 0; i < a; i++) {
		for (size_t j = 0; j <= i; j++)
			f->factor[i * a + j] = f->gram[f->functions[i] * f->room + f->functions[j]];
		memcpy(f->coefficients + i * F, f->sums + f->functions[i] * F, F * sizeof *f->coefficients);
	}
	regress_eliminate_levels(f->factor, f->coefficients, f->level_sums, f, b, room);
	for (size_t i = 0; i < a; i++)
		f->factor[i * a + i] += precision[i] + regress_tiny * (double)f->rows;
	regress_cholesky(f->factor, a);
}

bool regress_fit_solve(regress_fit *f)
{
	if (!reserve_solution(f))
		return false;
	size_t a = f->active;
	double *room = base_array(a + 1, (REGRESS_STRIP + 1) * sizeof *room); /* the levels need less */
	if (room == NULL)
		return false;
	double *diagonal = room + REGRESS_STRIP * a;
	const regress_by_level b = regress_levels_in_use(f);
	set_up(f, &b, room);
	solve_all(f->coefficients, f->factor, a, f->responses, room);
	regress_solve_levels(f->level_coefficients, f->level_sums, f->coefficients, f, &b);
	regress_inverse_diagonal(diagonal, f->factor, a, room);
	find_freedom(f, &b, diagonal, room);
	find_error(f);
	f->solution++;
	free(room);
	return true;
}

/* ------------------------------------------------------------------------------------------------------- variances */

/* Factor by which a variance changes. `first`: place of the component in the solution. */
static double step_of(const regress_fit *f, const regress_component *c, size_t first)
{
	double length = 0, one, ignored;
	for (size_t r = 0; r < f->responses; r++) {
		measure_component(&one, &ignored, f, c, first, r);
		length += one / f->error[r] / (double)f->responses;
	}
	double ratio = length / fmax(c->freedom, regress_tiny) / c->variance;
	return fmin(fmax(ratio, 1 / regress_stride), regress_stride);
}

/* Updates the variances. Returns false, without an update, if all of them have converged. */
static bool update_variances(regress_fit *f, double *steps)
{
	bool moved = false;
	for (size_t k = 0, first = 0; k < f->component_count; k++) {
		const regress_component *c = &f->components[k];
		steps[k] = c->active && !isinf(c->variance) ? step_of(f, c, first) : 1;
		first += c->active && !c->by_level ? c->count : 0;
		moved = moved || fabs(steps[k] - 1) * c->freedom > regress_little ||
		        (c->active && steps[k] < 1 && c->freedom <= regress_little);
	}
	for (size_t k = 0; moved && k < f->component_count; k++) {
		regress_component *c = &f->components[k];
		c->variance *= steps[k];
		c->active = c->active && (c->freedom > regress_little || steps[k] >= 1);
	}
	return moved;
}

bool regress_fit_update(regress_fit *f)
{
	double *steps = base_array(f->component_count, sizeof *steps);
	bool done = steps != NULL && regress_fit_solve(f);
	for (size_t step = 0; done && step < REGRESS_ROUNDS && update_variances(f, steps); step++)
		done = regress_fit_solve(f);
	free(steps);
	return done;
}

/* --------------------------------------------------------------------------------------------------------- twicing */

/* If one fit removes the share e / m of a component, `times` fits remove 1 - (1 - e / m)^times, treating its functions alike. */
static void repeat_freedom(regress_fit *f, size_t times)
{
	f->freedom = 0;
	for (size_t k = 0; k < f->component_count; k++) {
		regress_component *c = &f->components[k];
		double left = 1 - c->freedom / (double)c->count;
		c->freedom = (double)c->count * (1 - pow(left, (double)times));
		f->freedom += c->active ? c->freedom : 0;
	}
}

/* Right-hand sides of the next fit: precisions times the coefficients that the last one added. */
static void weigh_by_precision(double *sums, double *level_sums, const double *precision, const regress_fit *f,
                               const regress_by_level *b)
{
	const regress_regressors *g = f->given;
	size_t F = f->responses;
	for (size_t i = 0; i < f->active * F; i++)
		sums[i] *= precision[i / F];
	for (size_t l = 0; l < g->levels; l++)
		for (size_t s = 0; s < b->count; s++)
			for (size_t r = 0; r < F; r++)
				level_sums[(l * g->slopes + b->slopes[s]) * F + r] *= b->precision[s];
}

static void add_to(double *to, const double *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		to[i] += values[i];
}

/* The residual right-hand side is c - G b = P b, so the next fit adds d with (G + P) d = P b, the one after it d' with (G + P) d' = P d. */
bool regress_fit_repeat(regress_fit *f, size_t times)
{
	const regress_by_level b = regress_levels_in_use(f);
	size_t a = f->active, F = f->responses, levels = f->given->levels * f->given->slopes;
	double *room = base_array(a + 1, (F + 1 + 2 * REGRESS_MOST_SLOPES) * sizeof *room);
	double *level_sums = base_array_copy(f->level_coefficients, levels * F, sizeof *level_sums);
	double *level_addition = base_array(levels, F * sizeof *level_addition);
	size_t *list = base_array(a, sizeof *list);
	bool done = room != NULL && level_sums != NULL && level_addition != NULL && list != NULL;
	if (done) {
		double *sums = room + 2 * REGRESS_MOST_SLOPES * a, *precision = sums + a * F;
		list_active(list, precision, f);
		memcpy(sums, f->coefficients, a * F * sizeof *sums);
		for (size_t time = 1; time < times; time++) {
			weigh_by_precision(sums, level_sums, precision, f, &b);
			regress_eliminate_levels(NULL, sums, level_sums, f, &b, room);
			solve_all(sums, f->factor, a, F, room);
			regress_solve_levels(level_addition, level_sums, sums, f, &b);
			add_to(f->coefficients, sums, a * F);
			add_to(f->level_coefficients, level_addition, levels * F);
			if (levels > 0)
				memcpy(level_sums, level_addition, levels * F * sizeof *level_sums);
		}
		repeat_freedom(f, times);
	}
	free(list);
	free(level_sums);
	free(level_addition);
	free(room);
	return done;
}
