/* See bin_grid.h. */
#include "answer/bin_grid.h"

#include <string.h>

#include "answer/bin_search.h"
#include "answer/cuts.h"

enum { X = 1, Y = 2, Z = 4 };

/* The cell of every row in the columns of the sides whose bits are set, but one. */
static size_t number_cells(uint32_t *cell, const answer_grid *grid, size_t without, unsigned sides)
{
	size_t cells = 1;
	memset(cell, 0, grid->rows * sizeof *cell);
	for (size_t j = 0; j < grid->columns; j++) {
		if (j == without || grid->k[j] == 1 || (sides >> grid->side[j] & 1) == 0)
			continue;
		for (size_t i = 0; i < grid->rows; i++)
			cell[i] = cell[i] * (uint32_t)grid->k[j] + grid->bin[j][grid->column[j]->codes[i]];
		cells *= grid->k[j];
	}
	return cells;
}

/* Cuts of numbers with more values than places. */
static void move_cuts(answer_grid *grid, base_arena *arena, const answer_bits *bits, const answer_units *units)
{
	base_arena_mark mark = base_arena_here(arena);
	uint32_t *all = base_arena_take(arena, grid->rows, sizeof *all);
	uint32_t *same = base_arena_take(arena, grid->rows, sizeof *same);
	for (size_t j = 0; j < grid->columns; j++)
		if (grid->k[j] > 1 && !grid->column[j]->labels && units[j].count < grid->column[j]->levels) {
			size_t cells = number_cells(all, grid, j, X | Y | Z);
			size_t same_cells = number_cells(same, grid, j, 1u << grid->side[j]);
			answer_cuts_move(grid, j, arena, bits, all, cells, same, same_cells);
		}
	base_arena_back(arena, mark);
}

/* Sum of c log2 c over the cells of the sides whose bits are set. */
static double sum_of(const answer_grid *grid, base_arena *arena, const answer_bits *bits, unsigned sides)
{
	base_arena_mark mark = base_arena_here(arena);
	uint32_t *cell = base_arena_take(arena, grid->rows, sizeof *cell);
	size_t cells = number_cells(cell, grid, SIZE_MAX, sides);
	uint32_t *count = base_arena_take_zero(arena, cells, sizeof *count);
	for (size_t i = 0; i < grid->rows; i++)
		count[cell[i]]++;
	double sum = 0;
	for (size_t c = 0; c < cells; c++)
		sum += answer_x_log_x(bits, count[c]);
	base_arena_back(arena, mark);
	return sum;
}

void answer_grid_measure(answer_grid *grid, base_arena *arena, answer_bits *bits)
{
	double sides[3] = { 1, 1, 1 };
	grid->data = sum_of(grid, arena, bits, X | Z) + sum_of(grid, arena, bits, Y | Z) -
	             sum_of(grid, arena, bits, X | Y | Z) - sum_of(grid, arena, bits, Z);
	grid->cuts = 0;
	for (size_t j = 0; j < grid->columns; j++) {
		const question_values *c = grid->column[j];
		sides[grid->side[j]] *= (double)grid->k[j];
		grid->cuts += c->labels ? answer_bits_of_groups(grid->units[j], grid->k[j])
		                        : answer_bits_of_runs(grid->units[j], grid->k[j]);
	}
	grid->penalty = answer_penalty_given(bits, sides);
}

answer_grid answer_grid_of(base_arena *arena, answer_bits *bits, const question_values *const *column, const int *side,
                           size_t columns, bool divided)
{
	answer_grid grid = { column[0]->rows,
		                 columns,
		                 column,
		                 side,
		                 base_arena_take(arena, columns, sizeof *grid.units),
		                 base_arena_take(arena, columns, sizeof *grid.k),
		                 base_arena_take(arena, columns, sizeof *grid.bin),
		                 0,
		                 0,
		                 0,
		                 column[0]->rows,
		                 NULL };
	for (size_t j = 0; j < columns; j++)
		grid.bin[j] = base_arena_take(arena, column[j]->levels, sizeof *grid.bin[j]);
	base_arena_mark mark = base_arena_here(arena);
	answer_units *units = base_arena_take(arena, columns, sizeof *units);
	answer_division *division = base_arena_take(arena, columns, sizeof *division);
	for (size_t j = 0; j < columns; j++) {
		units[j] = answer_units_of(arena, column[j], side[j]);
		division[j].bin = base_arena_take(arena, units[j].count, sizeof *division[j].bin);
	}
	answer_search(division, arena, bits, units, columns, divided);
	for (size_t j = 0; j < columns; j++) {
		grid.units[j] = units[j].count;
		grid.k[j] = division[j].k;
		for (size_t v = 0; v < column[j]->levels; v++)
			grid.bin[j][v] = division[j].bin[units[j].of[v]];
	}
	move_cuts(&grid, arena, bits, units);
	base_arena_back(arena, mark);
	return grid;
}
