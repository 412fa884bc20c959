/* A source of typed columns for any format. Every format is one file that defines a data_format: open() names the
 * columns, next() appends a batch of rows to the needed ones, close() releases its state. Selection of columns and rows
 * and recognition of types are the same for all formats (read.c). */
#ifndef DATA_FEED_H
#define DATA_FEED_H

#include "base/library.h"
#include "base/options.h"
#include "base/text.h"
#include "data/labels.h"
#include "data/markers.h"
#include "data/source.h"
#include "data/table.h"

/* The first place in the file where something was seen, and its text. */
typedef struct data_place {
	size_t line; /* 1-based; 0: not seen */
	char shown[BASE_TEXT_SHOWN];
} data_place;

typedef enum data_mode {
	DATA_MODE_SKIP,    /* not needed, or complete from an earlier pass */
	DATA_MODE_NUMBERS, /* numbers so far */
	DATA_MODE_TEXT,    /* known to contain text */
	DATA_MODE_LATE     /* numbers at first, then text: must be read again */
} data_mode;

/* A column during reading: one value or code per row. Codes are indices into `labels`; DATA_MISSING and NaN are
 * missing. A column has codes or values, never both. */
typedef struct data_incoming {
	char *name;
	char *label;  /* description in the file; NULL: none */
	bool wanted;  /* part of the table */
	bool needed;  /* must be read: wanted, watched, or used to select rows */
	bool watched; /* read for remarks alone: a fault in it is none of the table */
	bool declared_discrete;
	bool declared_numeric;
	bool weighs;   /* weights: integers, with or without leading zeros */
	bool clusters; /* identifies clusters ... */
	bool crossed;  /* ... or those that cross these */
	bool ends;     /* status of a survival time */
	size_t status; /* for a survival time: 1 + index of the column with its status; 0: not censored */
	char *event;   /* value of the status that means the event; NULL: derived from the values */
	bool key;      /* identifies rows of a table that is read in batches */
	bool times;    /* time of each row */
	bool units;    /* identifies the series of each row */
	bool settled;  /* the file declares its type: texts are labels */
	bool ordered;  /* the file defines an order of its labels */
	bool nominal;  /* the calling program declares that its labels have no order */
	data_unit unit;
	data_mode mode;
	data_place text;     /* first field that is neither missing nor a number (infinities not counted) */
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
	bool coded;   /* integers of which some have leading zeros: texts, because 01234 differs from 1234 */
	char *remark; /* human-readable; NULL: none */
	/* properties of texts that were converted to values: see data_column */
	size_t below, above;
	char **limits;
	double *limit_values;           /* [below + above] */
	char why[64 + BASE_TEXT_SHOWN]; /* "": not decided yet */
} data_incoming;

typedef struct data_feed data_feed;

typedef struct data_format {
	const char *name;
	/* Names the columns with data_feed_columns(). `feed->source` is open for formats that read bytes, otherwise
	 * NULL. */
	mixmi_status (*open)(data_feed *feed);
	/* Appends the next rows to the needed columns; *rows is 0 at the end. */
	mixmi_status (*next)(data_feed *feed, size_t *rows);
	void (*close)(data_feed *feed); /* NULL: nothing to release */
	bool from_path;                 /* opens the file by its name, so it cannot read standard input */
} data_format;

struct data_where;

struct data_feed {
	const mixmi_options *options;
	const data_format *format;
	const char *path;
	bool pattern;               /* the path is not a file but may be a pattern */
	char name[BASE_TEXT_SHOWN]; /* of the file, for messages */
	data_source *source;        /* NULL if the format opens the file itself */
	data_markers markers;
	int threads;
	mixmi_table *table; /* the result; until it has columns, used for remarks */
	data_incoming *columns;
	size_t column_count;
	size_t rows;
	size_t first_line; /* row r is in line first_line + r; 0: lines are unknown */
	size_t lags;       /* largest lag in the table */
	bool joins;        /* the table already has columns with the same number of rows */
	bool large;        /* large enough for more than one thread */
	bool workbook;     /* the text is that of a workbook's sheet */
	bool text;         /* delimited text: reading one more column of it costs little */
	bool small;        /* so small that columns which are not asked for may be read too, for remarks */
	void *state;       /* of the format */
	/* a table that is read in batches (batches.c): columns hold one, which is then forgotten; NULL: all rows are kept */
	mixmi_status (*settle)(data_feed *feed); /* called once columns are chosen */
	mixmi_status (*take)(data_feed *feed);   /* called with each batch of feed->rows rows */
	void *taker;
	struct data_where *where;
	uint32_t *picked; /* [rows] of what was read, those that `where` keeps; NULL: all */
	size_t before;    /* rows of the file before the batch */
};

