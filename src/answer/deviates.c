/* See deviates.h. Rows are taken in blocks, so that what is computed of them stays in the cache. */
#include "answer/deviates.h"

#include <math.h>

#include "question/few.h"
#include "residual/linear.h"

enum { BLOCK = 1024 /* rows */ };

static const double least_worth = 3; /* rows that a product of residuals is worth */

/* One block of rows: the functions, and pointers to them. */
typedef struct block {
	size_t x_count, y_count;
	double *f, *g; /* [count][BLOCK] */
	const double **f_at, **g_at;
	double *out; /* [x_count][y_count] products over the block */
} block;

static block new_block(base_arena *arena, size_t x_count, size_t y_count)
{
	block b = { x_count,
		        y_count,
		        base_arena_take(arena, x_count * BLOCK, sizeof *b.f),
		        base_arena_take(arena, y_count * BLOCK, sizeof *b.g),
		        base_arena_take(arena, x_count, sizeof *b.f_at),
		        base_arena_take(arena, y_count, sizeof *b.g_at),
		        base_arena_take(arena, x_count * y_count, sizeof *b.out) };
	for (size_t k = 0; k < x_count; k++)
		b.f_at[k] = b.f + k * BLOCK;
	for (size_t k = 0; k < y_count; k++)
		b.g_at[k] = b.g + k * BLOCK;
	return b;
}

static void add_products(double *sum, block *b, size_t rows)
{
	residual_products(b->out, b->y_count, b->f_at, b->x_count, b->g_at, b->y_count, rows);
	for (size_t at = 0; at < b->x_count * b->y_count; at++)
		sum[at] += b->out[at];
}

static void square(double *values, size_t count, size_t rows)
{
	for (size_t k = 0; k < count; k++)
		for (size_t i = 0; i < rows; i++)
			values[k * BLOCK + i] *= values[k * BLOCK + i];
}

/* Adds the products of what is loaded, and those of its squares. */
static void add_both(double *first, double *second, block *b, size_t rows)
{
	add_products(first, b, rows);
	square(b->f, b->x_count, rows);
	square(b->g, b->y_count, rows);
	add_products(second, b, rows);
}

/* Rows `row`, ..., or those of a list, times a weight; list and weight may be NULL. */
static void load(double *out, const residual_features *f, size_t count, size_t row, size_t rows, const uint32_t *list,
                 const double *weight)
{
	for (size_t k = 0; k < count; k++) {
		const double *values = f->values + k * f->rows;
		double *to = out + k * BLOCK;
		for (size_t i = 0; i < rows; i++)
			to[i] = values[list != NULL ? list[row + i] : row + i];
		for (size_t i = 0; weight != NULL && i < rows; i++)
			to[i] *= weight[row + i];
	}
}

/* Rows of which sums are taken. */
typedef struct selection {
	size_t rows;
	const uint32_t *list; /* [rows]; NULL: all rows */
	const double *weight; /* [rows of the table]; NULL: 1 */
} selection;

/* Sums of f g and of f^2 g^2 over rows, for the first features of both sides. */
static void sum_rows(double *first, double *second, base_arena *arena, const answer_products *p, size_t x_count,
                     size_t y_count, const selection *of)
{
	base_arena_mark mark = base_arena_here(arena);
	block b = new_block(arena, x_count, y_count);
	for (size_t row = 0; row < of->rows; row += BLOCK) {
		size_t rows = of->rows - row < BLOCK ? of->rows - row : BLOCK;
		load(b.f, p->x, x_count, row, rows, of->list, of->weight);
		load(b.g, p->y, y_count, row, rows, of->list, NULL);
		add_both(first, second, &b, rows);
	}
	base_arena_back(arena, mark);
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

answer_products answer_products_of(base_arena *arena, const residual_side *x, const residual_side *y, double slack)
{
	size_t size = x->all.count * y->all.count, rows = x->all.rows;
	answer_products p = { &x->all, &y->all, (double)rows - x->lost,
		                  base_arena_take_zero(arena, size, sizeof *p.deviate),
		                  base_arena_take_zero(arena, size, sizeof *p.worth) };
	double n = (double)rows, both = residual_in_common(x->regression, y->regression, true);
	double numbers = residual_in_common(x->regression, y->regression, false);
	double left = rows_left(p.free_rows, x->used, y->used, both), inflated = 1 + numbers / 4 * (numbers / 4) / n;
	bool regressed = x->used > 0 || y->used > 0 || x->lost > 1;
	sum_rows(p.deviate, p.worth, arena, &p, p.x->count, p.y->count, &(selection){ rows, NULL, NULL });
	for (size_t at = 0; at < size; at++) {
		double sum = p.deviate[at], mean = sum / n, fourth = p.worth[at] / n - 2 * mean * mean - slack;
		p.worth[at] = fmax(regressed ? left / fmax(1, fourth) : left, least_worth);
		p.deviate[at] = sum / sqrt(n * n * inflated / p.worth[at]);
	}
	return p;
}

double answer_weighted_sum(base_arena *arena, const answer_products *p, size_t x_count, size_t y_count,
                           const answer_weights *weights, size_t which)
{
	base_arena_mark mark = base_arena_here(arena);
	size_t size = x_count * y_count, n = weights->rows;
	double *first = base_arena_take_zero(arena, size, sizeof *first), scale = 1, sum = 0;
	double *second = base_arena_take_zero(arena, size, sizeof *second);
	selection of = { n, NULL, NULL };
	if (weights->label == NULL)
		of.weight = weights->values + which * n;
	else {
		size_t start = weights->start[weights->level[which]];
		of = (selection){ weights->start[weights->level[which] + 1] - start, weights->sorted + start, NULL };
		scale = sqrt((double)n / (double)of.rows);
	}
	sum_rows(first, second, arena, p, x_count, y_count, &of);
	for (size_t at = 0; at < size; at++) {
		double mean = scale * first[at] / (double)n, square_mean = scale * scale * second[at] / (double)n;
		double variance = fmax(square_mean - 2 * mean * mean, fmin(1, square_mean));
		if (square_mean > question_margin) /* otherwise the weight is 0 wherever both features are not */
			sum += mean * mean * p->free_rows / variance;
	}
	base_arena_back(arena, mark);
	return sum;
}
