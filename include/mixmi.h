/*
 * mixmi - dependence in mixed data.
 *
 * Estimates entropy, mutual information and conditional mutual information of tables whose columns are discrete,
 * continuous, or both at once, by fitting one adaptive histogram to the joint data with the minimum description
 * length principle (Marx, Yang and van Leeuwen, SDM 2021).
 *
 *     mixmi_options o;
 *     mixmi_options_init(&o);
 *     mixmi_table *t;
 *     if (mixmi_table_read(&t, "penguins.csv", &o) != MIXMI_OK)
 *         fprintf(stderr, "%s\n", mixmi_error_message());
 *
 * Conventions that hold for every function here:
 *
 *  - A function that can fail returns a mixmi_status. Its outputs come first. On failure an output handle or array is
 *    NULL, nothing leaks, and mixmi_error_message() says what was wrong and where.
 *  - A handle or array given through a pointer-to-pointer belongs to the caller, who releases it with the matching
 *    _free (arrays and strings: mixmi_free). A pointer that is returned, or that stands in an info struct, is borrowed
 *    and lives as long as the handle it came from.
 *  - Information is in nats, code lengths (scores) in bits. mixmi_in_units() converts for showing.
 *  - A table and a histogram do not change once built: any number of threads may use one at the same time.
 *  - Results are the same to the last bit for any number of threads and any order of rows.
 *  - The library never prints, exits, handles signals or keeps state beyond the message of the calling thread.
 */
#ifndef MIXMI_H
#define MIXMI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define MIXMI_API __attribute__((visibility("default")))
#else
#define MIXMI_API
#endif

#define MIXMI_VERSION_MAJOR 0
#define MIXMI_VERSION_MINOR 1
#define MIXMI_VERSION_PATCH 0

/* Version of the library that is running, as "major.minor.patch". */
MIXMI_API const char *mixmi_version(void);

/* ------------------------------------------------------------------------------------------------ errors */

typedef enum mixmi_status {
	MIXMI_OK = 0,
	MIXMI_ERROR_USAGE = 1,     /* an argument or option makes no sense: unknown name, out of range, X and Y overlap */
	MIXMI_ERROR_DATA = 2,      /* the data cannot be used: malformed file, infinite value, fewer than 2 usable rows */
	MIXMI_ERROR_IO = 3,        /* could not read or write */
	MIXMI_ERROR_LIMIT = 4,     /* a stated limit was hit; the message says which */
	MIXMI_ERROR_CANCELLED = 5, /* the progress callback asked to stop */
	MIXMI_ERROR_MEMORY = 6     /* out of memory */
} mixmi_status;

/* What went wrong in the latest call of this thread that failed: one line, no newline, never NULL ("" before the
 * first failure). Borrowed; overwritten by the next failure in the same thread. */
MIXMI_API const char *mixmi_error_message(void);

/* Releases an array or string that a function of this header handed over. NULL is allowed. */
MIXMI_API void mixmi_free(void *pointer);

/* ----------------------------------------------------------------------------------------------- options */

typedef enum mixmi_units { MIXMI_NATS = 0, MIXMI_BITS = 1 } mixmi_units;

typedef enum mixmi_preset {
	MIXMI_PRESET_PAPER = 0, /* the published method, weak spots included */
	MIXMI_PRESET_ROBUST = 1 /* ranks, several starts, grouped values, bias corrected: see docs/ARCHITECTURE.md */
} mixmi_preset;

/* How the permutation test gets its p-value. */
typedef enum mixmi_tail {
	MIXMI_TAIL_COUNT = 0, /* by counting permutations that reach the observed value: exact */
	MIXMI_TAIL_GAMMA = 1  /* from a gamma distribution with the permutations' mean and variance: small p from few */
} mixmi_tail;

/* Correction of the histogram's estimate for what counting adds to it on average. */
typedef enum mixmi_bias {
	MIXMI_BIAS_NONE = 0,        /* as counted */
	MIXMI_BIAS_MILLER_MADOW = 1 /* (K_xyz - K_xz - K_yz + K_z) / 2n, K the cells that hold rows */
} mixmi_bias;

/* The two estimators of Kraskov, Stoegbauer and Grassberger (2004). */
typedef enum mixmi_ksg {
	MIXMI_KSG_1 = 0, /* a cube around each point: neighbours strictly nearer than the k-th in each margin */
	MIXMI_KSG_2 = 1  /* a box: neighbours within the extent of the k nearest in each margin */
} mixmi_ksg;

/* Distance between two values of a discrete column. */
typedef enum mixmi_metric {
	MIXMI_METRIC_ZERO_ONE = 0, /* 0 if equal, else 1 */
	MIXMI_METRIC_NUMBERS = 1   /* absolute difference; a column of texts cannot be compared this way: an error */
} mixmi_metric;

