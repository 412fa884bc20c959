/* See products.h. Rows are taken in blocks, so that what is computed of them stays in the cache. */
#include "answer/products.h"

#include <math.h>
#include <string.h>

#include "question/few.h"
#include "residual/linear.h"

enum { BLOCK = 1024 /* rows */ };

static const double least_worth = 3; /* rows that a product of residuals is worth */

static answer_products new_products(base_arena *arena, const residual_side *x, const residual_side *y, size_t weights,
                                    size_t x_weighted, size_t y_weighted)
{
	answer_products p = { .x_count = x->all.count, .y_count = y->all.count };
	p.deviate = base_arena_take_zero(arena, p.x_count * p.y_count, sizeof *p.deviate);
	p.worth = base_arena_take_zero(arena, p.x_count * p.y_count, sizeof *p.worth);
	p.x_weighted = x_weighted;
	p.y_weighted = y_weighted;
	p.weighted = base_arena_take(arena, weights, sizeof *p.weighted);
	for (size_t w = 0; w < weights; w++)
		p.weighted[w] = base_arena_take_zero(arena, x_weighted * y_weighted, sizeof *p.weighted[w]);
	return p;
}

/* -------------------------------------------------------------------------------------------------------- in cells */

/* Sums over all cells: of products, their variances, and the roots of those; of the weighted ones the first two. */
typedef struct in_cells {
	const residual_features *x, *y;
	const answer_weights *weights;
	answer_products *out;
	double *sum, *variance, *root;
	double **weighted_sum, **weighted_variance;
	double *products, *x_square, *y_square; /* of one cell */
} in_cells;

static double **new_matrices(base_arena *arena, size_t count, size_t size)
{
	double **all = base_arena_take(arena, count, sizeof *all);
	for (size_t k = 0; k < count; k++)
		all[k] = base_arena_take_zero(arena, size, sizeof **all);
	return all;
}

static in_cells new_sums(base_arena *arena, answer_products *out, const residual_side *x, const residual_side *y,
                         const answer_weights *weights)
{
	size_t size = out->x_count * out->y_count, weighted = out->x_weighted * out->y_weighted;
	in_cells s = { &x->all, &y->all, weights, out,
		           base_arena_take_zero(arena, size, sizeof(double)),
		           base_arena_take_zero(arena, size, sizeof(double)),
		           base_arena_take_zero(arena, size, sizeof(double)),
		           new_matrices(arena, weights->count, weighted),
		           new_matrices(arena, weights->count, weighted),
		           base_arena_take(arena, size, sizeof(double)),
		           base_arena_take(arena, out->x_count, sizeof(double)),
		           base_arena_take(arena, out->y_count, sizeof(double)) };
	return s;
}

/* Adds one cell, whose products and squares are there; row: one of its rows. */
static void add_cell(in_cells *s, size_t rows, size_t row)
{
	size_t y_count = s->out->y_count;
	double free_rows = rows > 1 ? (double)rows - 1 : 1;
	for (size_t i = 0; i < s->out->x_count; i++)
		for (size_t j = 0; j < y_count; j++) {
			double second = s->x_square[i] * s->y_square[j];
			s->sum[i * y_count + j] += s->products[i * y_count + j];
			s->variance[i * y_count + j] += second / free_rows;
			s->root[i * y_count + j] += sqrt(second);
		}
	for (size_t w = 0; w < s->weights->count; w++) {
		double weight = s->weights->values[w * s->weights->rows + row];
		for (size_t i = 0; i < s->out->x_weighted; i++)
			for (size_t j = 0; j < s->out->y_weighted; j++) {
				size_t at = i * s->out->y_weighted + j;
				s->weighted_sum[w][at] += weight * s->products[i * y_count + j];
				s->weighted_variance[w][at] += weight * weight * (s->x_square[i] * s->y_square[j] / free_rows);
			}
	}
}

static void square(double *out, const residual_features *f, const uint32_t *row, size_t rows)
{
	for (size_t k = 0; k < f->count; k++) {
		const double *values = f->values + k * f->rows;
		double sum = 0;
		for (size_t i = 0; i < rows; i++)
			sum += values[row[i]] * values[row[i]];
		out[k] = sum;
	}
}

/* The rows of each feature of a side next to each other: [rows][count]. */
static void gather(double *out, const residual_features *f, const uint32_t *row, size_t rows)
{
	for (size_t k = 0; k < f->count; k++)
		for (size_t i = 0; i < rows; i++)
			out[i * f->count + k] = f->values[k * f->rows + row[i]];
}

