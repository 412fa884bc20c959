/*
 * mixmi - dependence in mixed data.
 *
 * How much does X tell about Y once Z is known, is that more than chance, what does it look like, and what graph of
 * causes fits all of it? For tables whose columns are discrete, continuous, or both at once. Estimates come from one
 * adaptive histogram, fitted to the joint data by the minimum description length principle (Marx, Yang and van Leeuwen,
 * SDM 2021), or from another method that is chosen by its name.
 *
 *     mixmi_table *table;
 *     if (mixmi_table_read(&table, "penguins.csv", NULL) != MIXMI_OK)
 *         fprintf(stderr, "%s\n", mixmi_error_message());
 *     size_t x = 2, y = 3, z = 0;
 *     mixmi_question question = { &x, 1, &y, 1, &z, 1 };
 *     mixmi_answer answer;
 *     if (mixmi_test(&answer, sizeof answer, NULL, table, &question, NULL) == MIXMI_OK)
 *         printf("%g nats, p = %g\n", answer.estimate, answer.p);
 *     mixmi_table_free(table);
 *
 * What holds for every function here:
 *  - A function that can fail returns a mixmi_status, and its outputs come first. On failure an output handle or array is
 *    NULL, output numbers are NaN, nothing leaks, and mixmi_error_message() says what was wrong and where.
 *  - A handle or array given through a pointer to a pointer belongs to the caller, who releases it with the matching
 *    _free, which takes NULL too (arrays and strings: mixmi_free). A pointer that is returned, or that stands in a struct,
 *    is borrowed: it lives as long as the handle that it came from. A _describe fills in the _info of its handle.
 *  - Options may be NULL everywhere, which stands for the defaults.
 *  - Information is in nats, code lengths (scores) in bits. Columns, nodes and bins are numbered from 0.
 *  - A table, a histogram and answers do not change once built: any number of threads may use one at the same time.
 *  - Results are the same to the last bit for any number of threads and any order of rows.
 *  - The library never prints, exits, handles signals or keeps state beyond the message of the calling thread.
 *  - Where no cost is said it is linear in what goes in and out, but for a logarithm; of a question: mixmi_method.details.
 *
 * How it stays compatible: a program compiled with this header, from 0.2 on, runs with every later library, which stays
 * libmixmi.so.0. Handles are opaque. A struct that the library fills in is passed with the size that the caller knows
 * (`sizeof answer`), also the distance between two in an array: fields are only added at its end, the library fills in
 * what fits and zeroes what it does not know. Rows of its own tables (options, methods, capabilities) and the report of
 * progress are read through pointers and grow in the same way. mixmi_question and mixmi_questions never change.
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
#define MIXMI_VERSION_MINOR 2
#define MIXMI_VERSION_PATCH 0
/* Version of the library that is running, as "major.minor.patch". */
MIXMI_API const char *mixmi_version(void);
/* Something that the library can or cannot do here, depending on how it was built and what is installed. */
typedef struct mixmi_capability {
	const char *name; /* "graphviz", "png", "threads", "mpi", or a file format such as "csv", "gzip" */
	const char *help; /* one line: what it is for and what it needs */
} mixmi_capability;
/* Row `index` of the capabilities, or NULL past the end. */
MIXMI_API const mixmi_capability *mixmi_capability_at(size_t index);
/* True if it is there now; false for an unknown name. May look for a program or load a library: milliseconds. */
MIXMI_API bool mixmi_capable(const char *name);

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
/* What went wrong in this thread's latest failure, whose successor overwrites it: one line, no newline, never NULL. */
MIXMI_API const char *mixmi_error_message(void);
/* Releases an array or string that a function of this header handed over. NULL is allowed. */
MIXMI_API void mixmi_free(void *pointer);

/* ----------------------------------------------------------------------------------------------- options */
/* Everything that can be set, for every call; by name, as in the option table and, after "--", on the command line. */
typedef struct mixmi_options mixmi_options;
typedef enum mixmi_option_kind {
	MIXMI_OPTION_INTEGER = 0,
	MIXMI_OPTION_REAL = 1,
	MIXMI_OPTION_CHOICE = 2,    /* one of `choices` */
	MIXMI_OPTION_CHARACTER = 3, /* one byte, or a name from `choices` */
	MIXMI_OPTION_SWITCH = 4,    /* `yes` or `no` */
	MIXMI_OPTION_TEXT = 5
} mixmi_option_kind;
/* One row of the option table. */
typedef struct mixmi_option {
	const char *name;
	const char *group;       /* "model", "estimator", "kernel", "test", "graph", "reading", "showing" or "running" */
	int32_t kind;            /* mixmi_option_kind */
	const char *argument;    /* what to call the value in help, such as "N"; NULL for a SWITCH */
	const char *choices;     /* comma-separated, for CHOICE, CHARACTER and SWITCH; else NULL */
	double minimum, maximum; /* for INTEGER and REAL */
	int32_t open;            /* 1: the bounds of a REAL are excluded */
	const char *fallback;    /* the default, as text */
	const char *help;        /* one line */
} mixmi_option;
/* Row `index` of the option table, or NULL past its end. Which methods use an option: mixmi_method_uses_option(). */
MIXMI_API const mixmi_option *mixmi_option_at(size_t index);
/* Options with their defaults; a copy, functions and contexts included. A call that has returned needs them no longer. */
MIXMI_API mixmi_status mixmi_options_new(mixmi_options **out);
MIXMI_API mixmi_status mixmi_options_copy(mixmi_options **out, const mixmi_options *options);
MIXMI_API void mixmi_options_free(mixmi_options *options);
/* Sets one option from text, which is copied, checking its range; on failure the option stays as it was. Setting `preset`
 * takes every option of the group "model", and the others that presets differ in, to what the preset says: set it first. */
MIXMI_API mixmi_status mixmi_options_set(mixmi_options *options, const char *name, const char *value);
/* The same for an INTEGER, a REAL or a SWITCH (0 or 1), without a way through text. */
MIXMI_API mixmi_status mixmi_options_set_number(mixmi_options *options, const char *name, double value);
/* The value as text, in one form, so that setting it again changes nothing; borrowed until it is set. NULL: no such option. */
MIXMI_API const char *mixmi_options_get(const mixmi_options *options, const char *name);
/* The value of an INTEGER, a REAL or a SWITCH; the number of a CHOICE, from 0. */
MIXMI_API mixmi_status mixmi_options_number(double *out, const mixmi_options *options, const char *name);
/* How far the work is. */
typedef struct mixmi_progress {
	const char *stage;    /* what is done at present, such as "fitting" */
	const char *unit;     /* what `done` and `total` count, such as "questions", or "" */
	uint64_t done, total; /* 0: not known */
	uint64_t tests;       /* questions that were asked so far, in a search for a graph or a target; else 0 */
	uint64_t level;       /* size of the conditioning sets there; else 0 */
	uint64_t expected;    /* questions there to the end as estimated at present, `tests` or more; else 0 */
} mixmi_progress;
/* Called by long work, at most some tens of times a second, always from the thread that made the call. Return true to go
 * on, false to cancel: the work then ends with MIXMI_ERROR_CANCELLED as soon as it can, in milliseconds. Default: NULL. */
typedef bool mixmi_progress_function(void *context, const mixmi_progress *progress);
MIXMI_API void mixmi_options_set_progress(mixmi_options *options, mixmi_progress_function *function, void *context);
/* `nats` in the option "units", for programs that show values. */
MIXMI_API double mixmi_in_units(double nats, const mixmi_options *options);

/* ---------------------------------------------------------------------------------------------- tables */
/* Columns of equal length; every column is sorted once into its distinct values and a code per row. */
typedef struct mixmi_table mixmi_table;
typedef enum mixmi_type {
	MIXMI_DISCRETE = 0, /* every distinct value is an atom (a point mass) */
	MIXMI_NUMERIC = 1,  /* values that stand out (preset paper: occur often) are atoms, the rest is continuous */
	MIXMI_AUTO = 2      /* to be found out; in arrays that come in only */
} mixmi_type;
/* Reads a file: delimited text, plain or compressed, or another format that mixmi_capable() knows; "-" is standard input.
 * Malformed input is an error that names file, line and column. A column of text is discrete with anything in it that is
 * neither a number nor a missing marker, or with codes such as 01234; else numeric. See the options' group "reading". */
