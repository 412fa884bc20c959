/* The reader of delimited text inside: what its steps share. A file is sampled (dialect, names, columns that are plainly
 * text), then passed over once in chunks; columns that began with numbers and turned out to hold text, whose exact texts are
 * then gone, are read in a second pass. */
#ifndef DATA_READER_H
#define DATA_READER_H

#include "data/feed.h"
#include "data/fields.h"

typedef struct data_reader {
	data_feed *feed;
	const mixmi_options *options;
	data_source *source;
	mixmi_table *table;
	data_dialect dialect;
	const data_markers *markers;
	int threads;
	bool header; /* the first record names the columns */
	bool done;   /* the records were read */
	/* the start of the file */
	char *sample;
	size_t sample_length;
	bool sample_whole;  /* it is all of the file */
	bool cr_lines;      /* lines end in lone carriage returns */
	size_t lead_lines;  /* 1: a line "sep=;" as spreadsheets write it stands before everything else */
	size_t body_offset; /* bytes before the first data record ... */
	size_t body_line;   /* ... and its line, 1-based */
	/* columns of the file, and of those the ones kept in the current pass */
	data_incoming *columns;
	size_t column_count;
	size_t *active;
	size_t active_count;
	size_t leading_lines;    /* blank lines before the header ... */
	size_t leading_comments; /* ... and comments */
	/* counts of a whole pass */
	size_t rows;
	size_t lines;          /* of all kinds, from body_line on */
	size_t blank_lines;    /* all that were met between or after records */
	size_t trailing_lines; /* those of them after the last record */
	size_t comment_lines;
} data_reader;

enum { DATA_NO_FIELD = -1 };

/* Reports "FILE: line L, column C ('name'): what"; `field` counts from 0, DATA_NO_FIELD leaves the column out. */
mixmi_status data_reader_error(const data_reader *reader, mixmi_status status, size_t line, ptrdiff_t field,
                               const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Reports the problem of a scanner that began in line `first_line`. */
mixmi_status data_reader_scan_error(const data_reader *reader, const data_scanner *scanner, size_t first_line);

/* Reports a record of `found` fields, with a hint where the whole sample has the same flaw. */
mixmi_status data_reader_ragged(const data_reader *reader, size_t line, size_t found);

/* Turns lone carriage returns into newlines. */
void data_reader_unify_lines(char *text, size_t length);

/* Reads the sample and settles the dialect. */
mixmi_status data_reader_sample(data_reader *reader);

/* Names the columns: fills `columns`, body_offset and body_line. */
mixmi_status data_reader_header(data_reader *reader);

/* How the start of the file is laid out, as far as the sample tells. */
typedef struct data_layout {
	bool headless; /* the first record looks like those below it, not like names above them */
	bool extra;    /* every record below the first has one field more than the first, and not an empty last one */
	bool trailing; /* every record below the first has one field more, an empty last one */
} data_layout;

/* Looks at the first record, of `count` fields, and at some of those below it. False when out of memory. */
bool data_reader_lay_out(data_layout *out, const data_reader *reader, size_t count);

/* Lists the columns whose mode asks for them in `active`. */
void data_reader_activate(data_reader *reader);

/* Looks at the sample for columns that hold text; malformed records end the look, without an error. */
mixmi_status data_reader_probe(data_reader *reader);

/* Reads all records once into the active columns. `stage` is for the progress callback. */
mixmi_status data_reader_pass(data_reader *reader, const char *stage);

#endif
