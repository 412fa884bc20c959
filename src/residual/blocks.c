#include "residual/blocks.h"

#include <math.h>
#include <string.h>

#include "residual/absorb.h"
#include "residual/constants.h"
#include "residual/features.h"
#include "residual/linear.h"
#include "residual/waves.h"

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

/* Standardises a function of the level over rows. */
static void standardise_levels(double *f, const question_values *column)
{
	double sum = 0, squares = 0, rows = (double)column->rows;
	for (size_t k = 0; k < column->levels; k++)
		sum += f[k] * column->counts[k];
	for (size_t k = 0; k < column->levels; k++) {
		f[k] -= sum / rows;
		squares += f[k] * f[k] * column->counts[k];
	}
	double size = sqrt(squares / rows);
	for (size_t k = 0; k < column->levels && size > question_no_size; k++)
		f[k] /= size;
}

/* Functions of the level into a table [size][levels]. */
static void fill_table(double *table, residual_shared *shared, const residual_block *b)
{
	const question_values *c = b->of[0]->column;
	const double *scores = scores_of(shared, b->of[0]);
	for (size_t k = 0; k < c->levels; k++)
		table[k] = b->kind == RESIDUAL_SCORE ? scores[k] : scores[k] * scores[k];
	if (b->kind == RESIDUAL_SCORE_WAVES || b->kind == RESIDUAL_PLACE_WAVES) {
		double *u = base_arena_take(shared->scratch, c->levels, sizeof *u);
		question_places(u, c);
		for (size_t k = 0; k < c->levels && b->kind == RESIDUAL_SCORE_WAVES; k++)
			u[k] = scores[k] / (2 * b->of[0]->largest);
		residual_waves(table, shared->scratch, u, c->levels, b->first, b->last);
	}
	for (size_t j = 0; j < b->size; j++)
		standardise_levels(table + j * c->levels, c);
}

static void fill_by_level(residual_shared *shared, const residual_block *b)
{
	const question_values *c = b->of[0]->column;
	double *table = base_arena_take(shared->scratch, b->size, c->levels * sizeof *table);
	fill_table(table, shared, b);
	for (size_t j = 0; j < b->size; j++)
		for (size_t i = 0; i < c->rows; i++)
			b->values[j * c->rows + i] = table[j * c->levels + c->codes[i]];
}

static void fill_sum_waves(residual_shared *shared, const residual_block *b)
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
	residual_waves(b->values, shared->scratch, u, rows, b->first, b->last);
	for (size_t j = 0; j < b->size; j++)
		residual_standardise(b->values + j * rows, rows);
}

static void centre(double *values, size_t rows)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++)
		sum += values[i];
	for (size_t i = 0; i < rows; i++)
		values[i] -= sum / (double)rows;
}

/* The last factor's functions change fastest. */
static void fill_products(const residual_block *b, size_t rows)
{
	size_t third = b->factors[2] != NULL ? b->factors[2]->size : 1, second = b->factors[1]->size;
	for (size_t j = 0; j < b->size; j++) {
		const double *f = b->factors[0]->functions[j / (second * third)];
		const double *g = b->factors[1]->functions[j / third % second];
		const double *h = b->factors[2] != NULL ? b->factors[2]->functions[j % third] : NULL;
		double *to = b->values + j * rows;
		for (size_t i = 0; i < rows; i++)
			to[i] = f[i] * g[i];
		for (size_t i = 0; i < rows && h != NULL; i++)
			to[i] *= h[i];
		centre(to, rows);
	}
}

static void fill_indicators(double *values, const uint32_t *codes, size_t rows, size_t levels, size_t size)
{
	double one = sqrt((double)levels);
	for (size_t j = 0; j < size; j++) {
		for (size_t i = 0; i < rows; i++)
			values[j * rows + i] = codes[i] == j ? one : 0;
		centre(values + j * rows, rows);
	}
}

static void fill_levels(const residual_block *b, size_t rows)
{
	const question_values *c = b->of[0]->column;
	const double *slope = b->kind == RESIDUAL_SLOPES ? b->factors[0]->functions[0] : NULL;
	memset(b->values, 0, b->size * rows * sizeof *b->values);
	for (size_t i = 0; i < rows; i++)
		b->values[c->codes[i] * rows + i] = slope != NULL ? slope[i] : 1;
}

static void absorb_all(const residual_block *b, const residual_absorption *a, residual_shared *shared)
{
	for (size_t j = 0; j < b->size; j++)
		residual_absorb(b->values + j * shared->rows, shared->scratch, a->labels, a->count);
}

static void fill_values(residual_shared *shared, residual_block *b);

static void fill_absorbed(residual_shared *shared, const residual_block *b)
{
	residual_block raw = *b->factors[0];
	if (raw.values != NULL) {
		memcpy(b->values, raw.values, b->size * shared->rows * sizeof *b->values);
	} else {
		raw.values = b->values;
		fill_values(shared, &raw);
	}
	absorb_all(b, b->absorption, shared);
}

static void fill_values(residual_shared *shared, residual_block *b)
{
	switch (b->kind) {
	case RESIDUAL_INDICATORS:
		fill_indicators(b->values, b->of[0]->column->codes, shared->rows, b->of[0]->column->levels, b->size);
		break;
	case RESIDUAL_SUM_WAVES:
		fill_sum_waves(shared, b);
		break;
	case RESIDUAL_PRODUCTS:
		fill_products(b, shared->rows);
		break;
	case RESIDUAL_EFFECTS:
	case RESIDUAL_SLOPES:
		fill_levels(b, shared->rows);
		break;
	case RESIDUAL_ABSORBED:
		fill_absorbed(shared, b);
		break;
	default:
		fill_by_level(shared, b);
	}
}

static void measure(residual_block *b, base_arena *arena, size_t rows)
{
	b->functions = base_arena_take(arena, b->size, sizeof *b->functions);
	b->sums = base_arena_take(arena, b->size, sizeof *b->sums);
	for (size_t j = 0; j < b->size; j++) {
		const double *f = b->functions[j] = b->values + j * rows;
		double sum = 0, squares = 0;
		for (size_t i = 0; i < rows; i++) {
			sum += f[i];
			squares += f[i] * f[i];
		}
		b->sums[j] = sum;
		b->t += squares;
		b->t2 += squares * squares;
	}
}

void residual_fill(residual_shared *shared, residual_block *b)
{
	if (b->values != NULL)
		return;
	const residual_block *made_of = b->kind == RESIDUAL_ABSORBED ? b->factors[0] : b;
	for (size_t k = 0; k < 3 && made_of->factors[k] != NULL; k++)
		residual_fill(shared, (residual_block *)made_of->factors[k]);
	b->values = base_arena_take(shared->keep, b->size, shared->rows * sizeof *b->values);
	base_arena_mark mark = base_arena_here(shared->scratch);
	fill_values(shared, b);
	base_arena_back(shared->scratch, mark);
	measure(b, shared->keep, shared->rows);
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
		                   .values = base_arena_take(arena, count, shared->rows * sizeof *b->values) };
	fill_indicators(b->values, leaves, shared->rows, count, count);
	if (given->absorption != NULL)
		absorb_all(b, given->absorption, shared);
	measure(b, arena, shared->rows);
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
