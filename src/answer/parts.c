/* See parts.h. */
#include "answer/parts.h"

#include <math.h>

#include "base/special.h"
#include "question/few.h"

enum { MOST_WEIGHED = 160 /* products times weights: more cost time and show little */ };

static const double pi = 3.14159265358979323846;
static const double most_p = 0.99;             /* in the combination: one large p must not hide small ones */
static const double share_of_weights = 0.25;   /* of the weight of all details, in what is weighted by Z */
static const double spread_of_moments = 1.5;   /* how much the fourth moments of features add to the variance of a sum */

static double tail_of(double sum, double mean, double variance)
{
	return base_chi2_tail(2 * sum * mean / variance, 2 * mean * mean / variance);
}

answer_part answer_part_of(double weight, double sum, double mean, double fourth, double moment_rows, double rows)
{
	double excess = mean > 1 ? fmax(0, fourth - mean * mean - 2 * mean) : 0;
	answer_part p = { .weight = weight, .sum = sum, .mean = mean, .rows = rows };
	p.variance = 2 * mean + spread_of_moments * excess / fmax(moment_rows, 1);
	p.p = fmax(mean > 1 ? tail_of(sum, mean, p.variance) : erfc(sqrt(sum / 2)), answer_least_p * question_margin);
	return p;
}

size_t answer_features_up_to(const residual_features *features, int detail)
{
	size_t count = 0;
	while (count < features->count && features->details[count] <= detail)
		count++;
	return count;
}

/* The mean of (sum of squares of the first features)^2, for each number of first features: out[count + 1]. */
static double *fourths_of(base_arena *arena, const residual_features *f)
{
	double *out = base_arena_take_zero(arena, f->count + 1, sizeof *out);
	base_arena_mark mark = base_arena_here(arena);
	double *squares = base_arena_take_zero(arena, f->rows, sizeof *squares);
	out[0] = 1;
	for (size_t k = 0; k < f->count; k++) {
		const double *values = f->values + k * f->rows;
		double sum = 0;
		for (size_t i = 0; i < f->rows; i++) {
			squares[i] += values[i] * values[i];
			sum += squares[i] * squares[i];
		}
		out[k + 1] = sum / (double)f->rows;
	}
	base_arena_back(arena, mark);
	return out;
}

static double sum_of_squares(const double *deviate, size_t stride, size_t x_count, size_t y_count)
{
	double sum = 0;
	for (size_t i = 0; i < x_count; i++)
		for (size_t j = 0; j < y_count; j++)
			sum += deviate[i * stride + j] * deviate[i * stride + j];
	return sum;
}

/* The largest number of rows that any product of the test's features is worth. */
static double worth_of(const answer_products *p, const residual_side *x, const residual_side *y)
{
	double most = 0;
	for (size_t i = 0; i < x->features.count; i++)
		for (size_t j = 0; j < y->features.count; j++)
			most = fmax(most, p->worth[i * p->y_count + j]);
	return most;
}

void answer_weighted_features(size_t *x, size_t *y, const residual_side *x_side, const residual_side *y_side,
                              size_t weights)
{
	int detail = 1;
	do {
		*x = answer_features_up_to(&x_side->features, detail);
		*y = answer_features_up_to(&y_side->features, detail);
	} while (detail-- > 0 && *x * *y * weights > MOST_WEIGHED);
}

/* Adds the sums of weighted deviates of the first features. */
static void add_weighted(answer_parts *out, const answer_products *p, const answer_weights *weights, size_t x_count,
                         size_t y_count, double fourth, double rows)
{
	size_t used = 0, first = out->count;
	for (size_t w = 0; w < weights->count; w++) {
		double w4 = weights->fourth[w], mean = (double)(x_count * y_count);
		if (rows + 1 < QUESTION_FEW_ROWS * w4)
			continue;
		double sum = sum_of_squares(p->weighted[w], p->y_weighted, x_count, y_count);
		out->part[out->count++] =
			answer_part_of(1, sum, mean, w4 * fourth, rows + 1, rows);
		used++;
	}
	for (size_t i = first; i < out->count; i++)
		out->part[i].weight = share_of_weights / (double)used;
}

answer_parts answer_parts_of(base_arena *arena, const residual_side *x, const residual_side *y,
                             const answer_products *products, const answer_weights *weights)
{
	answer_parts out = { 0 };
	double rows = worth_of(products, x, y);
	if (!(rows > 0))
		return out;
	base_arena_mark mark = base_arena_here(arena);
	double *x4 = fourths_of(arena, &x->all), *y4 = fourths_of(arena, &y->all);
	size_t before = 0, stride = products->y_count;
	for (int detail = 0; detail < ANSWER_DETAILS; detail++) {
		size_t i = answer_features_up_to(&x->features, detail), j = answer_features_up_to(&y->features, detail);
		if (i * j <= before)
			continue;
		before = i * j;
		double sum = sum_of_squares(products->deviate, stride, i, j), fourth = x4[i] * y4[j];
		out.part[out.count++] = answer_part_of(ldexp(1, -detail), sum, (double)before, fourth, rows + 1, rows);
		if (detail == 0 || (detail == 1 && before * weights->count <= MOST_WEIGHED))
			add_weighted(&out, products, weights, i, j, fourth, rows);
	}
	double sum = sum_of_squares(products->deviate, stride, products->x_count, products->y_count);
	out.all = answer_part_of(0, sum, (double)(products->x_count * products->y_count),
	                         x4[products->x_count] * y4[products->y_count], rows + 1, rows);
	base_arena_back(arena, mark);
	return out;
}

double answer_combined(const answer_parts *parts)
{
	double total = 0, sum = 0;
	for (size_t i = 0; i < parts->count; i++)
		total += parts->part[i].weight;
	for (size_t i = 0; i < parts->count; i++)
		sum += parts->part[i].weight / total / tan(pi * fmin(parts->part[i].p, most_p));
	return sum > 1e8 ? 1 / (pi * sum) : 0.5 - atan(sum) / pi;
}
