/* A grid: the bins of every column of a question, and the rows in their joint cells. */
#ifndef ESTIMATE_GRID_H
#define ESTIMATE_GRID_H

#include "cells/margin.h"
#include "estimate/ranked.h"

/* Intervals of the ordered part, then groups of atoms; or everything in one bin. */
typedef struct estimate_division {
	size_t bins;
	uint32_t *bin; /* [symbols] */
	double said;   /* bits that say which bins these are */
} estimate_division;

typedef struct estimate_grid {
	const estimate_ranks *ranks;
	estimate_division *divisions; /* [ranks->column_count] */
	double bits;                  /* code length against that of one bin per column: 0 or less */
	size_t rounds;                /* over all starts */
	bool converged;               /* false: the start that won was stopped by max_rounds */
} estimate_grid;

/* One bin per column. The ranks must outlive it. False: out of memory; the grid can be cleared all the same. */
bool estimate_grid_init(estimate_grid *grid, const estimate_ranks *ranks);
void estimate_grid_clear(estimate_grid *grid);

/* Takes over the bins of a grid of the same columns at a multiple of fewer places. */
void estimate_grid_transfer(estimate_grid *to, const estimate_grid *from);

void estimate_division_copy(estimate_division *to, const estimate_division *from, const estimate_column *column);

/* Numbers bins from 0 in the order of their first symbols; those of no rows join what comes before. False: out of memory. */
bool estimate_division_number(estimate_division *division, const estimate_column *column);

/* Which columns: those whose role has its bit set. */
enum {
	ESTIMATE_IN_X = 1 << QUESTION_X,
	ESTIMATE_IN_Y = 1 << QUESTION_Y,
	ESTIMATE_IN_Z = 1 << QUESTION_Z,
	ESTIMATE_IN_ALL = ESTIMATE_IN_X | ESTIMATE_IN_Y | ESTIMATE_IN_Z
};

/* Numbers the joint cells of the columns in these roles, without column `except` (SIZE_MAX: with all): ids[tuple] < *cells,
 * in lexicographic order. False: out of memory. */
bool estimate_number_cells(uint32_t *ids, size_t *cells, const estimate_grid *grid, int roles, size_t except);

/* Numbers of bins by role, multiplied. */
void estimate_grid_bins(double bins[3], const estimate_grid *grid);

/* Rows in the joint cells of all columns, and in three margins of them. */
typedef struct estimate_counts {
	cells_margin all;        /* items are tuples */
	uint32_t *symbols;       /* [columns][cells] a symbol of each cell in each column */
	cells_margin margins[3]; /* items are cells */
} estimate_counts;

/* O(tuples columns), margins in O(cells columns). False: out of memory; the counts can be cleared all the same. */
bool estimate_counts_init(estimate_counts *counts, const estimate_grid *grid, const int roles[3]);
void estimate_counts_clear(estimate_counts *counts);

#endif
