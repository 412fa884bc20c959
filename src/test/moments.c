/*
 * For features f of X and g of Y the sum S of f g over rows has mean 0 if X and Y are independent given Z. Within cells of Z its variance
 * and third moment follow from exchanging rows there:
 *     V = sum over cells of F G / (n - 1),  T = sum of n F3 G3 / (n - 1)(n - 2),   F, F3 sums of squares and cubes in the cell.
 * After a regression V is F G / rows times h, h = rows sum f^2 g^2 / F G (their variances may rise and fall together with Z), times
 * rows over the rows in effect. Cost: O(rows) per pair.
 */
#include "test/moments.h"

#include <math.h>
#include <stdlib.h>

#include "base/exact.h"
#include "base/memory.h"
#include "question/counted.h"
#include "test/constants.h"
#include "test/leftover.h"

/* ------------------------------------------------------------------------------------------------ within cells */

/* Adds the squares and cubes of one feature to the sums of the cells, which are `width` apart. */
static void add_powers(double *sums, const double *values, size_t width, const test_given *g)
{
	for (size_t i = 0; i < g->entries; i++) {
		double v = values[i], square = base_round_coarsely(v * v);
		double *at = sums + g->cells[i] * width, times = question_times(g->times, i);
		at[0] += times * square;
		at[1] += times * base_round_coarsely(square * v);
	}
}

/* sums[cell][2 k], [2 k + 1]: squares and cubes of feature k. */
static double *cell_sums(const test_residuals *f, const test_given *g)
{
	size_t width = 2 * f->count;
	bool whole = g->cell_count == 1 && g->times == NULL;
	double *sums = base_array_zero(g->cell_count, (width > 0 ? width : 1) * sizeof *sums);
	for (size_t k = 0; sums != NULL && k < f->count; k++)
		if (whole)
			base_power_sums(&sums[2 * k], &sums[2 * k + 1], f->values + k * f->entries, f->entries);
		else
			add_powers(sums + 2 * k, f->values + k * f->entries, width, g);
	return sums;
}

test_moments test_moments_within(const double *x, size_t x_width, const double *y, size_t y_width, const test_given *g)
{
	double variance = 0, third = 0, most = 0;
	size_t cells = 0;
	for (size_t c = 0; c < g->cell_count; c++) {
		double n = (double)g->sizes[c], squares = x[c * x_width] * y[c * y_width];
		if (n < 2 || !(squares > 0))
			continue;
		cells++;
		variance += base_round(squares / (n - 1));
		most += base_round(sqrt(squares));
		if (n > 2)
			third += base_round(n / ((n - 1) * (n - 2)) * (x[c * x_width + 1] * y[c * y_width + 1]));
	}
	if (!(variance > 0))
		return (test_moments){ 1, 0, false, 0, 0 };
	return (test_moments){ variance / (double)g->rows, most * most / variance + 1, cells == 1,
		                   third / (variance * sqrt(variance)), 0 };
}

bool test_compare_cells(test_moments *out, const test_residuals *x, const test_residuals *y, const test_given *g)
{
	double *a = cell_sums(x, g), *b = cell_sums(y, g);
	bool done = a != NULL && b != NULL;
	for (size_t k = 0; done && k < x->count; k++)
		for (size_t l = 0; l < y->count; l++)
			out[k * y->count + l] = test_moments_within(a + 2 * k, 2 * x->count, b + 2 * l, 2 * y->count, g);
	free(a);
	free(b);
	return done;
}

/* ---------------------------------------------------------------------------------------------- after regression */

static double *squares_of(const test_residuals *f)
{
	double *squares = base_array(f->rows, (f->count > 0 ? f->count : 1) * sizeof *squares);
	for (size_t i = 0; squares != NULL && i < f->rows * f->count; i++)
		squares[i] = base_round_coarsely(f->values[i] * f->values[i]);
	return squares;
}

