/* See row_parts.h. Beside the sums over independent features there is one of what changes slowly: products of cluster
 * means, or of series as they are, with Bartlett's variance sum (n - |h|) r_f(h) r_g(h). */
#include "answer/row_parts.h"

#include <math.h>
#include <string.h>

#include "answer/row_products.h"
#include "answer/whiten.h"
#include "base/memory.h"
#include "base/special.h"
#include "question/few.h"
#include "residual/constants.h"

enum {
	DETAILS = 5,          /* levels of detail of features */
	WEIGHTED_DETAILS = 2, /* the first of them, which are weighted */
	MOST_WEIGHED = 160,   /* products times weights beyond the first detail: cost */
	ROWS_OF_GROUP = 2     /* that a group counts as, at most, where products are weighted */
};

static const double share_of_weights = 0.25;
static const double share_of_means = 0.25;
static const double least_worth = 3; /* rows */
static const double tiny = 1e-300;

/* What the parts are made of. */
typedef struct material {
	const answer_rows *rows;
	residual_features x_raw, y_raw, x, y; /* as they are, and independent */
	answer_row_products raw, made;
	double inflation;
} material;

/* The first features of both sides that are taken. */
typedef struct taken {
	size_t x, y;
	double worth; /* rows that a product is worth */
} taken;

static size_t features_up_to(const residual_features *features, int detail)
{
	size_t count = 0;
	while (count < features->count && features->details[count] <= detail)
		count++;
	return count;
}

/* -------------------------------------------------------------------------------------------------------------- parts */

static double tail_of(double sum, double mean, double variance)
{
	return base_chi2_tail(2 * sum * mean / variance, 2 * mean * mean / variance);
}

/* squares: sum of squared means of products, of which so much of the sum is evidence of. */
static void add(answer_parts *out, double weight, double sum, double count, double variance, double squares,
                double worth)
{
	answer_part *p = &out->part[out->count++];
	*p = (answer_part){ .weight = weight, .sum = sum, .mean = count, .variance = variance };
	p->rows = fmax(worth, sum / fmax(squares, tiny));
	p->p = fmax(count > 1 ? tail_of(sum, count, variance) : erfc(sqrt(sum / 2)), answer_least_p * question_margin);
}

static double sum_squares(const double *values, size_t stride, size_t x_count, size_t y_count)
{
	double sum = 0;
	for (size_t k = 0; k < x_count; k++)
		for (size_t l = 0; l < y_count; l++)
			sum += values[k * stride + l] * values[k * stride + l];
	return sum;
}

/* The independent rows whose products would vary as much. */
static double worth_of(const answer_row_products *p, size_t rows, size_t x_count, size_t y_count)
{
	double sum = 0;
	for (size_t k = 0; k < x_count; k++)
		for (size_t l = 0; l < y_count; l++)
			sum += p->variance[k * p->y_count + l];
	return (double)rows * (double)rows * (double)(x_count * y_count) / sum;
}

/* ------------------------------------------------------------------------------------------------------------ weights */

/* A weight in every row: those of labels are indicators. */
static void expand(double *out, const answer_weights *w, size_t which)
{
	if (w->label == NULL) {
		base_copy(out, w->values + which * w->rows, w->rows * sizeof *out);
		return;
	}
	double size = sqrt((double)w->rows / w->label->counts[w->level[which]]);
	for (size_t i = 0; i < w->rows; i++)
		out[i] = w->label->codes[i] == w->level[which] ? size : 0;
}

static void add_weighted(answer_parts *out, base_arena *arena, const material *m, const answer_weights *w,
                         const taken *t)
{
	double rows = fmin((double)m->rows->rows, ROWS_OF_GROUP * (double)m->rows->count);
	size_t first = out->count;
	base_arena_mark mark = base_arena_here(arena);
	double *weight = base_arena_take(arena, m->rows->rows, sizeof *weight);
	for (size_t which = 0; which < w->count; which++) {
		if (rows + 1 < QUESTION_FEW_ROWS * w->fourth[which])
			continue;
		base_arena_mark here = base_arena_here(arena);
		expand(weight, w, which);
		answer_row_products made =
			answer_row_products_of(arena, m->rows, &m->x, t->x, &m->y, t->y, weight, m->inflation, true);
		answer_row_products raw =
			answer_row_products_of(arena, m->rows, &m->x_raw, t->x, &m->y_raw, t->y, weight, m->inflation, false);
		add(out, 1, sum_squares(made.deviate, t->y, t->x, t->y), (double)(t->x * t->y),
		    answer_row_spread(arena, &made, t->x, t->y), sum_squares(raw.mean, t->y, t->x, t->y), t->worth);
		base_arena_back(arena, here);
	}
	base_arena_back(arena, mark);
	for (size_t i = first; i < out->count; i++)
		out->part[i].weight = share_of_weights / (double)(out->count - first);
}

