/* Adaptive joint histograms: fitting, bins and cells, entropies, assigning rows, saving.
 * Include mixmi.h, which has the conventions. */
#ifndef MIXMI_HISTOGRAM_H
#define MIXMI_HISTOGRAM_H

#include "mixmi/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------------------------- histograms */

/* A joint histogram of columns: a grid with bins for each column, and the counts of the cells that
 * hold data. */
typedef struct mixmi_histogram mixmi_histogram;

/* Fits a histogram by minimum description length, from the rows without missing values in these
 * columns. The search is greedy: it repeatedly finds the best segmentation of one column, by
 * dynamic programming over candidate cuts, in O(n + K_init min(n, K_init cells) + K_max K_init^2)
 * per round and column. Candidate bins have equal width in preset paper; preset default also tries
 * bins of equal frequency and bins that widen with the distance from the median, and keeps the
 * best score of up to five searches. */
MIXMI_API mixmi_status mixmi_histogram_fit(mixmi_histogram **out, const mixmi_table *table,
                                           const size_t *columns, size_t column_count,
                                           const mixmi_options *options);

/* Releases a histogram. NULL is allowed. */
MIXMI_API void mixmi_histogram_free(mixmi_histogram *histogram);

/* Description of a histogram. */
typedef struct mixmi_histogram_info {
	size_t rows, rows_dropped; /* rows used, and left out for a missing value */
	size_t columns;
	size_t cells;      /* cells that hold data */
	double grid_cells; /* all cells of the grid: the product of the numbers of bins */
	double score;      /* total code length in bits: the sum of the next three */
	/* - sum c log2(c / (n v)); for kind "dependence", minus the same for independent columns */
	double score_data;
	/* log2 R(n, grid_cells); for kind "dependence", the penalty of METHOD.md, 5.1 */
	double score_complexity;
	double score_cuts; /* sum over columns of log2 binom(K_init - 1, intervals - 1) */
	size_t rounds;     /* rounds of the search, over all starts */
	const char *preset;
	/* "density": fitted to the joint density; "dependence": to the dependence between columns */
	const char *kind;
	int32_t converged, reserved; /* 0: stopped by option max-rounds before it converged */
} mixmi_histogram_info;

/* Describes a histogram. O(1). */
MIXMI_API void mixmi_histogram_describe(mixmi_histogram_info *out, size_t size,
                                        const mixmi_histogram *histogram);

/* A column of a histogram. */
typedef struct mixmi_histogram_column {
	const char *name;
	int32_t type;       /* mixmi_type */
	int32_t has_labels; /* 1: atoms have labels */
	size_t bins;        /* intervals + groups */
	size_t intervals;   /* bins 0 .. intervals-1, in ascending order */
	size_t groups;      /* bins intervals .. bins-1, which hold only atoms */
	/* in ascending order, or in the table's order of labels; if groups == atoms, each is a bin */
	size_t atoms;
	/* number of candidate bins and largest number of intervals; 0 without a continuous part */
	size_t k_init, k_max;
	int32_t unit; /* mixmi_unit */
	/* 1: the column is what Z leaves of it, in the grid of an answer given Z. Its bins are of the
	 * ranks of the residuals, in percent: a row in [75, 100] is among the highest quarter for its
	 * Z. 0: its bins are of its own values */
	int32_t residual;
	/* residual: what it is given, such as "species and sex" or "4 columns of Z"; otherwise NULL */
	const char *given;
} mixmi_histogram_column;

/* Describes a column of the histogram; columns are numbered as in the call that fitted it. */
MIXMI_API mixmi_status mixmi_histogram_get_column(mixmi_histogram_column *out, size_t size,
                                                  const mixmi_histogram *histogram, size_t column);

/* The rank of the residual of each row of the table that the question was asked about, in percent,
 * into out[rows]; NaN for a row that is not in the grid. An error if the table had another number
 * of rows, or for a column that is no residual. */
MIXMI_API mixmi_status mixmi_histogram_ranks(double *out, size_t rows,
                                             const mixmi_histogram *histogram, size_t column);

