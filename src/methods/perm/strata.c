/* Strata: exact classes for atoms, and leaves of a k-d tree for continuous values. Coordinates are codes, that is
 * ranks, so neighbourhoods do not depend on the columns' units. Rows are first sorted lexicographically by all their
 * codes, so that the strata depend on the data and not on its order. */
#include "methods/perm/strata.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cells/cell_numbers.h"

/* A class with more rows than this and distinct values is halved. */
enum { LARGEST_LEAF = 9 };

typedef struct splitter {
	const hist_grid *grid;
	const size_t *z;
	size_t z_count;
	uint32_t **codes;  /* [z_count][rows] code of each row in each column of Z */
	size_t *distinct;  /* [z_count] codes are below this */
	uint32_t *scratch; /* [rows] */
	perm_strata *strata;
} splitter;

static uint32_t code_of(const hist_grid *grid, size_t column, size_t row)
{
	return grid->columns[column].source->codes[grid->used != NULL ? grid->used[row] : row];
}

static bool is_atom(const hist_grid *grid, size_t column, size_t row)
{
	return grid->columns[column].symbols[row] >= grid->columns[column].groups;
}

/* Rows in lexicographic order of the codes of all columns of the grid. */
static bool canonical_order(uint32_t *order, const hist_grid *grid)
{
	size_t columns = grid->column_count;
	uint32_t *codes = base_array(grid->rows, columns * sizeof *codes);
	cells_coordinate *coordinates = base_array(columns, sizeof *coordinates);
	bool done = codes != NULL && coordinates != NULL;
	for (size_t j = 0; done && j < columns; j++) {
		for (size_t i = 0; i < grid->rows; i++)
			codes[j * grid->rows + i] = code_of(grid, j, i);
		coordinates[j] = (cells_coordinate){ codes + j * grid->rows, 1, NULL, grid->columns[j].source->distinct };
	}
	done = done && cells_order(order, coordinates, columns, grid->rows);
	free(codes);
	free(coordinates);
	return done;
}

/* Classes of rows that agree in every atom of Z; all continuous values are treated as equal. */
static bool classify(uint32_t *classes, size_t *count, const splitter *s)
{
	size_t rows = s->grid->rows;
	uint32_t *symbols = base_array(rows, (s->z_count + 1) * sizeof *symbols);
	cells_coordinate *coordinates = base_array(s->z_count, sizeof *coordinates);
	bool done = symbols != NULL && coordinates != NULL;
	for (size_t k = 0; done && k < s->z_count; k++) {
		const hist_grid_column *column = &s->grid->columns[s->z[k]];
		for (size_t i = 0; i < rows; i++)
			symbols[k * rows + i] =
				is_atom(s->grid, s->z[k], i) ? 1 + column->symbols[i] - (uint32_t)column->groups : 0;
		coordinates[k] = (cells_coordinate){ symbols + k * rows, 1, NULL, column->atoms + 1 };
	}
	done = done && cells_rank(classes, count, coordinates, s->z_count, rows);
	free(symbols);
	free(coordinates);
	return done;
}

/* The coordinate that is continuous in these rows and spans the largest share of its codes; z_count if there is
 * none. */
static size_t widest(const splitter *s, const uint32_t *rows, size_t count)
{
	size_t best = s->z_count;
	double most = 0;
	for (size_t k = 0; k < s->z_count; k++) {
		if (is_atom(s->grid, s->z[k], rows[0]))
			continue;
		uint32_t low = UINT32_MAX, high = 0;
		for (size_t i = 0; i < count; i++) {
			uint32_t code = s->codes[k][rows[i]];
			low = code < low ? code : low;
			high = code > high ? code : high;
		}
		double spread = (double)(high - low) / (double)s->distinct[k];
		if (spread > most) {
			most = spread;
			best = k;
		}
	}
	return best;
}

