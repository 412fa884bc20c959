/* Internal structure of a table: every column is sorted once into distinct values and a code per row. All methods work
 * on codes. */
#ifndef DATA_TABLE_H
#define DATA_TABLE_H

#include <math.h>
#include <stdarg.h>

#include "data/labels.h"
#include "mixmi.h"

#define DATA_MISSING UINT32_MAX /* code of a missing value */
#define DATA_MAX_ROWS ((size_t)UINT32_MAX - 1)

/* Unit of numbers. */
typedef enum data_unit { DATA_PLAIN, DATA_DAYS, DATA_SECONDS } data_unit; /* since 1970-01-01, UTC */

/* Kind of a column, for messages and for selecting columns. */
typedef enum data_kind {
	DATA_CONTINUOUS,
	DATA_ROUNDED,
	DATA_COUNT,
	DATA_BINARY, /* two distinct numbers */
	DATA_ORDERED,
	DATA_CATEGORIES,
	DATA_DATE,
	DATA_IDENTIFIER,
	DATA_CONSTANT,
	DATA_REPEAT /* of an earlier column */
} data_kind;

/* Invariant: values are strictly ascending (labels: in the order of the atoms), each occurs in at least one row, and
 * codes[row] is an index into them or DATA_MISSING. */
typedef struct data_column {
	char *name;
	char *why;
	mixmi_type type;
	size_t position; /* 1-based, for messages */
	size_t distinct;
	double *values;   /* [distinct]; NULL if the column has labels */
	char **labels;    /* [distinct], one block of memory with its texts; NULL if the column has values */
	uint32_t *counts; /* [distinct] number of rows with each value */
	uint32_t *origin; /* [distinct] in a resample: number of rows of the original with each value, which decides what is
	                   * an atom */
	uint32_t *codes;  /* [rows] */
	size_t missing;
	data_unit unit;          /* unit of the values */
	bool ordered;            /* the order of the labels is meaningful */
	double step;             /* rounding step of the values; NaN: not rounded */
	size_t below;            /* the first `below` values mean "less than" and are always atoms ... */
	size_t above;            /* ... and the last `above` values mean "more than" */
	char **limits;           /* [below + above] their original texts, in one block; NULL if there are none */
	data_kind kind;          /* set when the column is added to the table */
	char *label;             /* description of the column in the file; NULL: none */
	char *remark;            /* human-readable; NULL: none */
	bool declared;           /* the user declared whether it is numeric or discrete */
	bool borrowed;           /* codes, counts and values are in memory owned by another object (data/table_bytes.h) */
	unsigned char *censored; /* [distinct] 1: the time is censored (data/survival.c); NULL: not a survival time */
	size_t lag;              /* lag in steps: 0, except for copies made by data_table_lag() ... */
	size_t lag_of;           /* ... of this column of the table */
	bool is_signed;          /* the signatures are set, see data_column_sign(); 0: it cannot be such a repetition */
	uint64_t order_signature, parts_signature;
} data_column;

/* True for a column of two numbers, such as 0 and 1: they name two groups, and their order is meaningless. */
static inline bool data_column_is_binary(const data_column *column)
{
	return column->labels == NULL && column->distinct == 2 && column->unit == DATA_PLAIN &&
	       column->below + column->above == 0;
}

/* The same for two labels, such as no and yes. */
static inline bool data_column_is_two_groups(const data_column *column)
{
	return data_column_is_binary(column) || (column->labels != NULL && column->distinct == 2);
}

/* True for a detection limit, which is an atom for any count. */
static inline bool data_column_is_limit(const data_column *column, size_t code)
{
	return code < column->below || code + column->above >= column->distinct;
}

/* The number of a code. A censored time is placed directly above an event at that time. */
static inline double data_column_number(const data_column *column, uint32_t code)
{
	bool cut_off = column->censored != NULL && column->censored[code];
	return cut_off ? nextafter(column->values[code], -(double)INFINITY) : column->values[code];
}

