/*
 * For features f of X and g of Y the sum S of f g over rows has mean 0 if X and Y are independent given Z. Within cells of Z its
 * variance, third moment and the excess of its fourth follow from exchanging rows there:
 *     V = sum over cells of F G / (n - 1),  T = sum of n F3 G3 / (n - 1)(n - 2),   F, F3 sums of squares and cubes in the cell.
 * After a regression V is F G / rows times h, h = rows sum f^2 g^2 / F G (their variances may rise and fall together with Z),
 * over what the regression leaves of the rows. S / sqrt V is freed from the features' own correlations (Cholesky), then taken from
 * Student's distribution and its skewness to the normal one.
 */
#include "scan/pairing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scan/exact.h"
#include "scan/tails.h"

/* What the null says of the sum S over rows of the products of one pair of features. */
typedef struct moments {
	double variance; /* of S / sqrt(rows) for features of variance 1 */
	double rows;     /* as many rows as give Student's distribution the same fourth moment */
	double skewness;
} moments;

/* ------------------------------------------------------------------------------------------------ within cells */

/* sums[cell][2 k], [2 k + 1]: squares and cubes of feature k. */
static double *cell_sums(const scan_freed *f, const scan_given *g)
{
	size_t width = 2 * f->count;
	double *sums = base_array_zero(g->cell_count, (width > 0 ? width : 1) * sizeof *sums);
	for (size_t k = 0; sums != NULL && k < f->count; k++)
		for (size_t i = 0; i < f->rows; i++) {
			double v = f->values[k * f->rows + i], square = scan_round_coarsely(v * v);
			double *at = sums + g->cells[i] * width + 2 * k;
			at[0] += square;
			at[1] += scan_round_coarsely(square * v);
		}
	return sums;
}

static moments moments_within(const double *x, size_t x_width, const double *y, size_t y_width, const scan_given *g)
{
	double variance = 0, third = 0, fourth = 0;
	for (size_t c = 0; c < g->cell_count; c++) {
		double n = (double)g->sizes[c];
		if (n < 2)
			continue;
		double own = x[c * x_width] * y[c * y_width] / (n - 1);
		variance += scan_round(own);
		fourth += scan_round(own * own / (n + 1));
		if (n > 2)
			third += scan_round(n / ((n - 1) * (n - 2)) * (x[c * x_width + 1] * y[c * y_width + 1]));
	}
	if (!(variance > 0))
		return (moments){ 1, 3, 0 };
	return (moments){ variance / (double)g->rows, variance * variance / fourth - 1,
		              third / (variance * sqrt(variance)) };
}

static bool compare_within(moments *out, const scan_freed *x, const scan_freed *y, const scan_given *g)
{
	double *a = cell_sums(x, g), *b = cell_sums(y, g);
	bool done = a != NULL && b != NULL;
	for (size_t k = 0; done && k < x->count; k++)
		for (size_t l = 0; l < y->count; l++)
			out[k * y->count + l] =
				moments_within(a + 2 * k, 2 * x->count, b + 2 * l, 2 * y->count, g);
	free(a);
	free(b);
	return done;
}

/* ---------------------------------------------------------------------------------------------- after regression */

static double *squares_of(const scan_freed *f)
{
	double *squares = base_array(f->rows, (f->count > 0 ? f->count : 1) * sizeof *squares);
	for (size_t i = 0; squares != NULL && i < f->rows * f->count; i++)
		squares[i] = scan_round_coarsely(f->values[i] * f->values[i]);
	return squares;
}

/* Rows in effect: traces of the smoothers' complements, a share `kept` of the functions' directions being left in place. */
static double rows_in_effect(const scan_freed *x, double x_kept, double y_kept)
{
	double functions = (double)x->functions, others = (double)x->rows - 1 - functions;
	return (others + functions * x_kept) * (others + functions * y_kept) / (others + functions * (x_kept * y_kept));
}

static bool compare_residuals(moments *out, const double *products, const scan_freed *x, const scan_freed *y)
{
	double n = (double)x->rows, *a = squares_of(x), *b = squares_of(y);
	double *joint = base_array(x->count, (y->count > 0 ? y->count : 1) * sizeof *joint);
	bool done = a != NULL && b != NULL && joint != NULL &&
	            scan_products(joint, a, x->count, b, y->count, x->rows, false);
	for (size_t k = 0; done && k < x->count; k++)
		for (size_t l = 0; l < y->count; l++) {
			size_t place = k * y->count + l;
			double fx = x->shared[k * x->count + k], gy = y->shared[l * y->count + l];
			double r = products[place] / (n * sqrt(fx * gy));
			/* the product of squares is also large where X and Y depend on each other, by 2 r^2 for normal ones */
			double uneven = fmax(1, joint[place] / (n * fx * gy) - 2 * r * r);
			double rows = fmax(rows_in_effect(x, x->kept[k], y->kept[l]) / uneven, 3);
			out[place] = (moments){ n / rows, rows + 1, x->skewness[k] * y->skewness[l] / sqrt(n) };
		}
	free(a);
	free(b);
	free(joint);
	return done;
}

/* ---------------------------------------------------------------------------------------------- independent deviates */

/* Features that are told by the ones before them are left out: chosen[] are the others, *factor the Cholesky factor of their
 * correlations. */
