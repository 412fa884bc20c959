/* Which blocks enter a regression. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/special.h"
#include "residual/absorb.h"
#include "residual/constants.h"
#include "residual/fit.h"
#include "residual/linear.h"
#include "residual/view.h"

static const double entering_deviations = 2; /* that a block has to show more than chance does, to enter */
static const double strict_level = 0.05;     /* at which any block enters a strict fit by chance */
static const double most_groups = 0.6;       /* values per row: more hardly repeat, and pairs have fewer */
static const double single_precision = 0.99; /* what shows less of what is needed, in single precision, shows less */

/* The functions of blocks that are outside, in single precision, into a list; returns how many. */
static size_t list_outside(const float **functions, const residual_regression *r)
{
	size_t count = 0;
	for (size_t k = 0; k < r->term_count; k++) {
		residual_block *block = r->terms[k].block;
		if (r->terms[k].inside)
			continue;
		const float *values = functions != NULL ? residual_single(r->given->shared, block) : NULL;
		for (size_t j = 0; functions != NULL && j < block->size; j++)
			functions[count + j] = values + j * residual_stride(r->rows);
		count += block->size;
	}
	return count;
}

/* Mean over responses of the sum of squared products[size][responses], relative to the variance of errors. */
static double size_of_products(const residual_regression *r, const double *products, size_t size, size_t responses)
{
	double shown = 0;
	for (size_t f = 0; f < responses; f++) {
		double squares = 0;
		for (size_t j = 0; j < size; j++)
			squares += products[j * responses + f] * products[j * responses + f];
		shown += squares / r->sigma2[f];
	}
	return shown / (double)responses;
}

/* What a block has to show to enter: more than chance does. */
static double needed(const residual_sample *s, size_t responses)
{
	return s->t + entering_deviations * sqrt(2 * s->t2 / (double)responses);
}

/* The same, or in a strict fit more than all blocks together do by chance. */
static double needed_in(const residual_regression *r, const residual_sample *s, size_t responses)
{
	double free = s->t * s->t / s->t2 * (double)responses;
	return (r->care & RESIDUAL_STRICT) ? s->t / free * base_chi2_quantile(strict_level / (double)r->term_count, free)
	                                   : needed(s, responses);
}

bool residual_is_grouped(const residual_regression *r, const question_values *column)
{
	size_t rows = column->rows;
	if (column->labels || column->levels <= QUESTION_FEW_VALUES || (double)column->levels > most_groups * (double)rows)
		return false;
	base_arena *scratch = r->given->shared->scratch;
	base_arena_mark mark = base_arena_here(scratch);
	double *left = base_arena_take(scratch, rows, sizeof *left), shown = 0;
	double *sums = base_arena_take_zero(scratch, column->levels, sizeof *sums);
	residual_left(left, r, NULL, 1, false);
	for (size_t i = 0; i < rows; i++)
		sums[column->codes[i]] += left[i];
	residual_sample indicators = { .t = (double)rows };
	for (size_t v = 0; v < column->levels; v++) {
		shown += sums[v] * sums[v] / r->sigma2[0];
		indicators.t2 += (double)column->counts[v] * column->counts[v];
	}
	base_arena_back(scratch, mark);
	return shown > needed(&indicators, 1);
}

static bool admit(const residual_regression *r, residual_term *t, const residual_sample *s, double shown,
                  size_t responses)
{
	if (!(shown > needed_in(r, s, responses)))
		return false;
	t->v = (shown - s->t) / s->t2;
	t->inside = true;
	return true;
}

/* What planned rows show, from products in double precision. */
static double shown_exactly(const residual_regression *r, const residual_term *t, const double *rest)
{
	base_arena *scratch = r->given->shared->scratch;
	residual_fill(r->given->shared, t->block, RESIDUAL_PLANNED);
	base_arena_mark mark = base_arena_here(scratch);
	double *products = base_arena_take(scratch, t->block->size, r->responses * sizeof *products);
	residual_block *block = t->block;
	residual_view v = residual_view_of(r->given->shared, RESIDUAL_PLANNED, &block, 1);
	residual_view_products(products, &v, rest, r->responses);
	double shown = size_of_products(r, products, t->block->size, r->responses);
	base_arena_back(scratch, mark);
	return shown;
}

/* products: [outside functions][responses] in single precision, from which blocks are dismissed that are clearly
 * below. */
static bool admit_planned(residual_regression *r, const double *products, const double *rest)
{
	bool some = false;
	for (size_t k = 0; k < r->term_count; k++) {
		residual_term *t = &r->terms[k];
		const residual_sample *s = &t->block->in[RESIDUAL_PLANNED];
		if (t->inside)
			continue;
		double shown = size_of_products(r, products, t->block->size, r->responses);
		products += t->block->size * r->responses;
		if (shown >= single_precision * needed_in(r, s, r->responses))
			some = admit(r, t, s, shown_exactly(r, t, rest), r->responses) || some;
	}
	return some;
}

static double *rest_of(const residual_regression *r, size_t responses)
{
	double *rest = base_arena_take(r->given->shared->scratch, responses, r->rows * sizeof *rest);
	base_copy(rest, r->some, responses * r->rows * sizeof *rest);
	residual_subtract_fit(rest, r, r->b, responses);
	return rest;
}

bool residual_enter_planned(residual_regression *r)
{
	base_arena *scratch = r->given->shared->scratch;
	base_arena_mark mark = base_arena_here(scratch);
	size_t count = list_outside(NULL, r);
	const float **functions = base_arena_take(scratch, count, sizeof *functions);
	float *single = base_arena_take(scratch, r->responses, r->rows * sizeof *single);
	double *products = base_arena_take(scratch, count, r->responses * sizeof *products);
	list_outside(functions, r);
	const double *rest = rest_of(r, r->responses);
	for (size_t i = 0; i < r->responses * r->rows; i++)
		single[i] = (float)rest[i];
	residual_products_single(products, functions, count, single, r->responses, r->rows);
	bool some = admit_planned(r, products, rest);
	base_arena_back(scratch, mark);
	return some;
}

bool residual_enter_all(residual_regression *r)
{
	base_arena *scratch = r->given->shared->scratch;
	base_arena_mark mark = base_arena_here(scratch);
	residual_block **blocks = base_arena_take(scratch, r->term_count, sizeof *blocks);
	double *products = base_arena_take(scratch, list_outside(NULL, r), sizeof *products);
	size_t count = residual_list_blocks(blocks, r, false);
	bool some = false;
	double *rest = rest_of(r, 1);
	const residual_absorption *a = r->given->absorption;
	if (a != NULL && residual_absorbs_share(a->labels, a->count)) /* functions are not, but sums are symmetric */
		residual_absorb(rest, scratch, a->labels, a->count);
	residual_sum_products(products, r->given->shared, blocks, count, rest);
	for (size_t k = 0; k < r->term_count; k++) {
		residual_term *t = &r->terms[k];
		if (t->inside)
			continue;
		double shown = size_of_products(r, products, t->block->size, 1);
		some = admit(r, t, &t->block->in[RESIDUAL_ALL], shown, 1) || some;
		products += t->block->size;
	}
	base_arena_back(scratch, mark);
	return some;
}
