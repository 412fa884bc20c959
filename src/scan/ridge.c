/* Ridge regression by Cholesky factors. The trace of the smoother comes from the factor's inverse:
 * tr (G + cD)^-1 G = count - c tr (G + cD)^-1 D. */
#include "scan/ridge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Penalties in units of 1 / rows: from a prior of far more than the noise to one of far less. */
static const double steps[SCAN_PENALTIES] = { 0.02, 0.1, 0.5, 2.5, 12, 60 };

/* Sum of products in a fixed order: four sums side by side, which a processor can work on at once. */
static double dot(const double *a, const double *b, size_t count)
{
	double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
	size_t i = 0;
	for (; i + 4 <= count; i += 4) {
		s0 += a[i] * b[i];
		s1 += a[i + 1] * b[i + 1];
		s2 += a[i + 2] * b[i + 2];
		s3 += a[i + 3] * b[i + 3];
	}
	for (; i < count; i++)
		s0 += a[i] * b[i];
	return (s0 + s1) + (s2 + s3);
}

bool scan_cholesky(double *m, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j <= i; j++) {
			double sum = m[i * count + j] - dot(m + i * count, m + j * count, j);
			if (i != j)
				m[i * count + j] = sum / m[j * count + j];
			else if (sum > 0)
				m[i * count + i] = sqrt(sum);
			else
				return false;
		}
	return true;
}

/* x = L^-1 x, and x = L'^-1 x. */
static void solve_lower(double *x, const double *l, size_t stride, size_t count)
{
	for (size_t i = 0; i < count; i++)
		x[i] = (x[i] - dot(l + i * stride, x, i)) / l[i * stride + i];
}

static void solve_upper(double *x, const double *l, size_t stride, size_t count)
{
	for (size_t i = count; i-- > 0;) {
		x[i] /= l[i * stride + i];
		for (size_t k = 0; k < i; k++)
			x[k] -= l[i * stride + k] * x[i];
	}
}

/* Sum over j of weights[j] (A^-1)[j][j] for A = L L': columns of L^-1, one after the other. */
static double weighted_trace(const double *l, const double *weights, double *column, size_t count)
{
	double trace = 0;
	for (size_t j = 0; j < count; j++) {
		double sum = 0;
		for (size_t i = j; i < count; i++) {
			double entry = (i == j ? 1 : 0) - dot(l + i * count + j, column + j, i - j);
			column[i] = entry / l[i * count + i];
			sum += column[i] * column[i];
		}
		trace += weights[j] * sum;
	}
	return trace;
}

static bool add_factor(scan_ridge *r, size_t step, const double *gram, double *column)
{
	double penalty = r->penalty[step] = steps[step] / (double)r->rows;
	double *l = r->factor[step] = base_array_copy(gram, r->count * r->count, sizeof *gram);
	if (l == NULL)
		return false;
	for (size_t j = 0; j < r->count; j++)
		l[j * r->count + j] += penalty * r->weights[j] + 1e-9;
	if (scan_cholesky(l, r->count))
		r->freedom[step] = (double)r->count - penalty * weighted_trace(l, r->weights, column, r->count);
	else
		r->freedom[step] = NAN; /* not positive in rounding: this penalty is passed over */
	return true;
}

bool scan_ridge_init(scan_ridge *ridge, const double *gram, const double *weights, size_t count, size_t rows)
{
	*ridge = (scan_ridge){ .count = count, .rows = rows, .weights = base_array_copy(weights, count, sizeof *weights) };
	double *column = base_array(count, sizeof *column);
	bool done = ridge->weights != NULL && column != NULL;
	for (size_t step = 0; done && step < SCAN_PENALTIES; step++)
		done = add_factor(ridge, step, gram, column);
	free(column);
	if (!done)
		scan_ridge_clear(ridge);
	return done;
}

void scan_ridge_clear(scan_ridge *ridge)
{
	for (size_t step = 0; step < SCAN_PENALTIES; step++)
		free(ridge->factor[step]);
	free(ridge->weights);
	memset(ridge, 0, sizeof *ridge);
}

/* ------------------------------------------------------------------------------------------------ functions more */

/* Rows of `cross` become L^-1 of them, and the Schur complement of the extended matrix its Cholesky factor. */
static bool extend_step(scan_ridge_more *m, const scan_ridge *r, size_t step, const double *cross, const double *own,
                        double *room)
{
	size_t shared = r->count, count = m->count;
	double penalty = r->penalty[step];
	double *w = m->cross[step] = base_array_copy(cross, count * shared, sizeof *cross);
	double *s = m->schur[step] = base_array_copy(own, count * count, sizeof *own);
	if (w == NULL || s == NULL)
		return false;
	for (size_t j = 0; j < count; j++)
		solve_lower(w + j * shared, r->factor[step], shared, shared);
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j <= i; j++)
			s[i * count + j] -= dot(w + i * shared, w + j * shared, shared);
	for (size_t i = 0; i < count; i++)
		s[i * count + i] += penalty * m->weights[i] + 1e-6;
	m->freedom[step] = NAN;
	if (isnan(r->freedom[step]) || !scan_cholesky(s, count))
		return true;
	/* tr (A^-1 D) of the whole: the part of the Schur complement, and what it adds to the shared part */
	double more = weighted_trace(s, m->weights, room, count);
	for (size_t k = 0; k < count * shared; k += shared)
		memcpy(room + k, w + k, shared * sizeof *room);
	for (size_t j = 0; j < count; j++)
		solve_upper(room + j * shared, r->factor[step], shared, shared);
	for (size_t k = 0; k < shared; k++) {
		double column[SCAN_MOST_MORE], sum = 0;
		for (size_t j = 0; j < count; j++)
			column[j] = room[j * shared + k];
		solve_lower(column, s, count, count);
		for (size_t j = 0; j < count; j++)
			sum += column[j] * column[j];
		more += r->weights[k] * sum;
	}
	m->freedom[step] = r->freedom[step] + (double)count - penalty * more;
	return true;
}