/* Null distribution of the kernel tests (Strobl et al. 2019). */
typedef enum mixmi_null {
	MIXMI_NULL_LPB = 0,   /* Lindsay, Pilla and Basak: a mixture of gammas with matching moments */
	MIXMI_NULL_GAMMA = 1, /* one gamma with the first two moments (Satterthwaite and Welch) */
	MIXMI_NULL_PERM = 2   /* permutation of the residuals */
} mixmi_null;

/* How the middle of an unshielded triple is judged to be a collider (Colombo and Maathuis 2014). */
typedef enum mixmi_v_rule {
	MIXMI_V_STANDARD = 0,     /* it is not in the separating set that was found first */
	MIXMI_V_CONSERVATIVE = 1, /* it is in none of all separating sets among the neighbours; else ambiguous */
	MIXMI_V_MAJORITY = 2      /* it is in fewer than half of them; exactly half: ambiguous */
} mixmi_v_rule;

/* How the skeleton is searched. */
typedef enum mixmi_search {
	MIXMI_SEARCH_PC_STABLE = 0, /* Colombo and Maathuis 2014: an edge goes with the first set that separates its ends */
	MIXMI_SEARCH_BALANCED = 1   /* the clearest separation first, sets that fit the graph, a level that goes with the rows */
} mixmi_search;

typedef struct mixmi_options mixmi_options;
typedef struct mixmi_table mixmi_table;
typedef struct mixmi_question mixmi_question;
typedef struct mixmi_answer mixmi_answer;

/* A user's own test, see mixmi_test(). It fills in the answer for one question; it may be called from several threads at
 * once, and must give the same answer to the same question whoever asks. A status other than MIXMI_OK ends the work. */
typedef mixmi_status mixmi_test_function(mixmi_answer *out, void *context, const mixmi_table *table,
                                         const mixmi_question *question, const mixmi_options *options);

/* Called now and then by long work, always from the thread that made the call. `stage` names the work, `done` is the
 * share finished in [0, 1], or negative where it is not known. Return true to go on, false to cancel. */
typedef bool mixmi_progress(void *context, const char *stage, double done);

/* Everything that can be set, for every call. Fill with mixmi_options_init() before use. Ranges, defaults and help are
 * in the option table (mixmi_option_at), which is also what the command's flags come from. Strings are borrowed. */
struct mixmi_options {
	/* model */
	int preset;             /* mixmi_preset; set it with mixmi_options_set(), which also sets what the preset implies */
	int64_t atom_threshold; /* t: a numeric value that occurs at least this often is an atom */
	double k_init_factor;   /* K_init = ceil(factor ln n) candidate bins a column ... */
	int64_t k_init;         /* ... or exactly this many, if not 0 */
	double k_max_factor;    /* K_max = ceil(factor ln n) intervals a column at most ... */
	int64_t k_max;          /* ... or exactly this many, if not 0 */
	int64_t max_rounds;     /* i_max: rounds of the search at most */
	/* estimator */
	int estimator;      /* number in the registry: set it by name with mixmi_options_set() */
	int64_t neighbours; /* k of the nearest-neighbour estimators */
	int ksg_variant;    /* mixmi_ksg: which of the two estimators of Kraskov et al. */
	int metric;         /* mixmi_metric: how nearest-neighbour estimators compare discrete values */
	int64_t miic_bins;  /* most bins a column in miic */
	int bias;           /* mixmi_bias: what is taken off the histogram's estimate */
	double confidence;  /* level of the confidence interval of the histogram's estimate; 0: none */
	/* kernel tests */
	int64_t features;    /* random Fourier features of Z */
	int64_t features_xy; /* and of X and of Y */
	int null;            /* mixmi_null: how rcit and rcot get their p-value */
	int one_hot;         /* 1: discrete columns enter rcit and rcot one-hot; 0: as numbers */
	/* test */
	double alpha;                     /* significance level, also of the chi2 correction */
	int test;                         /* number in the registry: set it by name with mixmi_options_set() */
	int64_t permutations;             /* perm: at most this many, enough to reach alpha; 0: 5 / alpha */
	int tail;                         /* mixmi_tail: how perm turns permutations into a p-value */
	int64_t seed;                     /* of everything that is drawn */
	mixmi_test_function *custom_test; /* a test of the program's own, used instead of `test`; NULL: none */
	void *custom_context;
	/* graph */
	int64_t max_cond;       /* most columns in a conditioning set; -1: no limit */
	int search;             /* mixmi_search: how the skeleton is searched */
	int v_rule;             /* mixmi_v_rule: how v-structures are decided */
	int64_t min_rows;       /* an edge decided on fewer rows is flagged */
	int64_t bootstrap;      /* resamples for the frequencies of edges; 0: none */
	const char *checkpoint; /* file that answers are kept in, so that an interrupted search can go on; NULL: none */
	/* reading files */
	int delimiter;        /* a byte; 0: found from the file */
	int quote;            /* a byte; 0: found from the file; MIXMI_QUOTE_NONE: quotes mean nothing */
	int decimal;          /* '.' or ',' */
	int header;           /* 1: the first record names the columns; 0: it is data, columns are V1, V2, ... */
	const char *missing;  /* comma-separated markers besides the empty field; NULL: none */
	const char *discrete; /* column list to take as discrete; NULL: none. See mixmi_table_select() for lists */
	const char *numeric;  /* column list that must be numeric: a text in them is an error; NULL: none */
	const char *only;     /* column list to keep; the rest is checked for shape but not stored; NULL: all */
	/* showing */
	int units; /* mixmi_units, for programs that show values; the library itself always speaks nats */
	/* running */
	int64_t threads;          /* 0: as many as the machine has */
	mixmi_progress *progress; /* NULL: none */
	void *progress_context;
};

