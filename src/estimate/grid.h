/* The columns of a question as ranks, and a grid: the bins of each column, and the counts of its joint cells. Only the number of rows below a value is
 * used, so estimates are invariant under increasing maps of a column. */
#ifndef ESTIMATE_GRID_H
#define ESTIMATE_GRID_H

#include "data/table.h"
#include "estimate/constants.h"
#include "paper/cells/margin.h"
#include "paper/question/question.h"

/* A column has an ordered part, atoms, or both. Atoms are the values of a discrete column, and the point masses of a numeric one: values that occur often
 * and far more often than their neighbours, such as a detection limit or a price of zero. Counts and rounded measurements stay in the ordered part. The
 * symbols of a column are the places of its ordered part, equally full if there are no ties, followed by its atoms. */
typedef struct estimate_column {
	const data_column *source;
	question_role role;
	size_t places;   /* 0: no ordered part */
	size_t occupied; /* of the places */
	size_t atoms;
	size_t symbols;       /* places + atoms */
	bool nominal;         /* atoms are labels without an order */
	uint32_t *atom_codes; /* [atoms] the source's codes, ascending */
	uint32_t *lowest;     /* [places] the source's smallest code in each place, UINT32_MAX if it is empty ... */
	uint32_t *highest;    /* ... and its largest */
	uint32_t *rows;       /* [symbols] */
	uint32_t *at;         /* [tuples] symbol */
	uint32_t *first;      /* [symbols + 1] where each symbol starts in ... */
	uint32_t *sorted;     /* ... [tuples] by symbol, in their order */
} estimate_column;

/* Rows that agree in all columns form one tuple with a count. Tuples are in lexicographic order, so results do not depend on the order of rows. */
typedef struct estimate_ranks {
	size_t rows;
	size_t places; /* of an ordered part */
	size_t column_count;
	estimate_column *columns;
	size_t tuples;
	uint32_t *times; /* [tuples] rows in each */
	uint32_t *tuple; /* [rows] */
} estimate_ranks;

/* Sets marks[code] to the number of an atom, or to DATA_MARK_ORDERED or DATA_MARK_UNUSED (data/atoms.h). */
void estimate_find_atoms(uint32_t *marks, size_t *atoms, size_t *ordered, const data_column *source, int64_t threshold);

/* Prepares columns of a table without missing values. places: of every ordered part; threshold: fewest rows of a point mass. O(rows + distinct values)
 * per column. False: out of memory; the ranks can still be cleared. */
bool estimate_ranks_init(estimate_ranks *ranks, const mixmi_table *table, const size_t *columns,
                         const question_role *roles, size_t column_count, size_t places, int64_t threshold);
void estimate_ranks_clear(estimate_ranks *ranks);

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