/* ----------------------------------------------------------------------------------------------------- slow dependence */

static double *correlations_of(base_arena *arena, const residual_features *f, size_t count, const answer_rows *rows)
{
	double *out = base_arena_take(arena, count * f->rows, sizeof *out);
	for (size_t k = 0; k < count; k++) {
		base_arena_mark mark = base_arena_here(arena);
		base_copy(out + k * f->rows, answer_autocorrelations(arena, f->values + k * f->rows, rows),
		          f->rows * sizeof *out);
		base_arena_back(arena, mark);
	}
	return out;
}

/* Sum over lags of the products of autocorrelations, times the rows that are so far apart. */
static double bartlett(const double *a, const double *b, size_t rows)
{
	double sum = 0;
	for (size_t h = 1; h < rows; h++)
		sum += (double)(rows - h) * a[h] * b[h];
	return fmax((double)rows + 2 * sum, 1);
}

static void add_slow(answer_parts *out, base_arena *arena, const material *m, const taken *t)
{
	base_arena_mark mark = base_arena_here(arena);
	size_t n = m->rows->rows;
	double *a = correlations_of(arena, &m->x_raw, t->x, m->rows), *b = correlations_of(arena, &m->y_raw, t->y, m->rows);
	double squares = 0, least = INFINITY;
	for (size_t k = 0; k < t->x; k++)
		for (size_t l = 0; l < t->y; l++) {
			double variance = bartlett(a + k * n, b + l * n, n),
				   worth = fmax((double)n * (double)n / variance, least_worth);
			double sum = m->raw.mean[k * m->raw.y_count + l] * (double)n;
			double deviate = answer_deviate_within(sum, variance, worth - 1);
			squares += deviate * deviate;
			least = fmin(least, worth);
		}
	base_arena_back(arena, mark);
	if (least >= QUESTION_FEW_ROWS)
		add(out, share_of_means, squares, (double)(t->x * t->y), 2 * (double)(t->x * t->y),
		    sum_squares(m->raw.mean, m->raw.y_count, t->x, t->y), t->worth);
}

static residual_features means_of(base_arena *arena, const residual_features *f, size_t count,
                                  const question_values *groups)
{
	residual_features out = { f->rows, count, base_arena_take(arena, count * f->rows, sizeof(double)), f->details };
	double *sums = base_arena_take(arena, groups->levels, sizeof *sums);
	for (size_t k = 0; k < count; k++) {
		memset(sums, 0, groups->levels * sizeof *sums);
		for (size_t i = 0; i < f->rows; i++)
			sums[groups->codes[i]] += f->values[k * f->rows + i];
		for (size_t i = 0; i < f->rows; i++)
			out.values[k * f->rows + i] = sums[groups->codes[i]] / groups->counts[groups->codes[i]];
	}
	return out;
}

static void add_means(answer_parts *out, base_arena *arena, const material *m, const taken *t)
{
	base_arena_mark mark = base_arena_here(arena);
	const question_values *groups = m->rows->groups[0];
	residual_features x = means_of(arena, &m->x, t->x, groups), y = means_of(arena, &m->y, t->y, groups);
	answer_row_products p = answer_row_products_of(arena, m->rows, &x, t->x, &y, t->y, NULL, m->inflation, true);
	double sum = sum_squares(p.deviate, t->y, t->x, t->y), spread = answer_row_spread(arena, &p, t->x, t->y);
	base_arena_back(arena, mark);
	add(out, share_of_means, sum, (double)(t->x * t->y), spread, sum_squares(m->raw.mean, m->raw.y_count, t->x, t->y),
	    t->worth);
}

/* ----------------------------------------------------------------------------------------------------------- features */

static residual_features copy_of(base_arena *arena, const residual_features *f)
{
	residual_features out = *f;
	out.values = base_arena_take(arena, f->count * f->rows, sizeof *out.values);
	base_copy(out.values, f->values, f->count * f->rows * sizeof *out.values);
	return out;
}

static residual_features independent(base_arena *arena, const residual_features *f, const answer_rows *rows,
                                     const answer_weight_groups *weights)
{
	const answer_weights *of_numbers = weights->count > 0 ? &weights->group[0] : NULL;
	residual_features out = copy_of(arena, f);
	if (!rows->within && !rows->simple)
		answer_make_independent(out.values, out.count, arena, of_numbers != NULL ? of_numbers->values : NULL,
		                        of_numbers != NULL ? of_numbers->count : 0, rows);
	return out;
}

