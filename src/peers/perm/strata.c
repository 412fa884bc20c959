/* Strata: exact classes for atoms, and leaves of a k-d tree for continuous values. Coordinates are codes, that is
 * ranks, so neighbourhoods do not depend on the columns' units. Rows are first sorted by class and within a class by
 * all their codes, so that the strata depend on the data and not on its order. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "paper/cells/cell_numbers.h"
#include "peers/perm/permutation.h"

/* A class with more rows than this and distinct values is halved. */
enum { LARGEST_LEAF = 9 };

typedef struct splitter {
	const hist_grid *grid;
	const size_t *z;
	size_t z_count;
	uint32_t *atoms;   /* [z_count][rows] 1 + its atom in each column of Z; 0: a continuous value */
	base_keyed *items; /* [2][rows] scratch of sorts */
	perm_strata *strata;
} splitter;

static uint32_t atom_of(const splitter *s, size_t k, uint32_t row)
{
	return s->atoms[k * s->grid->rows + row];
}

/* The code of a row in a column of Z. */
static uint32_t code_of(const splitter *s, size_t k, uint32_t row)
{
	const hist_grid *grid = s->grid;
	return grid->columns[s->z[k]].source->codes[grid->used != NULL ? grid->used[row] : row];
}

static bool list_atoms(splitter *s)
{
	size_t rows = s->grid->rows;
	s->atoms = base_array(rows, (s->z_count + 1) * sizeof *s->atoms);
	for (size_t k = 0; s->atoms != NULL && k < s->z_count; k++) {
		const hist_grid_column *c = &s->grid->columns[s->z[k]];
		for (size_t i = 0; i < rows; i++)
			s->atoms[k * rows + i] = c->symbols[i] < c->groups ? 0 : 1 + c->symbols[i] - (uint32_t)c->groups;
	}
	return s->atoms != NULL;
}

/* Rows in lexicographic order of their atoms of Z, then of their codes in all columns. */
static bool sort_rows(const splitter *s)
{
	const hist_grid *grid = s->grid;
	size_t count = s->z_count + grid->column_count;
	cells_coordinate *at = base_array(count, sizeof *at);
	if (at == NULL)
		return false;
	for (size_t k = 0; k < s->z_count; k++)
		at[k] = (cells_coordinate){ s->atoms + k * grid->rows, 1, NULL, grid->columns[s->z[k]].atoms + 1 };
	for (size_t j = 0; j < grid->column_count; j++) {
		const data_column *c = grid->columns[j].source;
		at[s->z_count + j] = grid->used != NULL ? (cells_coordinate){ grid->used, 1, c->codes, c->distinct }
		                                        : (cells_coordinate){ c->codes, 1, NULL, c->distinct };
	}
	bool done = cells_order(s->strata->order, at, count, grid->rows);
	free(at);
	return done;
}

/* The column of Z that is continuous in these rows and spans the largest share of its codes; z_count if there is
 * none. */
static size_t widest(const splitter *s, const uint32_t *rows, size_t count)
{
	size_t best = s->z_count;
	double most = 0;
	for (size_t k = 0; k < s->z_count; k++) {
		uint32_t low = UINT32_MAX, high = 0;
		for (size_t i = 0; i < count; i++) {
			uint32_t code = code_of(s, k, rows[i]);
			low = code < low ? code : low;
			high = code > high ? code : high;
		}
		double spread = (double)(high - low) / (double)s->grid->columns[s->z[k]].source->distinct;
		if (atom_of(s, k, rows[0]) == 0 && spread > most) {
			most = spread;
			best = k;
		}
	}
	return best;
}

static void split(splitter *s, size_t start, size_t count)
{
	uint32_t *rows = s->strata->order + start;
	size_t k = count > LARGEST_LEAF ? widest(s, rows, count) : s->z_count;
	if (k == s->z_count) {
		s->strata->starts[s->strata->count++] = (uint32_t)start;
		return;
	}
	for (size_t i = 0; i < count; i++)
		s->items[i] = (base_keyed){ code_of(s, k, rows[i]), rows[i] };
	base_sort_keyed(s->items, s->items + count, count);
	for (size_t i = 0; i < count; i++)
		rows[i] = s->items[i].row;
	split(s, start, count / 2);
	split(s, start + count / 2, count - count / 2);
}

static bool same_class(const splitter *s, uint32_t a, uint32_t b)
{
	for (size_t k = 0; k < s->z_count; k++)
		if (atom_of(s, k, a) != atom_of(s, k, b))
			return false;
	return true;
}

static void split_classes(splitter *s)
{
	const uint32_t *order = s->strata->order;
	for (size_t start = 0, end; start < s->grid->rows; start = end) {
		for (end = start + 1; end < s->grid->rows && same_class(s, order[end - 1], order[end]);)
			end++;
		split(s, start, end - start);
	}
	s->strata->starts[s->strata->count] = (uint32_t)s->grid->rows;
}

bool perm_strata_init(perm_strata *strata, const hist_grid *prepared, const size_t *z, size_t z_count)
{
	size_t rows = prepared->rows;
	*strata = (perm_strata){ .rows = rows,
		                     .order = base_array(rows, sizeof *strata->order),
		                     .starts = base_array(rows + 1, sizeof *strata->starts) };
	splitter s = { prepared, z, z_count, NULL, base_array(rows, 2 * sizeof *s.items), strata };
	bool done = strata->order != NULL && strata->starts != NULL && s.items != NULL && list_atoms(&s) && sort_rows(&s);
	if (done)
		split_classes(&s);
	else
		perm_strata_clear(strata);
	free(s.atoms);
	free(s.items);
	return done;
}

void perm_strata_clear(perm_strata *strata)
{
	free(strata->order);
	free(strata->starts);
	memset(strata, 0, sizeof *strata);
}