MIXMI_API mixmi_status mixmi_table_read(mixmi_table **out, const char *path, const mixmi_options *options);
/* An empty table of `rows` rows; columns are added below. At most 4,294,967,294 rows. */
MIXMI_API mixmi_status mixmi_table_new(mixmi_table **out, size_t rows);
MIXMI_API void mixmi_table_free(mixmi_table *table);
/* Adds a column of numbers, copied. NaN, or a row where `missing` (may be NULL) is not 0, is missing; an infinite value is
 * an error; -0 is 0. Names are valid UTF-8, not empty and not taken. O(n); no other thread may use the table meanwhile. */
MIXMI_API mixmi_status mixmi_table_add_values(mixmi_table *table, const char *name, mixmi_type type,
                                              const double *values, const uint8_t *missing);
/* Adds a discrete column of integer codes, copied. With `labels`, codes index them (0 <= code < label_count) and atoms
 * keep the labels' order; without (NULL, 0) any integer is a code and is its own label. */
MIXMI_API mixmi_status mixmi_table_add_codes(mixmi_table *table, const char *name, const int64_t *codes,
                                             const char *const *labels, size_t label_count, const uint8_t *missing);
/* How the values of an array are stored. */
/* clang-format off */
typedef enum mixmi_format {
	MIXMI_FLOAT64 = 0, MIXMI_FLOAT32 = 1, MIXMI_INT8 = 2, MIXMI_INT16 = 3, MIXMI_INT32 = 4, MIXMI_INT64 = 5,
	MIXMI_UINT8 = 6, MIXMI_UINT16 = 7, MIXMI_UINT32 = 8, MIXMI_UINT64 = 9,
	MIXMI_BOOL8 = 10 /* a byte: 0 is false, all else true */
} mixmi_format;
/* What the numbers of an array are: plain, or dates and times since 1970-01-01 00:00 UTC, which are shown as such. */
typedef enum mixmi_unit {
	MIXMI_PLAIN = 0, MIXMI_DAYS = 1, MIXMI_SECONDS = 2, MIXMI_MILLISECONDS = 3, MIXMI_MICROSECONDS = 4,
	MIXMI_NANOSECONDS = 5
} mixmi_unit;
/* clang-format on */
/* A column as another program has it in memory. Start with { 0 }: float64, contiguous, nothing missing but NaN. */
typedef struct mixmi_array {
	const void *values;
	ptrdiff_t stride; /* bytes from one value to the next, may be negative; 0: contiguous */
	int32_t format;   /* mixmi_format */
	int32_t type;     /* mixmi_type; AUTO: discrete with labels and for BOOL8, else numeric */
	int32_t unit;     /* mixmi_unit */
	int32_t has_na;   /* 1: the integer `na` is missing (R: INT32_MIN) */
	int64_t na;
	const uint8_t *missing;    /* [rows] not 0: missing; NULL: none */
	const uint8_t *validity;   /* bitmap as in Arrow, least bit first, 0: missing; NULL: none */
	size_t validity_offset;    /* bits to skip in it */
	const char *const *labels; /* [label_count] texts that integers stand for, in order; NULL: none */
	size_t label_count;
	int64_t first_label;       /* the integer that stands for labels[0] (R's factors: 1) */
	int32_t ordered, reserved; /* 1: the order of the labels means something: low, middle, high; 0 */
	size_t below, above;       /* of numbers: the least and the greatest distinct values are detection limits ... */
	const char *const *limits; /* [below + above] ... with these texts, such as "<5", in ascending order */
} mixmi_array;
/* Adds a column from an array of `rows` values; `size` is sizeof(mixmi_array). Numbers go straight to where they are
 * sorted; nothing is kept of the array. Integers beyond 2^53 that are no labels are an error that names the row. */
MIXMI_API mixmi_status mixmi_table_add_array(mixmi_table *table, const char *name, const mixmi_array *array,
                                             size_t size);
/* A table from `count` arrays of `rows` values each, read as the columns of a file are: texts (labels with type AUTO) go
 * through the recognition of formatted numbers, dates, words for missing and scales, with its remarks, unless option recognise
 * is no; labels of type DISCRETE stay categories; type NUMERIC insists on numbers. The options of group "reading" that are
 * not about the format of a file count: missing, dates, decimal, ordered, where, sample, weights, discrete, numeric, only. */
MIXMI_API mixmi_status mixmi_table_from_arrays(mixmi_table **out, size_t rows, const char *const *names,
                                               const mixmi_array *columns, size_t size, size_t count,
                                               const mixmi_options *options);
/* Columns of the Arrow C data interface (https://arrow.apache.org/docs/format/CDataInterface.html): every width of
 * integers and floats, booleans, strings (also large and view), dictionaries, dates, times and timestamps, null bitmaps.
 * The structs are those of the published standard; a program that has them already defines the guards. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4
/* clang-format off */
struct ArrowSchema {
	const char *format, *name, *metadata;
	int64_t flags, n_children;
	struct ArrowSchema **children, *dictionary;
	void (*release)(struct ArrowSchema *);
	void *private_data;
};
struct ArrowArray {
	int64_t length, null_count, offset, n_buffers, n_children;
	const void **buffers;
	struct ArrowArray **children, *dictionary;
	void (*release)(struct ArrowArray *);
	void *private_data;
};
/* clang-format on */
#endif
#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE
struct ArrowArrayStream {
	int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
	int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
	const char *(*get_last_error)(struct ArrowArrayStream *);
	void (*release)(struct ArrowArrayStream *);
	void *private_data;
};
#endif
/* A table from a stream of record batches, such as a data frame gives. The stream is read to its end and released, on
 * failure too. Options `only`, `discrete`, `numeric` count as for files. */
MIXMI_API mixmi_status mixmi_table_from_arrow(mixmi_table **out, struct ArrowArrayStream *stream,
                                              const mixmi_options *options);
/* Adds one column. Neither struct is released. */
MIXMI_API mixmi_status mixmi_table_add_arrow(mixmi_table *table, const struct ArrowSchema *schema,
                                             const struct ArrowArray *array);
/* -- what is in a table. A column past the end is NULL, 0 or an error. `distinct` is the number of its distinct values. */
MIXMI_API size_t mixmi_table_rows(const mixmi_table *table);
MIXMI_API size_t mixmi_table_columns(const mixmi_table *table);
MIXMI_API const char *mixmi_table_name(const mixmi_table *table, size_t column);
MIXMI_API mixmi_type mixmi_table_type(const mixmi_table *table, size_t column);
MIXMI_API size_t mixmi_table_distinct(const mixmi_table *table, size_t column);
/* Label of a code, in the bytes that were read; NULL where there is none. A detection limit has one too, such as "<5". */
MIXMI_API const char *mixmi_table_label(const mixmi_table *table, size_t column, size_t code);
/* The number in a row, NaN if missing. In a column with labels: the code. */
MIXMI_API double mixmi_table_value(const mixmi_table *table, size_t column, size_t row);
/* A whole column into the caller's array: the codes of all rows (distinct values numbered in ascending order, or in the
 * order of the labels); their numbers as by mixmi_table_value(); of each code the number it stands for (NaN where it is a
 * label) and the number of rows. */
