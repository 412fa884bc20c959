/* The candidate grid of a question: for the rows it uses, each column's atoms and candidate bins as small integers. */
#ifndef HISTOGRAM_GRID_H
#define HISTOGRAM_GRID_H

#include "data/table.h"
#include "histogram/scale.h"

/* Symbols of a column: 0 .. groups-1 are candidate bins in ascending order, where a run of empty ones is merged into a
 * single group; groups .. groups+atoms-1 are atoms in ascending order. */
typedef struct hist_grid_column {
	const data_column *source;
	hist_scale scale; /* k_init 0 where there is no continuous part */
	size_t k_max;     /* most intervals */
	size_t groups;
	uint32_t *starts; /* [groups + 1] first candidate bin of each group, then k_init */
	size_t atoms;
	uint32_t *atom_codes; /* [atoms] the source's codes */
	uint32_t *symbols;    /* [tuples] */
} hist_grid_column;

/* Rows with the same symbols in all columns are one tuple with a count. Tuples are in lexicographic order of their
 * symbols, so nothing that is computed from them depends on the order of rows. */
typedef struct hist_grid {
	size_t rows;
	size_t rows_dropped;
	size_t column_count;
	hist_grid_column *columns;
	size_t tuples;
	uint32_t *counts; /* [tuples] */
} hist_grid;

/* Prepares the given table columns. Cost O(n) for the rows and distinct values of each column, and one radix sort. */
mixmi_status hist_grid_init(hist_grid *grid, const mixmi_table *table, const size_t *columns, size_t column_count,
                            const mixmi_options *options);
void hist_grid_clear(hist_grid *grid);

#endif
