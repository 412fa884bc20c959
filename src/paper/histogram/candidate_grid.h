/* The candidate grid of a question: each column's atoms and candidate bins as small integers, for the used rows. */
#ifndef HISTOGRAM_CANDIDATE_GRID_H
#define HISTOGRAM_CANDIDATE_GRID_H

#include "data/table.h"
#include "paper/histogram/scale.h"

/* Symbols of a column: 0 .. groups-1 are candidate bins in ascending order, where a run of empty bins is merged into
 * one group; groups .. groups+atoms-1 are atoms in ascending order. */
typedef struct hist_grid_column {
	const data_column *source;
	hist_scale scale; /* k_init 0 if there is no continuous part; with edges, only k_init is used */
	double *edges;    /* [k_init + 1] edges of candidate bins of different widths; NULL: equal widths */
	size_t k_max;     /* maximum number of intervals */
	size_t groups;
	uint32_t *starts; /* [groups + 1] first candidate bin of each group, then k_init */
	double *widths;   /* with edges: log2 of the widths of groups start .. end-1, see hist_grid_pair(); otherwise
	                   * NULL */
	size_t atoms;
	uint32_t *atom_codes; /* [atoms] codes in the source column */
	uint32_t *symbols;    /* [tuples] */
} hist_grid_column;

/* Rows with the same symbols in all columns are one tuple with a count. Tuples are in lexicographic order of their
 * symbols, so results do not depend on the order of rows. */
typedef struct hist_grid {
	size_t rows;
	size_t rows_dropped;
	size_t column_count;
	hist_grid_column *columns;
	size_t tuples;
	uint32_t *counts; /* [tuples]; NULL in a grid whose rows are not merged: every row is then a tuple */
	uint32_t *used;   /* [rows] rows of the table, in a grid whose rows are not merged; NULL: all of them, in order */
	bool borrows;     /* groups and atoms of the columns are owned by the grid from which this one was merged */
} hist_grid;

/* Prepares the given table columns. O(n) for the rows and distinct values of each column, and one radix sort. */
mixmi_status hist_grid_init(hist_grid *grid, const mixmi_table *table, const size_t *columns, size_t column_count,
                            const mixmi_options *options);

/* The same in two steps, for repeated fits with permuted rows. Prepare computes the symbols of each row. Merge computes
 * the tuples of a prepared grid, where row i of the columns marked by `moved` takes its symbol from row order[i]. The
 * merged grid must be cleared before the prepared one. */
mixmi_status hist_grid_prepare(hist_grid *grid, const mixmi_table *table, const size_t *columns, size_t column_count,
                               const mixmi_options *options);
mixmi_status hist_grid_merge(hist_grid *merged, const hist_grid *prepared, const bool *moved, const uint32_t *order);

void hist_grid_clear(hist_grid *grid);

/* Index of the run of groups start .. end-1 among all runs of `groups` groups. Ends of the same start are
 * consecutive. */
static inline size_t hist_grid_pair(size_t groups, size_t start, size_t end)
{
	return start * (2 * groups - start + 1) / 2 + (end - start - 1);
}

#endif
