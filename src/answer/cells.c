/* Cells are found in a table with open addresses, by comparison of all codes of two rows; which rows share a cell
 * does not depend on the addresses. */
#include "answer/cells.h"

#include <math.h>

#include "base/functions.h"

enum { LEAST_TABLE = 64 /* places of a table */ };

typedef struct table {
	const answer_codes *columns;
	size_t count;
	size_t mask;
	uint32_t *place; /* [mask + 1] number of the cell + 1; 0: free */
} table;

static uint32_t code_of(const answer_codes *c, size_t row)
{
	return c->code[c->value != NULL ? c->value[row] : row];
}

static size_t address_of(const table *t, size_t row)
{
	uint64_t mixed = 0;
	for (size_t j = 0; j < t->count; j++) {
		mixed = (mixed ^ code_of(&t->columns[j], row)) * UINT64_C(0x9E3779B97F4A7C15);
		mixed ^= mixed >> 32;
	}
	return (size_t)mixed & t->mask;
}

static bool is_same(const table *t, size_t a, size_t b)
{
	for (size_t j = 0; j < t->count; j++)
		if (code_of(&t->columns[j], a) != code_of(&t->columns[j], b))
			return false;
	return true;
}

static table new_table(base_arena *arena, const answer_codes *columns, size_t count, size_t cells)
{
	size_t size = LEAST_TABLE;
	while (size < 2 * cells)
		size *= 2;
	return (table){ columns, count, size - 1, base_arena_take_zero(arena, size, sizeof(uint32_t)) };
}

answer_cells answer_cells_of(base_arena *arena, const answer_codes *columns, size_t count, size_t rows,
                             const uint32_t *weight, size_t most)
{
	size_t limit = most < rows ? most + 1 : rows;
	answer_cells out = { 0, base_arena_take(arena, limit, sizeof *out.row),
		                 base_arena_take(arena, limit, sizeof *out.rows) };
	base_arena_mark mark = base_arena_here(arena);
	table t = new_table(arena, columns, count, limit);
	for (size_t i = 0; i < rows && out.count <= most; i++) {
		size_t at = address_of(&t, i);
		while (t.place[at] != 0 && !is_same(&t, out.row[t.place[at] - 1], i))
			at = (at + 1) & t.mask;
		if (t.place[at] == 0) {
			out.row[out.count] = (uint32_t)i;
			out.rows[out.count] = 0;
			t.place[at] = (uint32_t)++out.count;
		}
		out.rows[t.place[at] - 1] += weight != NULL ? weight[i] : 1;
	}
	base_arena_back(arena, mark);
	return out;
}

/* What values that were not seen add, from the numbers of those that were seen once and twice. */
static double unseen(double n, double once, double twice)
{
	if (once == 0)
		return 0;
	double q = 1 - (twice > 0 ? 2 * twice / ((n - 1) * once + 2 * twice) : 2 / ((n - 1) * (once - 1) + 2));
	return q > 0 ? once / n * q * base_scaled_e1(-n * log(q)) : 0;
}

double answer_entropy(const uint32_t *rows, size_t cells)
{
	double n = 0, sum = 0, once = 0, twice = 0;
	for (size_t c = 0; c < cells; c++) {
		n += rows[c];
		sum += rows[c] * base_digamma((int)rows[c]);
		once += rows[c] == 1;
		twice += rows[c] == 2;
	}
	return log(n) - sum / n + unseen(n, once, twice);
}
