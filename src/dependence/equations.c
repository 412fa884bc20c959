/* Cholesky's factorisation and the inverse through the factor's own inverse. Inner loops add a multiple of one row to another, so
 * that they run side by side without changing the order of any sum. Multiples of 0, of which there are many where a column has
 * labels, are left out. */
#include "dependence/equations.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

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

void dependence_equations_add(dependence_equations *e, const uint32_t *numbers, const double *values, size_t count,
                              double response)
{
	for (size_t a = 0; a < count; a++) { /* numbers ascend: this is the lower triangle */
		double *line = e->gram + numbers[a] * e->size, value = values[a];
		for (size_t b = 0; b <= a; b++)
			line[numbers[b]] += value * values[b];
		e->moments[numbers[a]] += value * response;
	}
	e->squares += response * response;
	e->rows += 1;
}

static void add_multiple(double *to, double factor, const double *from, size_t count)
{
	for (size_t j = 0; j < count; j++)
		to[j] += factor * from[j];
}

/* The upper factor U of A = U'U, row by row. Constants lie in the span of every term: a little on the diagonal keeps them apart. */
static void factorise(dependence_equations *e, double lambda)
{
	size_t n = e->size;
	double *u = e->factor;
	for (size_t i = 0; i < n; i++) {
		for (size_t j = i; j < n; j++)
			u[i * n + j] = e->gram[j * n + i] + lambda * e->penalty[j * n + i];
		u[i * n + i] += 1e-10 * e->rows;
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

/* A^-1 = L' L with L the inverse of U', lower triangular. */
static void invert(dependence_equations *e)
{
	size_t n = e->size;
	double *u = e->factor, *l = e->inverse;
	for (size_t i = 0; i < n; i++) {
		double *row = l + i * n;
		for (size_t j = 0; j < n; j++)
			row[j] = 0;
		for (size_t k = 0; k < i; k++)
			if (u[k * n + i] < 0 || u[k * n + i] > 0)
				add_multiple(row, -u[k * n + i], l + k * n, k + 1);
		for (size_t j = 0; j < i; j++)
			row[j] /= u[i * n + i];
		row[i] = 1 / u[i * n + i];
	}
	for (size_t i = 0; i < n * n; i++)
		u[i] = 0;
	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i <= k; i++)
			if (l[k * n + i] < 0 || l[k * n + i] > 0)
				add_multiple(u + i * n, l[k * n + i], l + k * n, i + 1);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j <= i; j++)
			l[i * n + j] = l[j * n + i] = u[i * n + j];
}

double dependence_equations_solve(dependence_equations *e, double lambda)
{
	size_t n = e->size;
	factorise(e, lambda);
	invert(e);
	double fitted = 0, squared = 0, shrunk = 0;
	e->freedom = 0;
	for (size_t i = 0; i < n; i++)
		e->solution[i] = 0;
	for (size_t i = 0; i < n; i++)
		add_multiple(e->solution, e->moments[i], e->inverse + i * n, n);
	for (size_t i = 0; i < n; i++) { /* sums over the lower triangle, what lies off the diagonal twice */
		double sum = 0, trace = 0;
		const double *gram = e->gram + i * n, *inverse = e->inverse + i * n;
		for (size_t j = 0; j < i; j++) {
			sum += gram[j] * e->solution[j];
			trace += gram[j] * inverse[j];
		}
		e->freedom += 2 * trace + gram[i] * inverse[i];
		squared += e->solution[i] * (2 * sum + gram[i] * e->solution[i]);
		fitted += e->solution[i] * e->moments[i];
	}
	shrunk = fmax(0, e->squares - 2 * fitted + squared);
	double left = e->rows - 1.2 * e->freedom;
	return left > 1 ? e->rows * shrunk / (left * left) : INFINITY;
}
