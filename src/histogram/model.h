/* The fitted histogram: bins of every column, and the cells that hold data. Built by a fit or read from a file. */
#ifndef HISTOGRAM_MODEL_H
#define HISTOGRAM_MODEL_H

#include "histogram/scale.h"
#include "mixmi.h"

/* Code lengths need the number of cells of a grid as a double. */
#define HIST_MAX_GRID_CELLS 1e300

typedef struct hist_column {
	char *name;
	mixmi_type type;
	hist_scale scale;
	size_t k_max;
	size_t intervals;
	uint32_t *cuts; /* [intervals + 1] candidate bin where each interval starts, then k_init; NULL without intervals */
	double *edges;  /* [intervals + 1] the same as values */
	double *log_volumes; /* [intervals] natural logarithms of the widths */
	size_t atoms;
	double *atom_values; /* [atoms] ascending; NULL where atoms have labels */
	char **atom_labels;  /* [atoms], one block with its texts; NULL where atoms are numbers */
	uint64_t *counts;    /* [intervals + atoms] rows in each bin */
} hist_column;

struct mixmi_histogram {
	size_t rows;
	size_t rows_dropped;
	size_t column_count;
	hist_column *columns;
	size_t cells;
	uint32_t *bins;   /* [cells][columns], cells in lexicographic order */
	uint64_t *counts; /* [cells] */
	double grid_cells;
	double score_data, score_complexity, score_cuts; /* bits */
	size_t rounds;
	bool converged;
	int preset;
};

/* A histogram without cells and with zeroed columns. NULL: out of memory. */
mixmi_histogram *hist_model_new(size_t column_count);

/* Edges and volumes from scale and cuts, which must be set. False: out of memory. */
bool hist_column_finish(hist_column *column);

/* Gives a new histogram its cells, in any order, and computes what follows from them: counts of bins, size of the grid, the
 * score. Columns must be finished. Copies both arrays. A cell that stands twice is an error. */
mixmi_status hist_model_set_cells(mixmi_histogram *histogram, const uint32_t *bins, const uint64_t *counts,
                                  size_t cells);

size_t hist_column_bins(const hist_column *column);

/* Checks that a list names columns of the histogram, each once. */
mixmi_status hist_check_subset(const mixmi_histogram *histogram, const size_t *columns, size_t column_count);

#endif