static size_t choose_features(size_t chosen[SCAN_MOST_FEATURES], double *factor, const scan_freed *f)
{
	const double least = 0.02; /* share of a feature's variance that it must have of its own */
	size_t count = 0;
	for (size_t k = 0; k < f->count; k++) {
		double *row = factor + count * SCAN_MOST_FEATURES, own = f->shared[k * f->count + k];
		double rest = own;
		for (size_t j = 0; j < count; j++) {
			double sum = f->shared[k * f->count + chosen[j]];
			for (size_t i = 0; i < j; i++)
				sum -= row[i] * factor[j * SCAN_MOST_FEATURES + i];
			row[j] = sum / factor[j * SCAN_MOST_FEATURES + j];
			rest -= row[j] * row[j];
		}
		if (rest > least * own) {
			row[count] = sqrt(rest);
			chosen[count++] = k;
		}
	}
	return count;
}

typedef struct sides {
	size_t x_count, y_count;
	size_t x_chosen[SCAN_MOST_FEATURES], y_chosen[SCAN_MOST_FEATURES];
	double x_factor[SCAN_MOST_FEATURES * SCAN_MOST_FEATURES], y_factor[SCAN_MOST_FEATURES * SCAN_MOST_FEATURES];
} sides;

/* Solves L u = v in place for values that are `step` apart. */
static void whiten(double *v, size_t step, const double *factor, size_t count)
{
	for (size_t j = 0; j < count; j++) {
		double sum = v[j * step];
		for (size_t i = 0; i < j; i++)
			sum -= factor[j * SCAN_MOST_FEATURES + i] * v[i * step];
		v[j * step] = sum / factor[j * SCAN_MOST_FEATURES + j];
	}
}

static void whiten_x(double *products, const sides *s)
{
	for (size_t l = 0; l < s->y_count; l++)
		whiten(products + l, s->y_count, s->x_factor, s->x_count);
}

static void whiten_y(double *products, const sides *s)
{
	for (size_t k = 0; k < s->x_count; k++)
		whiten(products + k * s->y_count, 1, s->y_factor, s->y_count);
}

/* Products of the chosen features, made independent of each other: from either side first, and the mean of both, so that exchanging X
 * and Y changes nothing. `room`: as many again. */
static void whiten_both(double *products, double *room, const sides *s)
{
	size_t cells = s->x_count * s->y_count;
	memcpy(room, products, cells * sizeof *room);
	whiten_x(products, s);
	whiten_y(products, s);
	whiten_y(room, s);
	whiten_x(room, s);
	for (size_t i = 0; i < cells; i++)
		products[i] = (products[i] + room[i]) / 2;
}

/* The products over what chance would make of them. */
static void find_deviates(scan_pairing *p, const sides *s, double *products, const moments *m, size_t width,
                          size_t rows)
{
	for (size_t k = 0; k < s->x_count; k++)
		for (size_t l = 0; l < s->y_count; l++)
			p->deviates[k * s->y_count + l] = products[s->x_chosen[k] * width + s->y_chosen[l]];
	whiten_both(p->deviates, products, s);
	for (size_t k = 0; k < s->x_count; k++)
		for (size_t l = 0; l < s->y_count; l++) {
			const moments *own = &m[s->x_chosen[k] * width + s->y_chosen[l]];
			double *z = &p->deviates[k * s->y_count + l];
			p->in_effect = fmax(p->in_effect, own->rows);
			p->strongest = fmax(p->strongest, fabs(*z) / (double)rows);
			*z = scan_normal_deviate(*z / sqrt((double)rows * own->variance), own->rows, own->skewness);
		}
}

static bool conclude(scan_pairing *p, const scan_freed *x, const scan_freed *y, double *products,
                     const moments *m)
{
	sides *s = base_array(1, sizeof *s);
	p->deviates = base_array(x->count, (y->count > 0 ? y->count : 1) * sizeof *p->deviates);
	bool done = s != NULL && p->deviates != NULL;
	if (done) {
		p->x_count = s->x_count = choose_features(s->x_chosen, s->x_factor, x);
		p->y_count = s->y_count = choose_features(s->y_chosen, s->y_factor, y);
		for (size_t k = 0; k < s->x_count; k++)
			p->x_detail[k] = x->detail[s->x_chosen[k]];
		for (size_t l = 0; l < s->y_count; l++)
			p->y_detail[l] = y->detail[s->y_chosen[l]];
		find_deviates(p, s, products, m, y->count, x->rows);
	}
	free(s);
	return done;
}

bool scan_pairing_init(scan_pairing *pairing, const scan_freed *x, const scan_freed *y, const scan_given *given)
{
	memset(pairing, 0, sizeof *pairing);
	size_t cells = x->count * y->count;
	double *products = base_array(cells, sizeof *products);
	moments *m = base_array(cells, sizeof *m);
	bool done = products != NULL && m != NULL &&
	            scan_products(products, x->values, x->count, y->values, y->count, x->rows, false);
	if (done && x->manner == SCAN_BY_REGRESSION)
		done = compare_residuals(m, products, x, y);
	else
		done = done && compare_within(m, x, y, given);
	done = done && conclude(pairing, x, y, products, m);
	free(products);
	free(m);
	if (!done)
		scan_pairing_clear(pairing);
	return done;
}

void scan_pairing_clear(scan_pairing *pairing)
{
	free(pairing->deviates);
	memset(pairing, 0, sizeof *pairing);
}
