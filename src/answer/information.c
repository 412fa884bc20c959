/* Bins are split into runs of about rows / r, with r so large that d columns with several bins occupy n^(d/(d+1)) /
 * (d-1) cells: more bins see more of the dependence, and fewer leave less bias. */
#include "answer/information.h"

#include <math.h>

#include "answer/cells.h"
#include "base/memory.h"

/* The columns of a grid with several bins. */
typedef struct splits {
	const answer_grid *grid;
	base_arena *arena;
	size_t columns;
	size_t *column;      /* [columns] of the grid */
	uint32_t **code;     /* [columns][levels] */
	answer_codes *codes; /* [columns] */
	double most;         /* occupied cells */
} splits;

static splits prepare(base_arena *arena, const answer_grid *grid)
{
	splits s = { .grid = grid,
		         .arena = arena,
		         .column = base_arena_take(arena, grid->columns, sizeof *s.column),
		         .code = base_arena_take(arena, grid->columns, sizeof *s.code),
		         .codes = base_arena_take(arena, grid->columns, sizeof *s.codes) };
	for (size_t j = 0; j < grid->columns; j++)
		if (grid->k[j] > 1) {
			const question_values *c = grid->column[j];
			s.column[s.columns] = j;
			s.code[s.columns] = base_arena_take(arena, c->levels, sizeof *s.code[0]);
			s.codes[s.columns] = (answer_codes){ s.code[s.columns], c->codes };
			s.columns++;
		}
	double d = (double)s.columns;
	s.most = pow((double)grid->rows, d / (d + 1)) / fmax(1, d - 1) + question_margin;
	return s;
}

static size_t rows_of_bin(const answer_grid *grid, size_t column, size_t value)
{
	const question_values *c = grid->column[column];
	size_t rows = 0;
	for (size_t v = value; v < c->levels && grid->bin[column][v] == grid->bin[column][value]; v++)
		rows += c->counts[v];
	return rows;
}

/* Splits the bins of a column with r; returns the number of pieces, or stops when there are more than `most`. Bins of
 * numbers are runs of values; groups of labels stay whole. */
static size_t split(const splits *s, size_t which, size_t r, double most)
{
	const answer_grid *grid = s->grid;
	size_t column = s->column[which], pieces = 0, rows = 0, below = 0, parts = 1, last = SIZE_MAX;
	const question_values *c = grid->column[column];
	const uint32_t *bin = grid->bin[column];
	if (c->labels) {
		base_copy(s->code[which], bin, c->levels * sizeof *bin);
		return grid->k[column];
	}
	for (size_t v = 0; v < c->levels && (double)pieces <= most; v++) {
		if (v == 0 || bin[v] != bin[v - 1]) {
			rows = rows_of_bin(grid, column, v);
			parts = (size_t)((double)rows * (double)r / (double)grid->rows + 0.5);
			parts = parts > 1 ? parts : 1;
			below = 0;
			last = SIZE_MAX;
		}
		size_t piece = below * parts / rows;
		pieces += piece != last;
		s->code[which][v] = (uint32_t)pieces - 1;
		last = piece;
		below += c->counts[v];
	}
	return pieces;
}

/* Whether the columns occupy few enough cells when their bins are split with r: no more than the product of their
 * pieces, no less than the pieces of any, and counted only in between. */
static bool fits(const splits *s, size_t r)
{
	double product = 1, most = 0;
	for (size_t j = 0; most <= s->most && j < s->columns; j++) {
		double pieces = (double)split(s, j, r, s->most);
		product *= pieces;
		most = fmax(most, pieces);
	}
	if (most > s->most || product <= s->most)
		return most <= s->most;
	base_arena_mark mark = base_arena_here(s->arena);
	answer_cells cells =
		answer_cells_of(s->arena, s->codes, s->columns, s->grid->entries, s->grid->weight, (size_t)s->most);
	base_arena_back(s->arena, mark);
	return (double)cells.count <= s->most;
}

static size_t finest(const splits *s)
{
	size_t low = 1, high = s->grid->rows + 1;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		*(fits(s, middle) ? &low : &high) = middle;
	}
	return low;
}

/* The entropy of the sides whose bits are set, from the cells of all of them. */
static double entropy_of(const splits *s, const answer_cells *all, unsigned sides)
{
	base_arena_mark mark = base_arena_here(s->arena);
	answer_codes *codes = base_arena_take(s->arena, s->columns, sizeof *codes);
	size_t count = 0;
	for (size_t j = 0; j < s->columns; j++) {
		if ((sides >> s->grid->side[s->column[j]] & 1) == 0)
			continue;
		uint32_t *code = base_arena_take(s->arena, all->count, sizeof *code);
		const uint32_t *value = s->codes[j].value;
		for (size_t i = 0; i < all->count; i++)
			code[i] = s->code[j][value[all->row[i]]];
		codes[count++] = (answer_codes){ code, NULL };
	}
	answer_cells cells = answer_cells_of(s->arena, codes, count, all->count, all->rows, all->count);
	double entropy = answer_entropy(cells.rows, cells.count);
	base_arena_back(s->arena, mark);
	return entropy;
}

static bool has_bins(const answer_grid *grid, int side)
{
	for (size_t j = 0; j < grid->columns; j++)
		if (grid->side[j] == side && grid->k[j] > 1)
			return true;
	return false;
}

double answer_grid_information(base_arena *arena, const answer_grid *grid)
{
	enum { X = 1, Y = 2, Z = 4 };
	if (!has_bins(grid, 0) || !has_bins(grid, 1))
		return 0;
	base_arena_mark mark = base_arena_here(arena);
	splits s = prepare(arena, grid);
	size_t r = finest(&s);
	for (size_t j = 0; j < s.columns; j++)
		split(&s, j, r, INFINITY);
	size_t most = r > 1 ? (size_t)s.most : grid->rows; /* of a split that fits: a small table */
	answer_cells all = answer_cells_of(arena, s.codes, s.columns, grid->entries, grid->weight, most);
	double information = entropy_of(&s, &all, X | Z) + entropy_of(&s, &all, Y | Z) - entropy_of(&s, &all, X | Y | Z) -
	                     entropy_of(&s, &all, Z);
	base_arena_back(arena, mark);
	return information;
}