enum { MIXMI_QUOTE_NONE = -1 };

typedef enum mixmi_option_kind {
	MIXMI_OPTION_INTEGER,
	MIXMI_OPTION_REAL,
	MIXMI_OPTION_CHOICE,    /* one of `choices` */
	MIXMI_OPTION_CHARACTER, /* one byte, or a name from `choices` */
	MIXMI_OPTION_SWITCH,    /* `yes` or `no` */
	MIXMI_OPTION_TEXT
} mixmi_option_kind;

/* One row of the option table. */
typedef struct mixmi_option {
	const char *name;  /* as in mixmi_options_set() and, after "--", on the command line */
	const char *group; /* "model", "test", "reading", "showing" or "running" */
	mixmi_option_kind kind;
	const char *argument; /* what to call the value in help, such as "N" */
	const char *choices;  /* comma-separated, for CHOICE and CHARACTER; else NULL */
	double minimum;       /* for INTEGER and REAL; REAL bounds are excluded where `open` is true */
	double maximum;
	bool open;
	const char *fallback; /* the default, as text */
	const char *help;     /* one line */
} mixmi_option;

/* Fills in the defaults. */
MIXMI_API void mixmi_options_init(mixmi_options *options);

/* Sets one option from text, checking its range. Text values are borrowed, not copied. */
MIXMI_API mixmi_status mixmi_options_set(mixmi_options *options, const char *name, const char *value);

/* The option table: row `index`, or NULL past its end. */
MIXMI_API const mixmi_option *mixmi_option_at(size_t index);

/* `nats` in the given units. */
MIXMI_API double mixmi_in_units(double nats, mixmi_units units);

/* ---------------------------------------------------------------------------------------------- tables */

typedef enum mixmi_type {
	MIXMI_DISCRETE = 0, /* every distinct value is an atom */
	MIXMI_NUMERIC = 1   /* values that occur often enough are atoms, the rest is continuous */
} mixmi_type;

/* An empty table of `rows` rows; columns are added below. At most 4,294,967,294 rows. */
MIXMI_API mixmi_status mixmi_table_new(mixmi_table **out, size_t rows);

/* Adds a column of numbers, copied. A NaN, or a row where `missing` is non-zero, is missing; `missing` may be NULL. An
 * infinite value is an error that names the row. -0 and 0 are the same value. Names must be valid UTF-8, not empty and
 * not taken. Sorts once: O(n) time and memory. Not to be called while other threads use the table. */
MIXMI_API mixmi_status mixmi_table_add_values(mixmi_table *table, const char *name, mixmi_type type,
                                              const double *values, const uint8_t *missing);

/* Adds a discrete column of integer codes, copied. With `labels`, codes index them (0 <= code < label_count) and atoms
 * keep the labels' order; without (NULL, 0) any integer is a code and is its own label. */
MIXMI_API mixmi_status mixmi_table_add_codes(mixmi_table *table, const char *name, const int64_t *codes,
                                             const char *const *labels, size_t label_count, const uint8_t *missing);

/* Reads a delimited text file, plain or gzip-compressed; "-" is standard input. Malformed input is an error that names
 * file, line and column. A column with any text that is neither a number nor a missing marker is discrete; else it is
 * numeric. See the reading group of the options. */
MIXMI_API mixmi_status mixmi_table_read(mixmi_table **out, const char *path, const mixmi_options *options);

MIXMI_API void mixmi_table_free(mixmi_table *table);

MIXMI_API size_t mixmi_table_rows(const mixmi_table *table);
MIXMI_API size_t mixmi_table_columns(const mixmi_table *table);

