#include "residual/z_blocks.h"

#include <math.h>
#include <string.h>

#include "residual/constants.h"

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
	b->start = b->start > 0 ? b->start : residual_start / (double)shared->planned;
	while (*list != NULL)
		list = &(*list)->next;
	*list = b;
	return b;
}

void residual_give_numbers(residual_shared *shared, const question_values *column, const double *numbers, bool scores)
{
	residual_basis *b = residual_basis_of(shared, column);
	b->numbers = numbers;
	if (column->levels < 3)
		return;
	if (!scores) {
		add_block(&b->single, shared, (residual_block){ .kind = RESIDUAL_NUMBERS, .of = { b }, .size = 1, .cost = 2 });
		return;
	}
	b->scores = numbers;
	for (size_t i = 0; i < column->rows; i++)
		b->largest = fmax(b->largest, fabs(numbers[i]));
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
	                            .angle = &basis->angles[kind == RESIDUAL_PLACE_WAVES],
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
	return a->kind == b->kind && a->of[0] == b->of[0] && a->angle == b->angle && a->surface == b->surface &&
	       a->first == b->first && a->last == b->last && a->absorption == b->absorption &&
	       memcmp(a->factors, b->factors, sizeof a->factors) == 0;
}

residual_block *residual_block_in(residual_block **of, residual_shared *shared, const residual_block *wanted)
{
	for (residual_block *b = *of; b != NULL; b = b->next)
		if (same(b, wanted))
			return b;
	return add_block(of, shared, *wanted);
}

residual_block *residual_leaves(base_arena *arena, const residual_functions *given, const uint32_t *leaves,
                                size_t count)
{
	residual_block *b = base_arena_take(arena, 2, sizeof *b);
	b[0] = (residual_block){ .kind = RESIDUAL_LEAVES,
		                     .leaves = leaves,
		                     .id = given->shared->blocks++,
		                     .size = count,
		                     .cost = SIZE_MAX,
		                     .start = residual_start / (double)given->shared->planned };
	b[1] = b[0];
	b[1].kind = RESIDUAL_ABSORBED;
	b[1].id = given->shared->blocks++;
	b[1].factors[0] = &b[0];
	b[1].absorption = given->absorption;
	return given->absorption != NULL ? &b[1] : &b[0];
}
