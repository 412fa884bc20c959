/*
 * If regressions leave functions a(Z) and b(Z) in the residuals f of X and g of Y, the sum of f g has the mean sum of a b, and the
 * product of f in one row with g in another row of about the same Z has it too. The average of these products within groups of rows,
 * the leaves of a partition of Z, is therefore an estimate U of this mean, whose variance is smaller than that of the sum. It is shrunk
 * by s = 1 - 2 variance/U^2 and subtracted; of several partitions the one with the largest |s U| is used. The variance grows by s times
 * the variance of U, and by (s U)^2, because rows of a group differ in Z, so that U misses a part.
 */
#include "test/leftover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "test/constants.h"

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

static bool groups_init(test_groups *g, const test_leftover *l, const uint32_t *leaf, size_t leaves,
                        const double *const *weights, size_t weight_count)
{
	*g = (test_groups){ .leaf = leaf, .leaves = leaves };
	g->products = base_array(g->leaves, 2 * sizeof *g->products);
	g->weights = sum_weights(weights, weight_count, l->x->rows, g);
	g->x = sum_features(l->x, l->x_count, g);
	g->y = sum_features(l->y, l->y_count, g);
	if (g->products == NULL || g->weights == NULL || g->x == NULL || g->y == NULL)
		return false;
	g->inverse = g->products + g->leaves;
	for (size_t k = 0; k < g->leaves; k++) {
		double rows = g->weights[k];
		g->inverse[k] = rows > 1 ? 1 / ((rows - 1) * rows) : 0;
		g->noise += rows > 1 ? base_round(rows / (rows - 1)) : 0;
	}
	g->noise /= (double)l->x->rows;
	return true;
}

bool test_leftover_init(test_leftover *l, const test_residuals *x, size_t x_count, const test_residuals *y,
                        size_t y_count, const double *const *weights, size_t weight_count)
{
	*l = (test_leftover){ .x = x, .y = y, .x_count = x_count, .y_count = y_count };
	const uint32_t *leaf[] = { x->leaf[0], y->leaf[0], x->leaf[1] };
	const size_t leaves[] = { x->leaf_count[0], y->leaf_count[0], x->leaf_count[1] };
	bool done = true;
	for (size_t p = 0; done && p < TEST_PARTITIONS && leaf[0] != NULL && leaf[1] != NULL; p++)
		done = groups_init(&l->groups[p], l, leaf[p], leaves[p], weights, weight_count);
	if (!done)
		test_leftover_clear(l);
	return done;
}

void test_leftover_clear(test_leftover *l)
{
	for (size_t p = 0; p < TEST_PARTITIONS; p++) {
		free(l->groups[p].weights);
		free(l->groups[p].products);
		free(l->groups[p].x);
		free(l->groups[p].y);
	}
	memset(l, 0, sizeof *l);
}

/* Mean product of each leaf, from the sums of products in the same row. */
static void finish_products(test_groups *g, size_t k, size_t m)
{
	for (size_t j = 0; j < g->leaves; j++) {
		double others = g->x[k * g->leaves + j] * g->y[m * g->leaves + j] - g->products[j];
		g->products[j] = base_round(others * g->inverse[j]);
	}
}

void test_leftover_pair(test_leftover *l, size_t k, size_t m)
{
	size_t n = l->x->rows;
	const double *f = l->x->values + k * n, *h = l->y->values + m * n;
	test_groups *g = l->groups;
	if (g->leaf == NULL)
		return;
	for (size_t p = 0; p < TEST_PARTITIONS; p++)
		memset(g[p].products, 0, g[p].leaves * sizeof *g[p].products);
	for (size_t i = 0; i < n; i++) {
		double product = base_round(f[i] * h[i]);
		for (size_t p = 0; p < TEST_PARTITIONS; p++)
			g[p].products[g[p].leaf[i]] += product;
	}
	for (size_t p = 0; p < TEST_PARTITIONS; p++)
		finish_products(&g[p], k, m);
}

double test_leftover_shift(double *variance, const test_leftover *l, size_t weight)
{
	double n = (double)l->x->rows, shift = 0, noise = 0;
	for (size_t p = 0; p < TEST_PARTITIONS; p++) {
		const test_groups *g = &l->groups[p];
		double u = 0, own = g->noise * *variance;
		for (size_t j = 0; j < g->leaves; j++)
			u += base_round(g->weights[weight * g->leaves + j] * g->products[j]);
		double noise_of_u = test_leftover_noise * n * own, share = u * u > noise_of_u ? 1 - noise_of_u / (u * u) : 0;
		if (fabs(share * u) > fabs(shift)) {
			shift = share * u;
			noise = share * own;
		}
	}
	*variance += noise + shift * shift / n;
	return shift;
}
