/* Tables: reading files, columns from arrays and from Arrow, and what is in them.
 * Include mixmi.h, which has the conventions. */
#ifndef MIXMI_TABLE_H
#define MIXMI_TABLE_H

#include "mixmi/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------ tables */

/* Columns of equal length. Each column is stored as its sorted distinct values and one code per
 * row. */
typedef struct mixmi_table mixmi_table;

/* Type of a column. */
typedef enum mixmi_type {
	MIXMI_DISCRETE = 0, /* every distinct value is an atom (a point mass) */
	/* values far more frequent than their neighbours are atoms, the rest is continuous; in preset
	 * paper, frequent values are atoms */
	MIXMI_NUMERIC = 1,
	MIXMI_AUTO = 2 /* to be detected; only in mixmi_array */
} mixmi_type;

/* Reads a file: delimited text, plain or compressed, or another format that mixmi_capable() lists;
 * "-" is standard input. For malformed input the message names file, line and column. In a text
 * file, a column is numeric if all its values are numbers or missing, and discrete if one is not or
 * if it holds codes such as 01234. See the options of group "reading". */
MIXMI_API mixmi_status mixmi_table_read(mixmi_table **out, const char *path,
                                        const mixmi_options *options);

/* Creates a table of `rows` rows without columns. At most 4,294,967,294 rows. */
MIXMI_API mixmi_status mixmi_table_new(mixmi_table **out, size_t rows);

/* Releases a table. NULL is allowed. */
MIXMI_API void mixmi_table_free(mixmi_table *table);

/* Adds a column of numbers, which are copied. A value is missing if it is NaN or if `missing` (may
 * be NULL) is not 0 in its row. Infinite values are an error; -0 becomes 0. Names must be valid
 * UTF-8, not empty and unique. No other thread may use the table during the call. */
MIXMI_API mixmi_status mixmi_table_add_values(mixmi_table *table, const char *name, mixmi_type type,
                                              const double *values, const uint8_t *missing);

/* Adds a discrete column of integer codes, which are copied. With `labels`, codes are indices of
 * labels (0 <= code < label_count), whose order is kept. Without (NULL, 0), codes are any integers
 * and serve as their own labels. */
MIXMI_API mixmi_status mixmi_table_add_codes(mixmi_table *table, const char *name,
                                             const int64_t *codes, const char *const *labels,
                                             size_t label_count, const uint8_t *missing);

/* How the values of an array are stored. */
typedef enum mixmi_format {
	MIXMI_FLOAT64 = 0,
	MIXMI_FLOAT32 = 1,
	MIXMI_INT8 = 2,
	MIXMI_INT16 = 3,
	MIXMI_INT32 = 4,
	MIXMI_INT64 = 5,
	MIXMI_UINT8 = 6,
	MIXMI_UINT16 = 7,
	MIXMI_UINT32 = 8,
	MIXMI_UINT64 = 9,
	MIXMI_BOOL8 = 10 /* a byte: 0 is false, all else true */
} mixmi_format;

/* The unit of numbers: plain, or a date or time since 1970-01-01 00:00 UTC, which texts then show
 * as a date or time. */
typedef enum mixmi_unit {
	MIXMI_PLAIN = 0,
	MIXMI_DAYS = 1,
	MIXMI_SECONDS = 2,
	MIXMI_MILLISECONDS = 3,
	MIXMI_MICROSECONDS = 4,
	MIXMI_NANOSECONDS = 5
} mixmi_unit;

/* A column in the memory of the caller. Start with { 0 }: contiguous float64 in which only NaN is
 * missing. */
typedef struct mixmi_array {
	const void *values;
	ptrdiff_t stride; /* bytes from one value to the next, may be negative; 0: contiguous */
	int32_t format;   /* mixmi_format */
	int32_t type;     /* mixmi_type; AUTO: discrete with labels and for BOOL8, else numeric */
	int32_t unit;     /* mixmi_unit */
	int32_t has_na;   /* 1: the integer `na` is missing (R: INT32_MIN) */
	int64_t na;
	const uint8_t *missing;  /* [rows] not 0: missing; NULL: none */
	const uint8_t *validity; /* bitmap as in Arrow, least bit first, 0: missing; NULL: none */
	size_t validity_offset;  /* bits to skip in it */
	/* [label_count] labels of the integers, in order; NULL: none */
	const char *const *labels;
	size_t label_count;
	int64_t first_label; /* the integer of labels[0] (R's factors: 1) */
	/* 1: the labels are ordered, such as low, middle, high */
	int32_t ordered, reserved;
	/* numbers: how many of the smallest and of the largest distinct values are detection limits */
	size_t below, above;
	/* [below + above] the texts of these limits, such as "<5", in ascending order */
	const char *const *limits;
} mixmi_array;

/* Adds a column from an array of `rows` values; `size` is sizeof(mixmi_array). The array is not
 * needed afterwards. Integers beyond 2^53 without labels are an error that names the row. */
MIXMI_API mixmi_status mixmi_table_add_array(mixmi_table *table, const char *name,
                                             const mixmi_array *array, size_t size);

