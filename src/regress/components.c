/* The equations (G + diag(1/variance)) b = c, over the functions in use, are solved by Cholesky after the effects of levels have been
 * eliminated level by level. A variance is updated to |b|^2 / (error * effective parameters), the fixed point of the restricted likelihood
 * (MacKay 1992, Fellner and Schall 1991), and a little beyond, which saves steps. */
#include "regress/components.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "regress/cholesky.h"
#include "regress/constants.h"
#include "scan/exact.h"

/* ------------------------------------------------------------------------------------------------------- set-up */

static size_t width_of(const regress_fit *f)
{
	return f->given->count + REGRESS_MOST_OWN;
}

static bool add_component(regress_fit *f, regress_component c)
{
	if (!base_grow((void **)&f->components, &f->capacity, f->component_count + 1, sizeof *f->components))
		return false;
	f->components[f->component_count++] = c;
	return true;
}

/* The simplest functions and the levels take part from the start. */
static bool list_components(regress_fit *f)
{
	const regress_given *g = f->given;
	double start = 4 / (double)f->rows;
	for (size_t k = 0; k < g->block_count; k++) {
		const regress_block *b = &g->blocks[k];
		double variance = b->cost == 0 ? INFINITY : start;
		if (!add_component(f, (regress_component){ b->first, b->count, false, b->cost <= 3, variance, 0 }))
			return false;
	}
	for (size_t s = 0; s < g->slopes; s++)
		if (!add_component(f, (regress_component){ s, g->levels, true, s == 0, start * (double)g->levels, 0 }))
			return false;
	return true;
}

static void sum_levels(regress_fit *f)
{
	const regress_given *g = f->given;
	for (size_t s = 0; s < g->slopes; s++)
		for (size_t r = 0; r < f->responses; r++)
			for (size_t i = 0; i < f->rows; i++)
				f->level_sums[(g->level[i] * g->slopes + s) * f->responses + r] +=
					g->slope[s * f->rows + i] * f->y[r * f->rows + i];
}

bool regress_fit_init(regress_fit *f, const regress_given *g, const double *y, size_t responses)
{
	*f = (regress_fit){ .given = g, .rows = g->rows, .responses = responses, .y = y };
	size_t width = width_of(f), by_level = g->levels * g->slopes;
	f->squares = base_array(responses, sizeof *f->squares);
	f->error = base_array(responses, sizeof *f->error);
	f->sums = base_array_zero(width, responses * sizeof *f->sums);
	f->level_sums = base_array_zero(by_level, responses * sizeof *f->level_sums);
	f->level_coefficients = base_array_zero(by_level, responses * sizeof *f->level_coefficients);
	f->level_inverse = base_array_zero(by_level, g->slopes * sizeof *f->level_inverse);
	bool done = f->squares != NULL && f->error != NULL && f->sums != NULL && f->level_sums != NULL &&
	            f->level_coefficients != NULL && f->level_inverse != NULL && list_components(f) &&
	            scan_products(f->sums, g->values, g->count, y, responses, f->rows, false);
	for (size_t r = 0; done && r < responses; r++)
		f->squares[r] = scan_dot(y + r * f->rows, y + r * f->rows, f->rows);
	if (done)
		sum_levels(f);
	else
		regress_fit_clear(f);
	return done;
}

void regress_fit_clear(regress_fit *f)
{
	free(f->squares);
	free(f->sums);
	free(f->level_sums);
	free(f->own_values);
	free(f->own_gram);
	free(f->own_cross);
	free(f->components);
	free(f->functions);
	free(f->inverse);
	free(f->coefficients);
	free(f->level_coefficients);
	free(f->level_inverse);
	free(f->error);
	memset(f, 0, sizeof *f);
}

