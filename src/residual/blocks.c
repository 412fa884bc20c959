#include "residual/blocks.h"

#include <math.h>
#include <string.h>

#include "residual/absorb.h"
#include "residual/constants.h"
#include "residual/features.h"
#include "residual/linear.h"
#include "residual/waves.h"

enum { AT_ONCE = 8 }; /* functions that are made at once and kept in single precision */

/* Waves come in octaves, which enter the regression one by one. */
static const struct octave {
	size_t first, last;
} octaves[] = { { 1, 1 }, { 2, 2 }, { 3, 4 }, { 5, 8 }, { 9, 16 }, { 17, 32 }, { 33, 64 }, { 65, 128 } };

enum { OCTAVES = sizeof octaves / sizeof *octaves, OVER_SCORES = 5 }; /* the fifth is over scores and over places */

static residual_block *add_block(residual_block **list, residual_shared *shared, residual_block described)
{
	residual_block *b = base_arena_take(shared->keep, 1, sizeof *b);
	*b = described;
	b->id = shared->blocks++;
	b->shared = true;
	b->start = b->start > 0 ? b->start : residual_start / (double)shared->rows;
	while (*list != NULL)
		list = &(*list)->next;
	*list = b;
	return b;
}

static void describe_waves(residual_basis *basis, residual_shared *shared, residual_kind kind, struct octave o)
{
	size_t last = o.last < basis->column->levels - 1 ? o.last : basis->column->levels - 1, half = (last + 1) / 2;
	if (o.first > last)
		return;
	bool fast = o.first > 2;
	add_block(&basis->single, shared,
	          (residual_block){ .kind = kind,
	                            .of = { basis },
	                            .first = o.first,
	                            .last = last,
	                            .size = last - o.first + 1,
	                            .cost = !fast      ? last + 1
	                                    : half > 4 ? half
	                                               : 4,
	                            .product_cost = fast && kind == RESIDUAL_SCORE_WAVES ? last + 1 : 0 });
}

static void describe_singles(residual_basis *basis, residual_shared *shared)
{
	const question_values *c = basis->column;
	if (c->labels || c->levels == 2) {
		add_block(&basis->single, shared,
		          (residual_block){ .kind = RESIDUAL_INDICATORS,
		                            .of = { basis },
		                            .size = c->levels > 2 ? c->levels : 1,
		                            .cost = 2,
		                            .product_cost = 2 });
		return;
	}
	for (size_t power = 1; power <= 2; power++)
		add_block(&basis->single, shared,
		          (residual_block){ .kind = power == 1 ? RESIDUAL_SCORE : RESIDUAL_SQUARE,
		                            .of = { basis },
		                            .size = 1,
		                            .cost = power + 1,
		                            .product_cost = power + 1 });
	for (size_t k = 0; k < OVER_SCORES; k++)
		describe_waves(basis, shared, RESIDUAL_SCORE_WAVES, octaves[k]);
	for (size_t k = OVER_SCORES - 1; k < OCTAVES; k++)
		describe_waves(basis, shared, RESIDUAL_PLACE_WAVES, octaves[k]);
}

residual_basis *residual_basis_of(residual_shared *shared, const question_values *column)
{
	for (residual_basis *b = shared->bases; b != NULL; b = b->next)
		if (b->column == column)
			return b;
	residual_basis *b = base_arena_take_zero(shared->keep, 1, sizeof *b);
	b->column = column;
	b->next = shared->bases;
	shared->bases = b;
	describe_singles(b, shared);
	return b;
}

static bool same(const residual_block *a, const residual_block *b)
{
	return a->kind == b->kind && a->of[0] == b->of[0] && a->of[1] == b->of[1] && a->first == b->first &&
	       a->last == b->last && a->sign == b->sign && a->absorption == b->absorption &&
	       memcmp(a->factors, b->factors, sizeof a->factors) == 0;
}

residual_block *residual_block_in(residual_block **of, residual_shared *shared, const residual_block *wanted)
{
	for (residual_block *b = *of; b != NULL; b = b->next)
		if (same(b, wanted))
			return b;
	return add_block(of, shared, *wanted);
}

static const double *scores_of(residual_shared *shared, residual_basis *basis)
{
	if (basis->scores != NULL)
		return basis->scores;
	basis->scores = base_arena_take(shared->keep, basis->column->levels, sizeof *basis->scores);
	question_scores(basis->scores, basis->column);
	for (size_t k = 0; k < basis->column->levels; k++)
		basis->largest = fmax(basis->largest, fabs(basis->scores[k]));
	return basis->scores;
}

