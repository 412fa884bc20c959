/* Numbering and counting of joint cells. */
#include "estimate/joint_cells.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cells/cell_numbers.h"

static size_t symbols_of(const estimate_maps *maps, size_t j)
{
	const estimate_column *column = &maps->ranks->columns[j];
	return (maps->by_steps ? estimate_steps(column) : column->places) + column->atoms;
}

bool estimate_maps_init(estimate_maps *maps, const estimate_ranks *ranks, bool by_steps)
{
	*maps = (estimate_maps){ .ranks = ranks, .by_steps = by_steps };
	maps->bins = base_array_zero(ranks->column_count, sizeof *maps->bins);
	maps->counts = base_array_zero(ranks->column_count, sizeof *maps->counts);
	bool done = maps->bins != NULL && maps->counts != NULL;
	for (size_t j = 0; done && j < ranks->column_count; j++) {
		maps->bins[j] = base_array_zero(symbols_of(maps, j), sizeof **maps->bins);
		maps->counts[j] = 1;
		done = maps->bins[j] != NULL;
	}
	return done;
}

void estimate_maps_clear(estimate_maps *maps)
{
	for (size_t j = 0; maps->bins != NULL && j < maps->ranks->column_count; j++)
		free(maps->bins[j]);
	free(maps->bins);
	free(maps->counts);
	memset(maps, 0, sizeof *maps);
}

void estimate_maps_set(estimate_maps *maps, size_t j, const estimate_division *division)
{
	(maps->by_steps ? estimate_map_steps : estimate_map_symbols)(maps->bins[j], division, &maps->ranks->columns[j]);
	maps->counts[j] = estimate_division_bins(division);
}

const estimate_tuples *estimate_maps_tuples(const estimate_maps *maps)
{
	return maps->by_steps ? &maps->ranks->fine : &maps->ranks->tuples;
}

bool estimate_has_company(const estimate_ranks *ranks, size_t j)
{
	for (size_t i = 0; i < ranks->column_count; i++)
		if (i != j && ranks->columns[i].role == ranks->columns[j].role)
			return true;
	return false;
}

bool estimate_number_cells(uint32_t *ids, size_t *cells, const estimate_maps *maps, int roles, size_t except)
{
	const estimate_ranks *ranks = maps->ranks;
	cells_coordinate *coordinates = base_array(ranks->column_count, sizeof *coordinates);
	if (coordinates == NULL)
		return false;
	size_t count = 0;
	for (size_t j = 0; j < ranks->column_count; j++) {
		const estimate_column *column = &ranks->columns[j];
		if (j == except || (roles & 1 << column->role) == 0 || maps->counts[j] == 1)
			continue;
		const uint32_t *symbols = maps->by_steps ? column->steps : column->symbols;
		coordinates[count++] = (cells_coordinate){ symbols, 1, maps->bins[j], maps->counts[j] };
	}
	bool done = cells_rank(ids, cells, coordinates, count, estimate_maps_tuples(maps)->count);
	free(coordinates);
	return done;
}

bool estimate_cells_init(estimate_cells *cells, const estimate_maps *maps)
{
	const estimate_tuples *tuples = estimate_maps_tuples(maps);
	size_t columns = maps->ranks->column_count;
	*cells = (estimate_cells){ .maps = maps, .bins = base_array_zero(columns, sizeof *cells->bins) };
	uint32_t *ids = base_array(tuples->count, sizeof *ids);
	bool done = cells->bins != NULL && ids != NULL &&
	            estimate_number_cells(ids, &cells->count, maps, ESTIMATE_IN_ALL, SIZE_MAX);
	cells->rows = done ? base_array_zero(cells->count, sizeof *cells->rows) : NULL;
	done = cells->rows != NULL;
	for (size_t i = 0; done && i < tuples->count; i++)
		cells->rows[ids[i]] += tuples->rows[i];
	for (size_t j = 0; done && j < columns; j++) {
		const estimate_column *column = &maps->ranks->columns[j];
		const uint32_t *symbols = maps->by_steps ? column->steps : column->symbols;
		cells->bins[j] = base_array_zero(cells->count, sizeof **cells->bins);
		done = cells->bins[j] != NULL;
		for (size_t i = 0; done && maps->counts[j] > 1 && i < tuples->count; i++)
			cells->bins[j][ids[i]] = maps->bins[j][symbols[i]];
	}
	free(ids);
	return done;
}

void estimate_cells_clear(estimate_cells *cells)
{
	for (size_t j = 0; cells->bins != NULL && j < cells->maps->ranks->column_count; j++)
		free(cells->bins[j]);
	free(cells->bins);
	free(cells->rows);
	memset(cells, 0, sizeof *cells);
}

static bool number_margin(estimate_margin *margin, const estimate_cells *cells, int roles)
{
	const estimate_maps *maps = cells->maps;
	cells_coordinate *coordinates = base_array(maps->ranks->column_count, sizeof *coordinates);
	if (coordinates == NULL)
		return false;
	size_t count = 0;
	for (size_t j = 0; j < maps->ranks->column_count; j++)
		if ((roles & 1 << maps->ranks->columns[j].role) != 0 && maps->counts[j] > 1)
			coordinates[count++] = (cells_coordinate){ cells->bins[j], 1, NULL, maps->counts[j] };
	bool done = cells_rank(margin->ids, &margin->cells, coordinates, count, cells->count);
	free(coordinates);
	return done;
}

bool estimate_margin_init(estimate_margin *margin, const estimate_cells *cells, int roles)
{
	memset(margin, 0, sizeof *margin);
	margin->ids = base_array(cells->count, sizeof *margin->ids);
	if (margin->ids == NULL || !number_margin(margin, cells, roles))
		return false;
	margin->rows = base_array_zero(margin->cells, sizeof *margin->rows);
	for (size_t i = 0; margin->rows != NULL && i < cells->count; i++)
		margin->rows[margin->ids[i]] += cells->rows[i];
	return margin->rows != NULL;
}

void estimate_margin_clear(estimate_margin *margin)
{
	free(margin->ids);
	free(margin->rows);
	memset(margin, 0, sizeof *margin);
}
