/* Cholesky's factorisation, and all else through the factor's own inverse. Inner loops add a multiple of one row to another, so
 * that they run side by side without changing the order of any sum. Multiples of 0, of which there are many where a column has
 * labels, are left out. */
#include "dependence/equations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/wide.h"

static const double ridge = 1e-10; /* a row, on the diagonal */

bool dependence_equations_init(dependence_equations *e, size_t size)
{
	*e = (dependence_equations){ .size = size };
	e->gram = base_array_zero(size * size, sizeof *e->gram);
	e->penalty = base_array_zero(size * size, sizeof *e->penalty);
	e->inverse = base_array(size * size, sizeof *e->inverse);
	e->factor = base_array(size * size, sizeof *e->factor);
	e->moments = base_array_zero(size, sizeof *e->moments);
	e->solution = base_array(size, sizeof *e->solution);
	return e->gram != NULL && e->penalty != NULL && e->inverse != NULL && e->factor != NULL && e->moments != NULL &&
	       e->solution != NULL;
}

void dependence_equations_clear(dependence_equations *e)
{
	free(e->gram);
	free(e->penalty);
	free(e->inverse);
	free(e->factor);
	free(e->moments);
	free(e->solution);
}

enum { RUN = 4 };

/* How many numbers from `at` on follow each other, up to RUN. */
static inline size_t run_at(const uint32_t *numbers, size_t at, size_t count)
{
	size_t length = 1;
	while (length < RUN && at + length < count && numbers[at + length] == numbers[at] + length)
		length++;
	return length;
}

typedef double run __attribute__((vector_size(RUN * sizeof(double))));

/* Adds the products of `count` functions with the run of `length` that begins at the first of them. */
BASE_BOTH void add_run(dependence_equations *e, const uint32_t *numbers, const double *values, size_t count,
                       size_t length)
{
	double *column = e->gram + numbers[0];
	size_t size = e->size;
	if (length < RUN) {
		for (size_t a = 0; a < count; a++)
			for (size_t b = 0; b < length; b++)
				column[numbers[a] * size + b] += values[a] * values[b];
		return;
	}
	run across, sums;
	memcpy(&across, values, sizeof across);
	for (size_t a = 0; a < count; a++) {
		double *line = column + numbers[a] * size;
		memcpy(&sums, line, sizeof sums);
		sums += values[a] * across;
		memcpy(line, &sums, sizeof sums);
	}
}

/* Splines that are not 0 follow each other, so that products come in runs. Numbers ascend: this is the lower triangle, and next to the
 * diagonal a part of the upper one as well, which nothing reads. */
BASE_BOTH void add_both(dependence_equations *e, const uint32_t *numbers, const double *values, size_t count,
                        double response)
{
	for (size_t b = 0, length; b < count; b += length) {
		length = run_at(numbers, b, count);
		add_run(e, numbers + b, values + b, count - b, length);
	}
	for (size_t a = 0; a < count; a++)
		e->moments[numbers[a]] += values[a] * response;
	e->squares += response * response;
	e->rows += 1;
}

static void add_plainly(dependence_equations *e, const uint32_t *numbers, const double *values, size_t count,
                        double response)
{
	add_both(e, numbers, values, count, response);
}

BASE_WIDE static void add_widely(dependence_equations *e, const uint32_t *numbers, const double *values, size_t count,
                                 double response)
{
	add_both(e, numbers, values, count, response);
}

void dependence_equations_add(dependence_equations *e, const uint32_t *numbers, const double *values, size_t count,
                              double response)
{
	(base_is_wide() ? add_widely : add_plainly)(e, numbers, values, count, response);
}

BASE_BOTH void add_multiple(double *to, double factor, const double *from, size_t count)
{
	for (size_t j = 0; j < count; j++)
		to[j] += factor * from[j];
}

/* The upper factor U of A = U'U, row by row. Constants lie in the span of every term: a little on the diagonal keeps them apart. */
BASE_BOTH void factorise(dependence_equations *e, double lambda)
{
	size_t n = e->size;
	double *u = e->factor;
	for (size_t i = 0; i < n; i++) {
		for (size_t j = i; j < n; j++)
			u[i * n + j] = e->gram[j * n + i] + lambda * e->penalty[j * n + i];
		u[i * n + i] += ridge * e->rows;
	}
	for (size_t k = 0; k < n; k++) {
		double *row = u + k * n, pivot = sqrt(fmax(row[k], 1e-12 * e->rows));
		row[k] = pivot;
		for (size_t j = k + 1; j < n; j++)
			row[j] /= pivot;
		for (size_t i = k + 1; i < n; i++)
			if (row[i] < 0 || row[i] > 0)
				add_multiple(u + i * n + i, -row[i], row + i, n - i);
	}
}

