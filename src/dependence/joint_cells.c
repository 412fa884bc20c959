/* Numbering and counting of joint cells. */
#include "dependence/joint_cells.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cells/cell_numbers.h"

static size_t symbols_of(const dependence_maps *maps, size_t j)
{
	const dependence_column *column = &maps->ranks->columns[j];
	return (maps->by_steps ? dependence_steps(column) : column->places) + column->atoms;
}

bool dependence_maps_init(dependence_maps *maps, const dependence_ranks *ranks, bool by_steps)
{
	*maps = (dependence_maps){ .ranks = ranks, .by_steps = by_steps };
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

void dependence_maps_clear(dependence_maps *maps)
{
	for (size_t j = 0; maps->bins != NULL && j < maps->ranks->column_count; j++)
		free(maps->bins[j]);
	free(maps->bins);
	free(maps->counts);
	memset(maps, 0, sizeof *maps);
}

void dependence_maps_set(dependence_maps *maps, size_t j, const dependence_division *division)
{
	(maps->by_steps ? dependence_map_steps : dependence_map_symbols)(maps->bins[j], division, &maps->ranks->columns[j]);
	maps->counts[j] = dependence_division_bins(division);
}

const dependence_tuples *dependence_maps_tuples(const dependence_maps *maps)
{
	return maps->by_steps ? &maps->ranks->fine : &maps->ranks->tuples;
}

bool dependence_has_company(const dependence_ranks *ranks, size_t j)
{
	for (size_t i = 0; i < ranks->column_count; i++)
		if (i != j && ranks->columns[i].role == ranks->columns[j].role)
			return true;
	return false;
}

bool dependence_number_cells(uint32_t *ids, size_t *cells, const dependence_maps *maps, int roles, size_t except)
{
	const dependence_ranks *ranks = maps->ranks;
	cells_coordinate *coordinates = base_array(ranks->column_count, sizeof *coordinates);
	if (coordinates == NULL)
		return false;
	size_t count = 0;
	for (size_t j = 0; j < ranks->column_count; j++) {
		const dependence_column *column = &ranks->columns[j];
		if (j == except || (roles & 1 << column->role) == 0 || maps->counts[j] == 1)
			continue;
		const uint32_t *symbols = maps->by_steps ? column->steps : column->symbols;
		coordinates[count++] = (cells_coordinate){ symbols, 1, maps->bins[j], maps->counts[j] };
	}
	bool done = cells_rank(ids, cells, coordinates, count, dependence_maps_tuples(maps)->count);
	free(coordinates);
	return done;
}

bool dependence_margin_init(dependence_margin *margin, const dependence_maps *maps, int roles)
{
	const dependence_tuples *tuples = dependence_maps_tuples(maps);
	memset(margin, 0, sizeof *margin);
	margin->ids = base_array(tuples->count, sizeof *margin->ids);
	if (margin->ids == NULL || !dependence_number_cells(margin->ids, &margin->cells, maps, roles, SIZE_MAX))
		return false;
	margin->rows = base_array_zero(margin->cells, sizeof *margin->rows);
	for (size_t i = 0; margin->rows != NULL && i < tuples->count; i++)
		margin->rows[margin->ids[i]] += tuples->rows[i];
	return margin->rows != NULL;
}

void dependence_margin_clear(dependence_margin *margin)
{
	free(margin->ids);
	free(margin->rows);
	memset(margin, 0, sizeof *margin);
}
