/* Each settling solves the equations for given variances and takes up to two steps of EM. Blocks and the tree are
 * chosen on planned rows; if there are more, the fit is then settled over all rows, where blocks can enter once more.
 * The products of functions are shared by all regressions of a question; those with the responses are kept by this
 * one. */
#include "residual/regression.h"

#include <math.h>

#include "base/memory.h"
#include "residual/absorb.h"
#include "residual/constants.h"
#include "residual/fit.h"
#include "residual/linear.h"
#include "residual/z_tree.h"

enum {
	STEPS = 2,        /* of EM after blocks entered or left */
	LAST_STEPS = 12,  /* at the end of a strict fit, which has to be settled */
	STRICT_ROUNDS = 2 /* of entering: few blocks do */
};

/* Gives coefficients to the blocks that are inside. Functions over all rows are made when they are read, unless labels
 * are absorbed, as level means are those of all rows. */
static void place_terms(residual_regression *r)
{
	residual_shared *shared = r->given->shared;
	r->count = 1;
	for (size_t k = 0; k < r->term_count; k++) {
		residual_term *t = &r->terms[k];
		if (!t->inside)
			continue;
		if (r->domain == RESIDUAL_PLANNED || r->given->absorption != NULL)
			residual_fill(shared, t->block, r->domain);
		t->from = r->count;
		r->count += t->block->size;
	}
}

static residual_term *term_of(residual_regression *r, const residual_block *block)
{
	residual_term *t = r->terms;
	while (t->block != block)
		t++;
	return t;
}

/* Products of the functions inside with each other and, where a block has none yet, with the responses. */
static void prepare_products(residual_regression *r)
{
	base_arena *scratch = r->given->shared->scratch;
	base_arena_mark mark = base_arena_here(scratch);
	residual_block **blocks = base_arena_take(scratch, r->term_count, sizeof *blocks);
	size_t count = residual_list_blocks(blocks, r, true);
	bool new = false;
	for (size_t k = 0; k < r->term_count; k++)
		new = new || (r->terms[k].inside && r->terms[k].products == NULL);
	double *products = new ? base_arena_take(scratch, r->count, r->responses * sizeof *products) : NULL;
	residual_prepare_products(products, r->given->shared, r->domain, blocks, count, r->some, r->responses);
	for (size_t k = 0; k < count && new; k++) {
		residual_term *t = term_of(r, blocks[k]);
		size_t numbers = t->block->size * r->responses;
		if (t->products == NULL)
			t->products = base_arena_take(r->given->shared->keep, numbers, sizeof *products);
		base_copy(t->products, products, numbers * sizeof *products);
		products += numbers;
	}
	base_arena_back(scratch, mark);
}

static void take_solution(residual_regression *r)
{
	base_arena_back(r->arena, r->solution);
	r->penalty = base_arena_take_zero(r->arena, r->count, sizeof *r->penalty);
	r->factor = base_arena_take(r->arena, r->count, r->count * sizeof *r->factor);
	r->b = base_arena_take(r->arena, r->responses, r->count * sizeof *r->b);
	for (size_t k = 0; k < r->term_count; k++)
		for (size_t j = 0; r->terms[k].inside && j < r->terms[k].block->size; j++)
			r->penalty[r->terms[k].from + j] = 1 / r->terms[k].v;
}

/* The lower triangle of the penalised matrix of products. */
static void fill_matrix(double *matrix, const residual_regression *r)
{
	matrix[0] = (double)r->rows;
	for (size_t k = 0; k < r->term_count; k++) {
		const residual_term *t = &r->terms[k];
		if (!t->inside)
			continue;
		double *at = matrix + t->from * r->count;
		for (size_t j = 0; j < t->block->size; j++)
			at[j * r->count] = t->block->in[r->domain].sums[j];
		for (size_t i = 0; i <= k; i++)
			if (r->terms[i].inside)
				residual_gram_write(at + r->terms[i].from, r->count, r->domain, t->block, r->terms[i].block);
	}
	for (size_t k = 0; k < r->count; k++)
		matrix[k * r->count + k] += r->penalty[k] + residual_tiny * (double)r->rows;
}

/* Products of all functions inside with response f. */
static void collect_products(double *out, const residual_regression *r, size_t f)
{
	out[0] = r->sums[f];
	for (size_t k = 0; k < r->term_count; k++) {
		const residual_term *t = &r->terms[k];
		if (t->inside)
			for (size_t j = 0; j < t->block->size; j++)
				out[t->from + j] = t->products[j * r->responses + f];
	}
}

