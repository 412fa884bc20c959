/* The fitted histogram: bins of every column and the occupied cells. Built by a fit or read from a file. */
#ifndef HISTOGRAM_MODEL_H
#define HISTOGRAM_MODEL_H

#include "mixmi.h"
#include "paper/histogram/scale.h"

/* Upper limit on the number of grid cells, which code lengths need as a double. */
#define HIST_MAX_GRID_CELLS 1e300

/* Bins of a column are numbered: intervals in ascending order, then groups of atoms. An atom may also be in the bin of
 * an interval: a column with a single bin contains everything. The builder sets the fields before `bins`;
 * hist_column_finish() computes the rest. The column owns all arrays. */
typedef struct hist_column {
	char *name;
	mixmi_type type;
	int32_t unit;     /* mixmi_unit of its numbers */
	double *ranks;    /* [table_rows of the histogram] NULL; or the column is a residual: the rank of each row, in
	                   * percent, which the edges divide; NaN: the row is not in the grid */
	char *given;      /* of a residual: what it is given, in words */
	hist_scale scale; /* equal-width candidates; if edges are given, only k_init is used, their number or 0 */
	size_t k_max;
	size_t intervals;
	uint32_t *cuts; /* [intervals + 1] candidate bin at which each interval starts, then k_init; NULL: edges are
	                 * given */
	double *edges;  /* [intervals + 1] ascending; computed from the cuts if there are any */
	size_t atoms;
	double *atom_values; /* [atoms] ascending; NULL if atoms have labels */
	char **atom_labels;  /* [atoms], one block with its texts; NULL if atoms are numbers */
	uint32_t *atom_bins; /* [atoms] bin of each atom, no group is empty; NULL: each atom is a separate bin */
	size_t bins;
	double *log_volumes; /* [bins] natural logarithms of the widths and numbers of atoms */
	uint32_t *members;   /* [atoms] atoms by bin, ascending in each */
	uint32_t *first;     /* [bins + 1] start of the members of each bin; NULL if atom_bins is NULL */
	char **bin_labels;   /* [bins] joined texts of groups of several labels, otherwise NULL; NULL if atom_bins is
	                      * NULL */
	uint64_t *counts;    /* [bins] rows in each bin */
} hist_column;

typedef enum hist_kind { HIST_DENSITY, HIST_DEPENDENCE } hist_kind;

struct mixmi_histogram {
	size_t rows;
	size_t rows_dropped;
	size_t table_rows; /* of the table that residuals are of; 0: there are none */
	size_t column_count;
	hist_column *columns;
	size_t cells;
	uint32_t *bins;   /* [cells][columns], cells in lexicographic order */
	uint64_t *counts; /* [cells] */
	double grid_cells;
	hist_kind kind;
	double score_data, score_complexity,
		score_cuts; /* bits; for a dependence fit set by its builder, and stored in files */
	size_t rounds;
	bool converged;
	int preset;
};

/* A histogram without cells and with zeroed columns. NULL: out of memory. */
mixmi_histogram *hist_model_new(size_t column_count);

/* Derives edges, number of bins, volumes and members from a column's intervals and atoms. Returns false if memory runs
 * out. */
bool hist_column_finish(hist_column *column);

/* Sets the cells of a new histogram, in any order, and computes counts of bins, size of the grid and the score of a
 * density. Columns must be finished. Copies both arrays. A repeated cell is an error. */
mixmi_status hist_model_set_cells(mixmi_histogram *histogram, const uint32_t *bins, const uint64_t *counts,
                                  size_t cells);

size_t hist_column_bins(const hist_column *column);

/* As mixmi_histogram_assign(), also for residuals: then the table must be the one that the question was asked about. */
mixmi_status hist_assign(uint32_t **bins, const mixmi_histogram *histogram, const mixmi_table *table,
                         const size_t *columns);

/* Bin of an atom, and volume of a bin as a double, which may overflow or underflow where its logarithm does not. */
uint32_t hist_column_atom_bin(const hist_column *column, size_t atom);
double hist_column_volume(const hist_column *column, size_t bin);

/* Number of atoms in a bin, and their list; NULL if there are none. */
size_t hist_column_atoms_in(const hist_column *column, size_t bin);
const uint32_t *hist_column_members(const hist_column *column, size_t bin);

/* An error if the histogram has no such column. */
mixmi_status hist_check_column(const mixmi_histogram *histogram, size_t column);

/* Checks that a list names columns of the histogram, each once. */
mixmi_status hist_check_subset(const mixmi_histogram *histogram, const size_t *columns, size_t column_count);

#endif