typedef struct mixmi_column {
	const char *name;
	mixmi_type type;
	const char *why; /* how the type was decided, for people */
	size_t position; /* 1-based place in the file, or in the order of adding */
	size_t missing;  /* rows without a value */
	size_t distinct; /* distinct values */
	bool has_labels; /* values are texts, not numbers */
	double minimum;  /* smallest and largest number; NaN where has_labels or without any value */
	double maximum;
	size_t atoms;     /* distinct values that are atoms under the options given (all of them in a discrete column) */
	size_t atom_rows; /* rows that hold them */
} mixmi_column;

/* Describes one column. `options` decides what is an atom; NULL stands for the defaults. O(distinct). */
MIXMI_API mixmi_status mixmi_table_column(mixmi_column *out, const mixmi_table *table, size_t column,
                                          const mixmi_options *options);

/* The number in a row, NaN if missing. In a column with labels: the index of the label, see mixmi_table_label(). */
MIXMI_API double mixmi_table_value(const mixmi_table *table, size_t column, size_t row);

/* Label of a code; NULL where the column has none or the code is out of range. Bytes as they were read. */
MIXMI_API const char *mixmi_table_label(const mixmi_table *table, size_t column, size_t code);

/* Index of the column with this name or, where no column has that name, this 1-based number. An unknown name is an
 * error that suggests the nearest one. */
MIXMI_API mixmi_status mixmi_table_find(size_t *out, const mixmi_table *table, const char *name);

/* Indices of a comma-separated list of columns by name or number. A name that holds a comma or quotes is written in
 * double quotes, with inner quotes doubled. The caller frees *columns with mixmi_free(). */
MIXMI_API mixmi_status mixmi_table_select(size_t **columns, size_t *count, const mixmi_table *table, const char *list);

/* Remarks that the reader made and a user should see (unnamed columns, skipped lines, ...): row `index`, or NULL past
 * the end. */
MIXMI_API const char *mixmi_table_note(const mixmi_table *table, size_t index);

/* ------------------------------------------------------------------------------------------ histograms */

/* The fitted joint histogram of one or more columns: a grid with bins in every column, and the counts of the cells that
 * hold data. */
typedef struct mixmi_histogram mixmi_histogram;

/* Fits the histogram of the given columns by minimum description length. Rows with a missing value in any of them are
 * left out. Greedy rounds of exact one-column segmentations (dynamic programming over candidate cuts):
 * O(n + K_init min(n, K_init cells) + K_max K_init^2) a round and column. Candidate cuts of preset paper are of equal
 * width; those of preset robust are of equal width, of equal frequency and widening with the distance from the median, and
 * of up to five searches from different grids it takes the one with the best score. */
MIXMI_API mixmi_status mixmi_histogram_fit(mixmi_histogram **out, const mixmi_table *table, const size_t *columns,
                                           size_t column_count, const mixmi_options *options);

MIXMI_API void mixmi_histogram_free(mixmi_histogram *histogram);

typedef struct mixmi_histogram_info {
	size_t rows;         /* rows used */
	size_t rows_dropped; /* rows left out for a missing value */
	size_t columns;
	size_t cells;            /* cells that hold data */
	double grid_cells;       /* all cells of the grid: the product of the numbers of bins */
	double score;            /* total code length in bits: the sum of the next three */
	double score_data;       /* - sum c log2(c / (n v)) */
	double score_complexity; /* log2 R(n, grid_cells) */
	double score_cuts;       /* sum over columns of log2 binom(K_init - 1, intervals - 1) */
	size_t rounds;           /* rounds of the search that were made, over all starts */
	bool converged;          /* false: stopped by max_rounds while a round still brought a gain */
	const char *preset;
	const char *kind; /* "density": fitted to the data as they lie; "dependence": to what the columns tell about each
	                     other, with score_data relative to independent columns */
} mixmi_histogram_info;

MIXMI_API void mixmi_histogram_describe(mixmi_histogram_info *out, const mixmi_histogram *histogram);

typedef struct mixmi_histogram_column {
	const char *name;
	mixmi_type type;
	size_t bins;      /* intervals + groups */
	size_t intervals; /* bins 0 .. intervals-1, in ascending order */
	size_t groups;    /* bins intervals .. bins-1: those that hold atoms only */
	size_t atoms;     /* ascending, or in the table's order of labels; where groups == atoms each is a bin of its own */
	size_t k_init;    /* candidate bins and most intervals allowed; 0 where the column has no continuous part */
	size_t k_max;
	bool has_labels;
} mixmi_histogram_column;

/* Describes a column of the histogram; columns are numbered as in the call that fitted it. */
MIXMI_API mixmi_status mixmi_histogram_get_column(mixmi_histogram_column *out, const mixmi_histogram *histogram,
                                                  size_t column);

