/* B-splines by the recursion of de Boor and Cox. The roughness is that of P-splines (Eilers and Marx 1996), with divided
 * differences at the knots' means (Greville), since knots lie at quantiles and not at equal distances. O(1) a row. */
#include "dependence/basis.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Least and greatest score of the ordered part; false where they do not differ. */
static bool find_range(double range[2], const dependence_predictor *p, size_t rows)
{
	range[0] = INFINITY;
	range[1] = -INFINITY;
	for (size_t i = 0; p->scores != NULL && i < rows; i++)
		if (p->atoms == NULL || p->atoms[i] == UINT32_MAX) {
			range[0] = fmin(range[0], p->scores[i]);
			range[1] = fmax(range[1], p->scores[i]);
		}
	return range[0] < range[1];
}

bool dependence_basis_init(dependence_basis *basis, const dependence_predictor *p, size_t rows, size_t intervals)
{
	double range[2];
	size_t inner = 0;
	memset(basis, 0, sizeof *basis);
	basis->knots = base_array(intervals + 1 + 2 * (DEPENDENCE_ORDER - 1), sizeof *basis->knots);
	if (basis->knots == NULL)
		return false;
	if (find_range(range, p, rows)) {
		double *knot = basis->knots + DEPENDENCE_ORDER;
		for (size_t k = 1; k < intervals; k++) {
			double at = p->evenly ? range[0] + (range[1] - range[0]) * (double)k / (double)intervals
			                      : gsl_cdf_ugaussian_Pinv((double)k / (double)intervals);
			if (at > range[0] && at < range[1])
				knot[inner++] = at;
		}
		for (size_t k = 0; k < DEPENDENCE_ORDER; k++) {
			basis->knots[k] = range[0];
			knot[inner + k] = range[1];
		}
		basis->splines = inner + DEPENDENCE_ORDER;
	}
	basis->functions = basis->splines + p->atom_count;
	return true;
}

void dependence_basis_clear(dependence_basis *basis)
{
	free(basis->knots);
	memset(basis, 0, sizeof *basis);
}

/* The interval that a point lies in, by the number of the knot at its start; points outside are in the first or last. */
static size_t find_interval(const dependence_basis *basis, double x)
{
	size_t low = DEPENDENCE_ORDER - 1, high = basis->splines;
	while (high - low > 1) {
		size_t middle = (low + high) / 2;
		if (basis->knots[middle] <= x)
			low = middle;
		else
			high = middle;
	}
	return low;
}

size_t dependence_basis_at(uint32_t *numbers, double *values, const dependence_basis *basis,
                           const dependence_predictor *p, size_t row)
{
	if (p->atoms != NULL && p->atoms[row] != UINT32_MAX) {
		numbers[0] = (uint32_t)basis->splines + p->atoms[row];
		values[0] = 1;
		return 1;
	}
	if (basis->splines == 0)
		return 0;
	double x = p->scores[row];
	const double *t = basis->knots;
	size_t at = find_interval(basis, x);
	values[0] = 1;
	for (size_t degree = 1; degree < DEPENDENCE_ORDER; degree++) {
		double carried = 0;
		for (size_t k = 0; k < degree; k++) {
			double left = t[at + 1 - degree + k], right = t[at + 1 + k];
			double share = values[k] / (right - left);
			values[k] = carried + (right - x) * share;
			carried = (x - left) * share;
		}
		values[degree] = carried;
	}
	for (size_t k = 0; k < DEPENDENCE_ORDER; k++)
		numbers[k] = (uint32_t)(at + 1 - DEPENDENCE_ORDER + k);
	return DEPENDENCE_ORDER;
}

static double mean_knot(const dependence_basis *basis, size_t spline)
{
	const double *t = basis->knots + spline;
	return (t[1] + t[2] + t[3]) / 3;
}

void dependence_basis_roughness(double *matrix, size_t stride, size_t first, const dependence_basis *basis,
                                double weight)
{
	for (size_t k = 1; k + 1 < basis->splines; k++) {
		double before = mean_knot(basis, k) - mean_knot(basis, k - 1);
		double after = mean_knot(basis, k + 1) - mean_knot(basis, k), middle = (before + after) / 2;
		double d[3] = { middle / before, -middle / before - middle / after, middle / after };
		for (size_t i = 0; i < 3; i++)
			for (size_t j = 0; j < 3; j++)
				matrix[(first + k - 1 + i) * stride + first + k - 1 + j] += weight * d[i] * d[j];
	}
}
