/* Tables: reading files, columns from arrays and from Arrow, and what is in them.
 * Include mixmi.h, which has the conventions. */
#ifndef MIXMI_TABLE_H
#define MIXMI_TABLE_H

#include "mixmi/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------ tables */

/* Columns of equal length; every column is sorted once into its distinct values and a code per
 * row. */
typedef struct mixmi_table mixmi_table;

/* Type of a column. */
typedef enum mixmi_type {
	MIXMI_DISCRETE = 0, /* every distinct value is an atom (a point mass) */
	/* values that stand out (preset paper: occur often) are atoms, the rest is continuous */
	MIXMI_NUMERIC = 1,
	MIXMI_AUTO = 2 /* to be found out; in arrays that come in only */
} mixmi_type;

/* Reads a file: delimited text, plain or compressed, or another format that mixmi_capable()
 * knows; "-" is standard input. Malformed input is an error that names file, line and column. A
 * column of text is discrete with anything in it that is neither a number nor a missing marker,
 * or with codes such as 01234; else numeric. See the options' group "reading". */
MIXMI_API mixmi_status mixmi_table_read(mixmi_table **out, const char *path,
                                        const mixmi_options *options);

/* An empty table of `rows` rows; columns are added below. At most 4,294,967,294 rows. */
MIXMI_API mixmi_status mixmi_table_new(mixmi_table **out, size_t rows);

/* Releases a table. NULL is allowed. */
MIXMI_API void mixmi_table_free(mixmi_table *table);

/* Adds a column of numbers, copied. NaN, or a row where `missing` (may be NULL) is not 0, is
 * missing; an infinite value is an error; -0 is 0. Names are valid UTF-8, not empty and not
 * taken. O(n); no other thread may use the table meanwhile. */
MIXMI_API mixmi_status mixmi_table_add_values(mixmi_table *table, const char *name, mixmi_type type,
                                              const double *values, const uint8_t *missing);

/* Adds a discrete column of integer codes, copied. With `labels`, codes index them (0 <= code <
 * label_count) and atoms keep the labels' order; without (NULL, 0) any integer is a code and is
 * its own label. */
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

/* What the numbers of an array are: plain, or dates and times since 1970-01-01 00:00 UTC, which
 * are shown as such. */
typedef enum mixmi_unit {
	MIXMI_PLAIN = 0,
	MIXMI_DAYS = 1,
	MIXMI_SECONDS = 2,
	MIXMI_MILLISECONDS = 3,
	MIXMI_MICROSECONDS = 4,
	MIXMI_NANOSECONDS = 5
} mixmi_unit;

/* A column as another program has it in memory. Start with { 0 }: float64, contiguous, nothing
 * missing but NaN. */
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
	/* [label_count] texts that integers stand for, in order; NULL: none */
	const char *const *labels;
	size_t label_count;
	int64_t first_label; /* the integer that stands for labels[0] (R's factors: 1) */
	/* 1: the order of the labels means something: low, middle, high; 0 */
	int32_t ordered, reserved;
	/* of numbers: the least and the greatest distinct values are detection limits ... */
	size_t below, above;
	/* [below + above] ... with these texts, such as "<5", in ascending order */
	const char *const *limits;
} mixmi_array;

/* Adds a column from an array of `rows` values; `size` is sizeof(mixmi_array). Numbers go
 * straight to where they are sorted; nothing is kept of the array. Integers beyond 2^53 that are
 * no labels are an error that names the row. */
MIXMI_API mixmi_status mixmi_table_add_array(mixmi_table *table, const char *name,
                                             const mixmi_array *array, size_t size);

/* A table from `count` arrays of `rows` values each, read as the columns of a file are: texts
 * (labels with type AUTO) go through the recognition of formatted numbers, dates, words for
 * missing and scales, with its remarks, unless option recognise is no; labels of type DISCRETE
 * stay categories; type NUMERIC insists on numbers. The options of group "reading" that are not
 * about the format of a file count: missing, dates, decimal, ordered, where, sample, weights,
 * discrete, numeric, only. */
MIXMI_API mixmi_status mixmi_table_from_arrays(mixmi_table **out, size_t rows,
                                               const char *const *names, const mixmi_array *columns,
                                               size_t size, size_t count,
                                               const mixmi_options *options);

/* Columns of the Arrow C data interface
 * (https://arrow.apache.org/docs/format/CDataInterface.html): every width of integers and floats,
 * booleans, strings (also large and view), dictionaries, dates, times and timestamps, null
 * bitmaps. The structs are those of the published standard; a program that has them already
 * defines the guards. */
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

/* A table from a stream of record batches, such as a data frame gives. The stream is read to its
 * end and released, on failure too. Options `only`, `discrete`, `numeric` count as for files. */
MIXMI_API mixmi_status mixmi_table_from_arrow(mixmi_table **out, struct ArrowArrayStream *stream,
                                              const mixmi_options *options);