typedef struct mixmi_bin {
	bool is_atom;            /* no interval: one atom, or a group of several */
	double lower;            /* interval: [lower, upper), the last interval of a column [lower, upper] */
	double upper;            /* atoms: the smallest and the largest value (NaN where the column has labels) */
	const char *label;       /* text of an atom with a label, of several "one | two"; else NULL. The histogram's own */
	double volume;           /* width of the interval, plus the number of atoms */
	uint64_t count;          /* rows in it */
	size_t atoms;            /* atoms in it; an interval may hold some too */
	const uint32_t *members; /* [atoms] their numbers, ascending, for mixmi_histogram_get_atom(); the histogram's own */
} mixmi_bin;

MIXMI_API mixmi_status mixmi_histogram_get_bin(mixmi_bin *out, const mixmi_histogram *histogram, size_t column,
                                               size_t bin);

typedef struct mixmi_atom {
	double value;      /* NaN where the column has labels */
	const char *label; /* NULL where it has none. The histogram's own */
	size_t bin;        /* the bin it lies in */
} mixmi_atom;

/* Atom `atom` of those of a column, 0 .. atoms-1. */
MIXMI_API mixmi_status mixmi_histogram_get_atom(mixmi_atom *out, const mixmi_histogram *histogram, size_t column,
                                                size_t atom);

typedef struct mixmi_cell {
	const uint32_t *bins; /* one bin number a column */
	uint64_t count;
	double volume;     /* product of the bins' volumes; may overflow to infinity or 0 where log_volume does not */
	double log_volume; /* its natural logarithm */
} mixmi_cell;

/* Cell `index` of those that hold data, in ascending order of their bins, first column first. */
MIXMI_API mixmi_status mixmi_histogram_get_cell(mixmi_cell *out, const mixmi_histogram *histogram, size_t index);

/* Entropy in nats of a non-empty subset of the histogram's columns, each named once: - sum (c/n) ln(c/(n v)). With
 * `discretised`, v = 1 throughout: the entropy of the bins. O(cells log cells). */
MIXMI_API mixmi_status mixmi_histogram_entropy(double *out, const mixmi_histogram *histogram, const size_t *columns,
                                               size_t column_count, bool discretised);

/* Bin numbers of every row of `table` in every column of the histogram, row by row: (*bins)[row * columns + j]. A value
 * that lies in no bin (missing, out of the fitted range, an unseen atom) gets MIXMI_NO_BIN. `columns` says which table
 * column stands for which of the histogram's; NULL: by name. The caller frees *bins with mixmi_free(). */
#define MIXMI_NO_BIN UINT32_MAX
MIXMI_API mixmi_status mixmi_histogram_assign(uint32_t **bins, const mixmi_histogram *histogram,
                                              const mixmi_table *table, const size_t *columns);

/* The histogram as a JSON text (schema: docs/SCHEMA.md), and back. Reading gives a histogram that is the same to the
 * last bit; a text that is not one is an error that says why. The caller frees *text with mixmi_free(). */
MIXMI_API mixmi_status mixmi_histogram_to_json(char **text, const mixmi_histogram *histogram);
MIXMI_API mixmi_status mixmi_histogram_from_json(mixmi_histogram **out, const char *text, size_t length);

/* Draws a histogram of one or two columns with gnuplot (a program that must be installed) into a file whose name ends
 * in .svg, .png or .pdf. One column: density steps, atoms as spikes. Two columns: the grid over the points of `table`,
 * cells shaded by density, atoms as lines. The file appears whole or not at all. */
MIXMI_API mixmi_status mixmi_histogram_plot(const mixmi_histogram *histogram, const mixmi_table *table,
                                            const char *path);

/* ------------------------------------------------------------------- conditional mutual information */

/* A correction C of an estimate I: value = max(0, I + C). X and Y are judged independent given Z where value is 0. */
typedef struct mixmi_correction {
	double correction;
	double value;
} mixmi_correction;

typedef struct mixmi_cmi {
	double estimate; /* I(X;Y|Z), nats, never negative; with a bias correction never above H(X|Z), values told apart */
	double plug_in;  /* the same before any correction */
	double bias;     /* what the bias correction took off it */
	double standard_error; /* infinitesimal jackknife, the cells held */
	double lower;          /* confidence interval at the level of option confidence, bins as given; NaN without */
	double upper;
	/* In [0, 1], for ranking: sqrt((1 - exp(-2 I)) / (1 - exp(-2 H))), H the lesser of H(X|Z) and H(Y|Z) with values told
	 * apart (so high that it does not count where numbers hardly repeat): 1 where one side tells all about the other. */
	double strength;
	double bins_x; /* grid cells of X, Y and Z: products of the numbers of bins (1 for an empty Z) */
	double bins_y;
	double bins_z;
	double fitted;         /* I(X;Y|Z) of the fitted histogram as it stands, which the rest is about */
	double df;             /* (bins_x - 1)(bins_y - 1) bins_z */
	double p;              /* chi-squared tail of 2 n fitted at df degrees of freedom; 1 where df is 0 */
	mixmi_correction chi2; /* - quantile(1 - alpha, df) / 2n */
	mixmi_correction sc;   /* quotient NML */
	mixmi_correction fnml; /* factorised NML */
	mixmi_correction jic;  /* - df ln(n) / 2n */
} mixmi_cmi;

