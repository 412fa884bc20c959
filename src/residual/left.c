/* What a regression leaves, and what it used. */
#include <math.h>

#include "base/memory.h"
#include "residual/absorb.h"
#include "residual/constants.h"
#include "residual/fit.h"
#include "residual/linear.h"
#include "residual/view.h"

size_t residual_list_blocks(residual_block **blocks, const residual_regression *r, bool inside)
{
	size_t count = 0;
	for (size_t k = 0; k < r->term_count; k++)
		if (r->terms[k].inside == inside)
			blocks[count++] = r->terms[k].block;
	return count;
}

/* A view of what is inside, in scratch memory. */
static residual_view view_of(const residual_regression *r)
{
	residual_shared *shared = r->given->shared;
	residual_block **blocks = base_arena_take(shared->scratch, r->term_count, sizeof *blocks);
	return residual_view_of(shared, r->domain, blocks, residual_list_blocks(blocks, r, true));
}

void residual_subtract_fit(double *out, const residual_regression *r, const double *b, size_t responses)
{
	base_arena *scratch = r->given->shared->scratch;
	base_arena_mark mark = base_arena_here(scratch);
	residual_view v = view_of(r);
	residual_view_subtract(out, &v, b, responses);
	base_arena_back(scratch, mark);
}

/* Coefficients of responses y, or of its own if y is NULL, into out[responses][count]. */
static void coefficients(double *out, const residual_regression *r, const double *y, size_t responses, double *scratch)
{
	if (y == NULL) {
		base_copy(out, r->b, responses * r->count * sizeof *out);
		return;
	}
	base_arena_mark mark = base_arena_here(r->given->shared->scratch);
	double *products = base_arena_take(r->given->shared->scratch, r->count, responses * sizeof *products), squares;
	residual_view v = view_of(r);
	residual_view_products(products, &v, y, responses);
	for (size_t f = 0; f < responses; f++) {
		double *b = out + f * r->count;
		residual_moments(b, &squares, y + f * r->rows, r->rows);
		for (size_t k = 1; k < r->count; k++)
			b[k] = products[(k - 1) * responses + f];
		residual_solve(b, r->factor, b, r->count, scratch);
	}
	base_arena_back(r->given->shared->scratch, mark);
}

/* Adds to b the coefficients of what is left, and of what is left then. */
static void twice_more(double *b, const residual_regression *r, double *scratch)
{
	double *d = scratch + r->count;
	base_copy(d, b, r->count * sizeof *d);
	for (int time = 1; time < RESIDUAL_TIMES; time++) {
		for (size_t k = 0; k < r->count; k++)
			d[k] *= r->penalty[k];
		residual_solve(d, r->factor, d, r->count, scratch);
		for (size_t k = 0; k < r->count; k++)
			b[k] += d[k];
	}
}

static void absorb_all(double *y, const residual_regression *r, size_t responses)
{
	const residual_absorption *a = r->given->absorption;
	for (size_t f = 0; f < responses && a != NULL; f++)
		residual_absorb(y + f * r->rows, r->given->shared->scratch, a->labels, a->count);
}

void residual_left(double *out, const residual_regression *r, const double *y, size_t responses, bool twiced)
{
	base_arena *scratch = r->given->shared->scratch;
	base_arena_mark mark = base_arena_here(scratch);
	double *b = base_arena_take(scratch, responses + 2, r->count * sizeof *b), *room = b + responses * r->count;
	const double *from = y != NULL ? y : r->y;
	if (out != from)
		base_copy(out, from, responses * r->rows * sizeof *out);
	if (y != NULL)
		absorb_all(out, r, responses);
	coefficients(b, r, y != NULL ? out : NULL, responses, room);
	for (size_t f = 0; f < responses && twiced; f++)
		twice_more(b + f * r->count, r, room);
	residual_subtract_fit(out, r, b, responses);
	base_arena_back(scratch, mark);
}

static double used_by(const residual_term *t)
{
	double size = (double)t->block->size;
	return size * (1 - pow(1 - t->e / size, RESIDUAL_TIMES));
}

double residual_effective(const residual_regression *r)
{
	return r->effective;
}

double residual_lost(const residual_regression *r)
{
	return r->lost;
}

double residual_chosen(const residual_regression *r)
{
	double sum = r->lost > 1 ? 1 : 0;
	for (size_t k = 0; k < r->term_count; k++)
		if (r->terms[k].inside)
			sum += r->terms[k].block->levels ? fmin(r->terms[k].e, 1) : r->terms[k].e;
	return sum;
}

double residual_used(const residual_regression *r)
{
	double sum = 0;
	for (size_t k = 0; k < r->term_count; k++)
		sum += r->terms[k].inside ? used_by(&r->terms[k]) : 0;
	return sum;
}

double residual_in_common(const residual_regression *x, const residual_regression *y, bool levels)
{
	double sum = 0;
	for (size_t k = 0; k < x->term_count && k < y->term_count; k++) {
		const residual_term *a = &x->terms[k], *b = &y->terms[k];
		if (a->inside && b->inside && a->block->shared && b->block->shared && (levels || !a->block->levels))
			sum += used_by(a) * used_by(b) / (double)a->block->size;
	}
	return sum;
}

double residual_share(const residual_regression *r, const double *left, double added)
{
	double sum, squares, rows = (double)r->rows;
	residual_moments(&sum, &squares, left, r->rows);
	double free = fmax(1 - (r->lost + residual_used(r)) / rows, question_least_share);
	return (squares / rows - added) / (free * free);
}

residual_functions *residual_regressors(const residual_regression *r)
{
	return r->given;
}

const double *residual_response(const residual_regression *r)
{
	return r->y;
}