static bool reserve_own(regress_fit *f)
{
	const regress_given *g = f->given;
	if (f->own_values != NULL)
		return true;
	f->own_values = base_array(f->rows, REGRESS_MOST_OWN * sizeof *f->own_values);
	f->own_gram = base_array(width_of(f), REGRESS_MOST_OWN * sizeof *f->own_gram);
	f->own_cross = base_array_zero(g->levels * g->slopes, REGRESS_MOST_OWN * sizeof *f->own_cross);
	return f->own_values != NULL && f->own_gram != NULL && f->own_cross != NULL;
}

/* Products of the newest `count` functions with all others, with responses and with levels. */
static bool multiply_own(regress_fit *f, size_t count)
{
	const regress_given *g = f->given;
	size_t first = f->own - count, width = width_of(f), rows = f->rows;
	const double *values = f->own_values + first * rows;
	double *room = base_array(count, (g->count + f->own) * sizeof *room);
	bool done = room != NULL && scan_products(room, values, count, g->values, g->count, rows, false);
	for (size_t k = 0; done && k < count; k++)
		memcpy(f->own_gram + (first + k) * width, room + k * g->count, g->count * sizeof *room);
	done = done && scan_products(room, values, count, f->own_values, f->own, rows, false);
	for (size_t k = 0; done && k < count; k++)
		for (size_t j = 0; j < f->own; j++)
			f->own_gram[(first + k) * width + g->count + j] = f->own_gram[j * width + g->count + first + k] =
				room[k * f->own + j];
	free(room);
	done = done &&
	       scan_products(f->sums + (g->count + first) * f->responses, values, count, f->y, f->responses, rows, false);
	for (size_t s = 0; done && s < g->slopes; s++)
		for (size_t k = 0; k < count; k++)
			for (size_t i = 0; i < rows; i++)
				f->own_cross[(g->level[i] * g->slopes + s) * REGRESS_MOST_OWN + first + k] +=
					g->slope[s * rows + i] * values[k * rows + i];
	return done;
}

bool regress_fit_add(regress_fit *f, const double *values, size_t count, bool starts)
{
	if (f->own + count > REGRESS_MOST_OWN)
		return true;
	if (!reserve_own(f))
		return false;
	memcpy(f->own_values + f->own * f->rows, values, count * f->rows * sizeof *values);
	regress_component c = { f->given->count + f->own, count, false, starts, 4 / (double)f->rows, 0 };
	f->own += count;
	return multiply_own(f, count) && add_component(f, c);
}

/* ------------------------------------------------------------------------------------------------------ equations */

static double gram_at(const regress_fit *f, size_t i, size_t j)
{
	size_t shared = f->given->count;
	if (i < shared && j < shared)
		return f->given->gram[i * shared + j];
	return i < shared ? f->own_gram[(j - shared) * width_of(f) + i] : f->own_gram[(i - shared) * width_of(f) + j];
}

static double cross_at(const regress_fit *f, size_t level_slope, size_t function)
{
	size_t shared = f->given->count;
	return function < shared ? f->given->cross[level_slope * shared + function]
	                         : f->own_cross[level_slope * REGRESS_MOST_OWN + function - shared];
}

/* The levels' part of the equations: slopes in use, and what eliminating them needs. */
typedef struct by_level {
	size_t count; /* slopes in use */
	size_t slopes[REGRESS_MOST_SLOPES];
	double precision[REGRESS_MOST_SLOPES]; /* 1 / variance */
} by_level;

static by_level slopes_in_use(const regress_fit *f)
{
	by_level b = { 0 };
	for (size_t k = 0; k < f->component_count; k++) {
		const regress_component *c = &f->components[k];
		if (!c->by_level || !c->active)
			continue;
		b.precision[b.count] = 1 / c->variance;
		b.slopes[b.count++] = c->first;
	}
	return b;
}