/* Effective parameters that both regressions have in the first `count` blocks, approximately tr(H_x H_y). */
static double overlap_of(const test_residuals *x, const test_residuals *y, size_t count)
{
	double overlap = 0;
	for (size_t k = 0; k < count && k < x->share_count && k < y->share_count; k++)
		overlap += x->shares[k] * y->shares[k];
	return overlap;
}

/* Rows minus the effective parameters of both regressions, shared ones counted once. */
static double rows_left(const test_residuals *x, const test_residuals *y)
{
	return (double)x->rows - 1 - (x->freedom + y->freedom) + overlap_of(x, y, x->share_count);
}

/* The best fit of a function with s derivatives has a squared bias of 1 / 2s of its variance. If the biases of both
 * sides are proportional to each other, the bias of S is overlap / 2s in units of its size per row. Its square is
 * added to the variance. Effects of levels have no bias. */
static double bias_allowance(const test_residuals *x, const test_residuals *y)
{
	double bias = overlap_of(x, y, x->smooth_count) / (2 * test_derivatives);
	return base_round(bias * bias / (double)x->rows);
}

/* Effective rows. With A = I - H for each side, the variance of S is tr(A_x^2 A_y^2), and F G is tr(A_x^2)
 * tr(A_y^2). For projections their ratio gives (n - e_x)(n - e_y) / (n - e_x - e_y + o), where o counts shared
 * parameters. */
static double rows_in_effect(const test_residuals *x, const test_residuals *y)
{
	double n = (double)x->rows - 1, least = n - fmin(x->freedom, y->freedom), left = rows_left(x, y);
	double rows = left > 0 ? (n - x->freedom) * (n - y->freedom) / left : n;
	return base_round(fmin(fmax(rows, least), n));
}

/* Regressions leave tr(A_x A_y) rows of a dependence between X and Y. */
double test_rows_share(const test_residuals *x, const test_residuals *y)
{
	double rows = rows_in_effect(x, y);
	return x->manner == TEST_BY_REGRESSION && rows > 0 ? fmin(fmax(base_round(rows_left(x, y)) / rows, 0), 1) : 1;
}

bool test_compare_residuals(test_moments *out, const double *products, const test_residuals *x, const test_residuals *y)
{
	double n = (double)x->rows, *a = squares_of(x), *b = squares_of(y);
	const double least = 3; /* with fewer rows there is nothing to compare (scan.c) */
	double effect = rows_in_effect(x, y);
	double allowed = 1 + bias_allowance(x, y);
	double slack = x->levelled && y->levelled ? 1 / sqrt(n) : 0;
	test_leftover leftover;
	bool done = test_leftover_init(&leftover, x, x->count, y, y->count, NULL, 0);
	double *joint = base_array(x->count, (y->count > 0 ? y->count : 1) * sizeof *joint);
	done = done && a != NULL && b != NULL && joint != NULL &&
	       base_products(joint, a, x->count, b, y->count, x->rows, false);
	for (size_t k = 0; done && k < x->count; k++)
		for (size_t l = 0; l < y->count; l++) {
			size_t place = k * y->count + l;
			double fx = x->shared[k * x->count + k], gy = y->shared[l * y->count + l];
			double r = products[place] / (n * sqrt(fx * gy));
			/* dependence also increases the mean product of squares, by 2 r^2 for normal features; and dividing by a
			 * fitted scale decreases it a little by chance */
			double uneven = fmax(1, joint[place] / (n * (fx * gy)) - 2 * r * r - slack);
			double rows = effect < least ? effect : fmax(effect / uneven, least);
			double variance = allowed * (fx * gy * n / rows);
			test_leftover_pair(&leftover, k, l);
			double shift = test_leftover_shift(&variance, &leftover, 0);
			out[place] = (test_moments){ variance, rows + 1, true, 0, shift };
		}
	free(a);
	free(b);
	free(joint);
	test_leftover_clear(&leftover);
	return done;
}