/* I(X;Y|Z) from a fitted histogram: X, Y, Z are disjoint sets of its columns, X and Y not empty, Z possibly (NULL, 0).
 * Columns of the histogram that are in none of them are summed out. Of `options` only alpha,
 * bias and confidence count; NULL: defaults. */
MIXMI_API mixmi_status mixmi_histogram_cmi(mixmi_cmi *out, const mixmi_histogram *histogram, const size_t *x,
                                           size_t x_count, const size_t *y, size_t y_count, const size_t *z,
                                           size_t z_count, const mixmi_options *options);

/* The whole of it: fits the joint histogram of X, Y and Z (sets of the table's columns) and estimates I(X;Y|Z).
 * Exchanging X and Y, reordering within the sets, or reordering the table's columns gives the same answer to the last
 * bit. If `histogram` is not NULL the fitted histogram is handed over there: its columns are those of X, Y and Z in
 * ascending order of their names. */
MIXMI_API mixmi_status mixmi_estimate_cmi(mixmi_cmi *out, mixmi_histogram **histogram, const mixmi_table *table,
                                          const size_t *x, size_t x_count, const size_t *y, size_t y_count,
                                          const size_t *z, size_t z_count, const mixmi_options *options);

/* ------------------------------------------------------------------------------------------- estimators */

/* A question about X and Y given Z: how much do they tell about each other, are they independent? Sets of a table's columns, disjoint, X and Y not empty. */
struct mixmi_question {
	const size_t *x;
	size_t x_count;
	const size_t *y;
	size_t y_count;
	const size_t *z;
	size_t z_count;
};

/* The registry of estimators: name and one line of help of estimator `index`, or NULL past the end. */
typedef struct mixmi_estimator_info {
	const char *name;
	const char *help;
	bool conditional;    /* it can be asked with a Z */
	const char *details; /* a paragraph: what it assumes, what it costs, when not to use it */
} mixmi_estimator_info;

MIXMI_API const mixmi_estimator_info *mixmi_estimator_at(size_t index);

typedef struct mixmi_value {
	const char *estimator;
	double estimate;  /* I(X;Y|Z), nats; nearest-neighbour estimates may fall below 0 */
	double corrected; /* miic, suzuki: after their own complexity term; else NaN */
	size_t rows;
	size_t rows_dropped;
} mixmi_value;

/* I(X;Y|Z) by options->estimator. `hist` is mixmi_estimate_cmi() without its corrections. On failure both values are
 * NaN. */
MIXMI_API mixmi_status mixmi_estimate(mixmi_value *out, const mixmi_table *table, const mixmi_question *question,
                                      const mixmi_options *options);

/* -------------------------------------------------------------------------------------- independence tests */

/* An answer. What a test does not have is NaN; after a failure all of it is, and `independent` is false. */
struct mixmi_answer {
	const char *test; /* name of the test */
	double estimate;  /* I(X;Y|Z), nats; scan, where it finds dependence: as counted if that alone pays for no code */
	double corrected; /* after the test's correction, nats; 0 where it finds nothing */
	double strength;  /* of mixmi_cmi: in [0, 1], for ranking; NaN where the test fits no histogram, or perm */
	double
		statistic; /* chi2: 2 n I of the fitted histogram; perm, scan: what is compared between permutations; rcit, rcot: of the features */
	double df;     /* chi2: degrees of freedom */
	double p;      /* chi2, perm, scan, rcit, rcot: p-value */
	double alpha;
	bool independent; /* the decision: p > alpha, or corrected = 0 where there is no p-value */
	size_t rows;      /* rows used, and left out for a missing value */
	size_t rows_dropped;
	size_t permutations; /* perm, scan, and rcit and rcot with null perm: permutations made */
	double bins_x;       /* grid cells of X, Y and Z */
	double bins_y;
	double bins_z;
};

/* The registry: name and one line of help of test `index`, or NULL past the end. */
typedef struct mixmi_test_info {
	const char *name;
	const char *help;
	bool has_p;          /* it gives a p-value, which alpha is compared with */
	const char *details; /* a paragraph: what it assumes, what it costs, when not to use it */
} mixmi_test_info;