#define MIXMI_NO_CODE UINT32_MAX /* code of a missing value */
MIXMI_API mixmi_status mixmi_table_codes(uint32_t *out, const mixmi_table *table, size_t column);  /* [rows] */
MIXMI_API mixmi_status mixmi_table_values(double *out, const mixmi_table *table, size_t column);   /* [rows] */
MIXMI_API mixmi_status mixmi_table_levels(double *out, const mixmi_table *table, size_t column);   /* [distinct] */
MIXMI_API mixmi_status mixmi_table_counts(uint64_t *out, const mixmi_table *table, size_t column); /* [distinct] */
typedef struct mixmi_column {
	const char *name;
	const char *why;         /* how the type was decided, in words */
	int32_t type;            /* mixmi_type */
	int32_t has_labels;      /* 1: values are texts, not numbers */
	size_t position;         /* 1-based place in the file, or in the order of adding */
	size_t missing;          /* rows without a value */
	size_t distinct;         /* distinct values */
	double minimum, maximum; /* smallest and largest number; NaN where has_labels or without any value */
	size_t atoms;     /* distinct values that are atoms under the options given (all of them in a discrete column) */
	size_t atom_rows; /* rows that hold them */
	const char *kind; /* continuous, rounded, count, binary, ordered, categories, date, identifier, constant, repeat */
	const char *remark;       /* what a user should know about it; NULL: nothing */
	double step;              /* what numbers were rounded to; NaN: not rounded, or no numbers */
	int32_t unit;             /* mixmi_unit */
	int32_t ordered;          /* 1: labels in an order that means something */
	int32_t suited, reserved; /* 0: constant, identifier or repetition: searches leave it out unless it is named */
	size_t below;             /* the first so many distinct values stand for "less than" (detection limits) ... */
	size_t above;             /* ... and the last so many for "more than" */
	const char *label;        /* what the file says the column is; NULL: nothing */
} mixmi_column;
/* Describes one column. `options` decides what is an atom. O(distinct). */
MIXMI_API mixmi_status mixmi_table_column(mixmi_column *out, size_t size, const mixmi_table *table, size_t column,
                                          const mixmi_options *options);
/* Writes a number as people read it: a date or a date with its time where `unit` (mixmi_unit) says so, else six digits. */
#define MIXMI_SHOWN 40
MIXMI_API void mixmi_show_value(char out[MIXMI_SHOWN], double value, int32_t unit);
/* Draws all columns as small pictures: numbers as histograms of the default's bins, categories by frequency. See mixmi_histogram_plot(). */
MIXMI_API mixmi_status mixmi_table_plot(const mixmi_table *table, const mixmi_options *options, const char *path);
/* Index of the column with this name, or else at this 1-based position, 3 or #3. An unknown name is an error that suggests the nearest. */
MIXMI_API mixmi_status mixmi_table_find(size_t *out, const mixmi_table *table, const char *name);
/* Indices of a comma-separated list of columns by name or number. A name that holds a comma or quotes is written in
 * double quotes, with inner quotes doubled. A pattern with * and ? stands for all names that it matches, and first-last for
 * all columns from one to the other, by name or number. The caller frees *columns with mixmi_free(). */
MIXMI_API mixmi_status mixmi_table_select(size_t **columns, size_t *count, const mixmi_table *table, const char *list);
/* Remark `index` that the reader made and a user should see, such as on unnamed columns, or NULL past the end. */
MIXMI_API const char *mixmi_table_note(const mixmi_table *table, size_t index);

/* ------------------------------------------------------------------------------------------ histograms */
/* The fitted joint histogram of columns: a grid with bins in every column, and the counts of the cells that hold data. */
typedef struct mixmi_histogram mixmi_histogram;
/* Fits the histogram of columns by minimum description length, without rows that lack a value in any of them. Greedy
 * rounds of exact one-column segmentations (dynamic programming over candidate cuts), O(n + K_init min(n, K_init cells) +
 * K_max K_init^2) per round and column. Candidate cuts of preset paper are of equal width; those of preset robust also of
 * equal frequency and widening with the distance from the median, with the best score of up to five searches. */
MIXMI_API mixmi_status mixmi_histogram_fit(mixmi_histogram **out, const mixmi_table *table, const size_t *columns,
                                           size_t column_count, const mixmi_options *options);
MIXMI_API void mixmi_histogram_free(mixmi_histogram *histogram);
typedef struct mixmi_histogram_info {
	size_t rows, rows_dropped; /* rows used, and left out for a missing value */
	size_t columns;
	size_t cells;            /* cells that hold data */
	double grid_cells;       /* all cells of the grid: the product of the numbers of bins */
	double score;            /* total code length in bits: the sum of the next three */
	double score_data;       /* - sum c log2(c / (n v)); of a "dependence" less that of independent columns */
	double score_complexity; /* log2 R(n, grid_cells) */
	double score_cuts;       /* sum over columns of log2 binom(K_init - 1, intervals - 1) */
	size_t rounds;           /* rounds of the search that were made, over all starts */
	const char *preset;
	const char *kind; /* "density": fitted to the data as they lie; "dependence": to what columns tell of each other */
	int32_t converged, reserved; /* 0: stopped by max-rounds while a round still brought a gain */
} mixmi_histogram_info;
MIXMI_API void mixmi_histogram_describe(mixmi_histogram_info *out, size_t size, const mixmi_histogram *histogram);
typedef struct mixmi_histogram_column {
	const char *name;
	int32_t type;       /* mixmi_type */
	int32_t has_labels; /* 1: its atoms are texts */
	size_t bins;        /* intervals + groups */
	size_t intervals;   /* bins 0 .. intervals-1, in ascending order */
	size_t groups;      /* bins intervals .. bins-1: those that hold atoms only */
	size_t atoms; /* ascending, or in the table's order of labels; where groups == atoms each is a bin of its own */
	size_t k_init, k_max;   /* candidate bins and most intervals allowed; 0 where the column has no continuous part */
	int32_t unit, reserved; /* mixmi_unit: what its numbers count; 0 */
} mixmi_histogram_column;
/* Describes a column of the histogram; columns are numbered as in the call that fitted it. */
MIXMI_API mixmi_status mixmi_histogram_get_column(mixmi_histogram_column *out, size_t size,
                                                  const mixmi_histogram *histogram, size_t column);
typedef struct mixmi_bin {
	double lower;            /* interval: [lower, upper), the last interval of a column [lower, upper] */
	double upper;            /* atoms: the smallest and the largest value (NaN where the column has labels) */
	double volume;           /* width of the interval, plus the number of atoms */
	uint64_t count;          /* rows in it */
	const char *label;       /* text of an atom with a label, of several "one | two"; else NULL. The histogram's own */
	size_t atoms;            /* atoms in it; an interval may hold some too */
	const uint32_t *members; /* [atoms] their numbers, ascending, for mixmi_histogram_get_atom(); the histogram's own */
	int32_t is_atom, reserved; /* 1: no interval, but one atom or a group of several */
} mixmi_bin;
typedef struct mixmi_atom {
	double value;      /* NaN where the column has labels */
	const char *label; /* NULL where it has none. The histogram's own */
	size_t bin;        /* the bin it lies in */
} mixmi_atom;
typedef struct mixmi_cell {
	const uint32_t *bins; /* one bin number per column */
	uint64_t count;
	double volume;     /* product of the bins' volumes; may overflow to infinity or 0 where log_volume does not */
	double log_volume; /* its natural logarithm */
} mixmi_cell;
/* One bin or atom of a column; one cell of those that hold data, in ascending order of their bins, first column first. */
MIXMI_API mixmi_status mixmi_histogram_get_bin(mixmi_bin *out, size_t size, const mixmi_histogram *histogram,
                                               size_t column, size_t bin);
MIXMI_API mixmi_status mixmi_histogram_get_atom(mixmi_atom *out, size_t size, const mixmi_histogram *histogram,
                                                size_t column, size_t atom);
MIXMI_API mixmi_status mixmi_histogram_get_cell(mixmi_cell *out, size_t size, const mixmi_histogram *histogram,
                                                size_t index);
/* All of them into the caller's arrays: [bins] and [atoms] of a column. */
MIXMI_API mixmi_status mixmi_histogram_bins(mixmi_bin *out, size_t size, const mixmi_histogram *histogram,
                                            size_t column);
MIXMI_API mixmi_status mixmi_histogram_atoms(mixmi_atom *out, size_t size, const mixmi_histogram *histogram,
                                             size_t column);
