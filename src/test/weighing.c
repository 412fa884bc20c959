/* A product of a feature of X and one of Y has mean 0 given Z whatever function of Z it is multiplied by. After a regression the sum S
 * of w f g is taken over the root of the sum of squares (w f g)^2, which makes it Student's; within cells w is constant in each, and
 *     S = sum over cells of w P,  V = sum of w^2 F G / (n - 1),   P, F, G the cell's sums of f g, f^2 and g^2. */
#include "test/weighing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "question/counted.h"
#include "test/constants.h"
#include "test/leftover.h"
#include "test/tails.h"

/* Products are scaled by this factor, so that products of three values stay in the range in which sums are exact. */
static const double shrunk = 0x1p-8;

/* Number of leading features up to a detail. */
static size_t count_up_to(const test_residuals *f, unsigned detail)
{
	size_t count = 0;
	while (count < f->count && f->detail[count] <= detail)
		count++;
	return count;
}

double test_fourth_power(const double *weight, const test_given *g)
{
	double sum = 0;
	for (size_t i = 0; i < g->entries; i++) {
		double square = base_round_coarsely(weight[i] * weight[i]);
		sum += question_times(g->times, i) * base_round_coarsely(square * square);
	}
	return sum / (double)g->rows;
}

/* The weights in use, and sums of squared deviates by weight. */
typedef struct weighing {
	const test_residuals *x, *y;
	const test_given *given;
	const test_pairing *pairing;
	unsigned detail; /* of the features that are weighted */
	size_t x_count, y_count;
	size_t count; /* of weights */
	const double *weights[TEST_MOST_WEIGHTS];
	double fourths[TEST_MOST_WEIGHTS];
	double sums[2][TEST_MOST_WEIGHTS]; /* of squared deviates: up to detail 0, and all */
} weighing;

static void choose_weights(weighing *w)
{
	const test_given *g = w->given;
	for (size_t j = 0; j < g->weight_count; j++) {
		const double *weight = g->weights + j * g->entries;
		double fourth = test_fourth_power(weight, g);
		if (w->pairing->in_effect < QUESTION_FEW_ROWS * fourth)
			continue;
		w->weights[w->count] = weight;
		w->fourths[w->count++] = fourth;
	}
}

/* Adds the squared deviate of features k and l. Whitened indicators have fewer degrees of freedom than features, so
 * each square is scaled by the variances. */
static void add_square(weighing *w, size_t weight, size_t k, size_t l, double deviate)
{
	double part = w->x->shared[k * (w->x->count + 1)] * w->y->shared[l * (w->y->count + 1)];
	double square = base_round(part * (deviate * deviate));
	w->sums[1][weight] += square;
	w->sums[0][weight] += w->x->detail[k] == 0 && w->y->detail[l] == 0 ? square : 0;
}

/* Variance of a weighted sum: as in pairing.c, with the fourth moment of the weight. */
static double variance_of(const weighing *w, double fourth, unsigned detail, double count)
{
	double excess = fourth * (w->x->fourth[detail] * w->y->fourth[detail]) - count * count - 2 * count;
	double rows = w->pairing->in_effect;
	if (w->given->manner == TEST_BY_CELLS)
		rows /= fourth; /* an indicator uses only the rows of its cell */
	return fmax(base_round(2 * count + test_beyond_fourth * fmax(excess / fmax(rows, 1), 0)),
	            w->pairing->variance[detail]);
}

/* Every weight has a p-value of its own: a dependence usually changes with few functions of Z, and a sum over all of
 * them would hide it. */
static void list_sums(test_weighted *out, const weighing *w)
{
	const test_pairing *p = w->pairing;
	double before = 0;
	for (unsigned detail = 0; detail <= w->detail; detail++) {
		double count = (double)(p->x_ranks[detail] * p->y_ranks[detail]);
		for (size_t j = 0; j < w->count && count > before; j++)
			out->sums[out->count++] =
				(test_sum){ w->sums[detail][j], count, variance_of(w, w->fourths[j], detail, count),
				            test_weight_of_detail(2) / (double)w->count };
		before = count;
	}
}

/* ---------------------------------------------------------------------------------------------- after regression */

/* Dependence itself makes squares of products larger, by 2 r^2 for normal features. */
static double deviate_of(double sum, double squares, double rows, const test_leftover *leftover, size_t weight)
{
	double n = (double)leftover->x->rows, r = sum / (shrunk * n), mean = squares / (shrunk * shrunk * n);
	mean = fmax(mean - 2 * r * r, fmin(mean, 1));
	r -= test_leftover_shift(&mean, leftover, weight) / n;
	return mean > 0 ? test_normal_deviate(r * sqrt((rows - 1) / mean), rows, 0) : 0;
}

