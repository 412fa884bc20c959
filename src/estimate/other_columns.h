/* One column given the others: how the rows of each of its symbols are spread over the cells of the other columns.
 * All that a bin of the column contributes to the code length can be read off there, with no further look at rows. */
#ifndef ESTIMATE_OTHER_COLUMNS_H
#define ESTIMATE_OTHER_COLUMNS_H

#include "estimate/costs.h"
#include "estimate/likeness.h"
#include "estimate/ranked.h"

/* What dividing a column needs to know of the rest of the model. */
typedef struct estimate_around {
	const uint32_t *cells; /* [tuples] joint cell of the other columns' bins */
	size_t cell_count;
	const uint32_t *own_cells; /* [cell_count] joint cell of the other columns in its role; NULL if it is alone */
	size_t own_cell_count;
	double bins[3]; /* products of the numbers of bins of the other columns, by role */
} estimate_around;

typedef struct estimate_view {
	const estimate_column *column;
	const estimate_around *around;
	const estimate_costs *costs;
	size_t symbols;
	size_t *first; /* [symbols + 1] where each symbol's entries start */
	estimate_entry *entries;
	uint64_t *rows;      /* [symbols] */
	uint32_t *totals;    /* [cell_count] rows of each cell */
	uint32_t *cells;     /* [cell_count] counters, zero between uses */
	uint32_t *own_cells; /* [own_cell_count] the same */
	size_t limit;        /* bins that the number of rows allows, 1 at least */
} estimate_view;

/* The view keeps the pointers given. False: out of memory; it can be cleared all the same. */
bool estimate_view_init(estimate_view *view, const estimate_ranks *ranks, size_t j, const estimate_around *around,
                        const estimate_costs *costs);
void estimate_view_clear(estimate_view *view);

/* Adds up entries that share a cell, in the order in which cells first occur; returns how many are left. `counters` are zero
 * before and after. */
size_t estimate_merge_entries(estimate_entry *entries, size_t count, uint32_t *counters);

/* A bin that is being filled, all zero at first. The view's counters hold its cells, so one can be filled at a time. */
typedef struct estimate_filling {
	uint64_t rows;
	double inside;     /* sum over cells of c log2 c */
	double own_inside; /* sum over own cells of N log2 N */
} estimate_filling;

/* Adds the rows of a symbol to the bin; and frees the counters of a symbol that has been added. */
void estimate_view_fill(const estimate_view *view, estimate_filling *bin, size_t symbol);
void estimate_view_empty(const estimate_view *view, size_t symbol);

/* Data bits of the bin. */
double estimate_view_bits(const estimate_view *view, const estimate_filling *bin);

/* Penalty of the whole grid if this column had so many bins. */
double estimate_view_penalty(const estimate_view *view, size_t bins);

#endif