/* Adds one column. Neither struct is released. */
MIXMI_API mixmi_status mixmi_table_add_arrow(mixmi_table *table, const struct ArrowSchema *schema,
                                             const struct ArrowArray *array);

/* Rows with the same number in numbers[rows] may depend on each other from now on (visits of a
 * patient, pupils of a school): the default test allows for it, and estimates have no interval.
 * Option cluster does the same for tables that are read. No other thread may use the table
 * meanwhile. */
MIXMI_API mixmi_status mixmi_table_set_clusters(mixmi_table *table, const uint32_t *numbers);

/* Number of clusters; 0: all rows are taken as independent. */
MIXMI_API size_t mixmi_table_clusters(const mixmi_table *table);

/* The number of each row's cluster, from 0, into out[rows]; an error where there are none. */
MIXMI_API mixmi_status mixmi_table_cluster_numbers(uint32_t *out, const mixmi_table *table);

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

/* Label of a code, in the bytes that were read; NULL where there is none. A detection limit has
 * one too, such as "<5". */
MIXMI_API const char *mixmi_table_label(const mixmi_table *table, size_t column, size_t code);

/* The number in a row, NaN if missing. In a column with labels: the code. */
MIXMI_API double mixmi_table_value(const mixmi_table *table, size_t column, size_t row);

/* Code of a missing value. */
#define MIXMI_NO_CODE UINT32_MAX

/* Codes of all rows into out[rows]: distinct values are numbered in ascending order, or in the
 * order of the labels. MIXMI_NO_CODE where a value is missing. */
MIXMI_API mixmi_status mixmi_table_codes(uint32_t *out, const mixmi_table *table, size_t column);

/* Numbers of all rows into out[rows], as by mixmi_table_value(). */
MIXMI_API mixmi_status mixmi_table_values(double *out, const mixmi_table *table, size_t column);

/* The number that each code stands for into out[distinct]; NaN where it is a label. */
MIXMI_API mixmi_status mixmi_table_levels(double *out, const mixmi_table *table, size_t column);

/* The number of rows of each code into out[distinct]. */
MIXMI_API mixmi_status mixmi_table_counts(uint64_t *out, const mixmi_table *table, size_t column);

/* What mixmi_table_column() says about a column. */
typedef struct mixmi_column {
	const char *name;
	const char *why;    /* how the type was decided, in words */
	int32_t type;       /* mixmi_type */
	int32_t has_labels; /* 1: values are texts, not numbers */
	size_t position;    /* 1-based place in the file, or in the order of adding */
	size_t missing;     /* rows without a value */
	size_t distinct;    /* distinct values */
	/* smallest and largest number; NaN where has_labels or without any value */
	double minimum, maximum;
	/* distinct values that are atoms under the options given (all of them in a discrete column) */
	size_t atoms;
	size_t atom_rows; /* rows that hold them */
	/* continuous, rounded, count, binary, ordered, categories, date, identifier, constant or
	 * repeat */
	const char *kind;
	const char *remark; /* what a user should know about it; NULL: nothing */
	double step;        /* what numbers were rounded to; NaN: not rounded, or no numbers */
	int32_t unit;       /* mixmi_unit */
	int32_t ordered;    /* 1: labels in an order that means something */
	/* 0: constant, identifier or repetition: searches leave it out unless it is named */
	int32_t suited, reserved;
	/* the first so many distinct values stand for "less than" (detection limits) ... */
	size_t below;
	size_t above;      /* ... and the last so many for "more than" */
	const char *label; /* what the file says the column is; NULL: nothing */
} mixmi_column;

/* Describes one column. `options` decides what is an atom. O(distinct). */
MIXMI_API mixmi_status mixmi_table_column(mixmi_column *out, size_t size, const mixmi_table *table,
                                          size_t column, const mixmi_options *options);

/* Bytes that mixmi_show_value() needs. */
#define MIXMI_SHOWN 40

/* Writes a number as text for messages: a date, or a date with its time, where `unit`
 * (mixmi_unit) says so, else six significant digits. */
MIXMI_API void mixmi_show_value(char out[MIXMI_SHOWN], double value, int32_t unit);

/* Index of the column with this name, or else at this 1-based position, 3 or #3. An unknown name
 * is an error that suggests the nearest. */
MIXMI_API mixmi_status mixmi_table_find(size_t *out, const mixmi_table *table, const char *name);

/* Indices of a comma-separated list of columns by name or number. A name that holds a comma or
 * quotes is written in double quotes, with inner quotes doubled. A pattern with * and ? stands
 * for all names that it matches, and first-last for all columns from one to the other, by name or
 * number. The caller frees *columns with mixmi_free(). */
MIXMI_API mixmi_status mixmi_table_select(size_t **columns, size_t *count, const mixmi_table *table,
                                          const char *list);

/* Remark `index` that the reader made and a user should see, such as on unnamed columns, or NULL
 * past the end. */
MIXMI_API const char *mixmi_table_note(const mixmi_table *table, size_t index);

#ifdef __cplusplus
}
#endif

#endif