struct mixmi_table {
	size_t rows;
	size_t column_count;
	size_t column_capacity;
	data_column *columns;
	data_labels names;      /* names of the columns; the code of a name is its column */
	data_labels signatures; /* signatures of the columns ... */
	uint32_t *owners;       /* ... and the first column with each */
	size_t owner_capacity;
	char **notes;     /* remarks for the user ... */
	bool *on_columns; /* [note_capacity] ... and whether they are on single columns, whose remarks have them too */
	size_t note_count;
	size_t note_capacity;
	data_column *clusters; /* clusters of dependent rows, without missing values; NULL: rows are independent */
	data_column *crossed;  /* clusters that cross these, likewise; NULL: there are none */
	data_column *time;     /* time of each row, without missing values; its step is that of the series; NULL: unknown */
	data_column *units;    /* series of each row; NULL: one series */
	size_t lags;           /* largest lag of a column */
	size_t column_notes;   /* number of remarks on single columns; more than a few are only counted */
	uint64_t population;   /* rows that these are a sample of; 0: they are all */
	void *beyond;          /* counts of all of them (src/many); NULL: none */
	void (*free_beyond)(void *beyond);
};

/* Builds a column of numbers. NaN is missing; values must be finite. `values` is used as scratch memory and
 * overwritten. The name and why are copied. On failure *out is zeroed. Cost: a radix sort, O(rows). */
mixmi_status data_column_from_values(data_column *out, const char *name, mixmi_type type, const char *why,
                                     double *values, size_t rows);

/* Builds a discrete column of texts. Codes are indices into `labels`; DATA_MISSING marks missing rows. Labels that do
 * not occur are dropped; the order is kept, or ascending by bytes if `sort`. Takes ownership of neither array. */
mixmi_status data_column_from_labels(data_column *out, const char *name, const char *why, const uint32_t *codes,
                                     size_t rows, const char *const *labels, size_t label_count, bool sort);

void data_column_clear(data_column *column);

/* Adds a sentence to a remark, which may be NULL. Returns false if memory runs out. */
bool data_remark_add(char **remark, const char *format, va_list arguments);

/* Adds a sentence to the remark on a column. Returns false if memory runs out. */
bool data_column_remark(data_column *column, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Moves a column into the table, which owns it even on failure. Checks its name and determines its kind. */
mixmi_status data_table_adopt(mixmi_table *table, data_column *column);

/* A table of some columns in the given order, consisting of `row_count` rows of the original, possibly repeated. Atoms
 * are the same as in the original: continuous values stay continuous. O(rows) per column. */
mixmi_status data_table_resample(mixmi_table **out, const mixmi_table *table, const size_t *columns,
                                 size_t column_count, const uint32_t *rows, size_t row_count);

/* Declares that rows with the same values in all of `count` columns form a cluster. The columns, with the table's rows,
 * need not be in the table; a missing value is an error. place: &table->clusters or &table->crossed. */
mixmi_status data_table_set_clusters(mixmi_table *table, data_column **place, data_column *const *columns,
                                     size_t count);

/* Orders rows by a column of times; `unit` identifies the series, NULL: there is one. `step` 0: the median difference.
 * The columns, with the table's rows, need not be in the table. Two rows of one series at the same time are an
 * error. */
mixmi_status data_table_set_time(mixmi_table *table, const data_column *time, const data_column *unit, double step);

/* A table of some columns, each followed by copies lagged by 1 to `lags` steps, named x@1, x@2, ... The value of a copy
 * is missing if no row is that many steps earlier, within half a step. A column that is constant within every series
 * has no copies. */
mixmi_status data_table_lag(mixmi_table **out, const mixmi_table *table, const size_t *columns, size_t count,
                            size_t lags);

/* A copy of a column at other rows of its table, DATA_MISSING: none. The caller clears it. Returns false if memory runs
 * out. */
bool data_column_resample(data_column *out, const data_column *source, const uint32_t *rows, size_t row_count);

/* The rows of a table in the order of series and time. NULL if memory runs out. The caller frees it. */
uint32_t *data_table_time_order(const mixmi_table *table);

/* Index of the column with this name, never interpreted as a number. An unknown name is an error that suggests the
 * closest one. */
mixmi_status data_table_find_name(size_t *out, const mixmi_table *table, const char *name);

/* An error if the table has no column with this index. */
mixmi_status data_check_column(const mixmi_table *table, size_t column);

/* Reports the remark on a column, starting at byte `said`. Of many remarks only the first are reported. Returns false
 * if memory runs out. */
bool data_table_note(mixmi_table *table, const data_column *column, size_t said);

/* Appends a remark for the user. */
mixmi_status data_table_remark(mixmi_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