/* The products of one cell, in blocks of rows. */
static void multiply_cell(in_cells *s, base_arena *arena, const uint32_t *row, size_t rows)
{
	base_arena_mark mark = base_arena_here(arena);
	size_t x_count = s->out->x_count, y_count = s->out->y_count, block = rows < BLOCK ? rows : BLOCK;
	double *f = base_arena_take(arena, block * x_count, sizeof *f), *g = base_arena_take(arena, block * y_count, sizeof *g);
	memset(s->products, 0, x_count * y_count * sizeof *s->products);
	for (size_t begin = 0; begin < rows; begin += block) {
		size_t some = rows - begin < block ? rows - begin : block;
		gather(f, s->x, row + begin, some);
		gather(g, s->y, row + begin, some);
		for (size_t r = 0; r < some; r++)
			for (size_t i = 0; i < x_count; i++)
				for (size_t j = 0; j < y_count; j++)
					s->products[i * y_count + j] += f[r * x_count + i] * g[r * y_count + j];
	}
	square(s->x_square, s->x, row, rows);
	square(s->y_square, s->y, row, rows);
	base_arena_back(arena, mark);
}

static uint32_t *sort_rows(base_arena *arena, size_t *start, const residual_cells *cells, size_t rows)
{
	uint32_t *sorted = base_arena_take(arena, rows, sizeof *sorted);
	size_t *next = base_arena_take(arena, cells->count, sizeof *next);
	memset(start, 0, (cells->count + 1) * sizeof *start);
	for (size_t i = 0; i < rows; i++)
		start[cells->of[i] + 1]++;
	for (size_t c = 0; c < cells->count; c++)
		start[c + 1] += start[c];
	memcpy(next, start, cells->count * sizeof *next);
	for (size_t i = 0; i < rows; i++)
		sorted[next[cells->of[i]]++] = (uint32_t)i;
	return sorted;
}

static void finish_cells(in_cells *s)
{
	answer_products *out = s->out;
	for (size_t at = 0; at < out->x_count * out->y_count; at++)
		if (s->variance[at] > question_margin) {
			out->deviate[at] = s->sum[at] / sqrt(s->variance[at]);
			out->worth[at] = s->root[at] * s->root[at] / s->variance[at];
		}
	for (size_t w = 0; w < s->weights->count; w++)
		for (size_t at = 0; at < out->x_weighted * out->y_weighted; at++)
			if (s->weighted_variance[w][at] > question_margin)
				out->weighted[w][at] = s->weighted_sum[w][at] / sqrt(s->weighted_variance[w][at]);
}

answer_products answer_products_in_cells(base_arena *arena, const residual_side *x, const residual_side *y,
                                         const residual_cells *cells, const answer_weights *weights, size_t x_weighted,
                                         size_t y_weighted)
{
	answer_products out = new_products(arena, x, y, weights->count, x_weighted, y_weighted);
	out.in_cells = true;
	base_arena_mark mark = base_arena_here(arena);
	in_cells s = new_sums(arena, &out, x, y, weights);
	size_t *start = base_arena_take(arena, cells->count + 1, sizeof *start);
	const uint32_t *row = sort_rows(arena, start, cells, x->all.rows);
	for (size_t c = 0; c < cells->count; c++) {
		multiply_cell(&s, arena, row + start[c], start[c + 1] - start[c]);
		add_cell(&s, start[c + 1] - start[c], row[start[c]]);
	}
	finish_cells(&s);
	base_arena_back(arena, mark);
	return out;
}

/* --------------------------------------------------------------------------------------------------- of regressions */

/* Sums over rows of products f g, of f^2 g^2, and the same of the weighted ones. */
typedef struct sums {
	double *first, *second; /* [x_count][y_count] */
	double **weighted_first, **weighted_second;
} sums;

/* One block of rows: the functions, and pointers to them. */
typedef struct block {
	size_t rows;
	double *f, *g; /* [count][BLOCK] */
	const double **f_at, **g_at;
	double *out;
} block;

static void add_products(double *sum, block *b, size_t x_count, size_t y_count)
{
	residual_products(b->out, y_count, b->f_at, x_count, b->g_at, y_count, b->rows);
	for (size_t at = 0; at < x_count * y_count; at++)
		sum[at] += b->out[at];
}

static void load(double *out, const residual_features *f, size_t count, size_t row, size_t rows, const double *weight,
                 bool squared)
{
	for (size_t k = 0; k < count; k++)
		for (size_t i = 0; i < rows; i++) {
			double value = f->values[k * f->rows + row + i] * (weight != NULL ? weight[row + i] : 1);
			out[k * BLOCK + i] = squared ? value * value : value;
		}
}

