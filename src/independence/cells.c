/* Cells by mid-ranks: value v with c rows and l rows below goes into cell floor(b (l + c/2) / n), which keeps ties together,
 * gives a heavy value a cell to itself and depends on ranks only. O(n) a column and resolution. */
#include "independence/cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cells/cell_numbers.h"

/* A spike has at least SPIKE_ROWS rows and SPIKE_RATIO times the mean of the values around it, SPIKE_REACH on either side. */
enum { SPIKE_ROWS = 5, SPIKE_RATIO = 4, SPIKE_REACH = 4 };

/* Values around a spike that are themselves this frequent say nothing about what lies between spikes, so the median is
 * taken: of up to 2 SPIKE_REACH counts. */
static uint32_t usual_count(const uint32_t *counts, size_t distinct, size_t code)
{
	uint32_t around[2 * SPIKE_REACH];
	size_t found = 0;
	for (size_t side = 0; side < 2; side++) {
		size_t taken = 0, k = code;
		while (taken < SPIKE_REACH && (side == 0 ? k-- > 0 : ++k < distinct))
			if (counts[k] > 0) {
				size_t place = found++;
				for (; place > 0 && around[place - 1] > counts[k]; place--)
					around[place] = around[place - 1];
				around[place] = counts[k];
				taken++;
			}
	}
	return found == 0 ? UINT32_MAX : around[found / 2];
}

bool independence_column_init(independence_column *column, const uint32_t *codes, size_t rows, size_t distinct,
                              bool discrete)
{
	*column = (independence_column){ .codes = codes, .distinct = distinct, .discrete = discrete };
	column->counts = base_array_zero(distinct, sizeof *column->counts);
	column->below = base_array(distinct, sizeof *column->below);
	column->spike = base_array_zero(distinct, sizeof *column->spike);
	if (column->counts == NULL || column->below == NULL || column->spike == NULL)
		return false;
	for (size_t i = 0; i < rows; i++)
		column->counts[codes[i]]++;
	uint32_t below = 0;
	for (size_t code = 0; code < distinct; code++) {
		uint32_t count = column->counts[code];
		column->below[code] = below;
		below += count;
		column->values += count > 0;
		if (!column->discrete && count >= SPIKE_ROWS)
			column->spike[code] = count / SPIKE_RATIO >= usual_count(column->counts, distinct, code);
	}
	return true;
}

void independence_column_clear(independence_column *column)
{
	free(column->counts);
	free(column->below);
	free(column->spike);
	memset(column, 0, sizeof *column);
}

/* What becomes of the values of a column: a raw cell each, to be numbered without gaps afterwards. Raw cells: 0 .. b-1 by
 * rank among the rows that are not in spikes, b for small spikes, b + 1 + code for large ones. */
static uint64_t raw_cell(const independence_column *column, size_t code, size_t rank, size_t plain, size_t rows,
                         size_t resolution)
{
	uint64_t count = column->counts[code];
	if (column->spike[code])
		return 2 * count * resolution >= rows ? resolution + 1 + code : resolution;
	/* as many cells as the share of plain rows asks for */
	uint64_t cells = ((uint64_t)resolution * plain + rows / 2) / rows;
	cells = cells < 1 ? 1 : cells;
	return (2 * (uint64_t)rank + count) * cells / (2 * (uint64_t)plain);
}

bool independence_cells(uint32_t *cells, size_t *count, const independence_column *column, size_t rows,
                        size_t resolution)
{
	uint32_t *map = base_array(column->distinct, sizeof *map);
	if (map == NULL)
		return false;
	bool each = resolution >= column->values || (resolution == INDEPENDENCE_ALL_VALUES);
	size_t plain = 0, rank = 0, next = 0, shared = SIZE_MAX;
	for (size_t code = 0; code < column->distinct; code++)
		plain += column->spike[code] ? 0 : column->counts[code];
	uint64_t last = UINT64_MAX;
	for (size_t code = 0; code < column->distinct; code++) {
		if (column->counts[code] == 0)
			continue;
		if (each) {
			map[code] = (uint32_t)next++;
			continue;
		}
		uint64_t raw = raw_cell(column, code, rank, plain, rows, resolution);
		if (column->spike[code] && raw == resolution) {
			shared = shared == SIZE_MAX ? next++ : shared;
			map[code] = (uint32_t)shared;
			continue;
		}
		if (column->spike[code]) {
			map[code] = (uint32_t)next++;
			continue;
		}
		rank += column->counts[code];
		if (raw != last) {
			last = raw;
			map[code] = (uint32_t)next++;
		} else
			map[code] = UINT32_MAX; /* as the plain value before */
	}
	uint32_t current = 0;
	for (size_t code = 0; code < column->distinct; code++) {
		if (column->counts[code] == 0)
			continue;
		if (map[code] == UINT32_MAX)
			map[code] = current;
		else if (!column->spike[code])
			current = map[code];
	}
	for (size_t i = 0; i < rows; i++)
		cells[i] = map[column->codes[i]];
	*count = next;
	free(map);
	return true;
}

static int compare_descending(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x < y) - (x > y);
}

/* Keeps the cells that hold at least as many rows as number most - 1 by size, if that leaves room for them all. */
static bool lump_rare(uint32_t *cells, size_t *count, size_t rows, size_t most)
{
	if (*count <= most)
		return true;
	uint32_t *sizes = base_array_zero(2 * *count, sizeof *sizes);
	if (sizes == NULL)
		return false;
	uint32_t *sorted = sizes + *count;
	for (size_t i = 0; i < rows; i++)
		sizes[cells[i]]++;
	memcpy(sorted, sizes, *count * sizeof *sizes);
	qsort(sorted, *count, sizeof *sorted, compare_descending);
	uint32_t least = sorted[most - 1] + 1; /* more than this many cells tie at the border: none of them is kept */
	size_t kept = 0;
	for (size_t c = 0; c < *count; c++)
		sizes[c] = sizes[c] >= least ? (uint32_t)kept++ : UINT32_MAX;
	for (size_t i = 0; i < rows; i++)
		cells[i] = sizes[cells[i]] == UINT32_MAX ? (uint32_t)kept : sizes[cells[i]];
	*count = kept + 1;
	free(sizes);
	return true;
}

bool independence_joint_cells(uint32_t *cells, size_t *count, const independence_column *const *columns,
                              size_t column_count, size_t rows, size_t resolution, size_t most)
{
	if (column_count == 1)
		return independence_cells(cells, count, columns[0], rows, resolution) && lump_rare(cells, count, rows, most);
	size_t each = resolution;
	if (resolution != INDEPENDENCE_ALL_VALUES) {
		each = (size_t)llround(pow((double)resolution, 1 / (double)column_count));
		each = each < 2 ? 2 : each;
	}
	uint32_t *symbols = base_array(rows, column_count * sizeof *symbols);
	cells_coordinate *coordinates = base_array(column_count, sizeof *coordinates);
	bool done = symbols != NULL && coordinates != NULL;
	for (size_t k = 0; done && k < column_count; k++) {
		size_t size;
		done = independence_cells(symbols + k * rows, &size, columns[k], rows, each);
		coordinates[k] = (cells_coordinate){ symbols + k * rows, 1, NULL, size };
	}
	done = done && cells_rank(cells, count, coordinates, column_count, rows) && lump_rare(cells, count, rows, most);
	free(symbols);
	free(coordinates);
	return done;
}
