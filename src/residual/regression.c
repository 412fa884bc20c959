/* Each settling solves the equations for given variances and takes up to two steps of EM. Blocks and the tree are chosen
 * on planned rows; if there are more, the fit is then settled over all rows, where blocks can enter once more. The
 * products of functions are shared by all regressions of a question; those with the responses are kept by this one. */
#include "residual/regression.h"

#include <math.h>
#include <string.h>

#include "residual/absorb.h"
#include "residual/blocks.h"
#include "residual/constants.h"
#include "residual/linear.h"
#include "residual/tree.h"

enum { STEPS = 2 }; /* of EM after blocks entered or left */

static const double entering_deviations = 2; /* that a block has to show more than chance does, to enter */
static const double single_precision = 0.99; /* what shows less of what is needed, in single precision, shows less */

/* A block in this regression. */
typedef struct term {
	residual_block *block;
	bool inside;
	double v;         /* variance of coefficients, relative to that of errors */
	size_t from;      /* the first coefficient, if it is inside */
	double e;         /* effective parameters, if it is inside */
	double *products; /* [responses][size] with the responses in the present domain; NULL until needed */
} term;

struct residual_regression {
	base_arena *arena;
	residual_functions *given;
	const double *y; /* [responses][rows], less what is absorbed */
	double lost;     /* rows that the constant and absorbed levels take */
	size_t responses;
	residual_domain domain; /* that is fitted */
	size_t rows;            /* of it */
	const double *some;     /* [responses][rows] the responses there, with ... */
	double *squares;        /* [responses] sums of squares, and ... */
	double *sums;           /* [responses] sums */
	term *terms;
	size_t term_count;
	base_arena_mark solution; /* what follows is taken anew for each solution */
	size_t count;             /* coefficients, the first of the constant */
	const double **functions; /* [count] */
	double *penalty;          /* [count] */
	double *factor;           /* [count][count] of the inverse, as residual_inverse_factor() */
	double *b;                /* [responses][count] */
	double *sigma2;           /* [responses] variance of errors */
	double effective;
};

static const double **pointers(base_arena *arena, const double *y, size_t responses, size_t rows)
{
	const double **out = base_arena_take(arena, responses, sizeof *out);
	for (size_t f = 0; f < responses; f++)
		out[f] = y + f * rows;
	return out;
}

/* Products of functions with responses y[responses][rows], into out[responses][count]. */
static void multiply(double *out, const residual_regression *r, const double *const *functions, size_t count,
                     const double *y, size_t responses)
{
	base_arena *scratch = r->given->shared->scratch;
	base_arena_mark mark = base_arena_here(scratch);
	double *turned = base_arena_take(scratch, count, responses * sizeof *turned);
	residual_products(turned, responses, functions, count, pointers(scratch, y, responses, r->rows), responses,
	                  r->rows);
	for (size_t f = 0; f < responses; f++)
		for (size_t k = 0; k < count; k++)
			out[f * count + k] = turned[k * responses + f];
	base_arena_back(scratch, mark);
}

/* Gives coefficients to the blocks that are inside. */
static void place_terms(residual_regression *r)
{
	residual_shared *shared = r->given->shared;
	r->count = 1;
	for (size_t k = 0; k < r->term_count; k++) {
		term *t = &r->terms[k];
		if (!t->inside)
			continue;
		residual_fill(shared, t->block, r->domain);
		if (t->products == NULL) {
			t->products = base_arena_take(shared->keep, r->responses, t->block->size * sizeof *t->products);
			multiply(t->products, r, t->block->in[r->domain].functions, t->block->size, r->some, r->responses);
		}
		t->from = r->count;
		r->count += t->block->size;
	}
}