MIXMI_API const mixmi_test_info *mixmi_test_at(size_t index);

/* Tests one question with options->test, or with options->custom_test where that is set. The answer does not depend on
 * the order of rows or columns, on exchanging X and Y, or on threads; permutations and features are drawn by
 * options->seed and the names of the columns. If `histogram` is not NULL, the histogram behind the estimate is handed
 * over there (NULL for a test that fits none, and for a custom test); its columns are in ascending order of their names.
 */
MIXMI_API mixmi_status mixmi_test(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                                  const mixmi_question *question, const mixmi_options *options);

/* Tests many questions in parallel; answers[i] belongs to questions[i]. A question that fails with MIXMI_ERROR_DATA (such
 * as too few rows) does not end the work: its answer is all NaN with rows 0, independent false and test NULL. */
MIXMI_API mixmi_status mixmi_test_many(mixmi_answer *answers, const mixmi_table *table, const mixmi_question *questions,
                                       size_t count, const mixmi_options *options);

/* Benjamini and Hochberg (1995): adjusted p-values that control the false discovery rate. NaN stays NaN and does not
 * count. */
MIXMI_API mixmi_status mixmi_adjust_p(double *adjusted, const double *p, size_t count);

/* ------------------------------------------------------------------------------------------ causal graphs */

/* What is known beforehand: edges that must or must not be there, directions, tiers. */
typedef struct mixmi_knowledge mixmi_knowledge;

/* Reads a knowledge file for the columns of `table`. One statement a line, '#' starts a comment; names as in column
 * lists, by name or number (double quotes protect blanks, commas, '#' and operators; an inner quote is doubled):
 *     require A -> B        the edge is there, in this direction; the pair is not tested
 *     require A -- B        the edge is there, in either direction
 *     forbid A -> B         not in this direction (the other one is allowed)
 *     forbid A -- B         no edge at all; the pair is never tested
 *     tier 1: A, B          nothing in a later tier causes anything in an earlier one, be it through columns of no tier
 *     tier 2 closed: C, D   and no edges within this tier
 * A tier may take several lines. No conditioning set of two columns has one of a later tier than both. Two columns that
 * are kept apart without a test say nothing about what they are both joined to: that stays without a v-structure.
 * Statements that contradict each other are an error that names their lines. In a search, statements about columns that
 * it leaves out do not count. */
MIXMI_API mixmi_status mixmi_knowledge_read(mixmi_knowledge **out, const char *path, const mixmi_table *table);
/* The same from a text; `name` stands for the file in messages. */
MIXMI_API mixmi_status mixmi_knowledge_parse(mixmi_knowledge **out, const char *text, const char *name,
                                             const mixmi_table *table);
MIXMI_API void mixmi_knowledge_free(mixmi_knowledge *knowledge);

/* A learnt graph: a CPDAG over columns, with the test behind every edge and every missing edge. */
typedef struct mixmi_graph mixmi_graph;

/* PC-stable (Colombo and Maathuis 2014): skeleton, separating sets, v-structures by options->v_rule, Meek's rules. NULL for
 * `columns` takes all of the table's; `knowledge` may be NULL. At least 2 columns, each with 2 values or more. The same for
 * any number of threads and any order of columns. A question that the data is too little for (MIXMI_ERROR_DATA) keeps the
 * edge. If the progress callback cancels, the call still succeeds with what is known by then, and
 * mixmi_graph_info.complete is false; with options->checkpoint a later call goes on from there. A checkpoint holds for the
 * same values of the same columns, the same test and model options and the same knowledge; one of another search is an
 * error and stays as it is. Nodes of the result are numbered as `columns` are. */
MIXMI_API mixmi_status mixmi_graph_learn(mixmi_graph **out, const mixmi_table *table, const size_t *columns,
                                         size_t column_count, const mixmi_knowledge *knowledge,
                                         const mixmi_options *options);

/* Reads a graph, to compare with, in any format that mixmi_graph_write() writes but "text"; the content decides which. As
 * people write them: lines "A -> B" or "A -- B" (odd names in double quotes; a name alone is a node without edges), and
 * delimited text with the headings from, to and perhaps type (directed or ->, undirected or --; nothing under `to`
 * declares a node). A matrix of 0 and 1 says in its top left cell how it is to be read: pcalg, causal-learn or from-to
 * (row to column). JSON brings back all that is in it, the others nodes and edges. A file that makes no sense is an error
 * that says where: up to 10,000 nodes, no loops, no edge twice. "-" is standard input; gzip is unpacked. */
MIXMI_API mixmi_status mixmi_graph_read(mixmi_graph **out, const char *path);
MIXMI_API void mixmi_graph_free(mixmi_graph *graph);