/* Creates a table from `count` arrays of `rows` values each, treating them as the columns of a
 * file. Texts (labels with type AUTO) may be recognised as formatted numbers, dates, missing
 * values or scales, with remarks, unless option recognise is no. Labels of type DISCRETE stay
 * categories; with type NUMERIC all values must be numbers. Whole numbers beyond 2^53 are rounded,
 * with a remark. These options of group "reading"
 * apply: missing, dates, decimal, ordered, where, sample, weights, discrete, numeric, only. */
MIXMI_API mixmi_status mixmi_table_from_arrays(mixmi_table **out, size_t rows,
                                               const char *const *names, const mixmi_array *columns,
                                               size_t size, size_t count,
                                               const mixmi_options *options);

/* Columns of the Arrow C data interface
 * (https://arrow.apache.org/docs/format/CDataInterface.html): every width of integers and floats,
 * booleans, strings (also large and view), dictionaries, dates, times and timestamps, null
 * bitmaps. The structs are those of the published standard; a program that has its own copy of them
 * defines the guards below. */
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

/* Creates a table from a stream of record batches, such as data frames export. The stream is read
 * to its end and released, also on failure. Options only, discrete and numeric apply as for files.
 */
MIXMI_API mixmi_status mixmi_table_from_arrow(mixmi_table **out, struct ArrowArrayStream *stream,
                                              const mixmi_options *options);

/* Adds one column from Arrow. Neither struct is released. */
MIXMI_API mixmi_status mixmi_table_add_arrow(mixmi_table *table, const struct ArrowSchema *schema,
                                             const struct ArrowArray *array);

/* Declares clusters: rows with the same number in numbers[rows] may depend on each other, such as
 * visits of a patient or pupils of a school. The default test then allows for this dependence, and
 * so do intervals of the default estimate; an estimate of 0, and those of other methods, have none.
 * Option cluster does the same when a table is read. No other thread may use the table during the
 * call. */
MIXMI_API mixmi_status mixmi_table_set_clusters(mixmi_table *table, const uint32_t *numbers);

/* Number of clusters; 0: rows are treated as independent. */
MIXMI_API size_t mixmi_table_clusters(const mixmi_table *table);

/* The number of each row's cluster, from 0, into out[rows]; an error if there are no clusters. */
MIXMI_API mixmi_status mixmi_table_cluster_numbers(uint32_t *out, const mixmi_table *table);

/* Creates a table in which row i of `table` occurs weights[i] times. Weights of 0 and 1 select
 * rows; other whole numbers are frequencies, or the counts of a bootstrap sample. The result is
 * the same as if the table had been built from these rows: unused values are dropped, and atoms
 * are found again. Clusters are kept. Use it to make any call with part of the rows or with
 * weights. */
MIXMI_API mixmi_status mixmi_table_weighted(mixmi_table **out, const mixmi_table *table,
                                            const uint64_t *weights);

/* Declares a numeric column as a censored time, as in follow-up studies: observed[rows] is 1 if the
 * event was observed and 0 if the time is censored; any other value makes it missing. The column
 * can then be X or Y of the default test, and in a graph edges can only point to it. It has no
 * estimate. Option survival does the same when a table is read. No other thread may use the table
 * during the call. */
MIXMI_API mixmi_status mixmi_table_set_survival(mixmi_table *table, size_t column,
                                                const unsigned char *observed);

/* 1 if the column holds censored times, else 0. */
MIXMI_API int mixmi_table_is_survival(const mixmi_table *table, size_t column);

/* The status of each row into out[rows]: 1 observed, 0 censored, 2 missing. */
MIXMI_API mixmi_status mixmi_table_observed(unsigned char *out, const mixmi_table *table,
                                            size_t column);

/* Declares the rows as a time series in the order of times[rows]. For several series (a panel),
 * units[rows] numbers the series of each row; NULL: there is one. Two rows of a series with the
 * same time are an error. `step` is the time from one row to the next; 0: the median difference.
 * Options time, id and step do the same when a table is read. No other thread may use the table
 * during the call. */
MIXMI_API mixmi_status mixmi_table_set_time(mixmi_table *table, const double *times,
                                            const uint32_t *units, double step);

/* Returns the step; NaN if the table is not a series. Writes the times to times[rows] and the
 * number of each row's series to units[rows], unless these are NULL. */
MIXMI_API double mixmi_table_times(double *times, uint32_t *units, const mixmi_table *table);

/* Creates a table in which every column x is followed by its lagged copies x@1 to x@`lags`: x one
 * step earlier, and so on. A lagged value is missing if the series has no row that many steps
 * earlier, within half a step. A column that is constant within every series has no copies. Atoms
 * of x are atoms of its copies. More than 1000 lags are MIXMI_ERROR_LIMIT. Options time and lags do
 * the same when a table is read, as does a name such as x@2 in option only. Graphs of such a table
 * are graphs of a series. */
MIXMI_API mixmi_status mixmi_table_lag(mixmi_table **out, const mixmi_table *table, size_t lags);

