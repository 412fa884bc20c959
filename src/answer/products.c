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

static double **new_matrices(base_arena *arena, size_t count, size_t size)
{
	double **all = base_arena_take(arena, count, sizeof *all);
	for (size_t k = 0; k < count; k++)
		all[k] = base_arena_take_zero(arena, size, sizeof **all);
	return all;
}

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
		out[at] = second > question_margin /* otherwise the weight is 0 wherever both features are not */
		              ? mean * sqrt(free_rows / fmax(second - 2 * mean * mean, fmin(1, second)))
		              : 0;
	}
}

answer_products answer_products_of(base_arena *arena, const residual_side *x, const residual_side *y, double slack,
                                   const answer_weights *weights, size_t x_weighted, size_t y_weighted)
{
	answer_products out = new_products(arena, x, y, weights->count, x_weighted, y_weighted);
	base_arena_mark mark = base_arena_here(arena);
	double n = (double)x->all.rows, free_rows = n - x->lost;
	sums s = sum_rows(arena, &out, x, y, weights);
	double both = residual_in_common(x->regression, y->regression, true);
	double numbers = residual_in_common(x->regression, y->regression, false);
	double left = rows_left(free_rows, x->used, y->used, both), inflated = 1 + numbers / 4 * (numbers / 4) / n;
	bool regressed = x->used > 0 || y->used > 0 || x->lost > 1;
	for (size_t at = 0; at < out.x_count * out.y_count; at++) {
		double mean = s.first[at] / n, fourth = s.second[at] / n - 2 * mean * mean - slack;
		out.worth[at] = fmax(regressed ? left / fmax(1, fourth) : left, least_worth);
		out.deviate[at] = s.first[at] / sqrt(n * n * inflated / out.worth[at]);
	}
	for (size_t w = 0; w < weights->count; w++)
		finish_weighted(out.weighted[w], &s, w, x_weighted * y_weighted, n, free_rows);
	base_arena_back(arena, mark);
	return out;
}
