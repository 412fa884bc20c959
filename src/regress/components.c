/* The equations (G + P) b = c over the functions that take part, G their products, P the inverse variances, are solved by Cholesky after
 * the effects of levels have been eliminated level by level. A variance is updated to |b|^2 / (error * effective parameters), the fixed
 * point of the restricted likelihood (MacKay 1992, Fellner and Schall 1991), and a little beyond, which saves steps. */
#include "regress/components.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "regress/cholesky.h"
#include "regress/constants.h"

/* ------------------------------------------------------------------------------------------------------- blocks */

static bool add_component(regress_fit *f, regress_component c)
{
	c.place = SIZE_MAX;
	if (!base_grow((void **)&f->components, &f->component_room, f->component_count + 1, sizeof *f->components))
		return false;
	f->components[f->component_count++] = c;
	return true;
}

static double start_variance(const regress_fit *f)
{
	return regress_start / (double)f->rows;
}

/* Effects of levels have functions of the size 1 in few rows: their traces are sums of squared slopes. */
static regress_component level_component(const regress_fit *f, size_t slope)
{
	const regress_regressors *g = f->given;
	regress_component c = { .count = g->levels, .slope = slope, .active = slope == 0 };
	c.variance = start_variance(f) * (double)g->levels;
	for (size_t l = 0; l < g->levels; l++) {
		double square = g->within[(l * g->slopes + slope) * g->slopes + slope];
		c.trace += square;
		c.squares += square * square;
	}
	return c;
}

/* The simplest functions and the levels take part from the start. */
static bool list_components(regress_fit *f)
{
	const regress_regressors *g = f->given;
	for (size_t k = 0; k < g->block_count; k++) {
		const regress_block *b = &g->blocks[k];
		regress_component c = { .values = g->values + b->first * g->rows,
			                    .count = b->count,
			                    .active = b->cost <= REGRESS_SIMPLE,
			                    .variance = b->cost == 0 ? INFINITY : start_variance(f),
			                    .trace = b->trace,
			                    .squares = b->squares };
		if (!add_component(f, c))
			return false;
	}
	for (size_t s = 0; s < g->slopes; s++)
		if (!add_component(f, level_component(f, s)))
			return false;
	return true;
}

static void sum_levels(regress_fit *f)
{
	const regress_regressors *g = f->given;
	for (size_t s = 0; s < g->slopes; s++)
		for (size_t r = 0; r < f->responses; r++)
			for (size_t i = 0; i < f->rows; i++)
				f->level_sums[(g->level[i] * g->slopes + s) * f->responses + r] +=
					g->slope[s * f->rows + i] * f->y[r * f->rows + i];
}

bool regress_fit_init(regress_fit *f, const regress_regressors *g, const double *y, size_t responses)
{
	*f = (regress_fit){ .given = g, .rows = g->rows, .responses = responses, .y = y };
	size_t by_level = g->levels * g->slopes;
	f->squares = base_array(responses, sizeof *f->squares);
	f->error = base_array(responses, sizeof *f->error);
	f->level_sums = base_array_zero(by_level, responses * sizeof *f->level_sums);
	f->level_coefficients = base_array_zero(by_level, responses * sizeof *f->level_coefficients);
	f->level_inverse = base_array_zero(by_level, g->slopes * sizeof *f->level_inverse);
	bool done = f->squares != NULL && f->error != NULL && f->level_sums != NULL && f->level_coefficients != NULL &&
	            f->level_inverse != NULL && list_components(f);
	for (size_t r = 0; done && r < responses; r++)
		f->squares[r] = base_dot(y + r * f->rows, y + r * f->rows, f->rows);
	if (done)
		sum_levels(f);
	else
		regress_fit_clear(f);
	return done;
}

void regress_fit_clear(regress_fit *f)
{
	for (size_t k = 0; k < f->owned_count; k++)
		free(f->owned[k]);
	free(f->owned);
	free(f->squares);
	free(f->components);
	free(f->gram);
	free(f->sums);
	free(f->cross);
	free(f->level_sums);
	free(f->functions);
	free(f->inverse);
	free(f->coefficients);
	free(f->level_inverse);
	free(f->level_coefficients);
	free(f->error);
	memset(f, 0, sizeof *f);
}

