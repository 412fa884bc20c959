/* See cuts.h. A cut moves by one value at a time over all values near it; a table of the rows per cell on either side
 * is kept up to date, and with it the sum of c log2 c. */
#include "answer/cuts.h"

#include <string.h>

#include "answer/units.h"
#include "base/memory.h"

/* Rows per cell left and right of a cut, and the sum of c log2 c over both. */
typedef struct sides {
	const answer_bits *bits;
	const uint32_t *cell; /* of the rows in order of the column's values */
	uint32_t *left, *right;
	size_t cells;
	double sum;
} sides;

static sides new_sides(base_arena *arena, const answer_bits *bits, const uint32_t *cell, size_t cells)
{
	return (sides){
		bits,  cell, base_arena_take(arena, cells, sizeof(uint32_t)), base_arena_take(arena, cells, sizeof(uint32_t)),
		cells, 0
	};
}

static void fill(sides *s, size_t begin, size_t cut, size_t end)
{
	memset(s->left, 0, s->cells * sizeof *s->left);
	memset(s->right, 0, s->cells * sizeof *s->right);
	for (size_t i = begin; i < end; i++)
		(i < cut ? s->left : s->right)[s->cell[i]]++;
	s->sum = 0;
	for (size_t c = 0; c < s->cells; c++)
		s->sum += answer_x_log_x(s->bits, s->left[c]) + answer_x_log_x(s->bits, s->right[c]);
}

/* Moves the cut over the rows from `begin` to `end`. */
static void pass(sides *s, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i++) {
		uint32_t *left = &s->left[s->cell[i]], *right = &s->right[s->cell[i]];
		s->sum += answer_x_log_x(s->bits, *left + 1) - answer_x_log_x(s->bits, *left);
		s->sum += answer_x_log_x(s->bits, *right - 1) - answer_x_log_x(s->bits, *right);
		++*left;
		--*right;
	}
}

/* place[v]: the rows with values below v. */
typedef struct values_in_order {
	const size_t *place; /* [levels + 1] */
	size_t near;         /* rows that a cut may pass */
	double price;        /* bits that say how far it moves */
	double *cost;        /* [levels] */
} values_in_order;

/* The best cut between two others. */
static size_t best_cut(const values_in_order *v, size_t low, size_t cut, size_t high, sides *same, sides *other)
{
	size_t first = low + 1, last = high - 1;
	while (v->place[cut] - v->place[first] > v->near)
		first++;
	while (v->place[last] - v->place[cut] > v->near)
		last--;
	fill(same, v->place[low], v->place[first], v->place[high]);
	fill(other, v->place[low], v->place[first], v->place[high]);
	double least = INFINITY;
	for (size_t to = first;; to++) {
		v->cost[to] = same->sum - other->sum;
		least = v->cost[to] < least ? v->cost[to] : least;
		if (to == last)
			break;
		pass(same, v->place[to], v->place[to + 1]);
		pass(other, v->place[to], v->place[to + 1]);
	}
	if (!answer_shorter(least, v->cost[cut] - v->price))
		return cut;
	while (v->cost[first] > least + question_margin * fmax(1, fabs(least)))
		first++;
	return first;
}

static size_t *places_of(base_arena *arena, const question_values *column)
{
	size_t *place = base_arena_take(arena, column->levels + 1, sizeof *place);
	place[0] = 0;
	for (size_t v = 0; v < column->levels; v++)
		place[v + 1] = place[v] + column->counts[v];
	return place;
}

static void sort_by_value(uint32_t *out, const uint32_t *cell, const question_values *column, const size_t *place,
                          size_t *next)
{
	base_copy(next, place, column->levels * sizeof *next);
	for (size_t i = 0; i < column->rows; i++)
		out[next[column->codes[i]]++] = cell[i];
}

void answer_cuts_move(answer_grid *grid, size_t column, base_arena *arena, const answer_bits *bits,
                      const uint32_t *cell, size_t cells, const uint32_t *same, size_t same_cells)
{
	base_arena_mark mark = base_arena_here(arena);
	const question_values *c = grid->column[column];
	size_t k = grid->k[column], near = c->rows / ANSWER_PLACES + 1;
	size_t *place = places_of(arena, c), *next = base_arena_take(arena, c->levels, sizeof *next);
	uint32_t *bin = grid->bin[column], *sorted = base_arena_take(arena, c->rows, sizeof *sorted);
	uint32_t *sorted_same = base_arena_take(arena, c->rows, sizeof *sorted_same);
	size_t *cut = base_arena_take_zero(arena, k + 1, sizeof *cut);
	values_in_order v = { place, near, log2(2 * (double)near + 1), base_arena_take(arena, c->levels, sizeof *v.cost) };
	sort_by_value(sorted, cell, c, place, next);
	sort_by_value(sorted_same, same, c, place, next);
	for (size_t i = 1; i < c->levels; i++)
		if (bin[i] != bin[i - 1])
			cut[bin[i]] = i;
	cut[k] = c->levels;
	sides a = new_sides(arena, bits, sorted_same, same_cells), b = new_sides(arena, bits, sorted, cells);
	for (size_t j = 1; j < k; j++)
		cut[j] = best_cut(&v, cut[j - 1], cut[j], cut[j + 1], &a, &b);
	for (size_t j = 0; j < k; j++)
		for (size_t i = cut[j]; i < cut[j + 1]; i++)
			bin[i] = (uint32_t)j;
	base_arena_back(arena, mark);
}