/* Inverts the equations of each level by itself; [slopes][slopes], those in use. */
static void invert_levels(regress_fit *f, const by_level *b)
{
	const regress_given *g = f->given;
	for (size_t l = 0; l < g->levels && b->count > 0; l++) {
		double a[REGRESS_MOST_SLOPES * REGRESS_MOST_SLOPES], room[REGRESS_MOST_SLOPES * REGRESS_MOST_SLOPES];
		const double *within = g->within + l * g->slopes * g->slopes;
		for (size_t s = 0; s < b->count; s++)
			for (size_t t = 0; t < b->count; t++)
				a[s * b->count + t] = within[b->slopes[s] * g->slopes + b->slopes[t]] + (s == t ? b->precision[s] : 0);
		regress_cholesky(a, b->count);
		regress_inverse(f->level_inverse + l * g->slopes * g->slopes, a, b->count, room);
	}
}

/* out[s][k]: A^-1 X of one level, for the functions of a list. */
static void weigh_cross(double *out, double *cross, const regress_fit *f, const by_level *b, size_t l,
                        const size_t *list, size_t count)
{
	const regress_given *g = f->given;
	const double *inverse = f->level_inverse + l * g->slopes * g->slopes;
	for (size_t s = 0; s < b->count; s++)
		for (size_t k = 0; k < count; k++)
			cross[s * count + k] = cross_at(f, l * g->slopes + b->slopes[s], list[k]);
	for (size_t s = 0; s < b->count; s++) {
		double *row = out + s * count;
		memset(row, 0, count * sizeof *row);
		for (size_t t = 0; t < b->count; t++) {
			double a = inverse[s * b->count + t];
			for (size_t k = 0; k < count; k++)
				row[k] += a * cross[t * count + k];
		}
	}
}

/* gram[][] and sums[][] of the functions of a list, without what the levels explain. False: out of memory. */
static bool reduce(double *gram, double *sums, regress_fit *f, const by_level *b, const size_t *list, size_t count)
{
	const regress_given *g = f->given;
	size_t F = f->responses;
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < count; j++)
			gram[i * count + j] = gram_at(f, list[i], list[j]);
		memcpy(sums + i * F, f->sums + list[i] * F, F * sizeof *sums);
	}
	if (b->count == 0)
		return true;
	double *room = base_array(count, 2 * REGRESS_MOST_SLOPES * sizeof *room), *cross = room;
	if (room == NULL)
		return false;
	double *weighed = room + REGRESS_MOST_SLOPES * count;
	for (size_t l = 0; l < g->levels; l++) {
		weigh_cross(weighed, cross, f, b, l, list, count);
		for (size_t s = 0; s < b->count; s++) {
			const double *x = cross + s * count, *w = weighed + s * count;
			const double *c = f->level_sums + (l * g->slopes + b->slopes[s]) * F;
			for (size_t i = 0; i < count; i++) {
				double *row = gram + i * count;
				for (size_t j = 0; j <= i; j++)
					row[j] -= w[i] * x[j];
				for (size_t r = 0; r < F; r++)
					sums[i * F + r] -= w[i] * c[r];
			}
		}
	}
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < i; j++)
			gram[j * count + i] = gram[i * count + j];
	free(room);
	return true;
}

/* --------------------------------------------------------------------------------------------------------- solving */

/* Room for a solution with so many functions. */
static bool reserve_solution(regress_fit *f, size_t count)
{
	free(f->functions);
	free(f->inverse);
	free(f->coefficients);
	f->functions = base_array(count, sizeof *f->functions);
	f->inverse = base_array(count, count * sizeof *f->inverse);
	f->coefficients = base_array(count, f->responses * sizeof *f->coefficients);
	return f->functions != NULL && f->inverse != NULL && f->coefficients != NULL;
}

static size_t list_active(size_t *list, double *precision, const regress_fit *f)
{
	size_t count = 0;
	for (size_t k = 0; k < f->component_count; k++) {
		const regress_component *c = &f->components[k];
		for (size_t i = 0; c->active && !c->by_level && i < c->count; i++, count++)
			if (list != NULL) {
				list[count] = c->first + i;
				precision[count] = 1 / c->variance;
			}
	}
	return count;
}