bool regress_fit_add(regress_fit *f, const double *values, size_t count)
{
	regress_component c = { .count = count, .variance = start_variance(f) };
	if (!base_grow((void **)&f->owned, &f->owned_room, f->owned_count + 1, sizeof *f->owned))
		return false;
	double *copy = base_array_copy(values, count * f->rows, sizeof *copy);
	if (copy == NULL)
		return false;
	f->owned[f->owned_count++] = copy;
	c.values = copy;
	regress_measure(&c.trace, &c.squares, copy, count, f->rows);
	return add_component(f, c);
}

/* ---------------------------------------------------------------------------------------------------- admission */

/* Room for so many functions. */
static bool reserve(regress_fit *f, size_t needed)
{
	if (needed <= f->room)
		return true;
	size_t room = needed + needed / 2 + 16, levels = f->given->levels * f->given->slopes;
	double *gram = base_array(room, room * sizeof *gram), *sums = base_array(room, f->responses * sizeof *sums);
	double *cross = base_array(room, (levels + 1) * sizeof *cross);
	if (gram == NULL || sums == NULL || cross == NULL) {
		free(gram);
		free(sums);
		free(cross);
		return false;
	}
	for (size_t i = 0; i < f->admitted; i++)
		memcpy(gram + i * room, f->gram + i * f->room, f->admitted * sizeof *gram);
	if (f->admitted > 0) {
		memcpy(sums, f->sums, f->admitted * f->responses * sizeof *sums);
		memcpy(cross, f->cross, f->admitted * levels * sizeof *cross);
	}
	free(f->gram);
	free(f->sums);
	free(f->cross);
	f->gram = gram;
	f->sums = sums;
	f->cross = cross;
	f->room = room;
	return true;
}

/* Products of a new block with one that is admitted, or with itself. */
static bool multiply_blocks(regress_fit *f, const regress_component *a, const regress_component *b)
{
	double *products = base_array(a->count, b->count * sizeof *products);
	if (products == NULL || !base_products(products, a->values, a->count, b->values, b->count, f->rows, a == b)) {
		free(products);
		return false;
	}
	for (size_t i = 0; i < a->count; i++)
		for (size_t j = 0; j < b->count; j++)
			f->gram[(a->place + i) * f->room + b->place + j] = f->gram[(b->place + j) * f->room + a->place + i] =
				products[i * b->count + j];
	free(products);
	return true;
}

static void multiply_levels(regress_fit *f, const regress_component *c)
{
	const regress_regressors *g = f->given;
	size_t levels = g->levels * g->slopes;
	for (size_t k = 0; k < c->count && levels > 0; k++) {
		double *cross = f->cross + (c->place + k) * levels;
		memset(cross, 0, levels * sizeof *cross);
		for (size_t s = 0; s < g->slopes; s++)
			for (size_t i = 0; i < f->rows; i++)
				cross[g->level[i] * g->slopes + s] += g->slope[s * f->rows + i] * c->values[k * f->rows + i];
	}
}

/* Makes the products of blocks that take part for the first time. */
static bool admit(regress_fit *f)
{
	for (size_t k = 0; k < f->component_count; k++) {
		regress_component *c = &f->components[k];
		if (!c->active || c->values == NULL || c->place != SIZE_MAX)
			continue;
		if (!reserve(f, f->admitted + c->count))
			return false;
		c->place = f->admitted;
		f->admitted += c->count;
		for (size_t j = 0; j < f->component_count; j++)
			if (f->components[j].place != SIZE_MAX && !multiply_blocks(f, c, &f->components[j]))
				return false;
		if (!base_products(f->sums + c->place * f->responses, c->values, c->count, f->y, f->responses, f->rows, false))
			return false;
		multiply_levels(f, c);
	}
	return true;
}

/* ---------------------------------------------------------------------------------------------------------- levels */

/* The effects of levels that take part. */
typedef struct by_level {
	size_t count;
	size_t slopes[REGRESS_MOST_SLOPES];
	double precision[REGRESS_MOST_SLOPES]; /* 1 / variance */
} by_level;

static by_level levels_in_use(const regress_fit *f)
{
	by_level b = { 0 };
	for (size_t k = 0; k < f->component_count; k++) {
		const regress_component *c = &f->components[k];
		if (c->values != NULL || !c->active)
			continue;
		b.precision[b.count] = 1 / c->variance;
		b.slopes[b.count++] = c->slope;
	}
	return b;
}

