/* Indicators of the leaves of a tree. Each has two values, so its products with other functions follow from sums per leaf. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "regress/constants.h"
#include "regress/parts.h"

/* Scaled like the indicators of labels. */
bool regress_fit_add_leaves(regress_fit *f, uint32_t *leaf, size_t count)
{
	f->leaf = leaf;
	f->leaf_count = count;
	f->high = base_array(count, 2 * sizeof *f->high);
	f->leaf_rows = base_array_zero(count, sizeof *f->leaf_rows);
	if (f->high == NULL || f->leaf_rows == NULL)
		return false;
	f->low = f->high + count;
	regress_component c = { .count = count, .block = SIZE_MAX, .leaves = true, .variance = regress_start_variance(f) };
	double height = base_fix(sqrt((double)count)), rows = (double)f->rows;
	for (size_t i = 0; i < f->rows; i++)
		f->leaf_rows[leaf[i]]++;
	for (size_t k = 0; k < count; k++) {
		double inside = f->leaf_rows[k], mean = height * inside / rows;
		f->high[k] = base_fix(height - mean);
		f->low[k] = base_fix(-mean);
		double square = inside * (f->high[k] * f->high[k]) + (rows - inside) * (f->low[k] * f->low[k]);
		c.trace += square;
		c.squares += square * square;
	}
	return regress_fit_add_component(f, c);
}

void regress_leaves_multiply(double *out, size_t width, const regress_fit *f, const float *values)
{
	double sums[1 << REGRESS_DEPTH] = { 0 }, total = 0;
	for (size_t i = 0; i < f->rows; i++)
		sums[f->leaf[i]] += (double)values[i];
	for (size_t k = 0; k < f->leaf_count; k++)
		total += sums[k];
	for (size_t k = 0; k < f->leaf_count; k++)
		out[k * width] = f->low[k] * total + (f->high[k] - f->low[k]) * sums[k];
}

double regress_leaves_product(const regress_fit *f, size_t k, size_t l)
{
	double rows = (double)f->rows, above = f->high[k] - f->low[k], other = f->high[l] - f->low[l];
	return rows * (f->low[k] * f->low[l]) + above * f->low[l] * f->leaf_rows[k] +
	       (other * f->low[k] * f->leaf_rows[l] + (k == l ? above * other * f->leaf_rows[k] : 0));
}

void regress_leaves_add(double *out, const regress_fit *f, size_t response, size_t first, size_t start, size_t rows)
{
	double at[1 << REGRESS_DEPTH], base = 0;
	for (size_t k = 0; k < f->leaf_count; k++) {
		double b = base_round_finely(f->coefficients[(first + k) * f->responses + response]);
		base += b * f->low[k];
		at[k] = b * (f->high[k] - f->low[k]);
	}
	for (size_t i = 0; i < rows; i++)
		out[i] += base + at[f->leaf[start + i]];
}