bool scan_ridge_more_init(scan_ridge_more *more, const scan_ridge *ridge, const double *cross, const double *own,
                          const double *weights, size_t count)
{
	*more = (scan_ridge_more){ .count = count, .weights = base_array_copy(weights, count, sizeof *weights) };
	double *room = base_array(count * (ridge->count + count), sizeof *room);
	bool done = more->weights != NULL && room != NULL;
	for (size_t step = 0; done && step < SCAN_PENALTIES; step++)
		done = extend_step(more, ridge, step, cross, own, room);
	free(room);
	if (!done)
		scan_ridge_more_clear(more);
	return done;
}

void scan_ridge_more_clear(scan_ridge_more *more)
{
	for (size_t step = 0; step < SCAN_PENALTIES; step++) {
		free(more->cross[step]);
		free(more->schur[step]);
	}
	free(more->weights);
	memset(more, 0, sizeof *more);
}

/* ------------------------------------------------------------------------------------------------------- fitting */

/* x = (A of shared functions and more)^-1 x. */
static void solve(double *x, const scan_ridge *r, const scan_ridge_more *more, size_t step)
{
	double *own = x + r->count;
	solve_lower(x, r->factor[step], r->count, r->count);
	if (more != NULL) {
		for (size_t j = 0; j < more->count; j++)
			own[j] -= dot(more->cross[step] + j * r->count, x, r->count);
		solve_lower(own, more->schur[step], more->count, more->count);
		solve_upper(own, more->schur[step], more->count, more->count);
		for (size_t j = 0; j < more->count; j++)
			for (size_t k = 0; k < r->count; k++)
				x[k] -= more->cross[step][j * r->count + k] * own[j];
	}
	solve_upper(x, r->factor[step], r->count, r->count);
}

/* Coefficients under one penalty, and their generalised cross-validation error. */
static double fit_one(double *x, const scan_ridge *r, const scan_ridge_more *more, const double *b, double square,
                      size_t step)
{
	size_t count = r->count + (more != NULL ? more->count : 0);
	double freedom = more != NULL ? more->freedom[step] : r->freedom[step];
	double explained = 0, room = 1 - (freedom + 1) / (double)r->rows;
	if (isnan(freedom) || !(room > 0.1))
		return INFINITY;
	memcpy(x, b, count * sizeof *x);
	solve(x, r, more, step);
	for (size_t j = 0; j < count; j++) {
		double weight = j < r->count ? r->weights[j] : more->weights[j - r->count];
		explained += x[j] * (b[j] + r->penalty[step] * weight * x[j]);
	}
	return fmax(square - explained, 0) / (room * room);
}

double scan_ridge_fit(double *coefficients, double *error, size_t *step, const scan_ridge *ridge,
                      const scan_ridge_more *more, const double *b, double square, size_t finer)
{
	size_t best = SCAN_PENALTIES - 1;
	*error = INFINITY;
	for (size_t tried = SCAN_PENALTIES; tried-- > 0;) {
		double here = fit_one(coefficients, ridge, more, b, square, tried);
		if (here < *error) {
			*error = here;
			best = tried;
		}
	}
	for (; finer > 0 && best > 0 && isfinite(fit_one(coefficients, ridge, more, b, square, best - 1)); finer--)
		best--;
	if (isinf(fit_one(coefficients, ridge, more, b, square, best)))
		memset(coefficients, 0, (ridge->count + (more != NULL ? more->count : 0)) * sizeof *coefficients);
	*step = best;
	return more != NULL ? more->freedom[best] : ridge->freedom[best];
}

double scan_ridge_left(const scan_ridge *ridge, size_t step, const double *b, double square, double *room)
{
	memcpy(room, b, ridge->count * sizeof *b);
	if (isnan(ridge->freedom[step]))
		return NAN;
	solve_lower(room, ridge->factor[step], ridge->count, ridge->count);
	return square - dot(room, room, ridge->count);
}

void scan_ridge_fit_first(double *coefficients, const scan_ridge *ridge, const double *b, double freedom, size_t count)
{
	/* the factor of the first functions is the corner of the whole one */
	size_t step = 0;
	while (step + 1 < SCAN_PENALTIES && !(ridge->freedom[step] <= freedom))
		step++;
	memset(coefficients, 0, count * sizeof *b);
	if (isnan(ridge->freedom[step]))
		return;
	memcpy(coefficients, b, count * sizeof *b);
	solve_lower(coefficients, ridge->factor[step], ridge->count, count);
	solve_upper(coefficients, ridge->factor[step], ridge->count, count);
}