/* Inverts the equations of each level by itself. */
static void invert_levels(regress_fit *f, const by_level *b)
{
	const regress_regressors *g = f->given;
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

/* Of one level: cross[s][k], products of its effects with the functions that take part; weighed[s][k], its inverse times these. */
static void weigh_cross(double *weighed, double *cross, const regress_fit *f, const by_level *b, size_t l)
{
	const regress_regressors *g = f->given;
	const double *inverse = f->level_inverse + l * g->slopes * g->slopes;
	size_t a = f->active, levels = g->levels * g->slopes;
	for (size_t s = 0; s < b->count; s++)
		for (size_t k = 0; k < a; k++)
			cross[s * a + k] = f->cross[f->functions[k] * levels + l * g->slopes + b->slopes[s]];
	for (size_t s = 0; s < b->count; s++) {
		double *row = weighed + s * a;
		memset(row, 0, a * sizeof *row);
		for (size_t t = 0; t < b->count; t++)
			for (size_t k = 0; k < a; k++)
				row[k] += inverse[s * b->count + t] * cross[t * a + k];
	}
}

/* Takes off gram[][] and sums[][] what the levels explain. */
static void eliminate_levels(double *gram, double *sums, const double *level_sums, const regress_fit *f,
                             const by_level *b, double *room)
{
	const regress_regressors *g = f->given;
	size_t a = f->active, F = f->responses;
	for (size_t l = 0; l < g->levels && b->count > 0; l++) {
		double *cross = room, *weighed = room + REGRESS_MOST_SLOPES * a;
		weigh_cross(weighed, cross, f, b, l);
		for (size_t s = 0; s < b->count; s++) {
			const double *x = cross + s * a, *w = weighed + s * a;
			const double *c = level_sums + (l * g->slopes + b->slopes[s]) * F;
			for (size_t i = 0; i < a; i++) {
				for (size_t j = 0; gram != NULL && j <= i; j++)
					gram[i * a + j] -= w[i] * x[j];
				for (size_t r = 0; r < F; r++)
					sums[i * F + r] -= w[i] * c[r];
			}
		}
	}
}

/* Coefficients of the levels, from their sums and those of the functions. */
static void solve_levels(double *out, const double *level_sums, const double *coefficients, const regress_fit *f,
                         const by_level *b)
{
	const regress_regressors *g = f->given;
	size_t a = f->active, F = f->responses, levels = g->levels * g->slopes;
	if (levels > 0)
		memset(out, 0, levels * F * sizeof *out);
	for (size_t l = 0; l < g->levels && b->count > 0; l++)
		for (size_t r = 0; r < F; r++) {
			const double *inverse = f->level_inverse + l * g->slopes * g->slopes;
			double rest[REGRESS_MOST_SLOPES];
			for (size_t s = 0; s < b->count; s++) {
				size_t place = l * g->slopes + b->slopes[s];
				rest[s] = level_sums[place * F + r];
				for (size_t k = 0; k < a; k++)
					rest[s] -= f->cross[f->functions[k] * levels + place] * coefficients[k * F + r];
			}
			for (size_t s = 0; s < b->count; s++)
				for (size_t t = 0; t < b->count; t++)
					out[(l * g->slopes + b->slopes[s]) * F + r] += inverse[s * b->count + t] * rest[t];
		}
}

/* traces[s]: of the levels' part of the inverse of the whole equations. */
static void trace_levels(double traces[REGRESS_MOST_SLOPES], const regress_fit *f, const by_level *b, double *room)
{
	const regress_regressors *g = f->given;
	size_t a = f->active;
	memset(traces, 0, REGRESS_MOST_SLOPES * sizeof *traces);
	for (size_t l = 0; l < g->levels && b->count > 0; l++) {
		double *weighed = room + REGRESS_MOST_SLOPES * a;
		weigh_cross(weighed, room, f, b, l);
		for (size_t s = 0; s < b->count; s++) {
			const double *w = weighed + s * a;
			traces[s] += f->level_inverse[l * g->slopes * g->slopes + s * b->count + s];
			for (size_t i = 0; i < a; i++) {
				double inner = 0;
				for (size_t j = 0; j < a; j++)
					inner += f->inverse[i * a + j] * w[j];
				traces[s] += w[i] * inner;
			}
		}
	}
}

/* --------------------------------------------------------------------------------------------------------- solving */

/* Functions that take part, and their precisions. Returns how many. */
static size_t list_active(size_t *list, double *precision, const regress_fit *f)
{
	size_t count = 0;
	for (size_t k = 0; k < f->component_count; k++) {
		const regress_component *c = &f->components[k];
		for (size_t i = 0; c->active && c->values != NULL && i < c->count; i++, count++)
			if (list != NULL) {
				list[count] = c->place + i;
				precision[count] = 1 / c->variance;
			}
	}
	return count;
}

static void multiply(double *out, const double *matrix, const double *sums, size_t count, size_t responses)
{
	for (size_t i = 0; i < count; i++)
		for (size_t r = 0; r < responses; r++) {
			double sum = 0;
			for (size_t j = 0; j < count; j++)
				sum += matrix[i * count + j] * sums[j * responses + r];
			out[i * responses + r] = sum;
		}
}

/* Effective parameters of each component: functions less the trace of the inverse over the variance. */
static void find_freedom(regress_fit *f, const by_level *b, double *room)
{
	size_t a = f->active, place = 0, level = 0;
	double traces[REGRESS_MOST_SLOPES];
	trace_levels(traces, f, b, room);
	f->freedom = 0;
	for (size_t k = 0; k < f->component_count; k++) {
		regress_component *c = &f->components[k];
		if (!c->active)
			continue;
		double trace = c->values == NULL ? traces[level++] : 0;
		for (size_t i = 0; c->values != NULL && i < c->count; i++, place++)
			trace += f->inverse[place * a + place];
		c->freedom = (double)c->count - trace / c->variance;
		f->freedom += c->freedom;
	}
}

/* What a component adds up to for a response: squared coefficients, and coefficients times sums. `first`: its place in the solution. */
static void measure_component(double *length, double *explained, const regress_fit *f, const regress_component *c,
                              size_t first, size_t r)
{
	size_t F = f->responses;
	*length = *explained = 0;
	for (size_t i = 0; i < c->count; i++) {
		size_t level = (i * f->given->slopes + c->slope) * F + r;
		double b = c->values == NULL ? f->level_coefficients[level] : f->coefficients[(first + i) * F + r];
		*length += b * b;
		*explained += b * (c->values == NULL ? f->level_sums[level] : f->sums[(c->place + i) * F + r]);
	}
}

/* The variance of the error: what is left, y'y - b'c - b'P b, over the rows in effect. */
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
			first += c->values != NULL ? c->count : 0;
		}
		f->error[r] = fmax(left, 1e-9 * f->squares[r] + 1e-12) / fmax(n - f->freedom, 0.1 * n);
	}
}