/* Coefficients of the levels, from those of the functions. */
static void solve_levels(regress_fit *f, const by_level *b, double *room)
{
	const regress_given *g = f->given;
	size_t a = f->active, F = f->responses;
	if (g->levels > 0)
		memset(f->level_coefficients, 0, g->levels * g->slopes * F * sizeof *f->level_coefficients);
	for (size_t l = 0; l < g->levels && b->count > 0; l++) {
		const double *inverse = f->level_inverse + l * g->slopes * g->slopes;
		for (size_t r = 0; r < F; r++) {
			for (size_t s = 0; s < b->count; s++) {
				size_t place = l * g->slopes + b->slopes[s];
				double rest = f->level_sums[place * F + r];
				for (size_t k = 0; k < a; k++)
					rest -= cross_at(f, place, f->functions[k]) * f->coefficients[k * F + r];
				room[s] = rest;
			}
			for (size_t s = 0; s < b->count; s++) {
				double sum = 0;
				for (size_t t = 0; t < b->count; t++)
					sum += inverse[s * b->count + t] * room[t];
				f->level_coefficients[(l * g->slopes + b->slopes[s]) * F + r] = sum;
			}
		}
	}
}

/* Effective parameters of each component: functions less the trace of the inverse over the variance. */
static bool find_freedom(regress_fit *f, const by_level *b)
{
	const regress_given *g = f->given;
	size_t a = f->active, place = 0, slope = 0;
	double traces[REGRESS_MOST_SLOPES] = { 0 };
	double *room = base_array(a, 2 * REGRESS_MOST_SLOPES * sizeof *room);
	if (room == NULL)
		return false;
	for (size_t l = 0; l < g->levels && b->count > 0; l++) {
		double *weighed = room + REGRESS_MOST_SLOPES * a;
		weigh_cross(weighed, room, f, b, l, f->functions, a);
		for (size_t s = 0; s < b->count; s++) {
			const double *w = weighed + s * a;
			double sum = f->level_inverse[l * g->slopes * g->slopes + s * b->count + s];
			for (size_t i = 0; i < a; i++) {
				double inner = 0;
				const double *row = f->inverse + i * a;
				for (size_t j = 0; j < a; j++)
					inner += row[j] * w[j];
				sum += w[i] * inner;
			}
			traces[s] += sum;
		}
	}
	free(room);
	f->freedom = 0;
	for (size_t k = 0; k < f->component_count; k++) {
		regress_component *c = &f->components[k];
		if (!c->active)
			continue;
		double trace = c->by_level ? traces[slope++] : 0;
		for (size_t i = 0; !c->by_level && i < c->count; i++, place++)
			trace += f->inverse[place * a + place];
		c->freedom = (double)c->count - trace / c->variance;
		f->freedom += c->freedom;
	}
	return true;
}

/* Squared length of a component's coefficients for a response. */
static double length_of(const regress_fit *f, const regress_component *c, size_t place, size_t r)
{
	double sum = 0;
	for (size_t i = 0; i < c->count; i++) {
		double b = c->by_level ? f->level_coefficients[(i * f->given->slopes + c->first) * f->responses + r]
		                       : f->coefficients[(place + i) * f->responses + r];
		sum += b * b;
	}
	return sum;
}

/* Product of a component's coefficients with its sums. */
static double explained_by(const regress_fit *f, const regress_component *c, size_t place, size_t r)
{
	double sum = 0;
	size_t F = f->responses;
	for (size_t i = 0; i < c->count; i++) {
		size_t level = (i * f->given->slopes + c->first) * F + r;
		sum += c->by_level ? f->level_coefficients[level] * f->level_sums[level]
		                   : f->coefficients[(place + i) * F + r] * f->sums[(c->first + i) * F + r];
	}
	return sum;
}

/* The variance of the error: what is left, y'y - b'c - b'b / variance, over the rows in effect. */
static void find_error(regress_fit *f)
{
	double n = (double)f->rows;
	for (size_t r = 0; r < f->responses; r++) {
		double left = f->squares[r];
		for (size_t k = 0, place = 0; k < f->component_count; k++) {
			const regress_component *c = &f->components[k];
			if (!c->active)
				continue;
			left -= explained_by(f, c, place, r) + length_of(f, c, place, r) / c->variance;
			place += c->by_level ? 0 : c->count;
		}
		f->error[r] = fmax(left, 1e-9 * f->squares[r] + 1e-12) / fmax(n - f->freedom, 0.1 * n);
	}
}

