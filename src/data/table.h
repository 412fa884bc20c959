/* The table inside: every column sorted once into distinct values and a code a row. All later work is on codes. */
#ifndef DATA_TABLE_H
#define DATA_TABLE_H

#include "data/labels.h"
#include "mixmi.h"

#define DATA_MISSING UINT32_MAX /* code of a row without a value */
#define DATA_MAX_ROWS ((size_t)UINT32_MAX - 1)

/* Invariant: values are strictly ascending (labels: in the order that the atoms shall have), every one occurs in at least
 * one row, and codes[row] indexes them or is DATA_MISSING. */
typedef struct data_column {
	char *name;
	char *why;
	mixmi_type type;
	size_t position; /* 1-based, for people */
	size_t distinct;
	double *values;   /* [distinct]; NULL where the column has labels */
	char **labels;    /* [distinct], one block of memory with its texts; NULL where the column has values */
	uint32_t *counts; /* [distinct] rows that hold it */
	uint32_t *origin; /* [distinct] in a resample: rows of the original that hold it, which decide what is an atom */
	uint32_t *codes;  /* [rows] */
	size_t missing;
} data_column;

struct mixmi_table {
	size_t rows;
	size_t column_count;
	size_t column_capacity;
	data_column *columns;
	data_labels names; /* the columns' names; a name's code is its column */
	char **notes;
	size_t note_count;
	size_t note_capacity;
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

/* Moves a column into the table (it belongs to the table even on failure), checking its name. */
mixmi_status data_table_adopt(mixmi_table *table, data_column *column);

/* A table of some columns in the order given, made of `row_count` rows of the original, possibly several times the same.
 * What is an atom there is one here too, and nothing else: what was continuous stays so. O(rows) a column. */
mixmi_status data_table_resample(mixmi_table **out, const mixmi_table *table, const size_t *columns,
                                 size_t column_count, const uint32_t *rows, size_t row_count);

/* Index of the column with this name, never taken as a number. An unknown name is an error that suggests the nearest. */
mixmi_status data_table_find_name(size_t *out, const mixmi_table *table, const char *name);

/* An error if the table has no column with this index. */
mixmi_status data_check_column(const mixmi_table *table, size_t column);

/* Appends a remark for the user. */
mixmi_status data_table_remark(mixmi_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