typedef struct mixmi_graph_info {
	size_t nodes;
	size_t edges;
	size_t separated;      /* pairs with a separating set */
	size_t conflicts;      /* what contradicts itself about directions, see mixmi_graph_conflict() */
	uint64_t tests;        /* questions asked, each once */
	uint64_t tests_reused; /* of these, answered by the checkpoint */
	size_t levels;         /* largest conditioning set that was tried, plus 1 */
	size_t bootstrap;      /* resamples made */
	bool complete;         /* false: cancelled before the end */
	const char *test;      /* name of the test; "" in a graph that was read */
	double alpha;
} mixmi_graph_info;

MIXMI_API void mixmi_graph_describe(mixmi_graph_info *out, const mixmi_graph *graph);

/* Name and type of a node; NULL and MIXMI_NUMERIC past the end. */
MIXMI_API const char *mixmi_graph_node(const mixmi_graph *graph, size_t node, mixmi_type *type);

typedef struct mixmi_edge {
	size_t from, to; /* nodes; of an undirected edge in ascending order */
	bool directed;
	bool required;   /* by background knowledge, without a test */
	double estimate; /* of the weakest test that kept it: largest p, or least corrected value where p is NaN */
	double corrected;
	double p;
	const size_t *given; /* its conditioning set: nodes */
	size_t given_count;
	size_t rows;              /* rows that test used */
	bool few_rows;            /* fewer than options->min_rows */
	double frequency;         /* share of bootstrap resamples with this edge in any direction; NaN without bootstrap */
	double frequency_forward; /* with from -> to, and with to -> from */
	double frequency_backward;
} mixmi_edge;

MIXMI_API mixmi_status mixmi_graph_edge(mixmi_edge *out, const mixmi_graph *graph, size_t edge);

typedef struct mixmi_separation {
	size_t a, b;         /* nodes, in ascending order */
	bool forbidden;      /* by background knowledge, without a test */
	const size_t *given; /* the set that separated them */
	size_t given_count;
	double estimate;
	double p;
	size_t rows;
	bool few_rows;
	double frequency; /* share of bootstrap resamples that have an edge here; NaN without bootstrap */
} mixmi_separation;

MIXMI_API mixmi_status mixmi_graph_separation(mixmi_separation *out, const mixmi_graph *graph, size_t index);

/* One line for people, or NULL past the end: on v-structures that contradict each other or what is known, or on a triple
 * that the conservative or the majority rule left ambiguous. */
MIXMI_API const char *mixmi_graph_conflict(const mixmi_graph *graph, size_t index);

/* The graph in a format: "text", "json", "dot", "graphml", "gml", "cytoscape", "csv" (edge list), "pcalg" and
 * "causal-learn" (adjacency matrices in their coding), "tetrad". The caller frees *text with mixmi_free(). */
MIXMI_API mixmi_status mixmi_graph_write(char **text, const mixmi_graph *graph, const char *format);

/* Name of format `index`, or NULL past the end. */
MIXMI_API const char *mixmi_graph_format(size_t index);

/* Draws the graph through Graphviz into a file whose name ends in .svg, .png or .pdf: edge widths by strength, node
 * shapes by column type. The file appears whole or not at all. Any thread may call it, but pictures are drawn one at a time;
 * a program that also uses Graphviz itself must not do so meanwhile. An error where the library was built without it. */
MIXMI_API mixmi_status mixmi_graph_plot(const mixmi_graph *graph, const char *path);

/* How a learnt graph compares with the true one, over nodes matched by name (both must have the same). */
typedef struct mixmi_comparison {
	size_t true_edges, learnt_edges, common_edges;
	double precision, recall, f1;                     /* of the skeleton; precision is 1 where nothing was learnt */
	size_t true_arrows, learnt_arrows, common_arrows; /* directed edges of both graphs */
	double arrow_precision, arrow_recall;
	size_t hamming; /* structural Hamming distance: pairs whose edge or its marks differ */
} mixmi_comparison;

MIXMI_API mixmi_status mixmi_graph_compare(mixmi_comparison *out, const mixmi_graph *learnt, const mixmi_graph *truth);

/* The CPDAG of a directed acyclic graph, such as a true graph that was read; an error if it has a cycle. */
MIXMI_API mixmi_status mixmi_graph_cpdag(mixmi_graph **out, const mixmi_graph *dag);

/* log2 R(n, K): parametric complexity in bits of a multinomial with K values and n rows, for any n >= 0 and K >= 1 (K
 * may be far beyond 2^53). Constant time; error below 1e-6 bits or 1e-14 relative, whichever is larger. */
MIXMI_API double mixmi_parametric_complexity(uint64_t n, double k);

#ifdef __cplusplus
}
#endif

#endif