static void take_solution(residual_regression *r)
{
	base_arena_back(r->arena, r->solution);
	r->functions = base_arena_take(r->arena, r->count, sizeof *r->functions);
	r->penalty = base_arena_take_zero(r->arena, r->count, sizeof *r->penalty);
	r->factor = base_arena_take(r->arena, r->count, r->count * sizeof *r->factor);
	r->b = base_arena_take(r->arena, r->responses, r->count * sizeof *r->b);
	r->functions[0] = r->given->shared->ones;
	for (size_t k = 0; k < r->term_count; k++) {
		const term *t = &r->terms[k];
		for (size_t j = 0; t->inside && j < t->block->size; j++) {
			r->functions[t->from + j] = t->block->in[r->domain].functions[j];
			r->penalty[t->from + j] = 1 / t->v;
		}
	}
}

static void prepare_grams(const residual_regression *r)
{
	residual_shared *shared = r->given->shared;
	base_arena_mark mark = base_arena_here(shared->scratch);
	residual_block **blocks = base_arena_take(shared->scratch, r->term_count, sizeof *blocks);
	size_t count = 0;
	for (size_t k = 0; k < r->term_count; k++)
		if (r->terms[k].inside)
			blocks[count++] = r->terms[k].block;
	residual_prepare_grams(shared, r->domain, blocks, count);
	base_arena_back(shared->scratch, mark);
}

/* The lower triangle of the penalised matrix of products. */
static void fill_matrix(double *matrix, const residual_regression *r)
{
	prepare_grams(r);
	matrix[0] = (double)r->rows;
	for (size_t k = 0; k < r->term_count; k++) {
		const term *t = &r->terms[k];
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
		const term *t = &r->terms[k];
		if (t->inside)
			memcpy(out + t->from, t->products + f * t->block->size, t->block->size * sizeof *out);
	}
}