/* bins[cell * columns + j], counts[cell] and log_volumes[cell]; an array that is NULL is not filled in. */
MIXMI_API mixmi_status mixmi_histogram_cells(uint32_t *bins, uint64_t *counts, double *log_volumes,
                                             const mixmi_histogram *histogram);
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
/* The histogram as a JSON text (schema: docs/reference/json.md), and back. Reading gives a histogram that is the same to the
 * last bit; a text that is not one is an error that says why. The caller frees *text with mixmi_free(). */
MIXMI_API mixmi_status mixmi_histogram_to_json(char **text, const mixmi_histogram *histogram);
MIXMI_API mixmi_status mixmi_histogram_from_json(mixmi_histogram **out, const char *text, size_t length);
/* Draws a histogram of one or two columns into a .svg or, where librsvg is installed, a .png or .pdf. One column: density
 * steps, atoms as bars; area is probability. Two: the grid over the points of `table`, cells coloured by observed against
 * expected rows. The file appears whole or not at all. Of `options` only the progress callback counts. */
MIXMI_API mixmi_status mixmi_histogram_plot(const mixmi_histogram *histogram, const mixmi_table *table,
                                            const mixmi_options *options, const char *path);

/* ------------------------------------------------------------------------------- questions and answers */
/* X and Y given Z: sets of a table's columns without a column in common, X and Y not empty, Z possibly (NULL, 0). */
typedef struct mixmi_question {
	const size_t *x;
	size_t x_count;
	const size_t *y;
	size_t y_count;
	const size_t *z;
	size_t z_count;
} mixmi_question;
typedef enum mixmi_verdict {
	MIXMI_NO_VERDICT = 0, /* an estimate was asked for and no decision, or the question failed */
	MIXMI_INDEPENDENT = 1,
	MIXMI_DEPENDENT = 2,
	MIXMI_UNDECIDED = 3 /* nothing can be compared, most often given Z (see `comparable`); of estimates as well */
} mixmi_verdict;
/* What is known about a question, be it estimated or tested. A number that the method does not have is NaN; after a
 * failure every number is, counts are 0 and there is no verdict. */
typedef struct mixmi_answer {
	int32_t status;     /* mixmi_status */
	int32_t verdict;    /* mixmi_verdict; of a test: p > alpha is independent, or corrected = 0 where there is no p */
	const char *method; /* name of the estimator or test; lives as long as the library, or the options of an own test */
	/* how much */
	double estimate;       /* I(X;Y|Z) in nats; of the histogram never negative, of nearest neighbours it may be */
	double plug_in;        /* of the histogram before any correction */
	double bias;           /* that was subtracted: of small counts, less what discretisation hides; may be negative */
	double standard_error; /* of the histogram: infinitesimal jackknife, the cells held */
	double lower, upper;   /* confidence interval at the level of option confidence (METHOD.md, 5.8); NaN without */
	double strength;   /* in [0, 1]: |r| of the Gaussian pair with this estimate, sqrt(1 - exp(-2 I)) (Linfoot 1957) */
	double detectable; /* where independent: least linear dependence found with power .9 in such rows, nats */
	double corrected;  /* after the complexity term of the method or the test's correction; 0: nothing is left */
	/* is it more than chance */
	double statistic; /* what the test compares with its null distribution */
	double df;        /* chi2: degrees of freedom */
	double p;         /* p-value */
	double alpha;     /* the level that it was compared with */
	/* from what */
	uint64_t rows, rows_dropped; /* rows used, and left out for a missing value */
	uint64_t comparable;         /* rows that Z leaves comparable with others; `rows` where the method cannot say */
	uint64_t permutations;       /* that were made */
	/* the histogram behind it */
	double bins_x, bins_y, bins_z; /* grid cells of X, Y and Z: products of the numbers of bins (1 for an empty Z) */
	double fitted;                 /* I(X;Y|Z) of the fitted grid as it stands, which the rest is about */
	/* corrections C of the paper, section 5, and max(0, fitted + C): independent where that is 0 */
	double chi2, chi2_correction; /* C = - quantile(1 - alpha, df) / 2n */
	double chi2_df, chi2_p;   /* (bins_x - 1)(bins_y - 1) bins_z, and the chi-squared tail of 2 n fitted; 1 for df 0 */
	double sc, sc_correction; /* quotient normalised maximum likelihood */
	double fnml, fnml_correction; /* factorised normalised maximum likelihood */
	double jic, jic_correction;   /* C = - df ln(n) / 2n */
	double strength_max; /* the most it can be: sqrt(1 - exp(-2 min H)), H(X|Z) or H(Y|Z) of discrete sides; else 1 */
} mixmi_answer;
/* A method that can be chosen by name, with the option "estimator" or "test". */
typedef struct mixmi_method {
	const char *name;
	const char *help;    /* one line */
	const char *details; /* a paragraph: what it assumes, what it costs, when not to use it */
	const char *options; /* those of the groups model, estimator, kernel and test that it uses, comma-separated */
	int32_t conditional; /* 1: it can be asked with a Z */
	int32_t has_p;       /* 1: it gives a p-value, which alpha is compared with */
	int32_t has_bins, reserved; /* 1: it fits a histogram, which it hands over */
} mixmi_method;
/* Estimator or test `index`, or NULL past the end. */
MIXMI_API const mixmi_method *mixmi_estimator_at(size_t index);
MIXMI_API const mixmi_method *mixmi_test_at(size_t index);
/* True if setting the option can change what the method answers. */
MIXMI_API bool mixmi_method_uses_option(const mixmi_method *method, const char *option);
MIXMI_API bool mixmi_method_hears(const mixmi_method *method, const char *option); /* its name in 0.2 */
/* I(X;Y|Z) by the option "estimator", without a test's decision. Exchanging X and Y, the order within the sets, of rows or of columns
 * change nothing. If `histogram` is not NULL, the histogram behind it is handed over there (NULL where the method fits
 * none); its columns are those of X, Y and Z in ascending order of their names. Cost: mixmi_method.details. */
MIXMI_API mixmi_status mixmi_estimate(mixmi_answer *out, size_t size, mixmi_histogram **histogram,
                                      const mixmi_table *table, const mixmi_question *question,
                                      const mixmi_options *options);
/* Are X and Y independent given Z? By the option "test", or an own test. As above; draws are by the option "seed". */
MIXMI_API mixmi_status mixmi_test(mixmi_answer *out, size_t size, mixmi_histogram **histogram, const mixmi_table *table,
                                  const mixmi_question *question, const mixmi_options *options);
/* The same as mixmi_estimate() from a histogram that is there: X, Y and Z are columns of the histogram; columns in none of
 * them are summed out. Of the options only alpha, bias and confidence count. O(cells log cells). */
MIXMI_API mixmi_status mixmi_histogram_cmi(mixmi_answer *out, size_t size, const mixmi_histogram *histogram,
                                           const mixmi_question *question, const mixmi_options *options);
/* Draws the histogram that a question of one X and one Y was answered with, X along the page; given Z a part for each bin of
 * Z, the 12 fullest, with the estimate for its rows alone by these options, which costs about one estimate more. `question` is about the table's columns, as it was asked. Else as mixmi_histogram_plot(). */
MIXMI_API mixmi_status mixmi_question_plot(const mixmi_histogram *histogram, const mixmi_table *table,
                                           const mixmi_question *question, const mixmi_options *options,
                                           const char *path);
/* A test of the program's own. It fills in `out`, which is as large as the library's mixmi_answer and in which every number
 * is NaN, at least with a verdict. It may be called from several threads at once, and must give the same answer to the same
 * question whoever asks. A status other than MIXMI_OK is the status of the question. */
typedef mixmi_status mixmi_test_function(mixmi_answer *out, void *context, const mixmi_table *table,
                                         const mixmi_question *question, const mixmi_options *options);
/* From now on these options test by `function` (NULL: again by the option "test"). The name, which is copied, stands in
 * answers and in checkpoints: a checkpoint of one own test is not taken for that of another. */
MIXMI_API mixmi_status mixmi_options_set_test(mixmi_options *options, mixmi_test_function *function, void *context,
                                              const char *name);