static bool solve(regress_fit *f)
{
	size_t a = list_active(NULL, NULL, f), F = f->responses;
	if (!reserve_solution(f, a))
		return false;
	double *room = base_array(a, (2 * a + 1 + F) * sizeof *room);
	if (room == NULL)
		return false;
	double *gram = room + a * a, *precision = gram + a * a, *sums = precision + a;
	f->active = list_active(f->functions, precision, f);
	by_level b = slopes_in_use(f);
	invert_levels(f, &b);
	bool done = reduce(gram, sums, f, &b, f->functions, a);
	for (size_t i = 0; done && i < a; i++)
		gram[i * a + i] += precision[i] + 1e-9 * (double)f->rows;
	if (done) {
		regress_cholesky(gram, a);
		regress_inverse(f->inverse, gram, a, room);
		for (size_t i = 0; i < a; i++)
			for (size_t r = 0; r < F; r++) {
				double sum = 0;
				for (size_t j = 0; j < a; j++)
					sum += f->inverse[i * a + j] * sums[j * F + r];
				f->coefficients[i * F + r] = sum;
			}
		solve_levels(f, &b, room);
		done = find_freedom(f, &b);
	}
	if (done)
		find_error(f);
	free(room);
	return done;
}

/* Fits the residuals once more with the same variances (Tukey's twicing): a shrunken effect leaves in the residuals of X and of Y a part
 * that they share, and this takes most of it away. As the equations leave c - G b = P b, with P the inverse variances, the addition d
 * solves (G + P) d = P b. The effective parameters become p - tr(M P M P), M being the inverse. */
static bool twice(regress_fit *f)
{
	const regress_given *g = f->given;
	const by_level b = slopes_in_use(f);
	size_t a = f->active, F = f->responses, by = g->levels * g->slopes * F;
	double *sums = base_array(a, (2 * F + 1) * sizeof *sums), *level = base_array(by, 2 * sizeof *level);
	double *room = base_array(a + 1, 2 * REGRESS_MOST_SLOPES * sizeof *room);
	if (sums == NULL || level == NULL || room == NULL) {
		free(sums);
		free(level);
		free(room);
		return false;
	}
	double *precision = sums + a * F, *addition = precision + a, *level_addition = level + by;
	size_t *list = base_array(a, sizeof *list);
	if (list != NULL)
		list_active(list, precision, f);
	for (size_t i = 0; i < a; i++)
		for (size_t r = 0; r < F; r++)
			sums[i * F + r] = precision[i] * f->coefficients[i * F + r];
	if (by > 0)
		memset(level, 0, by * sizeof *level);
	for (size_t l = 0; l < g->levels; l++)
		for (size_t s = 0; s < b.count; s++)
			for (size_t r = 0; r < F; r++) {
				size_t place = (l * g->slopes + b.slopes[s]) * F + r;
				level[place] = b.precision[s] * f->level_coefficients[place];
			}
	for (size_t l = 0; l < g->levels && b.count > 0; l++) {
		double *weighed = room + REGRESS_MOST_SLOPES * a;
		weigh_cross(weighed, room, f, &b, l, f->functions, a);
		for (size_t s = 0; s < b.count; s++)
			for (size_t i = 0; i < a; i++)
				for (size_t r = 0; r < F; r++)
					sums[i * F + r] -= weighed[s * a + i] * level[(l * g->slopes + b.slopes[s]) * F + r];
	}
	for (size_t i = 0; i < a; i++)
		for (size_t r = 0; r < F; r++) {
			double sum = 0;
			for (size_t j = 0; j < a; j++)
				sum += f->inverse[i * a + j] * sums[j * F + r];
			addition[i * F + r] = sum;
		}
	for (size_t l = 0; l < g->levels && b.count > 0; l++) {
		const double *inverse = f->level_inverse + l * g->slopes * g->slopes;
		for (size_t r = 0; r < F; r++) {
			double rest[REGRESS_MOST_SLOPES];
			for (size_t s = 0; s < b.count; s++) {
				size_t place = l * g->slopes + b.slopes[s];
				rest[s] = level[place * F + r];
				for (size_t k = 0; k < a; k++)
					rest[s] -= cross_at(f, place, f->functions[k]) * addition[k * F + r];
			}
			for (size_t s = 0; s < b.count; s++) {
				double sum = 0;
				for (size_t t = 0; t < b.count; t++)
					sum += inverse[s * b.count + t] * rest[t];
				level_addition[(l * g->slopes + b.slopes[s]) * F + r] = sum;
			}
		}
	}
	double freedom = 0;
	for (size_t i = 0; i < a; i++) {
		double sum = 0;
		for (size_t j = 0; j < a; j++)
			sum += f->inverse[i * a + j] * f->inverse[i * a + j] * precision[i] * precision[j];
		freedom += 1 - sum;
	}
	for (size_t k = 0; k < f->component_count; k++) {
		const regress_component *c = &f->components[k];
		if (c->by_level && c->active) {
			double share = c->freedom / (double)c->count;
			freedom += (double)c->count * (1 - (1 - share) * (1 - share));
		}
	}
	f->freedom = freedom;
	for (size_t i = 0; i < a * F; i++)
		f->coefficients[i] += addition[i];
	for (size_t l = 0; l < g->levels; l++)
		for (size_t s = 0; s < b.count; s++)
			for (size_t r = 0; r < F; r++)
				f->level_coefficients[(l * g->slopes + b.slopes[s]) * F + r] +=
					level_addition[(l * g->slopes + b.slopes[s]) * F + r];
	free(list);
	free(sums);
	free(level);
	free(room);
	return true;
}