/* The number of lags of the table; 0: none. */
MIXMI_API size_t mixmi_table_lags(const mixmi_table *table);

/* Number of rows. */
MIXMI_API size_t mixmi_table_rows(const mixmi_table *table);

/* Number of columns. */
MIXMI_API size_t mixmi_table_columns(const mixmi_table *table);

/* Name of a column; NULL past the end. */
MIXMI_API const char *mixmi_table_name(const mixmi_table *table, size_t column);

/* Type of a column; MIXMI_DISCRETE past the end. */
MIXMI_API mixmi_type mixmi_table_type(const mixmi_table *table, size_t column);

/* Number of distinct values of a column; 0 past the end. */
MIXMI_API size_t mixmi_table_distinct(const mixmi_table *table, size_t column);

/* Label of a code as it was read; NULL if it has none. Detection limits have labels such as "<5".
 */
MIXMI_API const char *mixmi_table_label(const mixmi_table *table, size_t column, size_t code);

/* The number in a row (NaN if missing), or its code if the column has labels. */
MIXMI_API double mixmi_table_value(const mixmi_table *table, size_t column, size_t row);

/* Code of a missing value. */
#define MIXMI_NO_CODE UINT32_MAX

/* Codes of all rows into out[rows]. Codes number the distinct values in ascending order, or in the
 * order of the labels; MIXMI_NO_CODE is a missing value. */
MIXMI_API mixmi_status mixmi_table_codes(uint32_t *out, const mixmi_table *table, size_t column);

/* Numbers of all rows into out[rows], as mixmi_table_value() returns them. */
MIXMI_API mixmi_status mixmi_table_values(double *out, const mixmi_table *table, size_t column);

/* The number of each code into out[distinct]; NaN for labels. */
MIXMI_API mixmi_status mixmi_table_levels(double *out, const mixmi_table *table, size_t column);

/* The number of rows with each code into out[distinct]. */
MIXMI_API mixmi_status mixmi_table_counts(uint64_t *out, const mixmi_table *table, size_t column);

/* Description of a column of a table. */
typedef struct mixmi_column {
	const char *name;
	const char *why;    /* why the column has this type, in words */
	int32_t type;       /* mixmi_type */
	int32_t has_labels; /* 1: values are texts, not numbers */
	size_t position;    /* 1-based place in the file, or in the order of adding */
	size_t missing;     /* rows without a value */
	size_t distinct;    /* distinct values */
	/* smallest and largest number; NaN if the column has labels or no values */
	double minimum, maximum;
	/* distinct values that are atoms under the options given (all of them in a discrete column) */
	size_t atoms;
	size_t atom_rows; /* rows that hold them */
	/* continuous, rounded, count, binary, ordered, categories, date, identifier, constant or
	 * repeat */
	const char *kind;
	const char *remark; /* remark for the user; NULL: none */
	double step;        /* numbers are rounded to multiples of it; NaN: not rounded, or labels */
	int32_t unit;       /* mixmi_unit */
	int32_t ordered;    /* 1: the labels are ordered */
	/* 0: constant, identifier or repetition, which searches leave out unless it is named */
	int32_t suited, reserved;
	size_t below; /* how many of the smallest distinct values are detection limits ("less than") */
	size_t above; /* the same for the largest ("more than") */
	const char *label; /* description of the column in the file; NULL: none */
	/* lagged copy: its lag, and the column that it is a copy of; else 0 and the column itself */
	size_t lag, lag_of;
} mixmi_column;

/* Describes one column. `options` determine which values are atoms. O(distinct). */
MIXMI_API mixmi_status mixmi_table_column(mixmi_column *out, size_t size, const mixmi_table *table,
                                          size_t column, const mixmi_options *options);

/* Size of the buffer that mixmi_show_value() needs. */
#define MIXMI_SHOWN 40

/* Writes a value as text: as a date or time if `unit` (mixmi_unit) is one, else with six
 * significant digits, but with all digits before the point below 1e15. Programs that print bins or
 * thresholds need it for columns of dates. */
MIXMI_API void mixmi_show_value(char out[MIXMI_SHOWN], double value, int32_t unit);

/* Finds a column by name or, if no name matches, by its 1-based position, 3 or #3. The message for
 * an unknown name suggests the most similar one. */
MIXMI_API mixmi_status mixmi_table_find(size_t *out, const mixmi_table *table, const char *name);

/* Indices of a comma-separated list of columns, by name or number. A list that is the name of a
 * column, commas included, is this column. Otherwise names with commas or quotes are written in
 * double quotes, with inner quotes doubled. A pattern with * and ? selects all names that match,
 * and first-last a range of columns. The caller frees *columns with mixmi_free(). */
MIXMI_API mixmi_status mixmi_table_select(size_t **columns, size_t *count, const mixmi_table *table,
                                          const char *list);

/* Remark `index` about the data that was read, such as on unnamed columns, or NULL past the end. */
MIXMI_API const char *mixmi_table_note(const mixmi_table *table, size_t index);

#ifdef __cplusplus
}
#endif

#endif