/* A bin of a column: an interval, or atoms. */
typedef struct mixmi_bin {
	/* interval: [lower, upper), or [lower, upper] for the last interval of a column; atoms: the
	 * smallest and the largest value, NaN if the column has labels */
	double lower, upper;
	double volume;  /* width of the interval plus the number of atoms */
	uint64_t count; /* rows in the bin */
	/* label of the atom, or of several as "one | two"; NULL without labels */
	const char *label;
	size_t atoms; /* number of atoms in the bin; an interval may hold some too */
	/* [atoms] indices of the atoms, ascending, for mixmi_histogram_get_atom() */
	const uint32_t *members;
	int32_t is_atom, reserved; /* 1: one or several atoms, no interval */
} mixmi_bin;

/* An atom (point mass) of a column. */
typedef struct mixmi_atom {
	double value;      /* NaN if the column has labels */
	const char *label; /* NULL if it has none */
	size_t bin;        /* the bin that holds it */
} mixmi_atom;

/* A cell of the grid that holds data. */
typedef struct mixmi_cell {
	const uint32_t *bins; /* one bin number per column */
	uint64_t count;
	/* product of the bins' volumes; may overflow or underflow, unlike log_volume */
	double volume;
	double log_volume; /* its natural logarithm */
} mixmi_cell;

/* One bin of a column. */
MIXMI_API mixmi_status mixmi_histogram_get_bin(mixmi_bin *out, size_t size,
                                               const mixmi_histogram *histogram, size_t column,
                                               size_t bin);

/* One atom of a column. */
MIXMI_API mixmi_status mixmi_histogram_get_atom(mixmi_atom *out, size_t size,
                                                const mixmi_histogram *histogram, size_t column,
                                                size_t atom);

/* One of the cells that hold data. Cells are sorted by their bins, first column first. */
MIXMI_API mixmi_status mixmi_histogram_get_cell(mixmi_cell *out, size_t size,
                                                const mixmi_histogram *histogram, size_t index);

/* All bins of a column into out[bins]. */
MIXMI_API mixmi_status mixmi_histogram_bins(mixmi_bin *out, size_t size,
                                            const mixmi_histogram *histogram, size_t column);

/* All atoms of a column into out[atoms]. */
MIXMI_API mixmi_status mixmi_histogram_atoms(mixmi_atom *out, size_t size,
                                             const mixmi_histogram *histogram, size_t column);

/* All cells that hold data: bins[cell * columns + j], counts[cell] and log_volumes[cell]. Any of
 * the arrays may be NULL. */
MIXMI_API mixmi_status mixmi_histogram_cells(uint32_t *bins, uint64_t *counts, double *log_volumes,
                                             const mixmi_histogram *histogram);

/* Entropy in nats of a non-empty set of columns of the histogram: - sum (c/n) ln(c/(n v)). With
 * `discretised`, all v are 1, which gives the entropy of the bins. O(cells log cells). */
MIXMI_API mixmi_status mixmi_histogram_entropy(double *out, const mixmi_histogram *histogram,
                                               const size_t *columns, size_t column_count,
                                               bool discretised);

/* Bin number of a value outside all bins. */
#define MIXMI_NO_BIN UINT32_MAX

/* Finds the bins of the rows of `table`: (*bins)[row * columns + j] for column j of the histogram.
 * A value that lies in no bin (missing, outside the fitted range, an unseen atom) gets
 * MIXMI_NO_BIN. columns[j] is the column of the table that corresponds to column j of the
 * histogram; NULL matches them by name. The caller frees *bins with mixmi_free(). A grid of
 * residuals is an error: it has no bins for the rows of other tables. */
MIXMI_API mixmi_status mixmi_histogram_assign(uint32_t **bins, const mixmi_histogram *histogram,
                                              const mixmi_table *table, const size_t *columns);

/* Writes a histogram as JSON (schema: docs/reference/json.md). The caller frees *text with
 * mixmi_free(). A grid of residuals is an error: only histograms of columns are saved. */
MIXMI_API mixmi_status mixmi_histogram_to_json(char **text, const mixmi_histogram *histogram);

/* Reads a histogram from JSON. It equals the one that was written to the last bit. */
MIXMI_API mixmi_status mixmi_histogram_from_json(mixmi_histogram **out, const char *text,
                                                 size_t length);

/* ------------------------------------------------------------------------------ code lengths */

/* log2 R(n, K): parametric complexity in bits of a multinomial with K values and n rows, for any
 * n >= 0 and K >= 1 (K may be far beyond 2^53). Constant time; error below 1e-6 bits or 1e-14
 * relative, whichever is larger. */
MIXMI_API double mixmi_parametric_complexity(uint64_t n, double k);

#ifdef __cplusplus
}
#endif

#endif