/* Effective parameters: each function's share that its penalty leaves. */
static void set_effective(residual_regression *r, double *diagonal)
{
	residual_inverse_diagonal(diagonal, r->factor, r->count);
	r->effective = 0;
	for (size_t k = 0; k < r->term_count; k++) {
		term *t = &r->terms[k];
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
static double size_of_coefficients(const residual_regression *r, const term *t)
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
		term *t = &r->terms[k];
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

static void settle(residual_regression *r)
{
	solve(r);
	for (int step = 0; step < STEPS; step++)
		if (update(r))
			solve(r);
}

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

/* out[responses][rows]: what coefficients b[responses][count] leave of responses in the present domain. */
static void subtract_fit(double *out, const residual_regression *r, const double *y, const double *b, size_t responses)
{
	base_arena *scratch = r->given->shared->scratch;
	base_arena_mark mark = base_arena_here(scratch);
	double **to = base_arena_take(scratch, responses, sizeof *to);
	if (out != y)
		memcpy(out, y, responses * r->rows * sizeof *out);
	for (size_t f = 0; f < responses; f++)
		to[f] = out + f * r->rows;
	residual_subtract(to, responses, r->functions, b, r->count, r->rows);
	base_arena_back(scratch, mark);
}

/* What a block has to show to enter: more than chance does. */
static double needed(const residual_sample *s, size_t responses)
{
	return s->t + entering_deviations * sqrt(2 * s->t2 / (double)responses);
}

static bool admit(term *t, const residual_sample *s, double shown, size_t responses)
{
	if (!(shown > needed(s, responses)))
		return false;
	t->v = (shown - s->t) / s->t2;
	t->inside = true;
	return true;
}

/* What planned rows show, from products in double precision. */
static double shown_exactly(const residual_regression *r, const term *t, const double *rest)
{
	base_arena *scratch = r->given->shared->scratch;
	residual_fill(r->given->shared, t->block, RESIDUAL_PLANNED);
	base_arena_mark mark = base_arena_here(scratch);
	double *products = base_arena_take(scratch, t->block->size, r->responses * sizeof *products);
	residual_products(products, r->responses, t->block->in[RESIDUAL_PLANNED].functions, t->block->size,
	                  pointers(scratch, rest, r->responses, r->rows), r->responses, r->rows);
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
		term *t = &r->terms[k];
		const residual_sample *s = &t->block->in[RESIDUAL_PLANNED];
		if (t->inside)
			continue;
		double shown = size_of_products(r, products, t->block->size, r->responses);
		products += t->block->size * r->responses;
		if (shown >= single_precision * needed(s, r->responses))
			some = admit(t, s, shown_exactly(r, t, rest), r->responses) || some;
	}
	return some;
}

/* Lets blocks enter that the residuals at planned rows show. */
static bool enter_planned(residual_regression *r)
{
	base_arena *scratch = r->given->shared->scratch;
	base_arena_mark mark = base_arena_here(scratch);
	size_t count = list_outside(NULL, r);
	const float **functions = base_arena_take(scratch, count, sizeof *functions);
	double *rest = base_arena_take(scratch, r->responses, r->rows * sizeof *rest);
	float *single = base_arena_take(scratch, r->responses, r->rows * sizeof *single);
	double *products = base_arena_take(scratch, count, r->responses * sizeof *products);
	list_outside(functions, r);
	subtract_fit(rest, r, r->some, r->b, r->responses);
	for (size_t i = 0; i < r->responses * r->rows; i++)
		single[i] = (float)rest[i];
	residual_products_single(products, functions, count, single, r->responses, r->rows);
	bool some = admit_planned(r, products, rest);
	base_arena_back(scratch, mark);
	return some;
}

/* Lets blocks enter that the residuals of the first response show over all rows. */
static bool enter_all(residual_regression *r)
{
	base_arena *scratch = r->given->shared->scratch;
	base_arena_mark mark = base_arena_here(scratch);
	double *rest = base_arena_take(scratch, r->rows, sizeof *rest);
	double *products = base_arena_take(scratch, list_outside(NULL, r), sizeof *products);
	residual_block **blocks = base_arena_take(scratch, r->term_count, sizeof *blocks);
	size_t count = 0;
	bool some = false;
	for (size_t k = 0; k < r->term_count; k++)
		if (!r->terms[k].inside)
			blocks[count++] = r->terms[k].block;
	subtract_fit(rest, r, r->some, r->b, 1);
	const residual_absorption *a = r->given->absorption;
	if (a != NULL && residual_absorbs_share(a->labels, a->count))
		residual_absorb(rest, scratch, a->labels, a->count);
	residual_sum_products(products, r->given->shared, blocks, count, rest);
	for (size_t k = 0; k < r->term_count; k++) {
		term *t = &r->terms[k];
		if (t->inside)
			continue;
		double shown = size_of_products(r, products, t->block->size, 1);
		some = admit(t, &t->block->in[RESIDUAL_ALL], shown, 1) || some;
		products += t->block->size;
	}
	base_arena_back(scratch, mark);
	return some;
}

static void add_term(residual_regression *r, residual_block *block)
{
	r->terms[r->term_count++] = (term){ .block = block, .inside = block->cost <= RESIDUAL_SIMPLE, .v = block->start };
}

static void add_leaves(residual_regression *r)
{
	residual_shared *shared = r->given->shared;
	uint32_t *leaves = base_arena_take(r->arena, shared->rows, sizeof *leaves);
	size_t count = residual_tree(leaves, shared->scratch, r->given->z, r->given->columns, r->y, shared->planned_rows,
	                             shared->planned);
	if (count > 1)
		add_term(r, residual_leaves(r->arena, r->given, leaves, count));
}

/* Responses less what is absorbed, in `arena`; themselves if nothing is. */
static const double *absorbed(base_arena *arena, const residual_functions *given, const double *y, size_t responses)
{
	const residual_absorption *a = given->absorption;
	size_t rows = given->shared->rows;
	if (a == NULL)
		return y;
	double *out = base_arena_take(arena, responses, rows * sizeof *out);
	memcpy(out, y, responses * rows * sizeof *out);
	for (size_t f = 0; f < responses; f++)
		residual_absorb(out + f * rows, given->shared->scratch, a->labels, a->count);
	return out;
}

static residual_regression *regression_new(base_arena *arena, residual_functions *given, const double *y,
                                           size_t responses)
{
	residual_regression *r = base_arena_take(arena, 1, sizeof *r);
	*r = (residual_regression){ .arena = arena, .given = given, .responses = responses, .lost = 1 };
	r->y = absorbed(arena, given, y, responses);
	for (size_t j = 0; given->absorption != NULL && j < given->absorption->count; j++) {
		const question_values *label = given->absorption->labels[j];
		r->lost += label->share != NULL ? label->share_lost : (double)(label->levels - 1);
	}
	r->squares = base_arena_take(arena, responses, sizeof *r->squares);
	r->sums = base_arena_take(arena, responses, sizeof *r->sums);
	r->sigma2 = base_arena_take(arena, responses, sizeof *r->sigma2);
	r->terms = base_arena_take(arena, given->count + 1, sizeof *r->terms);
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
                                      bool tree)
{
	residual_regression *r = regression_new(arena, of_z, y, responses);
	if (tree)
		add_leaves(r);
	prepare(r);
	const double *some = planned(r);
	r->solution = base_arena_here(arena);
	take(r, RESIDUAL_PLANNED, some);
	for (int round = 0; round < (tree ? RESIDUAL_ROUNDS : 1) && enter_planned(r); round++)
		settle(r);
	if (residual_all(of_z->shared) == RESIDUAL_ALL) {
		take(r, RESIDUAL_ALL, r->y);
		if (enter_all(r))
			settle(r);
	}
	return r;
}

/* Coefficients of responses y, or of its own if y is NULL, into out[responses][count]. */
static void coefficients(double *out, const residual_regression *r, const double *y, size_t responses, double *scratch)
{
	if (y == NULL) {
		memcpy(out, r->b, responses * r->count * sizeof *out);
		return;
	}
	multiply(out, r, r->functions, r->count, y, responses);
	for (size_t f = 0; f < responses; f++) {
		double *b = out + f * r->count;
		residual_solve(b, r->factor, b, r->count, scratch);
	}
}

/* Adds to b the coefficients of what is left, and of what is left then. */
static void twice_more(double *b, const residual_regression *r, double *scratch)
{
	double *d = scratch + r->count;
	memcpy(d, b, r->count * sizeof *d);
	for (int time = 1; time < RESIDUAL_TIMES; time++) {
		for (size_t k = 0; k < r->count; k++)
			d[k] *= r->penalty[k];
		residual_solve(d, r->factor, d, r->count, scratch);
		for (size_t k = 0; k < r->count; k++)
			b[k] += d[k];
	}
}

void residual_left(double *out, const residual_regression *r, const double *y, size_t responses, bool twiced)
{
	base_arena *scratch = r->given->shared->scratch;
	base_arena_mark mark = base_arena_here(scratch);
	double *b = base_arena_take(scratch, responses + 2, r->count * sizeof *b), *room = b + responses * r->count;
	y = y != NULL ? absorbed(scratch, r->given, y, responses) : NULL;
	coefficients(b, r, y, responses, room);
	for (size_t f = 0; f < responses && twiced; f++)
		twice_more(b + f * r->count, r, room);
	subtract_fit(out, r, y != NULL ? y : r->y, b, responses);
	base_arena_back(scratch, mark);
}

static double used_by(const term *t)
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
		const term *a = &x->terms[k], *b = &y->terms[k];
		if (a->inside && b->inside && a->block->shared && b->block->shared && (levels || !a->block->levels))
			sum += used_by(a) * used_by(b) / (double)a->block->size;
	}
	return sum;
}

double residual_share(const residual_regression *r)
{
	base_arena *scratch = r->given->shared->scratch;
	base_arena_mark mark = base_arena_here(scratch);
	double *rest = base_arena_take(scratch, r->rows, sizeof *rest), squares = 0, rows = (double)r->rows;
	residual_left(rest, r, NULL, 1, true);
	for (size_t i = 0; i < r->rows; i++)
		squares += rest[i] * rest[i];
	base_arena_back(scratch, mark);
	double left = fmax(1 - (r->lost + residual_used(r)) / rows, question_least_share);
	return squares / rows / (left * left);
}

residual_functions *residual_regressors(const residual_regression *r)
{
	return r->given;
}

const double *residual_response(const residual_regression *r)
{
	return r->y;
}