/* ------------------------------------------------------------------------------------------- many questions */
/* Questions in two arrays: the columns of X, Y and Z of the first question, then of the second, and so on. `ends` says
 * where each set ends: X of question i is columns[ends[3i - 1] .. ends[3i] - 1], with 0 for ends[-1]. */
typedef struct mixmi_questions {
	size_t count;
	const size_t *columns;
	const size_t *ends; /* [3 * count], ascending */
} mixmi_questions;
/* Questions with their answers. */
typedef struct mixmi_answers mixmi_answers;
/* Answers many questions in parallel, each by one thread. A question that fails has its status, message and no numbers,
 * and does not end the work. The call itself fails where options or columns make no sense, for lack of memory, or with
 * MIXMI_ERROR_CANCELLED: then *out is still handed over, with that status for every question that was not answered. */
MIXMI_API mixmi_status mixmi_estimate_many(mixmi_answers **out, const mixmi_table *table,
                                           const mixmi_questions *questions, const mixmi_options *options);
MIXMI_API mixmi_status mixmi_test_many(mixmi_answers **out, const mixmi_table *table, const mixmi_questions *questions,
                                       const mixmi_options *options);
/* Tests every pair of the columns given (NULL, 0: all of the table's) in their order, or with targets every column as X
 * against each target as Y, two targets once; all given Z, whose columns are in no pair. */
MIXMI_API mixmi_status mixmi_pairs(mixmi_answers **out, const mixmi_table *table, const size_t *columns,
                                   size_t column_count, const size_t *targets, size_t target_count, const size_t *z,
                                   size_t z_count, const mixmi_options *options);
MIXMI_API void mixmi_answers_free(mixmi_answers *answers);
/* Their number; answer `index`, whose status is the question's; why it failed, or NULL; the question, columns borrowed. */
MIXMI_API size_t mixmi_answers_count(const mixmi_answers *answers);
MIXMI_API mixmi_status mixmi_answers_get(mixmi_answer *out, size_t size, const mixmi_answers *answers, size_t index);
MIXMI_API const char *mixmi_answers_message(const mixmi_answers *answers, size_t index);
MIXMI_API mixmi_status mixmi_answers_question(mixmi_question *out, const mixmi_answers *answers, size_t index);
/* Draws the strengths of pairs as a heat map, columns that depend on each other side by side (all pairs, at most 1000
 * columns, O(columns^3)), or the strongest first (against targets, 100 columns). Else as mixmi_histogram_plot(). */
MIXMI_API mixmi_status mixmi_answers_plot(const mixmi_answers *answers, const mixmi_table *table,
                                          const mixmi_options *options, const char *path);
/* One field of all answers, by its name in mixmi_answer, as numbers: out[count]. An unknown name is an error. */
MIXMI_API mixmi_status mixmi_answers_numbers(double *out, const mixmi_answers *answers, const char *field);
/* Name of field `index` of mixmi_answer of those that are numbers, or NULL past the end. */
MIXMI_API const char *mixmi_answer_field(size_t index);
/* Benjamini and Hochberg (1995): p-values adjusted for the false discovery rate. NaN stays and does not count. `adjusted` may be `p`. */
MIXMI_API mixmi_status mixmi_adjust_p(double *adjusted, const double *p, size_t count);

/* ------------------------------------------------------------------------------------------- explanations */
/* What a dependence looks like: how Y goes along X, ranks within Z compared. */
typedef enum mixmi_shape {
	MIXMI_SHAPE_NONE = 0, /* no dependence was found, or nothing varies */
	MIXMI_SHAPE_INCREASING = 1,
	MIXMI_SHAPE_DECREASING = 2,
	MIXMI_SHAPE_PEAK = 3, /* Y is high where X is neither small nor large */
	MIXMI_SHAPE_VALLEY = 4,
	MIXMI_SHAPE_THRESHOLD = 5,  /* Y changes at one place and hardly elsewhere */
	MIXMI_SHAPE_POINT_MASS = 6, /* all that matters is whether X is at one of its point masses, such as 0 */
	MIXMI_SHAPE_GROUPS = 7,     /* X or Y has no order: texts, two numbers such as 0 and 1, or several columns */
	MIXMI_SHAPE_OTHER = 8
} mixmi_shape;
typedef struct mixmi_profile {
	int32_t shape;           /* mixmi_shape */
	int32_t along_y;         /* 1: the shape is how X goes along Y, because Y along X has none of the simple ones */
	const char *word;        /* the shape: "none", "increasing", "point mass", ...; lives as long as the library */
	double sign, sign_error; /* Spearman's rank correlation given Z, and its standard error; NaN for groups */
	double where; /* threshold, point mass, top, bottom (with labels: code), or the larger of two numbers; or NaN */
	double jump;  /* mean rank beyond or at it less that of the rest, in [-1, 1]; above 0: more at `where`; or NaN */
} mixmi_profile;
/* The profile of a dependence that is known to be there. Y's ranks are fitted by bins of X and functions of Z, added up, on
 * all rows. Names, labels and the order of rows do not matter; a negated column turns it round. O(rows). */
MIXMI_API mixmi_status mixmi_profile_of(mixmi_profile *out, size_t size, const mixmi_table *table,
                                        const mixmi_question *question);
/* Those of all answers, in parallel: out[count], MIXMI_SHAPE_NONE where independent. `table` is the one asked about. */
MIXMI_API mixmi_status mixmi_answers_profiles(mixmi_profile *out, size_t size, const mixmi_answers *answers,
                                              const mixmi_table *table, const mixmi_options *options);
/* The shape in words, such as "threshold near 37.2". The caller frees *text with mixmi_free(). */
MIXMI_API mixmi_status mixmi_profile_words(char **text, const mixmi_profile *profile, const mixmi_table *table,
                                           const mixmi_question *question);
/* An answer of the default estimator with the grid behind it, its cells and its profile. With `by_z` the question is also
 * asked for each value of Z alone (for each bin of a numeric column with over 10 values). Costs about one estimate, with by_z two. What the accessors return is borrowed. */
typedef struct mixmi_explanation mixmi_explanation;
MIXMI_API mixmi_status mixmi_explain(mixmi_explanation **out, const mixmi_table *table, const mixmi_question *question,
                                     bool by_z, const mixmi_options *options);
MIXMI_API void mixmi_explanation_free(mixmi_explanation *explanation);
MIXMI_API const mixmi_answer *mixmi_explanation_answer(const mixmi_explanation *explanation);
MIXMI_API const mixmi_profile *mixmi_explanation_profile(const mixmi_explanation *explanation);
MIXMI_API const mixmi_histogram *mixmi_explanation_histogram(const mixmi_explanation *explanation);
/* A cell of the grid. Where a grid has over 65,536 with an expectation, only those that hold data are listed. */
typedef struct mixmi_explained_cell {
	const uint32_t *bins;      /* one bin number per column of the histogram */
	double observed, expected; /* rows in it; how many if X and Y were independent given the cell of Z */
	double contribution;       /* (observed ln(observed / expected) - observed + expected) / rows, never negative: */
	double share; /* all of them add up to I(X;Y|Z) of the grid (answer.fitted), of which this is the share */
} mixmi_explained_cell;
/* Cell `index`, the largest contribution first, or NULL past the end; and its bins in words, "species = Gentoo, mass < 4500",
 * which the caller frees with mixmi_free(). */
MIXMI_API const mixmi_explained_cell *mixmi_explanation_cell(const mixmi_explanation *explanation, size_t index);
MIXMI_API mixmi_status mixmi_explanation_words(char **text, const mixmi_explanation *explanation, size_t index);
/* A value or bin of Z: its words ("species = Gentoo"), its rows, I(X;Y) of the grid's bins in them, and what the question
 * whose rows are these alone has for an answer (MIXMI_ERROR_DATA and NaN where they are fewer than 20). */
typedef struct mixmi_explained_group {
	const char *words;
	uint64_t rows;
	double plug_in;
	const mixmi_answer *answer;
	const mixmi_profile *profile;
} mixmi_explained_group;
/* Group `index`, in the order of Z's values, or NULL past the end and without by_z. At most 1000: beyond, the largest. */
MIXMI_API const mixmi_explained_group *mixmi_explanation_group(const mixmi_explanation *explanation, size_t index);
/* A bin of a histogram's column in words: "mass < 4500", "species = Gentoo". The caller frees *text with mixmi_free(). */
MIXMI_API mixmi_status mixmi_bin_words(char **text, const mixmi_histogram *histogram, size_t column, size_t bin);

