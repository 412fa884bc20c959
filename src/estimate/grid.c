/* Bins as maps from symbols to numbers, and joint cells of several columns. */
#include "estimate/grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

bool estimate_grid_init(estimate_grid *grid, const estimate_ranks *ranks)
{
	*grid = (estimate_grid){ .ranks = ranks, .converged = true };
	grid->divisions = base_array_zero(ranks->column_count, sizeof *grid->divisions);
	bool done = grid->divisions != NULL;
	for (size_t j = 0; done && j < ranks->column_count; j++) {
		grid->divisions[j].bins = 1;
		grid->divisions[j].bin = base_array_zero(ranks->columns[j].symbols, sizeof *grid->divisions[j].bin);
		done = grid->divisions[j].bin != NULL;
	}
	return done;
}

void estimate_grid_clear(estimate_grid *grid)
{
	for (size_t j = 0; grid->divisions != NULL && j < grid->ranks->column_count; j++)
		free(grid->divisions[j].bin);
	free(grid->divisions);
	memset(grid, 0, sizeof *grid);
}

void estimate_division_copy(estimate_division *to, const estimate_division *from, const estimate_column *column)
{
	to->bins = from->bins;
	to->said = from->said;
	memcpy(to->bin, from->bin, column->symbols * sizeof *to->bin);
}

void estimate_grid_transfer(estimate_grid *to, const estimate_grid *from)
{
	size_t times = to->ranks->places / from->ranks->places;
	to->bits = from->bits;
	to->rounds = from->rounds;
	to->converged = from->converged;
	for (size_t j = 0; j < to->ranks->column_count; j++) {
		const estimate_column *column = &to->ranks->columns[j];
		estimate_division *d = &to->divisions[j];
		d->bins = from->divisions[j].bins;
		d->said = from->divisions[j].said;
		for (size_t s = 0; s < column->symbols; s++)
			d->bin[s] =
				from->divisions[j].bin[s < column->places ? s / times : s - column->places + column->places / times];
	}
}

bool estimate_division_number(estimate_division *division, const estimate_column *column)
{
	size_t most = 0;
	for (size_t s = 0; s < column->symbols; s++)
		most = division->bin[s] >= most ? division->bin[s] + 1 : most;
	uint32_t *numbers = base_array(most, sizeof *numbers), before = 0, next = 0;
	if (numbers == NULL)
		return false;
	memset(numbers, 0xff, most * sizeof *numbers);
	for (size_t s = 0; s < column->symbols; s++) {
		uint32_t *number = &numbers[division->bin[s]];
		if (*number == UINT32_MAX && column->rows[s] > 0)
			*number = next++;
		division->bin[s] = before = *number != UINT32_MAX ? *number : before;
	}
	division->bins = next;
	free(numbers);
	return true;
}

bool estimate_number_cells(uint32_t *ids, size_t *cells, const estimate_grid *grid, int roles, size_t except)
{
	const estimate_ranks *ranks = grid->ranks;
	cells_coordinate *coordinates = base_array(ranks->column_count, sizeof *coordinates);
	size_t count = 0;
	if (coordinates == NULL)
		return false;
	for (size_t j = 0; j < ranks->column_count; j++) {
		const estimate_division *d = &grid->divisions[j];
		if (j != except && (roles & 1 << ranks->columns[j].role) != 0 && d->bins > 1)
			coordinates[count++] = (cells_coordinate){ ranks->columns[j].at, 1, d->bin, d->bins };
	}
	bool done = cells_rank(ids, cells, coordinates, count, ranks->tuples);
	free(coordinates);
	return done;
}

void estimate_grid_bins(double bins[3], const estimate_grid *grid)
{
	bins[0] = bins[1] = bins[2] = 1;
	for (size_t j = 0; j < grid->ranks->column_count; j++)
		bins[grid->ranks->columns[j].role] *= (double)grid->divisions[j].bins;
}

static bool count_margin(cells_margin *margin, const estimate_counts *c, const estimate_grid *grid, int roles)
{
	size_t columns = grid->ranks->column_count, count = 0;
	cells_coordinate *coordinates = base_array(columns, sizeof *coordinates);
	if (coordinates == NULL)
		return false;
	for (size_t j = 0; j < columns; j++)
		if ((roles & 1 << grid->ranks->columns[j].role) != 0 && grid->divisions[j].bins > 1)
			coordinates[count++] =
				(cells_coordinate){ c->symbols + j * c->all.cells, 1, grid->divisions[j].bin, grid->divisions[j].bins };
	bool done = cells_margin_init(margin, coordinates, count, c->all.cells, c->all.counts);
	free(coordinates);
	return done;
}

bool estimate_counts_init(estimate_counts *c, const estimate_grid *grid, const int roles[3])
{
	const estimate_ranks *ranks = grid->ranks;
	memset(c, 0, sizeof *c);
	c->all.ids = base_array(ranks->tuples, sizeof *c->all.ids);
	if (c->all.ids == NULL || !estimate_number_cells(c->all.ids, &c->all.cells, grid, ESTIMATE_IN_ALL, SIZE_MAX))
		return false;
	c->all.counts = base_array_zero(c->all.cells, sizeof *c->all.counts);
	c->symbols = base_array(c->all.cells, ranks->column_count * sizeof *c->symbols);
	if (c->all.counts == NULL || c->symbols == NULL)
		return false;
	for (size_t i = 0; i < ranks->tuples; i++)
		c->all.counts[c->all.ids[i]] += ranks->times[i];
	for (size_t j = 0; j < ranks->column_count; j++)
		for (size_t i = 0; grid->divisions[j].bins > 1 && i < ranks->tuples; i++)
			c->symbols[j * c->all.cells + c->all.ids[i]] = ranks->columns[j].at[i];
	bool done = true;
	for (size_t k = 0; done && k < 3; k++)
		done = count_margin(&c->margins[k], c, grid, roles[k]);
	return done;
}

void estimate_counts_clear(estimate_counts *c)
{
	cells_margin_clear(&c->all);
	free(c->symbols);
	for (size_t k = 0; k < 3; k++)
		cells_margin_clear(&c->margins[k]);
}