/* Effective parameters: each function's share that its penalty leaves. */
static void set_effective(residual_regression *r, double *diagonal)
{
	residual_inverse_diagonal(diagonal, r->factor, r->count);
	r->effective = 0;
	for (size_t k = 0; k < r->term_count; k++) {
		residual_term *t = &r->terms[k];
		if (!t->inside)
			continue;
		double sum = 0;
		for (size_t j = 0; j < t->block->size; j++)
			sum += diagonal[t->from + j];
		t->e = (double)t->block->size - sum / t->v;
		r->effective += t->e;
	}
}

static void set_coefficients(residual_regression *r, double *c, double *scratch)
{
	double rows = (double)r->rows * (1 - r->lost / (double)r->given->shared->rows);
	double free = fmax(rows - r->effective, question_least_share * rows);
	for (size_t f = 0; f < r->responses; f++) {
		double *b = r->b + f * r->count, explained = 0;
		collect_products(c, r, f);
		residual_solve(b, r->factor, c, r->count, scratch);
		for (size_t k = 0; k < r->count; k++)
			explained += b[k] * (c[k] + r->penalty[k] * b[k]);
		r->sigma2[f] = fmax(r->squares[f] - explained, residual_tiny * (r->squares[f] + 1)) / free;
	}
}

static void solve(residual_regression *r)
{
	base_arena *scratch = r->given->shared->scratch;
	place_terms(r);
	prepare_products(r);
	take_solution(r);
	base_arena_mark mark = base_arena_here(scratch);
	double *matrix = base_arena_take(scratch, r->count + 2, r->count * sizeof *matrix);
	fill_matrix(matrix, r);
	residual_inverse_factor(r->factor, matrix, r->count);
	set_effective(r, matrix);
	set_coefficients(r, matrix, matrix + r->count);
	base_arena_back(scratch, mark);
}

/* Mean over responses of the squared coefficients of a block, relative to the variance of errors. */
static double size_of_coefficients(const residual_regression *r, const residual_term *t)
{
	double sum = 0;
	for (size_t f = 0; f < r->responses; f++) {
		const double *b = r->b + f * r->count + t->from;
		double squares = 0;
		for (size_t j = 0; j < t->block->size; j++)
			squares += b[j] * b[j];
		sum += squares / r->sigma2[f];
	}
	return sum / (double)r->responses;
}

/* One step of the variances towards their likeliest values; blocks without effect leave. False: hardly anything
 * changed. */
static bool update(residual_regression *r)
{
	bool changed = false;
	for (size_t k = 0; k < r->term_count; k++) {
		residual_term *t = &r->terms[k];
		if (!t->inside)
			continue;
		double factor = size_of_coefficients(r, t) / (fmax(t->e, residual_tiny) * t->v);
		factor = fmin(fmax(factor, 1.0 / RESIDUAL_STRIDE), RESIDUAL_STRIDE);
		bool leaves = t->e <= question_least_share && factor < 1;
		t->inside = !leaves;
		t->v *= factor;
		changed = changed || leaves || fabs(factor - 1) * t->e > question_least_share;
	}
	return changed;
}

static void step(residual_regression *r, int steps)
{
	for (int k = 0; k < steps && update(r); k++)
		solve(r);
}

static void settle(residual_regression *r)
{
	solve(r);
	step(r, STEPS);
}

static bool starts_inside(residual_start_with start, const residual_block *b)
{
	bool simple = b->cost <= RESIDUAL_SIMPLE;
	bool curved = b->kind == RESIDUAL_SQUARE || b->kind == RESIDUAL_SCORE_WAVES || b->kind == RESIDUAL_PLACE_WAVES;
	return start == RESIDUAL_START_ALL || (simple && (start == RESIDUAL_START_SIMPLE || !curved));
}

static void add_term(residual_regression *r, residual_block *block)
{
	r->terms[r->term_count++] =
		(residual_term){ .block = block, .inside = starts_inside(r->given->start, block), .v = block->start };
}

void residual_add_leaves(residual_regression *r, const question_values *const *columns, size_t count, const double *y)
{
	residual_shared *shared = r->given->shared;
	if (!(r->care & RESIDUAL_TREE))
		return;
	uint32_t *leaves = base_arena_take(shared->keep, shared->rows, sizeof *leaves);
	size_t found = residual_tree(leaves, shared->scratch, columns, count, y, shared->planned_rows, shared->planned);
	if (found > 1)
		add_term(r, residual_leaves(shared->keep, r->given, leaves, found));
}

/* Responses less what is absorbed, in `arena`; themselves if nothing is. */
static const double *absorbed(base_arena *arena, const residual_functions *given, const double *y, size_t responses)
{
	const residual_absorption *a = given->absorption;
	size_t rows = given->shared->rows;
	if (a == NULL)
		return y;
	double *out = base_arena_take(arena, responses, rows * sizeof *out);
	base_copy(out, y, responses * rows * sizeof *out);
	for (size_t f = 0; f < responses; f++)
		residual_absorb(out + f * rows, given->shared->scratch, a->labels, a->count);
	return out;
}