/* Room for a solution. */
static bool reserve_solution(regress_fit *f)
{
	size_t a = f->active = list_active(NULL, NULL, f);
	free(f->functions);
	free(f->inverse);
	free(f->coefficients);
	f->functions = base_array(a, sizeof *f->functions);
	f->inverse = base_array(a, a * sizeof *f->inverse);
	f->coefficients = base_array(a, f->responses * sizeof *f->coefficients);
	return f->functions != NULL && f->inverse != NULL && f->coefficients != NULL;
}

static bool solve(regress_fit *f)
{
	if (!admit(f) || !reserve_solution(f))
		return false;
	size_t a = f->active, F = f->responses;
	double *room = base_array(a + 2 * REGRESS_MOST_SLOPES, (2 * a + 1 + F) * sizeof *room);
	if (room == NULL)
		return false;
	double *gram = room + (a + 2 * REGRESS_MOST_SLOPES) * a, *precision = gram + a * a, *sums = precision + a;
	const by_level b = levels_in_use(f);
	list_active(f->functions, precision, f);
	invert_levels(f, &b);
	for (size_t i = 0; i < a; i++) {
		for (size_t j = 0; j <= i; j++)
			gram[i * a + j] = f->gram[f->functions[i] * f->room + f->functions[j]];
		memcpy(sums + i * F, f->sums + f->functions[i] * F, F * sizeof *sums);
	}
	eliminate_levels(gram, sums, f->level_sums, f, &b, room);
	for (size_t i = 0; i < a; i++)
		gram[i * a + i] += precision[i] + 1e-9 * (double)f->rows;
	regress_cholesky(gram, a);
	regress_inverse(f->inverse, gram, a, room);
	multiply(f->coefficients, f->inverse, sums, a, F);
	solve_levels(f->level_coefficients, f->level_sums, f->coefficients, f, &b);
	find_freedom(f, &b, room);
	find_error(f);
	free(room);
	return true;
}

