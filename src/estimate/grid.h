/* A grid: the bins of each column of a question, and the counts of its joint cells. */
#ifndef ESTIMATE_GRID_H
#define ESTIMATE_GRID_H

#include "cells/margin.h"
#include "estimate/ranked.h"

/* The bins of a column: intervals of the ordered part, then groups of atoms; or one bin for all. */
typedef struct estimate_division {
	size_t bins;
	uint32_t *bin; /* [symbols] */
	double said;   /* bits that describe the bins */
} estimate_division;

typedef struct estimate_grid {
	const estimate_ranks *ranks;
	estimate_division *divisions; /* [ranks->column_count] */
	double bits;                  /* code length minus that of one bin per column: 0 or less */
	size_t rounds;                /* of the start that won */
	bool converged;               /* false: that start was stopped by max_rounds */
} estimate_grid;

/* One bin per column. The ranks must outlive the grid. False: out of memory; the grid can still be cleared. */
bool estimate_grid_init(estimate_grid *grid, const estimate_ranks *ranks);
void estimate_grid_clear(estimate_grid *grid);

/* Copies the bins of a grid of the same columns; `to` has a multiple of its places. */
void estimate_grid_transfer(estimate_grid *to, const estimate_grid *from);

void estimate_division_copy(estimate_division *to, const estimate_division *from, const estimate_column *column);

/* Numbers bins from 0 in the order of their first symbols. Empty symbols join the bin before them. False: out of memory. */
bool estimate_division_number(estimate_division *division, const estimate_column *column);

/* Sets of roles. */
enum {
	ESTIMATE_IN_X = 1 << QUESTION_X,
	ESTIMATE_IN_Y = 1 << QUESTION_Y,
	ESTIMATE_IN_Z = 1 << QUESTION_Z,
	ESTIMATE_IN_ALL = ESTIMATE_IN_X | ESTIMATE_IN_Y | ESTIMATE_IN_Z
};

/* Numbers the joint cells of the columns in these roles, except column `except` (SIZE_MAX: none), in lexicographic order: ids[tuple] < *cells. False: out
 * of memory. */
bool estimate_number_cells(uint32_t *ids, size_t *cells, const estimate_grid *grid, int roles, size_t except);

/* The product of the numbers of bins, by role. */
void estimate_grid_bins(double bins[3], const estimate_grid *grid);

/* Counts of the joint cells of all columns, and of three margins. */
typedef struct estimate_counts {
	cells_margin all;        /* items are tuples */
	uint32_t *symbols;       /* [columns][cells] a symbol that lies in the cell */
	cells_margin margins[3]; /* items are cells */
} estimate_counts;

/* O(tuples columns). False: out of memory; the counts can still be cleared. */
bool estimate_counts_init(estimate_counts *counts, const estimate_grid *grid, const int roles[3]);
void estimate_counts_clear(estimate_counts *counts);

#endif