/* Whether the rows are kept after the selection of rows. */
static inline bool data_incoming_is_kept(const data_incoming *column)
{
	return column->wanted || column->watched || column->clusters || column->crossed || column->ends || column->times ||
	       column->units || column->key;
}

/* Sets up a feed with an empty table. data_feed_end() releases everything except the table, also after a failure. */
mixmi_status data_feed_begin(data_feed *feed, const mixmi_options *options);
void data_feed_end(data_feed *feed);

/* Reads from feed->format into feed->table: opens the file, selects columns, reads all batches, closes the file,
 * recognises types and selects rows. */
mixmi_status data_feed_read(data_feed *feed);

/* Reads a feed that was set up with `status`, hands over its table and ends it. */
mixmi_status data_feed_table(mixmi_table **out, data_feed *feed, mixmi_status status);

/* Reads a source in batches: calls feed->settle once and feed->take with each batch, whose rows and types are selected and
 * recognised. Memory is bounded by the batch, a column of texts by the distinct ones in it. */
mixmi_status data_feed_batches(data_feed *feed);

/* Hands over the rows that have been read so far. For formats that read more than a batch at once. */
mixmi_status data_feed_hand_over(data_feed *feed);

/* Opens a file and determines its format; queries, and patterns that are no file, are handled by DuckDB. */
mixmi_status data_feed_open(data_feed *feed);

/* Allocates `count` unnamed columns. */
mixmi_status data_feed_columns(data_feed *feed, size_t count);

/* Names a column with a copy of the text; one whose name is blank or taken is called by its position. */
mixmi_status data_feed_name(data_feed *feed, size_t column, const char *name);

/* Stores a copy of the description of a column in the file; bytes that are not UTF-8 are written as \xNN. An empty text
 * is ignored. */
mixmi_status data_feed_label(data_feed *feed, size_t column, const char *label);

/* Space for `count` more values or codes of a column after the feed's rows. NULL if memory runs out. */
double *data_incoming_values(data_incoming *column, size_t rows, size_t count);
uint32_t *data_incoming_codes(data_incoming *column, size_t rows, size_t count);

/* Code of a text, trimmed and compared with the missing markers. The text ends at a NUL byte; if more than NUL bytes follow,
 * the column gets a remark. False when out of memory. */
bool data_incoming_text(uint32_t *code, data_incoming *column, const data_markers *markers, const char *text,
                        size_t length);

/* To be called for a number that a file stores as a number, in row `row` from 0. Adds a remark, once per column, about
 * integers that were rounded (`exact` is false), and converts an infinite value to a missing one, with a remark.
 * Returns false if memory runs out. */
bool data_incoming_number(data_incoming *column, double *value, bool exact, size_t row);

void data_incoming_clear(data_incoming *column);

/* An error that names option max-unpacked if the content of a compressed file needs more bytes than that, as text or in
 * memory. */
mixmi_status data_check_unpacked(const char *name, size_t bytes, const mixmi_options *options);

/* The same for this many rows of the needed columns, as numbers. */
mixmi_status data_feed_check_unpacked(const data_feed *feed, size_t rows);

/* Determines the format of a file by its first bytes and name. An unsupported format is an error that names it.
 * feed->source is open at its start, or NULL if the path is not a single file. */
mixmi_status data_format_find(data_feed *feed);

/* Loads the first of the libraries that has all functions, and stores their addresses. */
bool data_library_load(base_symbol *out, const base_symbol *functions, int count, const char *const *names);

/* Whether such a library exists; loads it. */
bool data_library_is_there(const base_symbol *functions, int count, const char *const *names);

/* Whether the libraries needed by formats exist; loads them. */
bool data_has_xz(void);
bool data_has_zstd(void);
bool data_has_readstat(void);
bool data_has_sqlite(void);
bool data_has_duckdb(void);

extern const data_format data_format_delimited;
extern const data_format data_format_arrow; /* its state is the stream */
extern const data_format data_format_statistics;
extern const data_format data_format_sqlite;
extern const data_format data_format_duckdb;

#endif