/* ------------------------------------------------------------------------------------ background knowledge */
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
 *     order: A < B, C < rest   tiers in this order; `rest` are all columns that no line puts in a tier
 *     root: A, B            no other column causes these
 *     context: A, B         roots without edges between them: site, batch, experimental condition
 *     sink: C               these cause no other column
 * A tier may take several lines. No conditioning set of two columns has one of a later tier than both. Two columns that
 * knowledge separates without a test make no v-structure of what they are both joined to. Lines that contradict each other are an error
 * that names them; columns that a search leaves out do not count. Or from a text: `name` stands for the file in messages. */
MIXMI_API mixmi_status mixmi_knowledge_read(mixmi_knowledge **out, const char *path, const mixmi_table *table);
MIXMI_API mixmi_status mixmi_knowledge_parse(mixmi_knowledge **out, const char *text, const char *name,
                                             const mixmi_table *table);
/* The same by calls: nothing is known at first, each call adds a statement about columns by index. A statement that
 * contradicts an earlier one is an error and is not added; messages number the statements from 1. */
MIXMI_API mixmi_status mixmi_knowledge_new(mixmi_knowledge **out, const mixmi_table *table);
MIXMI_API mixmi_status mixmi_knowledge_require(mixmi_knowledge *knowledge, size_t from, size_t to, bool directed);
MIXMI_API mixmi_status mixmi_knowledge_forbid(mixmi_knowledge *knowledge, size_t from, size_t to, bool directed);
MIXMI_API mixmi_status mixmi_knowledge_tier(mixmi_knowledge *knowledge, uint64_t tier, const size_t *columns,
                                            size_t column_count, bool closed);
/* No other column causes this one; this one causes no other. */
MIXMI_API mixmi_status mixmi_knowledge_root(mixmi_knowledge *knowledge, size_t column);
MIXMI_API mixmi_status mixmi_knowledge_sink(mixmi_knowledge *knowledge, size_t column);
/* Remarks that a user should see, such as columns without a tier where others have one: row `index`, or NULL past the end. */
MIXMI_API const char *mixmi_knowledge_note(const mixmi_knowledge *knowledge, size_t index);
MIXMI_API void mixmi_knowledge_free(mixmi_knowledge *knowledge);

/* ------------------------------------------------------------------------------------------ causal graphs */
/* A graph over columns, with the test behind every edge and every missing edge where it was learnt. */
typedef struct mixmi_graph mixmi_graph;
/* By option search: score, the default (best order score search, Andrews et al. 2023, corrected by tests), or
 * pc-stable (Colombo and Maathuis 2014); with option latent FCI or RFCI. Of 200 columns some 24,000 questions. NULL for
 * `columns` takes all of the table's; `knowledge` may be NULL. At least 2 columns, each with 2 values or more; any order of
 * columns gives the same. Data too little for a question (MIXMI_ERROR_DATA) keeps the edge. If the progress callback
 * cancels, the call still succeeds with what is known by then, and mixmi_graph_info.complete is 0; with option checkpoint
 * a later call goes on from there. A checkpoint holds for the same values of the same columns, the same test and model
 * options and the same knowledge; one of another search is an error and stays as it is. Nodes are numbered as `columns`. */
MIXMI_API mixmi_status mixmi_graph_learn(mixmi_graph **out, const mixmi_table *table, const size_t *columns,
                                         size_t column_count, const mixmi_knowledge *knowledge,
                                         const mixmi_options *options);
/* The same for subsample `number` alone, from 1, of option stability, for processes. Option latent-search auto searches all
 * rows first, for the choice. Then the frequencies of `graph` from 2k subsamples in order: 2i - 1 and 2i are halves. */
MIXMI_API mixmi_status mixmi_graph_learn_subsample(mixmi_graph **out, const mixmi_table *table, const size_t *columns,
                                                   size_t column_count, const mixmi_knowledge *knowledge,
                                                   const mixmi_options *options, size_t number);
MIXMI_API mixmi_status mixmi_graph_set_subsamples(mixmi_graph *graph, const mixmi_graph *const *subsamples,
                                                  size_t count);
/* How an edge ends at a node. */
typedef enum mixmi_mark {
	MIXMI_MARK_NONE = 0,
	MIXMI_MARK_TAIL = 1,
	MIXMI_MARK_ARROW = 2,
	MIXMI_MARK_CIRCLE = 3 /* not known whether tail or arrow */
} mixmi_mark;
/* A graph of nodes with these names, which are copied, and no edges; then one edge at a time, by the marks at its two ends
 * (a -> b has a tail at a and an arrow at b; no mark at either end takes an edge away). O(edges) per edge. For one thread. */
MIXMI_API mixmi_status mixmi_graph_new(mixmi_graph **out, const char *const *names, size_t count);
MIXMI_API mixmi_status mixmi_graph_join(mixmi_graph *graph, size_t a, size_t b, mixmi_mark mark_a, mixmi_mark mark_b);
/* Reads a graph in any format that mixmi_graph_write() writes but "text"; the content decides which. As people write them:
 * lines "A -> B" or "A -- B" (odd names in double quotes; a name alone is a node), and delimited text with the headings
 * from, to and perhaps type (directed or ->, undirected or --; nothing under `to` declares a node). A matrix of 0 and 1 says
 * in its top left cell how to read it: pcalg, causal-learn or from-to (row to column). JSON brings back all that is in it,
 * the others nodes and edges; nonsense is an error that says where. At most 10,000 nodes; "-" is standard input. Or a text. */
MIXMI_API mixmi_status mixmi_graph_read(mixmi_graph **out, const char *path);
MIXMI_API mixmi_status mixmi_graph_parse(mixmi_graph **out, const char *text, size_t length);
MIXMI_API void mixmi_graph_free(mixmi_graph *graph);
typedef struct mixmi_graph_info {
	size_t nodes, edges;
	size_t separated;      /* pairs with a separating set */
	size_t conflicts;      /* what contradicts itself about directions, see mixmi_graph_conflict() */
	uint64_t tests;        /* questions asked, each once */
	uint64_t tests_reused; /* of these, answered by the checkpoint */
	size_t levels;         /* largest conditioning set that was tried, plus 1 */
	size_t subsamples;     /* of half the rows, in pairs, that frequencies come from */
	const char *test;      /* name of the test; "" in a graph that was not learnt */
	double alpha;
	int32_t complete, reserved; /* 0: cancelled before the end */
	const char *kind;           /* "cpdag", "pag" (with latent variables) or "skeleton" (cancelled: no directions) */
	const char *search;         /* option search, "fci" or "rfci"; "" in a graph that was not learnt */
	double false_edges;         /* bound on the expected false edges of frequency .9 or more; NaN without */
	size_t round;      /* gather: the round of shards that is needed; shard: the one that it was part of; else 0 */
	size_t open;       /* gather: pairs or subsamples with questions that are to be asked in it */
	const char *stage; /* what it is about, such as "level 2"; "" without a round */
} mixmi_graph_info;
MIXMI_API void mixmi_graph_describe(mixmi_graph_info *out, size_t size, const mixmi_graph *graph);
/* Name and type of a node; NULL and MIXMI_NUMERIC past the end. `type` may be NULL. */
MIXMI_API const char *mixmi_graph_node(const mixmi_graph *graph, size_t node, mixmi_type *type);
typedef struct mixmi_edge {
	size_t from, to;               /* nodes; of an edge that is not directed in ascending order */
	int32_t mark_from, mark_to;    /* mixmi_mark at either end */
	int32_t directed;              /* 1: from -> to, a tail and an arrow */
	int32_t required;              /* 1: by background knowledge, without a test */
	double estimate, corrected, p; /* of the weakest test that kept it: largest p, or least `corrected` without p */
	const size_t *given;           /* its conditioning set: nodes */
	size_t given_count, rows;      /* rows that test used */
	double frequency;              /* share of pairs of halves that both have this edge; NaN without */
	double frequency_forward, frequency_backward; /* with from -> to, and with to -> from */
	int32_t few_rows;                             /* 1: fewer than option min-rows */
	int32_t doubtful;        /* 2: p > alpha, though the score keeps it; 1: says the file that it was read from */
	double sign, sign_error; /* as in mixmi_profile, given `given` */
	int32_t shape;           /* mixmi_shape: how one end goes along the other, node `shape_along`; where: as there */
	int32_t undecided;       /* 1: no test could tell, which keeps an edge: ignore its estimate */
	size_t shape_along;
	double where;
} mixmi_edge;
typedef struct mixmi_separation {
	size_t a, b;         /* nodes, in ascending order */
	const size_t *given; /* the set that separated them */
	size_t given_count;
	double estimate, p; /* NaN for an estimate that a test which judges faster than it measures (scan) was not asked for */
	size_t rows;
	double frequency;  /* share of pairs of halves that both have an edge here; NaN without */
	int32_t forbidden; /* 1: by background knowledge, without a test */
	int32_t few_rows;
	double detectable;          /* as in mixmi_answer; NaN where the test does not say */
	int32_t doubtful, reserved; /* 1: p is at most .05, or `detectable` is above .1 */
} mixmi_separation;
/* One of them, or all into the caller's array: [edges] and [separated] of mixmi_graph_info. */
MIXMI_API mixmi_status mixmi_graph_edge(mixmi_edge *out, size_t size, const mixmi_graph *graph, size_t edge);
MIXMI_API mixmi_status mixmi_graph_edges(mixmi_edge *out, size_t size, const mixmi_graph *graph);
MIXMI_API mixmi_status mixmi_graph_separation(mixmi_separation *out, size_t size, const mixmi_graph *graph,
                                              size_t index);