/* Functions of the level, from `first` on, into a table [count][levels]. */
static void fill_table(double *table, residual_shared *shared, const residual_block *b, size_t first, size_t count)
{
	const question_values *c = b->of[0]->column;
	const double *scores = scores_of(shared, b->of[0]);
	if (b->kind == RESIDUAL_SCORE || b->kind == RESIDUAL_SQUARE) {
		for (size_t k = 0; k < c->levels; k++)
			table[k] = b->kind == RESIDUAL_SCORE ? scores[k] : scores[k] * scores[k];
		return;
	}
	double *u = base_arena_take(shared->scratch, c->levels, sizeof *u);
	question_places(u, c);
	for (size_t k = 0; k < c->levels && b->kind == RESIDUAL_SCORE_WAVES; k++)
		u[k] = scores[k] / (2 * b->of[0]->largest);
	residual_waves(table, shared->scratch, u, c->levels, b->first + first, b->first + first + count - 1);
}

static void make_of_level(double *out, residual_shared *shared, const residual_block *b, size_t first, size_t count)
{
	const question_values *c = b->of[0]->column;
	double *table = base_arena_take(shared->scratch, count, c->levels * sizeof *table);
	fill_table(table, shared, b, first, count);
	for (size_t j = 0; j < count; j++) {
		for (size_t i = 0; i < c->rows; i++)
			out[j * c->rows + i] = table[j * c->levels + c->codes[i]];
		residual_standardise(out + j * c->rows, c->rows);
	}
}

static void make_sum_waves(double *out, residual_shared *shared, const residual_block *b, size_t first, size_t count)
{
	size_t rows = shared->rows;
	const double *one = scores_of(shared, b->of[0]), *other = scores_of(shared, b->of[1]);
	double *u = base_arena_take(shared->scratch, rows, sizeof *u), largest = 0;
	for (size_t i = 0; i < rows; i++) {
		u[i] = one[b->of[0]->column->codes[i]] + b->sign * other[b->of[1]->column->codes[i]];
		largest = fmax(largest, fabs(u[i]));
	}
	for (size_t i = 0; i < rows && largest > 0; i++)
		u[i] /= 2 * largest;
	residual_waves(out, shared->scratch, u, rows, b->first + first, b->first + first + count - 1);
	for (size_t j = 0; j < count; j++)
		residual_standardise(out + j * rows, rows);
}

static void centre(double *values, size_t rows)
{
	double sum, squares;
	residual_moments(&sum, &squares, values, rows);
	double mean = sum / (double)rows;
	for (size_t i = 0; i < rows; i++)
		values[i] -= mean;
}

/* The last factor's functions change fastest. */
static void make_product(double *out, const residual_block *b, size_t j, size_t rows)
{
	size_t third = b->factors[2] != NULL ? b->factors[2]->size : 1, second = b->factors[1]->size;
	const double *f = b->factors[0]->functions[j / (second * third)];
	const double *g = b->factors[1]->functions[j / third % second];
	const double *h = b->factors[2] != NULL ? b->factors[2]->functions[j % third] : NULL;
	for (size_t i = 0; i < rows; i++)
		out[i] = f[i] * g[i];
	for (size_t i = 0; i < rows && h != NULL; i++)
		out[i] *= h[i];
	centre(out, rows);
}

static void make_indicator(double *out, const uint32_t *codes, size_t rows, size_t levels, size_t j)
{
	double one = sqrt((double)levels);
	for (size_t i = 0; i < rows; i++)
		out[i] = codes[i] == j ? one : 0;
	centre(out, rows);
}

static void make_of_one_level(double *out, const residual_block *b, size_t j)
{
	const question_values *c = b->of[0]->column;
	const double *slope = b->kind == RESIDUAL_SLOPES ? b->factors[0]->functions[0] : NULL;
	for (size_t i = 0; i < c->rows; i++)
		out[i] = c->codes[i] != j ? 0 : slope != NULL ? slope[i] : 1;
}

static void absorb(double *values, size_t count, const residual_absorption *a, residual_shared *shared)
{
	for (size_t j = 0; j < count; j++)
		residual_absorb(values + j * shared->rows, shared->scratch, a->labels, a->count);
}

/* Functions first, ..., first + count - 1 of a block whose factors are filled, into out[count][rows]. */
static void make(double *out, residual_shared *shared, const residual_block *b, size_t first, size_t count)
{
	const residual_block *raw = b->kind == RESIDUAL_ABSORBED ? b->factors[0] : b;
	size_t rows = shared->rows;
	base_arena_mark mark = base_arena_here(shared->scratch);
	if (raw->kind == RESIDUAL_SUM_WAVES)
		make_sum_waves(out, shared, raw, first, count);
	else if (raw->kind >= RESIDUAL_SCORE && raw->kind <= RESIDUAL_PLACE_WAVES)
		make_of_level(out, shared, raw, first, count);
	for (size_t j = 0; j < count; j++, out += rows)
		if (raw->kind == RESIDUAL_PRODUCTS)
			make_product(out, raw, first + j, rows);
		else if (raw->kind == RESIDUAL_INDICATORS)
			make_indicator(out, raw->of[0]->column->codes, rows, raw->of[0]->column->levels, first + j);
		else if (raw->kind == RESIDUAL_EFFECTS || raw->kind == RESIDUAL_SLOPES)
			make_of_one_level(out, raw, first + j);
	if (raw != b)
		absorb(out - count * rows, count, b->absorption, shared);
	base_arena_back(shared->scratch, mark);
}