/* ------------------------------------------------------------------------------------------------------- variances */

/* Returns whether any of them still moved much. */
static bool update_variances(regress_fit *f)
{
	bool moved = false;
	for (size_t k = 0, first = 0; k < f->component_count; k++) {
		regress_component *c = &f->components[k];
		double length = 0, one, ignored;
		if (!c->active)
			continue;
		for (size_t r = 0; r < f->responses; r++) {
			measure_component(&one, &ignored, f, c, first, r);
			length += one / f->error[r] / (double)f->responses;
		}
		first += c->values != NULL ? c->count : 0;
		if (isinf(c->variance))
			continue;
		double ratio = length / fmax(c->freedom, 1e-9) / c->variance,
			   step = pow(fmin(fmax(ratio, 0.05), 20), regress_beyond);
		c->variance *= step;
		c->active = c->freedom > regress_leave || step > 1;
		moved = moved || !c->active || fabs(step - 1) * c->freedom > regress_settled;
	}
	return moved;
}

static bool update(regress_fit *f)
{
	for (size_t step = 0; step < REGRESS_STEPS; step++) {
		if (!solve(f))
			return false;
		if (!update_variances(f))
			break;
	}
	return true;
}

/* -------------------------------------------------------------------------------------------------------- entering */

static bool find_residuals(double *out, const regress_fit *f)
{
	double *fitted = base_array(f->rows, sizeof *fitted);
	for (size_t r = 0; fitted != NULL && r < f->responses; r++) {
		regress_fit_predict(fitted, f, r);
		for (size_t i = 0; i < f->rows; i++)
			out[r * f->rows + i] = base_fix(f->y[r * f->rows + i] - fitted[i]);
	}
	free(fitted);
	return fitted != NULL;
}

/* Q of a block: squared products of its functions with the residuals over the error, a mean over responses. */
static bool score_block(double *q, const regress_fit *f, const regress_component *c, const double *residuals)
{
	const regress_regressors *g = f->given;
	size_t F = f->responses, levels = g->levels * g->slopes;
	double *sums = base_array_zero(c->values != NULL ? c->count : levels, F * sizeof *sums);
	bool done = sums != NULL;
	if (done && c->values != NULL)
		done = base_products(sums, c->values, c->count, residuals, F, f->rows, false);
	for (size_t r = 0; done && c->values == NULL && r < F; r++)
		for (size_t i = 0; i < f->rows; i++)
			sums[g->level[i] * F + r] += g->slope[c->slope * f->rows + i] * residuals[r * f->rows + i];
	*q = 0;
	for (size_t i = 0; done && i < c->count; i++)
		for (size_t r = 0; r < F; r++)
			*q += sums[i * F + r] * sums[i * F + r] / f->error[r] / (double)F;
	free(sums);
	return done;
}

/* Lets in the blocks whose Q is beyond chance, with the variance that it speaks for. Were nothing to be explained, Q would have the mean
 * tr S and the variance 2 tr S^2 / responses, S being what the functions in use leave of the block's products; the squared lengths of its
 * functions stand for S, as if none were correlated with another. */
static bool enter(size_t *entered, regress_fit *f)
{
	double *residuals = base_array(f->rows, f->responses * sizeof *residuals);
	bool done = residuals != NULL && find_residuals(residuals, f);
	*entered = 0;
	for (size_t k = 0; done && k < f->component_count; k++) {
		regress_component *c = &f->components[k];
		double q;
		if (c->active)
			continue;
		done = score_block(&q, f, c, residuals);
		if (!done || !(q > c->trace + regress_enter * sqrt(2 * c->squares / (double)f->responses)))
			continue;
		double least = 0.2 / (double)f->rows * (c->values == NULL ? (double)c->count : 1);
		c->variance = fmax((q - c->trace) / c->squares, least);
		c->active = true;
		++*entered;
	}
	free(residuals);
	return done;
}

bool regress_fit_run(regress_fit *f, size_t rounds)
{
	for (size_t round = 0; round < rounds; round++) {
		size_t entered;
		if (!update(f) || !solve(f) || !enter(&entered, f))
			return false;
		if (entered == 0)
			break;
	}
	return update(f) && solve(f);
}

/* --------------------------------------------------------------------------------------------------------- twicing */

