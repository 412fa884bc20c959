/* A source of typed columns, whatever the format. Every format is one file that fills in a data_format: open names the
 * columns, next appends a batch of rows to those that are needed, close releases its state. What columns are wanted, which
 * rows are kept and what the columns turn out to be is settled once for all formats (read.c). */
#ifndef DATA_FEED_H
#define DATA_FEED_H

#include "base/library.h"
#include "base/options.h"
#include "base/text.h"
#include "data/labels.h"
#include "data/markers.h"
#include "data/source.h"
#include "data/table.h"

/* Where in the file something was first seen, and what. */
typedef struct data_place {
	size_t line; /* 1-based; 0: not seen */
	char shown[BASE_TEXT_SHOWN];
} data_place;

typedef enum data_mode {
	DATA_MODE_SKIP,    /* not needed, or complete from an earlier pass */
	DATA_MODE_NUMBERS, /* numbers so far */
	DATA_MODE_TEXT,    /* known to hold text */
	DATA_MODE_LATE     /* numbers at first, then text: to be read again */
} data_mode;

/* A column while it is read: one value or code per row. Codes index `labels`; DATA_MISSING and NaN are missing. A column
 * has codes or values, never both. */
typedef struct data_incoming {
	char *name;
	char *label; /* what the file says it is; NULL: nothing */
	bool wanted; /* to be in the table */
	bool needed; /* to be read: wanted, or used to choose rows */
	bool declared_discrete;
	bool declared_numeric;
	bool weighs;   /* says how often rows are repeated: whole numbers, with leading zeros or without */
	bool clusters; /* tells which rows may depend on each other */
	bool ends;     /* tells which times ended with their event */
	size_t status; /* of a censored time: 1 + the column that tells so; 0: not censored */
	char *event;   /* the value there that means so; NULL: found from the values */
	bool times;    /* says when each row was ... */
	bool units;    /* ... and of which series it is */
	bool settled;  /* the file says what it is: texts are labels and mean nothing else */
	bool ordered;  /* the file gives its labels an order */
	bool nominal;  /* a program says that its labels have none */
	data_unit unit;
	data_mode mode;
	data_place text;     /* first field that is neither missing nor a number, infinities not counted */
	data_place infinite; /* first infinite or overflowing number */
	data_place large;    /* first whole number beyond 2^53, in text */
	data_place padded;   /* first whole number with a leading zero, in text */
	bool rounded;        /* such a number was remarked on, in other formats */
	bool overflowed;     /* an infinite value was taken as missing and remarked on */
	bool cut;            /* a text was cut at a NUL byte and remarked on */
	double *values;
	size_t value_capacity;
	uint32_t *codes;
	size_t code_capacity;
	data_labels labels;
	bool coded;   /* whole numbers of which some have leading zeros: texts that tell 01234 from 1234 */
	char *remark; /* human-readable; NULL: none */
	/* what texts turned out to be, once values are made from them: see data_column */
	size_t below, above;
	char **limits;
	double *limit_values;           /* [below + above] */
	char why[64 + BASE_TEXT_SHOWN]; /* "": not settled yet */
} data_incoming;

typedef struct data_feed data_feed;

typedef struct data_format {
	const char *name;
	/* Names the columns: data_feed_columns(). `feed->source` is open for formats that take bytes, else NULL. */
	mixmi_status (*open)(data_feed *feed);
	/* Appends the next rows to the needed columns; *rows is 0 at the end. */
	mixmi_status (*next)(data_feed *feed, size_t *rows);
	void (*close)(data_feed *feed); /* NULL: there is nothing to release */
	bool from_path;                 /* opens the file by its name, so cannot read standard input */
} data_format;

struct data_feed {
	const mixmi_options *options;
	const data_format *format;
	const char *path;
	bool pattern;               /* the path names no file, but may match some */
	char name[BASE_TEXT_SHOWN]; /* of the file, for messages */
	data_source *source;        /* NULL where the format opens the file itself */
	data_markers markers;
	int threads;
	mixmi_table *table; /* the result, for remarks until it has columns */
	data_incoming *columns;
	size_t column_count;
	size_t rows;
	size_t first_line; /* row r stands in line first_line + r; 0: lines are not known */
	size_t lags;       /* greatest lag that is to be in the table */
	bool joins;        /* the table has columns already, of as many rows */
	bool large;        /* worth more than one thread */
	void *state;       /* of the format */
};

/* Whether its rows count beyond choosing rows. */
static inline bool data_incoming_is_kept(const data_incoming *column)
{
	return column->wanted || column->clusters || column->ends || column->times || column->units;
}

/* Sets up a feed with an empty table. data_feed_end() releases all but the table, also after a failure. */
mixmi_status data_feed_begin(data_feed *feed, const mixmi_options *options);
void data_feed_end(data_feed *feed);

/* Reads from feed->format into feed->table: opens, chooses columns, takes all batches, closes, recognises, picks rows. */
mixmi_status data_feed_read(data_feed *feed);

/* Room for `count` unnamed columns. */
mixmi_status data_feed_columns(data_feed *feed, size_t count);

/* Names a column with a copy of the text; one whose name is blank or taken is called by its position. */
mixmi_status data_feed_name(data_feed *feed, size_t column, const char *name);

/* What the file says the column is: a copy, bytes that are not UTF-8 written as \xNN. Nothing for an empty text. */
mixmi_status data_feed_label(data_feed *feed, size_t column, const char *label);

/* Appends rows to a column: room for `count` more values or codes behind the feed's rows, NULL when out of memory. */
double *data_incoming_values(data_incoming *column, size_t rows, size_t count);
uint32_t *data_incoming_codes(data_incoming *column, size_t rows, size_t count);

/* Code of a text, trimmed and compared with the missing markers. The text ends at a NUL byte; if more than NUL bytes follow,
 * the column gets a remark. False when out of memory. */
bool data_incoming_text(uint32_t *code, data_incoming *column, const data_markers *markers, const char *text,
                        size_t length);

/* Call it for a number that a file holds as such, in row `row` from 0: remarks once per column on whole numbers that were
 * rounded (`exact` is false), and makes an infinite value a missing one, with a remark. False when out of memory. */
bool data_incoming_number(data_incoming *column, double *value, bool exact, size_t row);

void data_incoming_clear(data_incoming *column);

/* An error that names option max-unpacked if what a compressed file holds takes more than that, as text or in memory. */
mixmi_status data_check_unpacked(const char *name, size_t bytes, const mixmi_options *options);

/* The same for so many rows of the columns that are needed, as numbers. */
mixmi_status data_feed_check_unpacked(const data_feed *feed, size_t rows);

/* The format of a file by its first bytes and name; a file of a kind that cannot be read here is an error that says what
 * it is. feed->source is open and at its start, or NULL where the path names no single file. */
mixmi_status data_format_find(data_feed *feed);

/* Loads the first of the libraries that has all functions; fills in their addresses. */
bool data_library_load(base_symbol *out, const base_symbol *functions, int count, const char *const *names);

/* Whether there is such a library; loads it. */
bool data_library_is_there(const base_symbol *functions, int count, const char *const *names);

/* Whether the libraries that formats need are there; loads them. */
bool data_has_xz(void);
bool data_has_zstd(void);
bool data_has_readstat(void);
bool data_has_sqlite(void);
bool data_has_duckdb(void);

extern const data_format data_format_delimited;
extern const data_format data_format_arrow; /* whose state is the stream */
extern const data_format data_format_npy;
extern const data_format data_format_npz;
extern const data_format data_format_statistics;
extern const data_format data_format_sqlite;
extern const data_format data_format_duckdb;

#endif