static bool weigh_residuals(weighing *w)
{
	size_t n = w->x->rows;
	double *products = base_array(n, sizeof *products), rows = w->pairing->in_effect;
	test_leftover leftover;
	bool done =
		test_leftover_init(&leftover, w->x, w->x_count, w->y, w->y_count, w->weights, w->count) && products != NULL;
	for (size_t c = 0; done && c < w->x_count * w->y_count; c++) {
		size_t k = c / w->y_count, l = c % w->y_count;
		test_leftover_pair(&leftover, k, l);
		for (size_t i = 0; i < n; i++)
			products[i] = shrunk * (w->x->values[k * n + i] * w->y->values[l * n + i]);
		for (size_t j = 0; j < w->count; j++) {
			double sum, squares;
			base_product_sums(&sum, &squares, w->weights[j], products, n);
			add_square(w, j, k, l, deviate_of(sum, squares, rows, &leftover, j + 1));
		}
	}
	free(products);
	test_leftover_clear(&leftover);
	return done;
}

/* ------------------------------------------------------------------------------------------------- within cells */

/* Sums over the rows of each cell; arrays of cells one after the other. */
typedef struct cell_sums {
	double *products;              /* of the pair of features at hand */
	double *x_squares, *y_squares; /* of every feature */
	size_t *row;                   /* one entry of the cell */
} cell_sums;

static void sum_squares(double *sums, const test_given *g, const double *values)
{
	memset(sums, 0, g->cell_count * sizeof *sums);
	for (size_t i = 0; i < g->entries; i++)
		sums[g->cells[i]] += question_times(g->times, i) * base_round_coarsely(values[i] * values[i]);
}

static bool cell_sums_init(cell_sums *s, const weighing *w)
{
	size_t cells = w->given->cell_count, entries = w->given->entries;
	s->products = base_array(cells, (1 + w->x_count + w->y_count) * sizeof *s->products);
	s->row = base_array(cells, sizeof *s->row);
	if (s->products == NULL || s->row == NULL)
		return false;
	s->x_squares = s->products + cells;
	s->y_squares = s->x_squares + cells * w->x_count;
	for (size_t k = 0; k < w->x_count; k++)
		sum_squares(s->x_squares + k * cells, w->given, w->x->values + k * entries);
	for (size_t l = 0; l < w->y_count; l++)
		sum_squares(s->y_squares + l * cells, w->given, w->y->values + l * entries);
	for (size_t i = 0; i < entries; i++)
		s->row[w->given->cells[i]] = i;
	return true;
}

static void sum_products(cell_sums *s, const weighing *w, size_t k, size_t l)
{
	const test_given *g = w->given;
	const double *x = w->x->values + k * g->entries, *y = w->y->values + l * g->entries;
	memset(s->products, 0, g->cell_count * sizeof *s->products);
	for (size_t i = 0; i < g->entries; i++)
		s->products[g->cells[i]] += question_times(g->times, i) * base_round(x[i] * y[i]);
}

static double deviate_within(const cell_sums *s, const test_given *g, size_t k, size_t l, const double *weight)
{
	const double *x_squares = s->x_squares + k * g->cell_count, *y_squares = s->y_squares + l * g->cell_count;
	double sum = 0, variance = 0;
	for (size_t c = 0; c < g->cell_count; c++) {
		double at = weight[s->row[c]], rows = (double)g->sizes[c];
		if (g->sizes[c] < 2)
			continue;
		sum += base_round(at * s->products[c]);
		variance += base_round(at * at * ((x_squares[c] * y_squares[c]) / (rows - 1)));
	}
	return variance > 0 ? sum / sqrt(variance) : 0;
}

static bool weigh_cells(weighing *w)
{
	cell_sums sums;
	bool done = cell_sums_init(&sums, w);
	for (size_t c = 0; done && c < w->x_count * w->y_count; c++) {
		size_t k = c / w->y_count, l = c % w->y_count;
		sum_products(&sums, w, k, l);
		for (size_t j = 0; j < w->count; j++)
			add_square(w, j, k, l, deviate_within(&sums, w->given, k, l, w->weights[j]));
	}
	free(sums.products);
	free(sums.row);
	return done;
}

bool test_weighted_init(test_weighted *out, const test_residuals *x, const test_residuals *y, const test_given *given,
                        const test_pairing *pairing)
{
	out->count = 0;
	weighing w = { .x = x, .y = y, .given = given, .pairing = pairing };
	if (x->count > 0 && y->count > 0)
		choose_weights(&w);
	if (w.count == 0)
		return true;
	w.detail = count_up_to(x, 1) * count_up_to(y, 1) * given->weight_count <= TEST_MOST_WEIGHED;
	w.x_count = count_up_to(x, w.detail);
	w.y_count = count_up_to(y, w.detail);
	if (!(given->manner == TEST_BY_CELLS ? weigh_cells(&w) : weigh_residuals(&w)))
		return false;
	list_sums(out, &w);
	return true;
}