static residual_regression *regression_new(base_arena *arena, residual_functions *given, const double *y,
                                           size_t responses, unsigned care)
{
	residual_regression *r = base_arena_take(arena, 1, sizeof *r);
	*r = (residual_regression){ .arena = arena, .given = given, .responses = responses, .care = care, .lost = 1 };
	r->y = absorbed(arena, given, y, responses);
	for (size_t j = 0; given->absorption != NULL && j < given->absorption->count; j++) {
		const question_values *label = given->absorption->labels[j];
		r->lost += label->share != NULL ? label->share_lost : (double)(label->levels - 1);
	}
	r->squares = base_arena_take(arena, responses, sizeof *r->squares);
	r->sums = base_arena_take(arena, responses, sizeof *r->sums);
	r->sigma2 = base_arena_take(arena, responses, sizeof *r->sigma2);
	r->terms =
		base_arena_take(arena, given->count + 1 + RESIDUAL_INDEX_ROUNDS * RESIDUAL_INDEX_BLOCKS, sizeof *r->terms);
	for (size_t k = 0; k < given->count; k++)
		add_term(r, given->blocks[k]);
	return r;
}

/* The responses at planned rows. */
static const double *planned(const residual_regression *r)
{
	const residual_shared *shared = r->given->shared;
	if (shared->planned == shared->rows)
		return r->y;
	double *some = base_arena_take(r->arena, r->responses, shared->planned * sizeof *some);
	for (size_t f = 0; f < r->responses; f++)
		for (size_t i = 0; i < shared->planned; i++)
			some[f * shared->planned + i] = r->y[f * shared->rows + shared->planned_rows[i]];
	return some;
}

/* Fits the responses `some` in a domain. */
static void take(residual_regression *r, residual_domain domain, const double *some)
{
	r->domain = domain;
	r->rows = residual_rows(r->given->shared, domain);
	r->some = some;
	for (size_t f = 0; f < r->responses; f++)
		residual_moments(&r->sums[f], &r->squares[f], some + f * r->rows, r->rows);
	for (size_t k = 0; k < r->term_count; k++)
		r->terms[k].products = NULL;
	settle(r);
}

/* The first variances of coefficients are for functions of variance 1, of which absorbing in part leaves less. */
static void rescale_start(residual_regression *r)
{
	const residual_absorption *a = r->given->absorption;
	if (a == NULL || !residual_absorbs_share(a->labels, a->count))
		return;
	for (size_t k = 0; k < r->term_count; k++) {
		residual_block *b = r->terms[k].block;
		if (!r->terms[k].inside)
			continue;
		residual_fill(r->given->shared, b, RESIDUAL_PLANNED);
		r->terms[k].v *= (double)r->given->shared->planned * (double)b->size / fmax(b->in[RESIDUAL_PLANNED].t, 1);
	}
}

static void prepare(residual_regression *r)
{
	residual_shared *shared = r->given->shared;
	base_arena_mark mark = base_arena_here(shared->scratch);
	residual_block **blocks = base_arena_take(shared->scratch, r->term_count, sizeof *blocks);
	for (size_t k = 0; k < r->term_count; k++)
		blocks[k] = r->terms[k].block;
	residual_prepare(shared, blocks, r->term_count);
	base_arena_back(shared->scratch, mark);
}

residual_regression *residual_regress(base_arena *arena, residual_functions *of_z, const double *y, size_t responses,
                                      unsigned care)
{
	residual_regression *r = regression_new(arena, of_z, y, responses, care);
	int rounds = care & RESIDUAL_TREE ? RESIDUAL_ROUNDS : care & RESIDUAL_STRICT ? STRICT_ROUNDS : 1;
	residual_add_leaves(r, of_z->z, of_z->columns, r->y);
	prepare(r);
	rescale_start(r);
	const double *some = planned(r);
	r->solution = base_arena_here(arena);
	take(r, RESIDUAL_PLANNED, some);
	for (int round = 0; round < rounds && residual_enter_planned(r); round++)
		settle(r);
	int index_rounds = (r->care & RESIDUAL_STRICT) ? 0 : RESIDUAL_INDEX_ROUNDS;
	for (int round = 0; round < index_rounds && residual_add_index(r) && residual_enter_planned(r); round++)
		settle(r);
	if (residual_all(of_z->shared) == RESIDUAL_ALL) {
		take(r, RESIDUAL_ALL, r->y);
		if ((care & RESIDUAL_FURTHER) && residual_enter_all(r))
			settle(r);
	}
	if ((r->care & RESIDUAL_STRICT) &&
	    of_z->start != RESIDUAL_START_ALL) /* with all in, blocks that show nothing must not vanish */
		step(r, LAST_STEPS);
	return r;
}