/* L, the inverse of U', lower triangular: A^-1 = L' L. */
BASE_BOTH void invert_factor(dependence_equations *e)
{
	size_t n = e->size;
	double *u = e->factor, *l = e->inverse;
	for (size_t i = 0; i < n; i++) {
		double *row = l + i * n;
		for (size_t j = 0; j <= i; j++)
			row[j] = 0;
		for (size_t k = 0; k < i; k++)
			if (u[k * n + i] < 0 || u[k * n + i] > 0)
				add_multiple(row, -u[k * n + i], l + k * n, k + 1);
		for (size_t j = 0; j < i; j++)
			row[j] /= u[i * n + i];
		row[i] = 1 / u[i * n + i];
	}
}

void dependence_equations_invert(dependence_equations *e)
{
	size_t n = e->size;
	double *a = e->factor, *l = e->inverse;
	for (size_t i = 0; i < n * n; i++)
		a[i] = 0;
	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i <= k; i++)
			if (l[k * n + i] < 0 || l[k * n + i] > 0)
				add_multiple(a + i * n, l[k * n + i], l + k * n, i + 1);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j <= i; j++)
			l[i * n + j] = l[j * n + i] = a[i * n + j];
}

/* The solution L' L B'y. */
BASE_BOTH void find_solution(dependence_equations *e)
{
	size_t n = e->size;
	for (size_t i = 0; i < n; i++)
		e->solution[i] = 0;
	for (size_t k = 0; k < n; k++) {
		const double *row = e->inverse + k * n;
		double sum = 0;
		for (size_t j = 0; j <= k; j++)
			sum += row[j] * e->moments[j];
		add_multiple(e->solution, sum, row, k + 1);
	}
}

/* The trace of A^-1 (lambda P + ridge), which is the number of functions less the effective number of parameters. P has nothing
 * beyond BAND places off the diagonal, so no more of A^-1 is needed. */
BASE_BOTH double trace_of_penalty(dependence_equations *e, double lambda)
{
	enum { BAND = DEPENDENCE_BAND };
	size_t n = e->size;
	double *band = e->factor; /* no longer needed: band[b * n + i] is A^-1 at i, i + b */
	for (size_t i = 0; i < (BAND + 1) * n && i < n * n; i++)
		band[i] = 0;
	double trace = 0;
	for (size_t b = 0; b <= BAND && b < n; b++) {
		double *line = band + b * n;
		for (size_t k = b; k < n; k++) {
			const double *row = e->inverse + k * n;
			for (size_t i = 0; i + b <= k; i++)
				line[i] += row[i] * row[i + b];
		}
		for (size_t i = 0; i + b < n; i++)
			trace += (b > 0 ? 2 : 1) * lambda * e->penalty[(i + b) * n + i] * line[i];
		for (size_t i = 0; b == 0 && i < n; i++)
			trace += ridge * e->rows * line[i];
	}
	return trace;
}

/* Predicts nothing. */
static void give_up(dependence_equations *e)
{
	for (size_t i = 0; i < e->size; i++)
		e->solution[i] = 0;
	for (size_t i = 0; i < e->size * e->size; i++)
		e->inverse[i] = 0;
	e->freedom = 0;
}

BASE_BOTH double solve_both(dependence_equations *e, double lambda)
{
	size_t n = e->size;
	factorise(e, lambda);
	invert_factor(e);
	find_solution(e);
	double fitted = 0, squared = 0;
	for (size_t i = 0; i < n; i++) { /* sums over the lower triangle, what lies off the diagonal twice */
		double sum = 0;
		const double *gram = e->gram + i * n;
		for (size_t j = 0; j < i; j++)
			sum += gram[j] * e->solution[j];
		squared += e->solution[i] * (2 * sum + gram[i] * e->solution[i]);
		fitted += e->solution[i] * e->moments[i];
	}
	double trace = trace_of_penalty(e, lambda);
	if (!isfinite(fitted) || !isfinite(squared) || !isfinite(trace)) {
		give_up(e);
		return INFINITY;
	}
	e->freedom = fmax(0, (double)n - trace);
	double shrunk = fmax(0, e->squares - 2 * fitted + squared), left = e->rows - 1.2 * e->freedom;
	return left > 1 ? e->rows * shrunk / (left * left) : INFINITY;
}

static double solve_plainly(dependence_equations *e, double lambda)
{
	return solve_both(e, lambda);
}

BASE_WIDE static double solve_widely(dependence_equations *e, double lambda)
{
	return solve_both(e, lambda);
}

double dependence_equations_solve(dependence_equations *e, double lambda)
{
	return base_is_wide() ? solve_widely(e, lambda) : solve_plainly(e, lambda);
}