bool regress_fit_twice(regress_fit *f)
{
	return twice(f);
}

/* ------------------------------------------------------------------------------------------------------- variances */

static void update_variances(regress_fit *f)
{
	size_t place = 0;
	for (size_t k = 0; k < f->component_count; k++) {
		regress_component *c = &f->components[k];
		if (!c->active || isinf(c->variance)) {
			place += c->active ? c->count : 0;
			continue;
		}
		double length = 0;
		for (size_t r = 0; r < f->responses; r++)
			length += length_of(f, c, place, r) / f->error[r];
		place += c->by_level ? 0 : c->count;
		double ratio = length / (double)f->responses / fmax(c->freedom, 1e-9) / c->variance;
		double step = pow(fmin(fmax(ratio, 0.05), 20), 1.3);
		c->variance *= step;
		c->active = c->freedom > regress_leave || step > 1;
	}
}

static bool update(regress_fit *f)
{
	for (size_t step = 0; step < REGRESS_STEPS; step++) {
		if (!solve(f))
			return false;
		update_variances(f);
	}
	return true;
}

/* -------------------------------------------------------------------------------------------------------- entering */

/* All functions, with what the levels in use leave of their products. */
typedef struct board {
	size_t count;
	size_t *list;
	double *gram, *sums;
	size_t *active;  /* [fit->active] places of the functions in use */
	double *weighed; /* [count][active] gram with those in use, times the inverse */
	double *rest;    /* [count][responses] sums with the residuals */
} board;

static void board_clear(board *b)
{
	free(b->list);
	free(b->gram);
	free(b->active);
	memset(b, 0, sizeof *b);
}