MIXMI_API mixmi_status mixmi_graph_separations(mixmi_separation *out, size_t size, const mixmi_graph *graph);
/* One sentence, or NULL past the end: on v-structures that contradict each other or what is known, or on a triple
 * that the conservative or the majority rule left ambiguous. */
MIXMI_API const char *mixmi_graph_conflict(const mixmi_graph *graph, size_t index);
/* The graph in a format: "text" ("text-all": with every separated pair), "json", "dot", "graphml", "gml", "cytoscape", "csv" (edge list), "pcalg" and
 * "causal-learn" (matrices in their coding), "tetrad". The caller frees *text; and format `index`, NULL past the end. */
MIXMI_API mixmi_status mixmi_graph_write(char **text, const mixmi_graph *graph, const char *format);
MIXMI_API const char *mixmi_graph_format(size_t index);
/* Draws the graph, laid out by Graphviz, whose time it takes (an error where it is missing): widths by strength, colours by
 * sign, dashed where doubtful, frequencies, node shapes by column type, a legend. Any thread may call it, but graphs are laid
 * out one at a time; a program that uses Graphviz itself must not do so meanwhile. Else as mixmi_histogram_plot(). */
MIXMI_API mixmi_status mixmi_graph_plot(const mixmi_graph *graph, const mixmi_options *options, const char *path);
/* Where Graphviz puts nodes of these widths and this height, in pixels, y downwards: nodes[2 * nodes], and the curve of each
 * edge, cubic pieces up to ends[edge] points in *curves, which the caller frees with mixmi_free(). Cost as for a picture. */
MIXMI_API mixmi_status mixmi_graph_layout(double *nodes, double **curves, size_t *ends, const mixmi_graph *graph,
                                          const double *widths, double height);
/* How a learnt graph compares with the true one, over nodes matched by name (both must have the same). O(nodes^2). */
typedef struct mixmi_comparison {
	size_t true_edges, learnt_edges, common_edges;
	double precision, recall, f1;                     /* of the skeleton; precision is 1 where nothing was learnt */
	size_t true_arrows, learnt_arrows, common_arrows; /* directed edges of both graphs */
	double arrow_precision, arrow_recall;
	size_t hamming;             /* structural Hamming distance: pairs whose edge or its marks differ */
	size_t marks, common_marks; /* ends of the edges that both graphs have, and those with the same mark */
	size_t true_heads, learnt_heads, common_heads; /* arrowheads: ends with an arrow, of edges of any kind */
	double head_precision, head_recall;
} mixmi_comparison;
MIXMI_API mixmi_status mixmi_graph_compare(mixmi_comparison *out, size_t size, const mixmi_graph *learnt,
                                           const mixmi_graph *truth);
/* The CPDAG of a directed acyclic graph; an error if it has a cycle. O(edges nodes^2) for each sweep of Meek's rules. */
MIXMI_API mixmi_status mixmi_graph_cpdag(mixmi_graph **out, const mixmi_graph *dag);
/* And its PAG over nodes of these names, all others being hidden, with the marks that knowledge (or NULL) adds. */
MIXMI_API mixmi_status mixmi_graph_pag(mixmi_graph **out, const mixmi_graph *dag, const char *const *names,
                                       size_t count, const mixmi_knowledge *knowledge);

/* ------------------------------------------------------------------------------- columns for a target */
/* Columns that were chosen for a target, with the answer that decided about each. */
typedef struct mixmi_choice mixmi_choice;
typedef enum mixmi_role {
	MIXMI_DISCARDED = 0, /* `given` separates it from the target */
	MIXMI_NEIGHBOUR = 1, /* parent or child of the target: no set separates it */
	MIXMI_SPOUSE = 2,    /* another cause of an effect of the target; its answer is given that effect */
	MIXMI_CHOSEN = 3     /* by mixmi_select() */
} mixmi_role;
/* The Markov blanket of a target: given these columns, the others tell nothing more about it. A local search (max-min parents
 * and children, Tsamardinos et al. 2003, then those of each neighbour) that asks far fewer questions than the graph of all.
 * `columns` as in mixmi_graph_learn(), with or without the target; max-cond -1 stands for 2. Neighbours come first, then
 * spouses, then discarded columns, each the clearest dependence first. Cancelling and checkpoints as there. */
MIXMI_API mixmi_status mixmi_blanket(mixmi_choice **out, const mixmi_table *table, size_t target, const size_t *columns,
                                     size_t column_count, const mixmi_options *options);
/* Forward selection: up to k columns, each the one that tells most about the target given those before it, for as long as the
 * test finds dependence. k times as many questions as columns; from the second step on at most 1000 columns are asked. */
MIXMI_API mixmi_status mixmi_select(mixmi_choice **out, const mixmi_table *table, size_t target, const size_t *columns,
                                    size_t column_count, size_t k, const mixmi_options *options);
MIXMI_API void mixmi_choice_free(mixmi_choice *choice);
typedef struct mixmi_choice_info {
	size_t target;    /* column */
	size_t members;   /* rows that are not discarded, which come first */
	size_t discarded; /* rows after them */
	uint64_t tests, tests_reused;
	const char *test;
	double alpha;
	int32_t complete;  /* 0: cancelled before the end */
	int32_t undecided; /* selection: columns at its end of which the test could not tell, and that are not in it */
} mixmi_choice_info;
typedef struct mixmi_chosen {
	size_t column;
	int32_t role; /* mixmi_role */
	int32_t few_rows;
	double estimate, corrected, p; /* of the answer that decided: the weakest that kept it, or that separated it */
	double total;                  /* selection: estimates up to this column added up, nats; else NaN */
	const size_t *given;           /* columns */
	size_t given_count, rows;
	int32_t verdict, open; /* mixmi_verdict, a blanket keeps MIXMI_UNDECIDED; 1: cancelled before it was decided */
	double
		level; /* p was compared with it: alpha, adjusted for rows and, given nothing, for the number of columns; or NaN */
	size_t
		over; /* of a spouse, which structure decides and not p: the effect that it shares with the target; else SIZE_MAX */
	int32_t by_rate, reserved; /* 1: discarded by the false discovery rate over more than 100 columns; 0 */
} mixmi_chosen;
MIXMI_API void mixmi_choice_describe(mixmi_choice_info *out, size_t size, const mixmi_choice *choice);
/* Row `index` of members + discarded. */
MIXMI_API mixmi_status mixmi_choice_at(mixmi_chosen *out, size_t size, const mixmi_choice *choice, size_t index);
/* ----------------------------------------------------------------------- what a graph implies */
/* Structural intervention distance (Peters and Buehlmann 2015) of a learnt DAG or CPDAG from the true DAG, nodes matched by name: ordered
 * pairs (i, j) for which adjusting for the learnt parents of i gives a wrong effect of i on j. Of a DAG both bounds are the same; of a
 * CPDAG they are the least and the largest over its members (MIXMI_ERROR_LIMIT where these are too many to list). MIXMI_ERROR_DATA for
 * other graphs; the bounds are then SIZE_MAX. O(nodes^2 (nodes + edges)), of a CPDAG for each member of a connected undirected part. */
