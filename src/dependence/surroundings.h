/* One column as its surroundings see it: how the rows of each of its symbols are spread over the cells of the other columns.
 * All that a bin of the column contributes to the code length can be read off there, with no further look at rows. */
#ifndef DEPENDENCE_SURROUNDINGS_H
#define DEPENDENCE_SURROUNDINGS_H

#include "dependence/costs.h"
#include "dependence/likeness.h"
#include "dependence/ranked.h"

/* What dividing a column needs to know of the rest of the model. */
typedef struct dependence_around {
	const uint32_t *cells; /* [tuples] joint cell of the other columns' bins */
	size_t cell_count;
	const uint32_t *own_cells; /* [cell_count] joint cell of the other columns in its role; NULL if it is alone */
	size_t own_cell_count;
	double bins[3]; /* products of the numbers of bins of the other columns, by role */
} dependence_around;

typedef struct dependence_view {
	const dependence_column *column;
	const dependence_around *around;
	const dependence_costs *costs;
	size_t symbols;
	size_t *first; /* [symbols + 1] where each symbol's entries start */
	dependence_entry *entries;
	uint64_t *rows;      /* [symbols] */
	uint32_t *totals;    /* [cell_count] rows of each cell */
	uint32_t *cells;     /* [cell_count] counters, zero between uses */
	uint32_t *own_cells; /* [own_cell_count] the same */
	size_t limit;        /* bins that the number of rows allows, 1 at least */
} dependence_view;

/* The view keeps the pointers given. False: out of memory; it can be cleared all the same. */
bool dependence_view_init(dependence_view *view, const dependence_ranks *ranks, size_t j,
                          const dependence_around *around, const dependence_costs *costs);
void dependence_view_clear(dependence_view *view);

/* Adds up entries that share a cell, in the order in which cells first occur; returns how many are left. `counters` are zero
 * before and after. */
size_t dependence_merge_entries(dependence_entry *entries, size_t count, uint32_t *counters);

/* A bin that is being filled, all zero at first. The view's counters hold its cells, so one can be filled at a time. */
typedef struct dependence_filling {
	uint64_t rows;
	double inside;     /* sum over cells of c log2 c */
	double own_inside; /* sum over own cells of N log2 N */
} dependence_filling;

/* Adds the rows of a symbol to the bin; and frees the counters of a symbol that has been added. */
void dependence_view_fill(const dependence_view *view, dependence_filling *bin, size_t symbol);
void dependence_view_empty(const dependence_view *view, size_t symbol);

/* Data bits of the bin. */
double dependence_view_bits(const dependence_view *view, const dependence_filling *bin);

/* Penalty of the whole grid if this column had so many bins. */
double dependence_view_penalty(const dependence_view *view, size_t bins);

#endif
