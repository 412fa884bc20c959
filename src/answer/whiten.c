/* See whiten.h. */
#include "answer/whiten.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "residual/feature_set.h"

static const double within_least = 0.02;    /* of a variance: columns that are constant within clusters need some */
static const double order_per_decade = 10;  /* largest order of an autoregression, times log10 of the rows */
static const double order_per_row = 0.25;   /* and times the rows */
static const double variance_least = 1e-12; /* share of a series that its past does not predict */
static const double tiny = 1e-300;
static const double same = 1e-9; /* share of a function of Z that others leave: less is none */

/* -------------------------------------------------------------------------------------------------------- clusters */

static void sum_groups(double *sums, const double *values, const question_values *groups)
{
	memset(sums, 0, groups->levels * sizeof *sums);
	for (size_t i = 0; i < groups->rows; i++)
		sums[groups->codes[i]] += values[i];
}

static double dot(const double *a, const double *b, size_t rows)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++)
		sum += a[i] * b[i];
	return sum;
}

answer_components answer_components_of(base_arena *arena, const double *values, const question_values *groups)
{
	base_arena_mark mark = base_arena_here(arena);
	double *sums = base_arena_take(arena, groups->levels, sizeof *sums), n = (double)groups->rows;
	double count = (double)groups->levels, between = 0, squares = 0, all = dot(values, values, groups->rows);
	answer_components out = { all / n, 0 };
	sum_groups(sums, values, groups);
	for (size_t c = 0; c < groups->levels; c++) {
		between += sums[c] * sums[c] / groups->counts[c];
		squares += (double)groups->counts[c] * groups->counts[c];
	}
	base_arena_back(arena, mark);
	if (groups->rows <= groups->levels)
		return out;
	double size = (n - squares / n) / fmax(count - 1, 1), within = fmax(all - between, 0) / (n - count);
	out.between = fmax(between / fmax(count - 1, 1) - within, 0) / size;
	out.within = fmax(within, within_least * (within + out.between)) + tiny;
	return out;
}

static void scale_groups(double *values, base_arena *arena, const question_values *groups, answer_components v)
{
	base_arena_mark mark = base_arena_here(arena);
	double *sums = base_arena_take(arena, groups->levels, sizeof *sums);
	sum_groups(sums, values, groups);
	for (size_t i = 0; i < groups->rows; i++) {
		double size = groups->counts[groups->codes[i]], mean = sums[groups->codes[i]] / size;
		values[i] = (values[i] - mean) / sqrt(v.within) + mean / sqrt(v.within + size * v.between);
	}
	base_arena_back(arena, mark);
}

/* ---------------------------------------------------------------------------------------------------------- series */

/* The mean product of values `lag` apart, over all rows, so that the recursion is stable. */
static double covariance(const double *values, const answer_rows *rows, size_t lag)
{
	double sum = 0;
	for (size_t s = 0; s < rows->series; s++)
		for (size_t i = rows->starts[s] + lag; i < rows->starts[s + 1]; i++)
			sum += values[rows->order[i]] * values[rows->order[i - lag]];
	return sum / (double)rows->rows;
}

static void next_order(answer_autoregression *a, double *variance, base_arena *arena, size_t m)
{
	double *phi = base_arena_take(arena, m, sizeof *phi), reflection = a->covariance[m];
	const double *before = a->coefficient[m - 1];
	for (size_t j = 0; j + 1 < m; j++)
		reflection -= before[j] * a->covariance[m - 1 - j];
	reflection /= variance[m - 1];
	for (size_t j = 0; j + 1 < m; j++)
		phi[j] = before[j] - reflection * before[m - 2 - j];
	phi[m - 1] = reflection;
	a->coefficient[m] = phi;
	variance[m] = fmax(variance[m - 1] * (1 - reflection * reflection), variance_least * variance[0]);
}

answer_autoregression answer_autoregression_of(base_arena *arena, const double *values, const answer_rows *rows)
{
	double n = (double)rows->rows, best = INFINITY;
	size_t most = (size_t)fmin(order_per_decade * log10(n), order_per_row * n);
	answer_autoregression a = { 0, base_arena_take(arena, most + 1, sizeof *a.covariance),
		                        base_arena_take_zero(arena, most + 1, sizeof *a.coefficient),
		                        base_arena_take(arena, most + 1, sizeof *a.error) };
	for (size_t m = 0; m <= most; m++) {
		a.covariance[m] = covariance(values, rows, m);
		a.error[m] = a.covariance[0] + tiny;
		if (m > 0)
			next_order(&a, a.error, arena, m);
		double criterion = n * log(a.error[m]) + 2 * (double)m;
		a.order = criterion < best ? m : a.order;
		best = fmin(best, criterion);
	}
	for (size_t m = 0; m <= most; m++)
		a.error[m] = sqrt(a.error[m]);
	return a;
}