MIXMI_API mixmi_status mixmi_graph_sid(size_t *lower, size_t *upper, const mixmi_graph *learnt,
                                       const mixmi_graph *truth);
/* Does a graph fit the data? The independencies that it implies, tested, and its edges, each tested given the smallest set that
 * would separate its ends without it. The nodes are columns of the table with the same names. */
typedef struct mixmi_check mixmi_check;
/* For a DAG, CPDAG, MAG or PAG (by its marks). Tests by the options, with p-values. By default a node is tested against all its
 * non-descendants together given its parents (the local Markov property; at most one test per node), and of a test that rejects the
 * single columns; of a MAG or PAG, or with `all_pairs`, every pair of nodes without an edge given a smallest separating set. With
 * `permuted` above 0 the same is asked of so many graphs whose node names are permuted at random, by option seed. Cost: that of the
 * tests, times 1 + permuted. MIXMI_ERROR_DATA for a graph that is none of these, a node without a column, a column of one value. */
MIXMI_API mixmi_status mixmi_graph_check(mixmi_check **out, const mixmi_table *table, const mixmi_graph *graph,
                                         bool all_pairs, size_t permuted, const mixmi_options *options);
MIXMI_API void mixmi_check_free(mixmi_check *check);
typedef enum mixmi_check_list {
	MIXMI_CLAIMS = 0, /* independencies that the graph implies, the smallest p first */
	MIXMI_MISSING =
		1, /* edges to add: pairs of nodes of rejected claims that depend on each other, the smallest p first */
	MIXMI_EDGES = 2 /* edges of the graph, the largest p first: those without support */
} mixmi_check_list;
typedef struct mixmi_check_info {
	const char *kind; /* "dag", "cpdag", "mag" or "pag" */
	const char *test;
	double alpha;
	double
		p; /* of all claims together: twice the least of Bonferroni's p and of the harmonic mean of the p-values times
	                       * e ln(claims), valid whatever the dependence between tests (Vovk and Wang 2020); NaN without claims */
	size_t nodes, claims; /* rows of MIXMI_CLAIMS */
	size_t rejected;      /* of these, by Holm's procedure at alpha: family-wise */
	size_t rejected_fdr;  /* by that of Benjamini and Hochberg: false discovery rate */
	size_t undecided;     /* claims that no test could decide */
	size_t missing;       /* rows of MIXMI_MISSING */
	size_t edges;         /* rows of MIXMI_EDGES */
	size_t unsupported;   /* of these, p above alpha: the data do not need the edge */
	size_t permuted;      /* graphs with permuted names */
	double violations;    /* share of claims with p at most alpha */
	double quantile;      /* share of the permuted graphs with as few violations or fewer; NaN without any */
} mixmi_check_info;
typedef struct mixmi_claim {
	size_t a;        /* node */
	const size_t *b; /* other nodes: of an edge, its other end */
	size_t b_count;
	const size_t *given; /* nodes */
	size_t given_count, rows;
	double p, p_holm, p_bh;        /* p_holm and p_bh: adjusted for the rows of the list */
	double estimate, lower, upper; /* MIXMI_MISSING: I(a; b | given) in nats and its interval; else NaN */
	int32_t verdict;               /* mixmi_verdict by p and alpha */
	int32_t rejected;              /* MIXMI_CLAIMS: 1 by Holm's procedure; else as the verdict */
	int32_t mark_a, mark_b;        /* mixmi_mark of the edge, or of one to add; MIXMI_MARK_NONE in MIXMI_CLAIMS */
} mixmi_claim;
MIXMI_API void mixmi_check_describe(mixmi_check_info *out, size_t size, const mixmi_check *check);
MIXMI_API mixmi_status mixmi_check_at(mixmi_claim *out, size_t size, const mixmi_check *check, mixmi_check_list list,
                                      size_t index);
/* How can the effect of one node on another be had from data? By adjusting for a set of nodes: the generalised adjustment criterion
 * (Perkovic et al. 2018), complete for DAGs, CPDAGs, MAGs and PAGs. Option latent yes takes a graph of arrows alone as a MAG. */
typedef struct mixmi_adjustment mixmi_adjustment;
/* Does adjusting for the set give the effect of x on y in every graph of the class? Nodes by number. O(nodes^3). */
MIXMI_API mixmi_status mixmi_graph_adjusts(bool *out, const mixmi_graph *graph, size_t x, size_t y, const size_t *set,
                                           size_t count, const mixmi_options *options);
typedef enum mixmi_set_kind {
	MIXMI_SET_MINIMAL = 0,    /* of which no part can be adjusted for; the smallest first */
	MIXMI_SET_OPTIMAL = 1,    /* of a DAG or CPDAG: least variance (Henckel, Perkovic and Maathuis 2022); none or one */
	MIXMI_SET_LARGEST = 2,    /* ancestors of x and y that may be adjusted for; none or one */
	MIXMI_SET_INSTRUMENT = 3, /* where no set can be adjusted for, of a DAG: an instrument, then what it is one given */
	MIXMI_SET_FRONT_DOOR = 4, /* the same: mediators that satisfy the front-door criterion; none or one */
	MIXMI_SETS = 5
} mixmi_set_kind;
typedef struct mixmi_adjustment_info {
	const char *kind;       /* "dag", "cpdag", "mag" or "pag" */
	const char *reason;     /* why no set can be adjusted for; "" where one can */
	int32_t identified;     /* 1: some set of measured nodes can be adjusted for */
	int32_t affects;        /* 0: no possibly directed path leads from x to y, so x has no effect on y */
	size_t sets[5];         /* by mixmi_set_kind */
	int32_t more, reserved; /* 1: there are more minimal sets than were asked for */
} mixmi_adjustment_info;
/* Sets to adjust for that hold none of the `unmeasured` nodes, with at most `most` minimal ones; or why there are none. A graph of
 * another kind is MIXMI_ERROR_DATA, x or y that is no node, unmeasured, or the same as the other MIXMI_ERROR_USAGE. O(nodes^3) per minimal set. */
MIXMI_API mixmi_status mixmi_graph_adjust(mixmi_adjustment **out, const mixmi_graph *graph, size_t x, size_t y,
                                          const size_t *unmeasured, size_t unmeasured_count, size_t most,
                                          const mixmi_options *options);
MIXMI_API void mixmi_adjustment_free(mixmi_adjustment *adjustment);
MIXMI_API void mixmi_adjustment_describe(mixmi_adjustment_info *out, size_t size, const mixmi_adjustment *adjustment);
/* Set `index` of a kind; its nodes are borrowed. */
MIXMI_API mixmi_status mixmi_adjustment_set(const size_t **nodes, size_t *count, const mixmi_adjustment *adjustment,
                                            mixmi_set_kind kind, size_t index);
/* log2 R(n, K): parametric complexity in bits of a multinomial with K values and n rows, for any n >= 0 and K >= 1 (K
 * may be far beyond 2^53). Constant time; error below 1e-6 bits or 1e-14 relative, whichever is larger. */
MIXMI_API double mixmi_parametric_complexity(uint64_t n, double k);

#ifdef __cplusplus
}
#endif
#endif