/* What the parameters of both regressions add to the variance of sums of products, if those of one are of both. */
static double inflation_of(const residual_side *x, const residual_side *y, double rows)
{
	double few = rows - fmax(x->lost, y->lost);
	return few / fmax(few - fmin(x->used, y->used), least_worth);
}

/* Details that so many independent rows can show: those of waves below the cube root. */
static int finest_detail(double freedom)
{
	double most = fmax(2, fmin(RESIDUAL_MOST_WAVES, floor(cbrt(freedom + 1) + question_margin)));
	int detail = 1;
	while (detail + 1 < DETAILS && ldexp(1, detail) < most)
		detail++;
	return detail;
}

/* ---------------------------------------------------------------------------------------------------------- interface */

static material material_of(base_arena *arena, const residual_side *x, const residual_side *y, const answer_rows *rows,
                            const answer_weight_groups *weights)
{
	material m = { .rows = rows, .x_raw = x->features, .y_raw = y->features };
	m.inflation = inflation_of(x, y, (double)rows->rows);
	m.x = independent(arena, &x->features, rows, weights);
	m.y = independent(arena, &y->features, rows, weights);
	m.raw = answer_row_products_of(arena, rows, &m.x_raw, m.x.count, &m.y_raw, m.y.count, NULL, m.inflation, false);
	m.made = answer_row_products_of(arena, rows, &m.x, m.x.count, &m.y, m.y.count, NULL, m.inflation, true);
	return m;
}

/* The sum over the features of all waves; its variance is in proportion to that of the test's features. */
static void fill_all(answer_part *out, base_arena *arena, const material *m, const residual_side *x,
                     const residual_side *y, const answer_weight_groups *weights)
{
	base_arena_mark mark = base_arena_here(arena);
	residual_features f = independent(arena, &x->all, m->rows, weights),
					  g = independent(arena, &y->all, m->rows, weights);
	answer_row_products p = answer_row_products_of(arena, m->rows, &f, f.count, &g, g.count, NULL, m->inflation, false);
	double count = (double)(f.count * g.count), own = (double)(m->x.count * m->y.count);
	*out = (answer_part){ 0, 1, sum_squares(p.deviate, g.count, f.count, g.count), count, 0, 0 };
	out->variance = answer_row_spread(arena, &m->made, m->x.count, m->y.count) / own * count;
	out->rows = worth_of(&m->raw, m->rows->rows, m->x.count, m->y.count);
	base_arena_back(arena, mark);
}

static void add_detail(answer_parts *out, base_arena *arena, const material *m, const taken *t, int detail)
{
	const answer_row_products *made = &m->made;
	add(out, ldexp(1, -detail), sum_squares(made->deviate, made->y_count, t->x, t->y), (double)(t->x * t->y),
	    answer_row_spread(arena, made, t->x, t->y), sum_squares(m->raw.mean, m->raw.y_count, t->x, t->y), t->worth);
}

void answer_row_parts_fill(answer_parts *out, base_arena *arena, const residual_side *x, const residual_side *y,
                           const answer_rows *rows, const answer_weight_groups *weights)
{
	base_arena_mark mark = base_arena_here(arena);
	material m = material_of(arena, x, y, rows, weights);
	taken t = { 0, 0, 0 }, simplest = { 0, 0, 0 };
	int finest = finest_detail(m.made.freedom[0]);
	for (int detail = 0; detail <= finest; detail++) {
		size_t before = t.x * t.y;
		t.x = features_up_to(&m.x, detail);
		t.y = features_up_to(&m.y, detail);
		if (t.x * t.y <= before)
			continue;
		t.worth = worth_of(&m.raw, rows->rows, t.x, t.y);
		simplest = simplest.x == 0 ? t : simplest;
		add_detail(out, arena, &m, &t, detail);
		for (size_t g = 0; g < weights->count && detail < WEIGHTED_DETAILS; g++)
			if (detail == 0 || t.x * t.y * weights->group[g].count <= MOST_WEIGHED)
				add_weighted(out, arena, &m, &weights->group[g], &t);
	}
	if (rows->order != NULL)
		add_slow(out, arena, &m, &simplest);
	else if (!rows->within && !rows->simple && rows->ways == 1)
		add_means(out, arena, &m, &simplest);
	out->simplest_rows = simplest.worth;
	fill_all(&out->all, arena, &m, x, y, weights);
	base_arena_back(arena, mark);
}
