/* See test_parts.h. */
#include "answer/test_parts.h"

#include <math.h>

#include "base/special.h"
#include "question/few.h"

enum {
	WEIGHTED_DETAILS = 2, /* the first of them, which are weighted */
	MOST_WEIGHED = 160    /* products times weights beyond the first detail: more cost time and show little */
};

static const double pi = 3.14159265358979323846;
static const double most_p = 0.99;           /* in the combination: one large p must not hide small ones */
static const double share_of_weights = 0.25; /* the weight of each group of weights */
static const double spread_of_moments = 1.5; /* how much the fourth moments of features add to the variance of a sum */

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

/* How many of the first features have at most this detail. */
static size_t features_up_to(const residual_features *features, int detail)
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
			most = fmax(most, p->worth[i * p->y->count + j]);
	return most;
}

/* How many of the first features of each side are taken, and what is known of their fourth moments. */
typedef struct taken {
	size_t x, y;
	double fourth, rows;
} taken;

/* Adds the sums of deviates with each weight of a group that enough rows carry. */
static void add_weighted(answer_parts *out, base_arena *arena, const answer_products *p, const answer_weights *weights,
                         const taken *t)
{
	size_t first = out->count;
	for (size_t w = 0; w < weights->count; w++) {
		if (t->rows + 1 < QUESTION_FEW_ROWS * weights->fourth[w] - question_margin)
			continue;
		double sum = answer_weighted_sum(arena, p, t->x, t->y, weights, w);
		out->part[out->count++] =
			answer_part_of(1, sum, (double)(t->x * t->y), weights->fourth[w] * t->fourth, t->rows + 1, t->rows);
	}
	for (size_t i = first; i < out->count; i++)
		out->part[i].weight = share_of_weights / (double)(out->count - first);
}

answer_parts answer_parts_new(base_arena *arena, size_t weights)
{
	return (answer_parts){ .part = base_arena_take(arena, ANSWER_DETAILS + WEIGHTED_DETAILS * weights,
		                                           sizeof(answer_part)) };
}

void answer_parts_fill(answer_parts *out, base_arena *arena, const residual_side *x, const residual_side *y,
                       const answer_products *p, const answer_weight_groups *weights)
{
	taken t = { 0, 0, 0, worth_of(p, x, y) };
	if (!(t.rows > 0))
		return;
	base_arena_mark mark = base_arena_here(arena);
	double *x4 = fourths_of(arena, p->x), *y4 = fourths_of(arena, p->y);
	for (int detail = 0; detail < ANSWER_DETAILS; detail++) {
		size_t before = t.x * t.y;
		t.x = features_up_to(&x->features, detail);
		t.y = features_up_to(&y->features, detail);
		if (t.x * t.y <= before)
			continue;
		double sum = sum_of_squares(p->deviate, p->y->count, t.x, t.y);
		t.fourth = x4[t.x] * y4[t.y];
		out->part[out->count++] =
			answer_part_of(ldexp(1, -detail), sum, (double)(t.x * t.y), t.fourth, t.rows + 1, t.rows);
		for (size_t g = 0; g < weights->count && detail < WEIGHTED_DETAILS; g++)
			if (detail == 0 || t.x * t.y * weights->group[g].count <= MOST_WEIGHED)
				add_weighted(out, arena, p, &weights->group[g], &t);
	}
	double sum = sum_of_squares(p->deviate, p->y->count, p->x->count, p->y->count);
	out->all = answer_part_of(0, sum, (double)(p->x->count * p->y->count), x4[p->x->count] * y4[p->y->count],
	                          t.rows + 1, t.rows);
	base_arena_back(arena, mark);
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