static bool board_init(board *b, regress_fit *f)
{
	const by_level levels = slopes_in_use(f);
	size_t count = f->given->count + f->own, a = f->active, F = f->responses;
	*b = (board){ .count = count };
	b->list = base_array(count, sizeof *b->list);
	b->active = base_array(a, sizeof *b->active);
	b->gram = base_array(count, (count + a + 2 * F) * sizeof *b->gram);
	if (b->list == NULL || b->active == NULL || b->gram == NULL) {
		board_clear(b);
		return false;
	}
	b->sums = b->gram + count * count;
	b->rest = b->sums + count * F;
	b->weighed = b->rest + count * F;
	for (size_t i = 0; i < count; i++)
		b->list[i] = i;
	for (size_t i = 0; i < a; i++)
		b->active[i] = f->functions[i];
	if (!reduce(b->gram, b->sums, f, &levels, b->list, count)) {
		board_clear(b);
		return false;
	}
	double *crossed = base_array(a, sizeof *crossed);
	if (crossed == NULL) {
		board_clear(b);
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < a; j++)
			crossed[j] = b->gram[i * count + b->active[j]];
		for (size_t r = 0; r < F; r++) {
			double rest = b->sums[i * F + r];
			for (size_t j = 0; j < a; j++)
				rest -= crossed[j] * f->coefficients[j * F + r];
			b->rest[i * F + r] = rest;
		}
		double *out = b->weighed + i * a;
		memset(out, 0, a * sizeof *out);
		for (size_t j = 0; j < a; j++)
			for (size_t k = 0; k < a; k++)
				out[k] += crossed[j] * f->inverse[j * a + k];
	}
	free(crossed);
	return true;
}

/* What the functions in use leave of the product of two. */
static double left_of(const board *b, size_t a, size_t i, size_t j)
{
	double left = b->gram[i * b->count + j];
	for (size_t k = 0; k < a; k++)
		left -= b->weighed[i * a + k] * b->gram[j * b->count + b->active[k]];
	return left;
}

/* The score statistic Q of a block: its mean under independence T = tr S, variance 2 |S|^2 / responses. */
typedef struct score {
	double q, mean, squares;
} score;

static score score_block(const board *b, const regress_fit *f, const regress_component *c)
{
	score s = { 0, 0, 0 };
	size_t F = f->responses, a = f->active;
	for (size_t i = c->first; i < c->first + c->count; i++) {
		for (size_t r = 0; r < F; r++)
			s.q += b->rest[i * F + r] * b->rest[i * F + r] / f->error[r] / (double)F;
		s.mean += left_of(b, a, i, i);
	}
	if (!(s.q > s.mean))
		return s;
	for (size_t i = c->first; i < c->first + c->count; i++)
		for (size_t j = c->first; j <= i; j++) {
			double left = left_of(b, a, i, j);
			s.squares += left * left * (i == j ? 1 : 2);
		}
	return s;
}

/* The same for a slope per level, levels being taken as independent of each other. */
static bool score_levels(score *s, const regress_fit *f, const regress_component *c)
{
	const regress_given *g = f->given;
	const by_level b = slopes_in_use(f);
	size_t F = f->responses, a = f->active;
	double *room = base_array(a + 1, (REGRESS_MOST_SLOPES + 1) * sizeof *room),
		   *x = room + REGRESS_MOST_SLOPES * (a + 1);
	*s = (score){ 0, 0, 0 };
	if (room == NULL)
		return false;
	for (size_t l = 0; l < g->levels; l++) {
		size_t place = l * g->slopes + c->first;
		const double *within = g->within + l * g->slopes * g->slopes + c->first * g->slopes;
		const double *inverse = f->level_inverse + l * g->slopes * g->slopes;
		double mean = within[c->first], w[REGRESS_MOST_SLOPES] = { 0 };
		for (size_t t = 0; t < b.count; t++)
			for (size_t u = 0; u < b.count; u++)
				w[t] += inverse[t * b.count + u] * within[b.slopes[u]];
		for (size_t t = 0; t < b.count; t++)
			mean -= w[t] * within[b.slopes[t]];
		for (size_t k = 0; k < a; k++) {
			x[k] = cross_at(f, place, f->functions[k]);
			for (size_t t = 0; t < b.count; t++)
				x[k] -= w[t] * cross_at(f, l * g->slopes + b.slopes[t], f->functions[k]);
		}
		for (size_t j = 0; j < a; j++) {
			double inner = 0;
			for (size_t k = 0; k < a; k++)
				inner += f->inverse[j * a + k] * x[k];
			mean -= x[j] * inner;
		}
		for (size_t r = 0; r < F; r++) {
			double rest = f->level_sums[place * F + r];
			for (size_t k = 0; k < a; k++)
				rest -= cross_at(f, place, f->functions[k]) * f->coefficients[k * F + r];
			for (size_t t = 0; t < b.count; t++)
				rest -= within[b.slopes[t]] * f->level_coefficients[(l * g->slopes + b.slopes[t]) * F + r];
			s->q += rest * rest / f->error[r] / (double)F;
		}
		s->mean += fmax(mean, 0);
		s->squares += mean * mean;
	}
	free(room);
	return true;
}

