/* Cholesky factorisation by dot products of packed columns, each with four partial sums, and Jacobi rotations. The
 * order of every sum is fixed, so results have the same bits on all processors and with any number of threads. */
#include "peers/kernel/small_systems.h"

#include <assert.h>
#include <float.h>
#include <math.h>

enum { LANES = 4 };

static double dot(const double *a, const double *b, size_t count)
{
	double lanes[LANES] = { 0 };
	size_t i = 0;
	for (; i + LANES <= count; i += LANES)
		for (size_t k = 0; k < LANES; k++)
			lanes[k] += a[i + k] * b[i + k];
	for (; i < count; i++)
		lanes[i % LANES] += a[i] * b[i];
	return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

/* Column j of the triangle: rows 0 .. j. */
static size_t column_start(size_t j)
{
	return j * (j + 1) / 2;
}

bool kernel_cholesky(double *packed, size_t size)
{
	for (size_t j = 0; j < size; j++) {
		double *column = packed + column_start(j);
		for (size_t i = 0; i < j; i++) {
			const double *earlier = packed + column_start(i);
			column[i] = (column[i] - dot(earlier, column, i)) / earlier[i];
		}
		double pivot = column[j] - dot(column, column, j);
		if (!(pivot > 0))
			return false;
		column[j] = sqrt(pivot);
	}
	return true;
}

/* U'v = side, then U x = v. */
static void solve_one(double *side, const double *packed, size_t size)
{
	for (size_t j = 0; j < size; j++) {
		const double *column = packed + column_start(j);
		side[j] = (side[j] - dot(column, side, j)) / column[j];
	}
	for (size_t j = size; j-- > 0;) {
		const double *column = packed + column_start(j);
		side[j] /= column[j];
		for (size_t i = 0; i < j; i++)
			side[i] -= column[i] * side[j];
	}
}

void kernel_solve(double *sides, size_t count, const double *packed, size_t size)
{
	for (size_t i = 0; i < count; i++)
		solve_one(sides + i * size, packed, size);
}

/* -------------------------------------------------------------------------------------------------- eigenvalues */

typedef double square[KERNEL_LARGEST][KERNEL_LARGEST];

/* Zeroes a[p][q] by a rotation in the plane of p and q (Jacobi 1846), which is also applied to `first`, row 0 of the
 * product of all rotations. */
static void rotate(square a, double *first, size_t size, size_t p, size_t q)
{
	double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
	double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1)), c = 1 / sqrt(t * t + 1), s = t * c;
	a[p][p] -= t * a[p][q];
	a[q][q] += t * a[p][q];
	a[p][q] = a[q][p] = 0;
	for (size_t k = 0; k < size; k++) {
		if (k == p || k == q)
			continue;
		double x = a[k][p], y = a[k][q];
		a[k][p] = a[p][k] = c * x - s * y;
		a[k][q] = a[q][k] = s * x + c * y;
	}
	double x = first[p], y = first[q];
	first[p] = c * x - s * y;
	first[q] = s * x + c * y;
}

/* Rotates all off-diagonal elements larger than rounding errors; returns false if there were none. */
static bool sweep(square a, double *first, size_t size)
{
	bool rotated = false;
	for (size_t p = 0; p < size; p++)
		for (size_t q = p + 1; q < size; q++)
			if (fabs(a[p][q]) > DBL_EPSILON / 4 * sqrt(fabs(a[p][p])) * sqrt(fabs(a[q][q])) + DBL_MIN) {
				rotate(a, first, size, p, q);
				rotated = true;
			}
	return rotated;
}

static void sort_ascending(double *values, double *first, size_t size)
{
	for (size_t i = 1; i < size; i++)
		for (size_t j = i; j > 0 && values[j] < values[j - 1]; j--) {
			double value = values[j], component = first[j];
			values[j] = values[j - 1];
			first[j] = first[j - 1];
			values[j - 1] = value;
			first[j - 1] = component;
		}
}

bool kernel_eigen(double *diagonal, const double *beside, double *first, size_t size)
{
	enum { SWEEPS = 50 };
	square a = { { 0 } };
	assert(size <= KERNEL_LARGEST);
	for (size_t i = 0; i < size; i++) {
		a[i][i] = diagonal[i];
		first[i] = i == 0;
		if (i + 1 < size)
			a[i][i + 1] = a[i + 1][i] = beside[i];
	}
	int sweeps = 0;
	while (sweeps < SWEEPS && sweep(a, first, size))
		sweeps++;
	for (size_t i = 0; i < size; i++)
		diagonal[i] = a[i][i];
	sort_ascending(diagonal, first, size);
	return sweeps < SWEEPS;
}
