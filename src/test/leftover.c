/*
 * If regressions leave functions a(Z) and b(Z) in the residuals f of X and g of Y, the sum of f g has the mean sum of a b, and the
 * product of f in one row with g in another row of about the same Z has it too. The average of these products within groups of rows,
 * the leaves of a partition of Z, is therefore an estimate U of this mean, whose variance is smaller than that of the sum. It is shrunk
 * by s = 1 - variance/U^2 (empirical Bayes) and subtracted. The variance grows by s times the variance of U, and by (s U)^2, because
 * rows of a group differ in Z, so that U misses a part.
 */
#include "test/leftover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"

/* sums[feature][leaf]. */
static double *sum_features(const test_residuals *f, size_t count, const test_groups *g)
{
	double *sums = base_array_zero(count, g->leaves * sizeof *sums);
	for (size_t k = 0; sums != NULL && k < count; k++)
		for (size_t i = 0; i < f->rows; i++)
			sums[k * g->leaves + g->leaf[i]] += f->values[k * f->rows + i];
	return sums;
}

static bool groups_init(test_groups *g, const test_leftover *l, size_t x_count, size_t y_count,
                        const test_residuals *side)
{
	*g = (test_groups){ .leaf = side->leaf, .leaves = side->leaf_count };
	if (g->leaf == NULL)
		return true;
	g->rows = base_array_zero(g->leaves, sizeof *g->rows);
	g->products = base_array(g->leaves, sizeof *g->products);
	g->x = sum_features(l->x, x_count, g);
	g->y = sum_features(l->y, y_count, g);
	if (g->rows == NULL || g->products == NULL || g->x == NULL || g->y == NULL)
		return false;
	for (size_t i = 0; i < side->rows; i++)
		g->rows[g->leaf[i]]++;
	for (size_t k = 0; k < g->leaves; k++)
		g->noise += g->rows[k] > 1 ? base_round(g->rows[k] / (g->rows[k] - 1)) : 0;
	g->noise /= (double)side->rows;
	return true;
}

bool test_leftover_init(test_leftover *l, const test_residuals *x, size_t x_count, const test_residuals *y,
                        size_t y_count)
{
	*l = (test_leftover){ .x = x, .y = y };
	bool done =
		groups_init(&l->groups[0], l, x_count, y_count, x) && groups_init(&l->groups[1], l, x_count, y_count, y);
	if (!done)
		test_leftover_clear(l);
	return done;
}

void test_leftover_clear(test_leftover *l)
{
	for (size_t side = 0; side < 2; side++) {
		free(l->groups[side].rows);
		free(l->groups[side].products);
		free(l->groups[side].x);
		free(l->groups[side].y);
	}
	memset(l, 0, sizeof *l);
}

void test_leftover_pair(test_leftover *l, size_t k, size_t m)
{
	size_t n = l->x->rows;
	const double *f = l->x->values + k * n, *h = l->y->values + m * n;
	for (size_t side = 0; side < 2; side++) {
		test_groups *g = &l->groups[side];
		if (g->leaf == NULL)
			continue;
		memset(g->products, 0, g->leaves * sizeof *g->products);
		for (size_t i = 0; i < n; i++)
			g->products[g->leaf[i]] += base_round(f[i] * h[i]);
		for (size_t j = 0; j < g->leaves; j++) {
			double others = g->x[k * g->leaves + j] * g->y[m * g->leaves + j] - g->products[j], rows = g->rows[j];
			g->products[j] = rows > 1 ? base_round(others / ((rows - 1) * rows)) : 0;
		}
	}
}

static double estimate_of(const test_groups *g, size_t rows, const double *weight)
{
	double sum = 0;
	for (size_t j = 0; weight == NULL && j < g->leaves; j++)
		sum += g->rows[j] * g->products[j];
	for (size_t i = 0; weight != NULL && i < rows; i++)
		sum += base_round(weight[i] * g->products[g->leaf[i]]);
	return sum;
}

double test_leftover_shift(double *variance, const test_leftover *l, const double *weight)
{
	double n = (double)l->x->rows, shift = 0, noise = 0;
	for (size_t side = 0; side < 2; side++) {
		const test_groups *g = &l->groups[side];
		double u = g->leaf != NULL ? estimate_of(g, l->x->rows, weight) : 0, own = g->noise * *variance;
		double share = u * u > n * own ? 1 - n * own / (u * u) : 0;
		if (fabs(share * u) > fabs(shift)) {
			shift = share * u;
			noise = share * own;
		}
	}
	*variance += noise + shift * shift / n;
	return shift;
}