/* Lets in the blocks whose statistic is beyond chance, with the variance that it speaks for. */
static bool enter(size_t *entered, regress_fit *f)
{
	board b;
	*entered = 0;
	if (!board_init(&b, f))
		return false;
	bool done = true;
	size_t count = f->component_count;
	bool *added = base_array_zero(count, sizeof *added);
	done = added != NULL;
	for (size_t k = 0; done && k < count; k++) {
		regress_component *c = &f->components[k];
		score s;
		if (c->active)
			continue;
		if (c->by_level)
			done = score_levels(&s, f, c);
		else
			s = score_block(&b, f, c);
		if (!done || !(s.q > s.mean + regress_enter * sqrt(2 * s.squares / (double)f->responses)))
			continue;
		double floor = 0.2 / (double)f->rows * (c->by_level ? (double)c->count : 1);
		c->variance = fmax((s.q - s.mean) / fmax(s.squares, 1e-9), floor);
		added[k] = true;
		++*entered;
	}
	for (size_t k = 0; done && k < count; k++)
		f->components[k].active |= added[k];
	free(added);
	board_clear(&b);
	return done;
}

bool regress_fit_run(regress_fit *f, size_t rounds)
{
	size_t entered = 1;
	for (size_t round = 0; round <= rounds; round++) {
		if (!update(f))
			return false;
		if (round == rounds)
			break;
		if (!solve(f) || !enter(&entered, f))
			return false;
		if (entered == 0 && round > 0)
			break;
	}
	return solve(f);
}

/* --------------------------------------------------------------------------------------------------------- results */

void regress_fit_predict(double *out, const regress_fit *f, size_t response)
{
	const regress_given *g = f->given;
	size_t F = f->responses, rows = f->rows;
	memset(out, 0, rows * sizeof *out);
	for (size_t k = 0; k < f->active; k++) {
		size_t function = f->functions[k];
		const double *values =
			function < g->count ? g->values + function * rows : f->own_values + (function - g->count) * rows;
		double b = f->coefficients[k * F + response];
		for (size_t i = 0; i < rows; i++)
			out[i] += b * values[i];
	}
	for (size_t s = 0; s < g->slopes; s++)
		for (size_t i = 0; i < rows; i++)
			out[i] += g->slope[s * rows + i] * f->level_coefficients[(g->level[i] * g->slopes + s) * F + response];
}

void regress_fit_leverage(double *out, const regress_fit *f)
{
	const regress_given *g = f->given;
	const by_level b = slopes_in_use(f);
	double freedom = f->freedom;
	for (size_t k = 0; k < f->component_count; k++)
		if (f->components[k].by_level && f->components[k].active)
			freedom -= f->components[k].freedom;
	for (size_t i = 0; i < f->rows; i++) {
		out[i] = freedom / (double)f->rows;
		for (size_t s = 0; s < b.count; s++)
			for (size_t t = 0; t < b.count; t++)
				out[i] += f->level_inverse[g->level[i] * g->slopes * g->slopes + s * b.count + t] *
				          g->slope[b.slopes[s] * f->rows + i] * g->slope[b.slopes[t] * f->rows + i];
	}
}