double *answer_autocorrelations(base_arena *arena, const double *values, const answer_rows *rows)
{
	double *out = base_arena_take(arena, rows->rows, sizeof *out);
	base_arena_mark mark = base_arena_here(arena);
	answer_autoregression a = answer_autoregression_of(arena, values, rows);
	for (size_t h = 0; h < rows->rows; h++) {
		out[h] = h <= a.order ? a.covariance[h] / a.covariance[0] : 0;
		for (size_t j = 0; h > a.order && j < a.order; j++)
			out[h] += a.coefficient[a.order][j] * out[h - 1 - j];
	}
	base_arena_back(arena, mark);
	return out;
}

/* Rows from the last to the first, so that those before are still what they were; first rows by lower orders. */
static void predict(double *values, const answer_rows *rows, const answer_autoregression *a)
{
	for (size_t s = 0; s < rows->series; s++)
		for (size_t i = rows->starts[s + 1]; i-- > rows->starts[s];) {
			size_t m = i - rows->starts[s] < a->order ? i - rows->starts[s] : a->order;
			double left = values[rows->order[i]];
			for (size_t j = 0; j < m; j++)
				left -= a->coefficient[m][j] * values[rows->order[i - 1 - j]];
			values[rows->order[i]] = left / a->error[m];
		}
}

/* --------------------------------------------------------------------------------------------------------- features */

answer_whitener answer_whitener_of(base_arena *arena, const double *values, const answer_rows *rows)
{
	answer_whitener out = { .rows = rows };
	if (rows->order != NULL) {
		out.past = answer_autoregression_of(arena, values, rows);
		return out;
	}
	base_arena_mark mark = base_arena_here(arena);
	double *copy = base_arena_take(arena, rows->rows, sizeof *copy);
	base_copy(copy, values, rows->rows * sizeof *copy);
	for (size_t k = 0; k < rows->ways; k++) {
		out.way[k] = answer_components_of(arena, copy, rows->groups[k]);
		scale_groups(copy, arena, rows->groups[k], out.way[k]);
	}
	base_arena_back(arena, mark);
	return out;
}

void answer_whiten(double *values, base_arena *arena, const answer_whitener *w)
{
	if (w->rows->order != NULL)
		predict(values, w->rows, &w->past);
	else
		for (size_t k = 0; k < w->rows->ways; k++)
			scale_groups(values, arena, w->rows->groups[k], w->way[k]);
}

static void whiten_all(double *values, size_t count, base_arena *arena, const answer_whitener *w)
{
	for (size_t k = 0; k < count; k++)
		answer_whiten(values + k * w->rows->rows, arena, w);
}

static void subtract_multiple(double *values, const double *function, double by, size_t rows)
{
	for (size_t i = 0; i < rows; i++)
		values[i] -= by * function[i];
}

/* The residual of values given base[count], which are overwritten by what those before leave of them. */
static void project(double *values, double *base, size_t count, size_t rows)
{
	for (size_t k = 0; k < count; k++) {
		double *own = base + k * rows, before = dot(own, own, rows);
		for (size_t j = 0; j < k; j++) {
			const double *other = base + j * rows;
			double length = dot(other, other, rows);
			if (length > 0)
				subtract_multiple(own, other, dot(own, other, rows) / length, rows);
		}
		double length = dot(own, own, rows);
		if (length > same * before)
			subtract_multiple(values, own, dot(values, own, rows) / length, rows);
		else
			memset(own, 0, rows * sizeof *own);
	}
}

void answer_make_independent(double *features, size_t count, base_arena *arena, const double *base, size_t base_count,
                             const answer_rows *rows)
{
	size_t n = rows->rows, functions = base_count + 1;
	base_arena_mark mark = base_arena_here(arena);
	double *common = base_arena_take(arena, functions * n, sizeof *common);
	double *own = base_arena_take(arena, functions * n, sizeof *own);
	answer_whitener first = answer_whitener_of(arena, features, rows);
	for (size_t i = 0; i < n; i++)
		common[i] = 1;
	base_copy(common + n, base, base_count * n * sizeof *common);
	whiten_all(common, functions, arena, &first);
	whiten_all(features, count, arena, &first);
	for (size_t k = 0; k < count; k++) {
		base_arena_mark here = base_arena_here(arena);
		answer_whitener w = answer_whitener_of(arena, features + k * n, rows);
		base_copy(own, common, functions * n * sizeof *own);
		whiten_all(own, functions, arena, &w);
		answer_whiten(features + k * n, arena, &w);
		project(features + k * n, own, functions, n);
		residual_standardise(features + k * n, n);
		base_arena_back(arena, here);
	}
	base_arena_back(arena, mark);
}
