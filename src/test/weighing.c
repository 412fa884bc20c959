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
#include "test/tails.h"

/* Products are kept this much smaller, so that three factors stay within what sums are exact for. */
static const double shrunk = 0x1p-8;

/* Number of leading features up to a detail. */
static size_t count_up_to(const test_residuals *f, unsigned detail)
{
	size_t count = 0;
	while (count < f->count && f->detail[count] <= detail)
		count++;
	return count;
}

/* Mean fourth power of a weight: large where it lies on few rows. */
static double fourth_power(const double *weight, const test_given *g)
{
	double sum = 0;
	for (size_t i = 0; i < g->entries; i++) {
		double square = base_round_coarsely(weight[i] * weight[i]);
		sum += question_times(g->times, i) * base_round_coarsely(square * square);
	}
	return sum / (double)g->rows;
}

/* What is known of the features that are weighed. */
typedef struct weighing {
	const test_residuals *x, *y;
	const test_given *given;
	const test_pairing *pairing;
	size_t x_count, y_count;
	double *fourths; /* [weights] */
} weighing;

static bool is_carried(const weighing *w, size_t weight)
{
	return w->pairing->in_effect >= QUESTION_FEW_ROWS * w->fourths[weight];
}

/* Adds the square of the deviate of features k and l by a weight. */
static void add_square(test_weighed *out, const weighing *w, size_t weight, size_t k, size_t l, double deviate)
{
	double part = w->x->shared[k * (w->x->count + 1)] * w->y->shared[l * (w->y->count + 1)];
	double square = base_round(w->given->weight_parts[weight] * part * (deviate * deviate));
	out->all += square;
	out->simple += w->x->detail[k] == 0 && w->y->detail[l] == 0 ? square : 0;
}

static double variance_of(const weighing *w, double fourth, unsigned detail, double count)
{
	double excess = fourth * (w->x->fourth[detail] * w->y->fourth[detail]) - count * count - 2 * count;
	double rows = w->pairing->in_effect;
	if (w->given->manner == TEST_BY_CELLS)
		rows /= fourth; /* a weight that is an indicator leaves those of its cell */
	return base_round(2 * count + test_beyond_fourth * fmax(excess / fmax(rows, 1), 0));
}

static void count_squares(test_weighed *out, const weighing *w, size_t weight, unsigned detail)
{
	const test_pairing *p = w->pairing;
	double simple = (double)(p->x_ranks[0] * p->y_ranks[0]), all = (double)(p->x_ranks[detail] * p->y_ranks[detail]);
	double part = w->given->weight_parts[weight], fourth = w->fourths[weight];
	out->simple_count += base_round(part * simple);
	out->all_count += base_round(part * all);
	out->simple_variance += base_round(part * variance_of(w, fourth, 0, simple));
	out->all_variance += base_round(part * variance_of(w, fourth, detail, all));
}

/* ---------------------------------------------------------------------------------------------- after regression */

/* Dependence itself makes squares of products larger, by 2 r^2 for normal features. */
static double deviate_of(double sum, double squares, double n, double rows)
{
	double r = sum / (shrunk * n), mean = squares / (shrunk * shrunk * n);
	mean = fmax(mean - 2 * r * r, fmin(mean, 1));
	return mean > 0 ? test_normal_deviate(r * sqrt((rows - 1) / mean), rows, 0) : 0;
}

static bool weigh_residuals(test_weighed *out, const weighing *w)
{
	size_t n = w->x->rows;
	double *products = base_array(n, sizeof *products), rows = w->pairing->in_effect;
	for (size_t c = 0; products != NULL && c < w->x_count * w->y_count; c++) {
		size_t k = c / w->y_count, l = c % w->y_count;
		for (size_t i = 0; i < n; i++)
			products[i] = shrunk * (w->x->values[k * n + i] * w->y->values[l * n + i]);
		for (size_t j = 0; j < w->given->weight_count; j++) {
			double sum, squares;
			base_product_sums(&sum, &squares, w->given->weights + j * n, products, n);
			if (is_carried(w, j))
				add_square(out, w, j, k, l, deviate_of(sum, squares, (double)n, rows));
		}
	}
	free(products);
	return products != NULL;
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

static bool weigh_cells(test_weighed *out, const weighing *w)
{
	cell_sums sums;
	bool done = cell_sums_init(&sums, w);
	for (size_t c = 0; done && c < w->x_count * w->y_count; c++) {
		size_t k = c / w->y_count, l = c % w->y_count;
		sum_products(&sums, w, k, l);
		for (size_t j = 0; j < w->given->weight_count; j++)
			if (is_carried(w, j)) {
				const double *weight = w->given->weights + j * w->given->entries;
				add_square(out, w, j, k, l, deviate_within(&sums, w->given, k, l, weight));
			}
	}
	free(sums.products);
	free(sums.row);
	return done;
}

bool test_weighed_init(test_weighed *out, const test_residuals *x, const test_residuals *y, const test_given *given,
                       const test_pairing *pairing)
{
	memset(out, 0, sizeof *out);
	size_t weights = given->weight_count;
	if (weights == 0 || x->count == 0 || y->count == 0)
		return true;
	unsigned detail = count_up_to(x, 1) * count_up_to(y, 1) * weights <= TEST_MOST_WEIGHED;
	weighing w = { x, y, given, pairing, count_up_to(x, detail), count_up_to(y, detail), NULL };
	w.fourths = base_array(weights, sizeof *w.fourths);
	if (w.fourths == NULL)
		return false;
	for (size_t j = 0; j < weights; j++) {
		w.fourths[j] = fourth_power(given->weights + j * given->entries, given);
		out->carried[j] = is_carried(&w, j);
		if (out->carried[j])
			count_squares(out, &w, j, detail);
	}
	out->detail = detail;
	bool done = given->manner == TEST_BY_CELLS ? weigh_cells(out, &w) : weigh_residuals(out, &w);
	free(w.fourths);
	return done;
}