static block new_block(base_arena *arena, size_t x_count, size_t y_count)
{
	block b = { 0, base_arena_take(arena, x_count * BLOCK, sizeof *b.f), base_arena_take(arena, y_count * BLOCK, sizeof *b.g),
		        base_arena_take(arena, x_count, sizeof *b.f_at), base_arena_take(arena, y_count, sizeof *b.g_at),
		        base_arena_take(arena, x_count * y_count, sizeof *b.out) };
	for (size_t k = 0; k < x_count; k++)
		b.f_at[k] = b.f + k * BLOCK;
	for (size_t k = 0; k < y_count; k++)
		b.g_at[k] = b.g + k * BLOCK;
	return b;
}

static void add_rows(sums *s, block *b, const answer_products *p, const residual_side *x, const residual_side *y,
                     const answer_weights *weights, size_t row)
{
	for (int squared = 0; squared < 2; squared++) {
		load(b->f, &x->all, p->x_count, row, b->rows, NULL, squared);
		load(b->g, &y->all, p->y_count, row, b->rows, NULL, squared);
		add_products(squared ? s->second : s->first, b, p->x_count, p->y_count);
		for (size_t w = 0; w < weights->count; w++) {
			load(b->f, &x->all, p->x_weighted, row, b->rows, weights->values + w * weights->rows, squared);
			add_products(squared ? s->weighted_second[w] : s->weighted_first[w], b, p->x_weighted, p->y_weighted);
		}
	}
}

static sums sum_rows(base_arena *arena, const answer_products *p, const residual_side *x, const residual_side *y,
                     const answer_weights *weights)
{
	size_t size = p->x_count * p->y_count, weighted = p->x_weighted * p->y_weighted, rows = x->all.rows;
	sums s = { base_arena_take_zero(arena, size, sizeof(double)), base_arena_take_zero(arena, size, sizeof(double)),
		       new_matrices(arena, weights->count, weighted), new_matrices(arena, weights->count, weighted) };
	block b = new_block(arena, p->x_count, p->y_count);
	for (size_t row = 0; row < rows; row += BLOCK) {
		b.rows = rows - row < BLOCK ? rows - row : BLOCK;
		add_rows(&s, &b, p, x, y, weights, row);
	}
	return s;
}

/* Rows that two regressions leave of the free ones: those of either that are left, in proportion to what both leave. */
static double rows_left(double free_rows, double x_used, double y_used, double both)
{
	double rest = free_rows - x_used - y_used + both;
	if (!(rest > 0))
		return fmax(least_worth, free_rows - fmax(x_used, y_used));
	double left = (free_rows - x_used) * (free_rows - y_used) / rest;
	return fmin(fmax(left, free_rows - fmin(x_used, y_used)), free_rows);
}

static void finish_weighted(double *out, const sums *s, size_t weight, size_t count, double n, double free_rows)
{
	for (size_t at = 0; at < count; at++) {
		double mean = s->weighted_first[weight][at] / n, second = s->weighted_second[weight][at] / n;
		out[at] = mean * sqrt(free_rows / fmax(second - 2 * mean * mean, fmin(1, second)));
	}
}

answer_products answer_products_of_regressions(base_arena *arena, const residual_side *x, const residual_side *y,
                                               double slack, const answer_weights *weights, size_t x_weighted,
                                               size_t y_weighted)
{
	answer_products out = new_products(arena, x, y, weights->count, x_weighted, y_weighted);
	base_arena_mark mark = base_arena_here(arena);
	double n = (double)x->all.rows, free_rows = n - x->lost;
	sums s = sum_rows(arena, &out, x, y, weights);
	double both = residual_in_common(x->regression, y->regression, true);
	double numbers = residual_in_common(x->regression, y->regression, false);
	double left = rows_left(free_rows, x->used, y->used, both), inflated = 1 + numbers / 4 * (numbers / 4) / n;
	for (size_t at = 0; at < out.x_count * out.y_count; at++) {
		double mean = s.first[at] / n;
		out.worth[at] = fmax(left / fmax(1, s.second[at] / n - 2 * mean * mean - slack), least_worth);
		out.deviate[at] = s.first[at] / sqrt(n * n * inflated / out.worth[at]);
	}
	for (size_t w = 0; w < weights->count; w++)
		finish_weighted(out.weighted[w], &s, w, x_weighted * y_weighted, n, free_rows);
	base_arena_back(arena, mark);
	return out;
}