/* Adds functions with these values to the lengths of the block, and sets their sums. */
static void measure(residual_block *b, const double *values, size_t first, size_t count, size_t rows)
{
	for (size_t j = 0; j < count; j++) {
		double squares;
		residual_moments(&b->sums[first + j], &squares, values + j * rows, rows);
		b->t += squares;
		b->t2 += squares * squares;
	}
}

static void fill_factors(residual_shared *shared, const residual_block *b)
{
	const residual_block *made_of = b->kind == RESIDUAL_ABSORBED ? b->factors[0] : b;
	for (size_t k = 0; k < 3 && made_of->factors[k] != NULL; k++)
		residual_fill(shared, (residual_block *)made_of->factors[k]);
}

void residual_fill(residual_shared *shared, residual_block *b)
{
	if (b->values != NULL)
		return;
	fill_factors(shared, b);
	b->functions = base_arena_take(shared->keep, b->size, sizeof *b->functions);
	b->values = base_arena_take(shared->keep, b->size, shared->rows * sizeof *b->values);
	make(b->values, shared, b, 0, b->size);
	for (size_t j = 0; j < b->size; j++)
		b->functions[j] = b->values + j * shared->rows;
	if (b->sums == NULL) {
		b->sums = base_arena_take(shared->keep, b->size, sizeof *b->sums);
		measure(b, b->values, 0, b->size, shared->rows);
	}
}

static void copy_single(float *out, const double *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		out[i] = (float)values[i];
}

/* Values in double precision are only passed through. */
static void fill_single(residual_shared *shared, residual_block *b)
{
	fill_factors(shared, b);
	base_arena_mark mark = base_arena_here(shared->scratch);
	double *values = base_arena_take(shared->scratch, AT_ONCE, shared->rows * sizeof *values);
	b->sums = base_arena_take(shared->keep, b->size, sizeof *b->sums);
	for (size_t first = 0; first < b->size; first += AT_ONCE) {
		size_t count = b->size - first < AT_ONCE ? b->size - first : AT_ONCE;
		make(values, shared, b, first, count);
		measure(b, values, first, count, shared->rows);
		copy_single(b->single + first * shared->rows, values, count * shared->rows);
	}
	base_arena_back(shared->scratch, mark);
}

const float *residual_single(residual_shared *shared, residual_block *b)
{
	if (b->single == NULL) {
		b->single = base_arena_take(shared->keep, b->size, shared->rows * sizeof *b->single);
		if (b->values != NULL)
			copy_single(b->single, b->values, b->size * shared->rows);
		else
			fill_single(shared, b);
	}
	return b->single;
}

residual_block *residual_leaves(base_arena *arena, const residual_functions *given, const uint32_t *leaves,
                                size_t count)
{
	residual_shared *shared = given->shared;
	residual_block *b = base_arena_take(arena, 1, sizeof *b);
	*b = (residual_block){ .kind = RESIDUAL_LEAVES,
		                   .id = SIZE_MAX,
		                   .size = count,
		                   .cost = SIZE_MAX,
		                   .start = residual_start / (double)shared->rows,
		                   .values = base_arena_take(arena, count, shared->rows * sizeof *b->values),
		                   .functions = base_arena_take(arena, count, sizeof *b->functions),
		                   .sums = base_arena_take(arena, count, sizeof *b->sums) };
	for (size_t j = 0; j < count; j++) {
		make_indicator(b->values + j * shared->rows, leaves, shared->rows, count, j);
		b->functions[j] = b->values + j * shared->rows;
	}
	if (given->absorption != NULL)
		absorb(b->values, count, given->absorption, shared);
	measure(b, b->values, 0, count, shared->rows);
	return b;
}

static const double *gram_of(residual_shared *shared, residual_block *a, const residual_block *b)
{
	for (const residual_gram *g = a->grams; g != NULL; g = g->next)
		if (g->with == b)
			return g->products;
	residual_gram *g = base_arena_take(shared->keep, 1, sizeof *g);
	double *products = base_arena_take(shared->keep, a->size, b->size * sizeof *products);
	residual_products(products, b->size, a->functions, a->size, b->functions, b->size, shared->rows);
	*g = (residual_gram){ b, products, a->grams };
	a->grams = g;
	return products;
}

void residual_gram_write(double *out, size_t stride, residual_shared *shared, residual_block *a, residual_block *b)
{
	bool as_kept = a->id >= b->id;
	const double *products = as_kept ? gram_of(shared, a, b) : gram_of(shared, b, a);
	for (size_t i = 0; i < a->size; i++)
		for (size_t j = 0; j < b->size; j++)
			out[i * stride + j] = as_kept ? products[i * b->size + j] : products[j * a->size + i];
}