/* p - tr(M P M P): of the levels from their effective parameters as if these were shared out evenly. */
static double freedom_of_two(const regress_fit *f, const double *precision)
{
	size_t a = f->active;
	double freedom = 0;
	for (size_t i = 0; i < a; i++) {
		double sum = 0;
		for (size_t j = 0; j < a; j++)
			sum += f->inverse[i * a + j] * f->inverse[i * a + j] * precision[j];
		freedom += 1 - sum * precision[i];
	}
	for (size_t k = 0; k < f->component_count; k++) {
		const regress_component *c = &f->components[k];
		double left = 1 - c->freedom / (double)c->count;
		if (c->values == NULL && c->active)
			freedom += (double)c->count * (1 - left * left);
	}
	return freedom;
}

/* A shrunken effect leaves in the residuals of X and of Y a part that they share, and fitting these once more with the same variances
 * (Tukey's twicing) takes most of it away. As the equations leave c - G b = P b, the addition d solves (G + P) d = P b. */
bool regress_fit_twice(regress_fit *f)
{
	const regress_regressors *g = f->given;
	const by_level b = levels_in_use(f);
	size_t a = f->active, F = f->responses, levels = g->levels * g->slopes;
	double *room = base_array(a + 1, (2 * F + 1 + 2 * REGRESS_MOST_SLOPES) * sizeof *room);
	double *level_sums = base_array_zero(levels, 2 * F * sizeof *level_sums);
	size_t *list = base_array(a, sizeof *list);
	bool done = room != NULL && level_sums != NULL && list != NULL;
	if (done) {
		double *sums = room + 2 * REGRESS_MOST_SLOPES * a, *addition = sums + a * F, *precision = addition + a * F;
		double *level_addition = level_sums + levels * F;
		list_active(list, precision, f);
		for (size_t i = 0; i < a * F; i++)
			sums[i] = precision[i / F] * f->coefficients[i];
		for (size_t l = 0; l < g->levels; l++)
			for (size_t s = 0; s < b.count; s++)
				for (size_t r = 0; r < F; r++) {
					size_t place = (l * g->slopes + b.slopes[s]) * F + r;
					level_sums[place] = b.precision[s] * f->level_coefficients[place];
				}
		eliminate_levels(NULL, sums, level_sums, f, &b, room);
		multiply(addition, f->inverse, sums, a, F);
		solve_levels(level_addition, level_sums, addition, f, &b);
		f->freedom = freedom_of_two(f, precision);
		for (size_t i = 0; i < a * F; i++)
			f->coefficients[i] += addition[i];
		for (size_t i = 0; i < levels * F; i++)
			f->level_coefficients[i] += level_addition[i];
	}
	free(list);
	free(level_sums);
	free(room);
	return done;
}

/* --------------------------------------------------------------------------------------------------------- results */

void regress_fit_predict(double *out, const regress_fit *f, size_t response)
{
	const regress_regressors *g = f->given;
	size_t F = f->responses, rows = f->rows, place = 0;
	memset(out, 0, rows * sizeof *out);
	for (size_t k = 0; k < f->component_count; k++) {
		const regress_component *c = &f->components[k];
		for (size_t j = 0; c->active && c->values != NULL && j < c->count; j++, place++) {
			double b = f->coefficients[place * F + response];
			for (size_t i = 0; i < rows; i++)
				out[i] += b * c->values[j * rows + i];
		}
	}
	for (size_t s = 0; s < g->slopes; s++)
		for (size_t i = 0; i < rows; i++)
			out[i] += g->slope[s * rows + i] * f->level_coefficients[(g->level[i] * g->slopes + s) * F + response];
}

void regress_fit_leverage(double *out, const regress_fit *f)
{
	const regress_regressors *g = f->given;
	const by_level b = levels_in_use(f);
	double freedom = f->freedom;
	for (size_t k = 0; k < f->component_count; k++)
		if (f->components[k].values == NULL && f->components[k].active)
			freedom -= f->components[k].freedom;
	for (size_t i = 0; i < f->rows; i++) {
		out[i] = freedom / (double)f->rows;
		for (size_t s = 0; s < b.count; s++)
			for (size_t t = 0; t < b.count; t++)
				out[i] += f->level_inverse[g->level[i] * g->slopes * g->slopes + s * b.count + t] *
				          g->slope[b.slopes[s] * f->rows + i] * g->slope[b.slopes[t] * f->rows + i];
	}
}
