/* The table inside: every column sorted once into distinct values and a code per row. All later work is on codes. */
#ifndef DATA_TABLE_H
#define DATA_TABLE_H

#include <math.h>
#include <stdarg.h>

#include "data/labels.h"
#include "mixmi.h"

#define DATA_MISSING UINT32_MAX /* code of a row without a value */
#define DATA_MAX_ROWS ((size_t)UINT32_MAX - 1)

/* What numbers count. */
typedef enum data_unit { DATA_PLAIN, DATA_DAYS, DATA_SECONDS } data_unit; /* since 1970-01-01, UTC */

/* What a column is: for messages and for choosing columns. */
typedef enum data_kind {
	DATA_CONTINUOUS,
	DATA_ROUNDED,
	DATA_COUNT,
	DATA_BINARY, /* numbers, of which there are two */
	DATA_ORDERED,
	DATA_CATEGORIES,
	DATA_DATE,
	DATA_IDENTIFIER,
	DATA_CONSTANT,
	DATA_REPEAT /* of an earlier column */
} data_kind;

/* Invariant: values are strictly ascending (labels: in the order that the atoms shall have), every one occurs in at least
 * one row, and codes[row] indexes them or is DATA_MISSING. */
typedef struct data_column {
	char *name;
	char *why;
	mixmi_type type;
	size_t position; /* 1-based, for messages */
	size_t distinct;
	double *values;   /* [distinct]; NULL where the column has labels */
	char **labels;    /* [distinct], one block of memory with its texts; NULL where the column has values */
	uint32_t *counts; /* [distinct] rows that hold it */
	uint32_t *origin; /* [distinct] in a resample: rows of the original that hold it, which decide what is an atom */
	uint32_t *codes;  /* [rows] */
	size_t missing;
	data_unit unit; /* what the values count */
	bool ordered;   /* labels in an order that means something */
	double step;    /* what the values were rounded to; NaN: not rounded */
	size_t below;   /* the first so many values stand for "less than": always atoms ... */
	size_t above;   /* ... and the last so many for "more than" */
	char **limits;  /* [below + above] how they were written, one block; NULL where there are none */
	data_kind kind; /* set when the table takes the column */
	char *label;    /* what the file says the column is; NULL: nothing */
	char *remark;   /* human-readable; NULL: none */
	bool declared;  /* a person said whether it is numeric or discrete */
	bool borrowed;  /* codes, counts and values lie in memory of somebody else (data/table_bytes.h) */
	unsigned char
		*censored;  /* [distinct] 1: the time was cut off before its event (data/survival.c); NULL: no such column */
	size_t lag;     /* steps that its values lie back: 0, but for copies that data_table_lag() makes ... */
	size_t lag_of;  /* ... of this column of the table */
	bool is_signed; /* the signatures are filled in, see data_column_sign(); 0: it cannot be such a repetition */
	uint64_t order_signature, parts_signature;
} data_column;

/* True for a column of two numbers, such as 0 and 1: they name two groups, and that one is larger means nothing. */
static inline bool data_column_is_binary(const data_column *column)
{
	return column->labels == NULL && column->distinct == 2 && column->unit == DATA_PLAIN &&
	       column->below + column->above == 0;
}

/* True for a value that is an atom whatever its count: a detection limit. */
static inline bool data_column_is_limit(const data_column *column, size_t code)
{
	return code < column->below || code + column->above >= column->distinct;
}

/* The number that a code stands for: a time that was cut off has its place next above an event at that time. */
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
	data_labels names;      /* the columns' names; a name's code is its column */
	data_labels signatures; /* of the columns ... */
	uint32_t *owners;       /* ... and the first column that has each */
	size_t owner_capacity;
	char **notes;
	size_t note_count;
	size_t note_capacity;
	data_column *clusters; /* rows with the same code may depend on each other; none is missing; NULL: no rows do */
	data_column *time;     /* when each row was; its step is that of the series; none is missing; NULL: nobody knows */
	data_column *units;    /* what each row is about, where several series are in one table; NULL: one series */
	size_t lags;           /* greatest lag of a column */
	size_t column_notes;   /* of them, remarks on single columns; more than a few are only counted */
};

/* Builds a column of numbers: NaN is missing, values must be finite. `values` is used as scratch and its content lost. The
 * name and why are copied. On failure *out is zeroed. Cost: a radix sort, O(rows). */
mixmi_status data_column_from_values(data_column *out, const char *name, mixmi_type type, const char *why,
                                     double *values, size_t rows);

/* Builds a discrete column of texts: codes index `labels`, DATA_MISSING marks missing rows. Labels that no row holds are
 * dropped; order is kept, or ascending by bytes if `sort`. Takes over neither array. */
mixmi_status data_column_from_labels(data_column *out, const char *name, const char *why, const uint32_t *codes,
                                     size_t rows, const char *const *labels, size_t label_count, bool sort);

void data_column_clear(data_column *column);

/* Adds a sentence to a remark, which may be NULL so far. False when out of memory. */
bool data_remark_add(char **remark, const char *format, va_list arguments);

/* Adds a sentence to what is to be said about a column. False when out of memory. */
bool data_column_remark(data_column *column, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Moves a column into the table (it belongs to the table even on failure), checking its name and finding out its kind. */
mixmi_status data_table_adopt(mixmi_table *table, data_column *column);

/* A table of some columns in the order given, made of `row_count` rows of the original, possibly several times the same.
 * What is an atom there is one here too, and nothing else: what was continuous stays so. O(rows) per column. */
mixmi_status data_table_resample(mixmi_table **out, const mixmi_table *table, const size_t *columns,
                                 size_t column_count, const uint32_t *rows, size_t row_count);

/* Rows with the same values in all of `count` columns may depend on each other from now on. The columns, of the table's rows, need
 * not be in the table; a missing value is an error. */
mixmi_status data_table_set_clusters(mixmi_table *table, data_column *const *columns, size_t count);

/* Rows are in the order of a column from now on; `unit` identifies the series, NULL: there is one. `step` 0: the median
 * difference. The columns, of the table's rows, need not be in the table. Two rows of one series at the same time are an error. */
mixmi_status data_table_set_time(mixmi_table *table, const data_column *time, const data_column *unit, double step);

/* A table of some columns, each followed by its copies from 1 to `lags` steps earlier, which are called x@1, x@2, ... The value of
 * a copy is missing in a row where no row is that many steps earlier, to half a step. A column that never changes in any series has
 * no copies. */
mixmi_status data_table_lag(mixmi_table **out, const mixmi_table *table, const size_t *columns, size_t count,
                            size_t lags);

/* A copy of a column at other rows of its table, DATA_MISSING: none. To be cleared. False: out of memory. */
bool data_column_resample(data_column *out, const data_column *source, const uint32_t *rows, size_t row_count);

/* The rows of a table in the order of series and time. NULL: out of memory. The caller frees it. */
uint32_t *data_table_time_order(const mixmi_table *table);

/* Index of the column with this name, never taken as a number. An unknown name is an error that suggests the nearest. */
mixmi_status data_table_find_name(size_t *out, const mixmi_table *table, const char *name);

/* An error if the table has no column with this index. */
mixmi_status data_check_column(const mixmi_table *table, size_t column);

/* Reports the remark on a column from its byte `said` on; of many remarks only the first. False: out of
 * memory. */
bool data_table_note(mixmi_table *table, const data_column *column, size_t said);

/* Appends a remark for the user. */
mixmi_status data_table_remark(mixmi_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