void perm_sort_rows(uint32_t *rows, uint32_t *scratch, size_t count, const uint32_t *codes)
{
	if (count < 2)
		return;
	size_t half = count / 2, a = 0, b = half;
	perm_sort_rows(rows, scratch, half, codes);
	perm_sort_rows(rows + half, scratch, count - half, codes);
	for (size_t i = 0; i < count; i++)
		scratch[i] = b == count || (a < half && codes[rows[a]] <= codes[rows[b]]) ? rows[a++] : rows[b++];
	memcpy(rows, scratch, count * sizeof *rows);
}

static void split(splitter *s, size_t start, size_t count)
{
	uint32_t *rows = s->strata->order + start;
	size_t k = count > LARGEST_LEAF ? widest(s, rows, count) : s->z_count;
	if (k == s->z_count) {
		s->strata->starts[s->strata->count++] = (uint32_t)start;
		return;
	}
	perm_sort_rows(rows, s->scratch, count, s->codes[k]);
	split(s, start, count / 2);
	split(s, start + count / 2, count - count / 2);
}

/* Sorts rows by class, keeping the canonical order within each, and splits the classes. */
static void split_classes(splitter *s, const uint32_t *classes, uint32_t *sizes, size_t count)
{
	uint32_t *order = s->strata->order;
	size_t rows = s->grid->rows, start = 0;
	memcpy(s->scratch, order, rows * sizeof *order);
	for (size_t i = 0; i < rows; i++)
		sizes[classes[i] + 1]++;
	for (size_t c = 0; c < count; c++)
		sizes[c + 1] += sizes[c];
	for (size_t i = 0; i < rows; i++)
		order[sizes[classes[s->scratch[i]]]++] = s->scratch[i];
	for (size_t c = 0; c < count; c++) { /* sizes[c] is now the end of class c */
		split(s, start, sizes[c] - start);
		start = sizes[c];
	}
	s->strata->starts[s->strata->count] = (uint32_t)rows;
}

static bool splitter_init(splitter *s, const hist_grid *grid)
{
	s->codes = base_array_zero(s->z_count, sizeof *s->codes);
	s->distinct = base_array(s->z_count, sizeof *s->distinct);
	s->scratch = base_array(grid->rows, sizeof *s->scratch);
	bool done = s->codes != NULL && s->distinct != NULL && s->scratch != NULL;
	for (size_t k = 0; done && k < s->z_count; k++) {
		s->codes[k] = base_array(grid->rows, sizeof **s->codes);
		done = s->codes[k] != NULL;
		s->distinct[k] = grid->columns[s->z[k]].source->distinct;
		for (size_t i = 0; done && i < grid->rows; i++)
			s->codes[k][i] = code_of(grid, s->z[k], i);
	}
	return done;
}

static void splitter_clear(splitter *s)
{
	for (size_t k = 0; s->codes != NULL && k < s->z_count; k++)
		free(s->codes[k]);
	free(s->codes);
	free(s->distinct);
	free(s->scratch);
}

bool perm_strata_init(perm_strata *strata, const hist_grid *prepared, const size_t *z, size_t z_count)
{
	size_t rows = prepared->rows, count = 0;
	splitter s = { .grid = prepared, .z = z, .z_count = z_count, .strata = strata };
	*strata = (perm_strata){ .rows = rows };
	strata->order = base_array(rows, sizeof *strata->order);
	strata->starts = base_array(rows + 1, sizeof *strata->starts);
	uint32_t *classes = base_array(rows, sizeof *classes), *sizes = NULL;
	bool done = strata->order != NULL && strata->starts != NULL && classes != NULL && splitter_init(&s, prepared) &&
	            canonical_order(strata->order, prepared) && classify(classes, &count, &s);
	if (done)
		sizes = base_array_zero(count + 1, sizeof *sizes);
	done = sizes != NULL;
	if (done)
		split_classes(&s, classes, sizes, count);
	splitter_clear(&s);
	free(classes);
	free(sizes);
	if (!done)
		perm_strata_clear(strata);
	return done;
}

void perm_strata_clear(perm_strata *strata)
{
	free(strata->order);
	free(strata->starts);
	memset(strata, 0, sizeof *strata);
}
