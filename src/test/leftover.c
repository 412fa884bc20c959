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

/* sums[weight][leaf], the first of 1. */
static double *sum_weights(const double *const *weights, size_t count, size_t rows, const test_groups *g)
{
	double *sums = base_array_zero(count + 1, g->leaves * sizeof *sums);
	for (size_t k = 0; sums != NULL && k <= count; k++)
		for (size_t i = 0; i < rows; i++)
			sums[k * g->leaves + g->leaf[i]] += k == 0 ? 1 : weights[k - 1][i];
	return sums;
}

static bool groups_init(test_groups *g, const test_leftover *l, const test_residuals *side,
                        const double *const *weights, size_t weight_count)
{
	*g = (test_groups){ .leaf = side->leaf, .leaves = side->leaf_count };
	if (g->leaf == NULL)
		return true;
	g->products = base_array(g->leaves, sizeof *g->products);
	g->weights = sum_weights(weights, weight_count, side->rows, g);
	g->x = sum_features(l->x, l->x_count, g);
	g->y = sum_features(l->y, l->y_count, g);
	if (g->products == NULL || g->weights == NULL || g->x == NULL || g->y == NULL)
		return false;
	for (size_t k = 0; k < g->leaves; k++)
		g->noise += g->weights[k] > 1 ? base_round(g->weights[k] / (g->weights[k] - 1)) : 0;
	g->noise /= (double)side->rows;
	return true;
}

bool test_leftover_init(test_leftover *l, const test_residuals *x, size_t x_count, const test_residuals *y,
                        size_t y_count, const double *const *weights, size_t weight_count)
{
	*l = (test_leftover){ .x = x, .y = y, .x_count = x_count, .y_count = y_count };
	bool done = groups_init(&l->groups[0], l, x, weights, weight_count) &&
	            groups_init(&l->groups[1], l, y, weights, weight_count);
	if (!done)
		test_leftover_clear(l);
	return done;
}

void test_leftover_clear(test_leftover *l)
{
	for (size_t side = 0; side < 2; side++) {
		free(l->groups[side].weights);
		free(l->groups[side].products);
		free(l->groups[side].x);
		free(l->groups[side].y);
	}
	memset(l, 0, sizeof *l);
}

/* Mean product of each leaf, from the sums of products in the same row. */
static void finish_products(test_groups *g, size_t k, size_t m)
{
	for (size_t j = 0; j < g->leaves; j++) {
		double others = g->x[k * g->leaves + j] * g->y[m * g->leaves + j] - g->products[j], rows = g->weights[j];
		g->products[j] = rows > 1 ? base_round(others / ((rows - 1) * rows)) : 0;
	}
}

void test_leftover_pair(test_leftover *l, size_t k, size_t m)
{
	test_groups *a = &l->groups[0], *b = &l->groups[1];
	size_t n = l->x->rows;
	const double *f = l->x->values + k * n, *h = l->y->values + m * n;
	if (a->leaf == NULL || b->leaf == NULL)
		return;
	memset(a->products, 0, a->leaves * sizeof *a->products);
	memset(b->products, 0, b->leaves * sizeof *b->products);
	for (size_t i = 0; i < n; i++) {
		double product = base_round(f[i] * h[i]);
		a->products[a->leaf[i]] += product;
		b->products[b->leaf[i]] += product;
	}
	finish_products(a, k, m);
	finish_products(b, k, m);
}

double test_leftover_shift(double *variance, const test_leftover *l, size_t weight)
{
	double n = (double)l->x->rows, shift = 0, noise = 0;
	for (size_t side = 0; side < 2; side++) {
		const test_groups *g = &l->groups[side];
		double u = 0, own = g->noise * *variance;
		for (size_t j = 0; j < g->leaves; j++)
			u += base_round(g->weights[weight * g->leaves + j] * g->products[j]);
		double share = u * u > n * own ? 1 - n * own / (u * u) : 0;
		if (fabs(share * u) > fabs(shift)) {
			shift = share * u;
			noise = share * own;
		}
	}
	*variance += noise + shift * shift / n;
	return shift;
}
