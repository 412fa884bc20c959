/* State shared by the steps of reading delimited text. A sample of the file determines dialect, names and columns that
 * are clearly text. Then the file is read once in chunks. Columns that began with numbers and turned out to contain
 * text are read in a second pass, because their exact texts are lost. */
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
	bool header; /* the first record has the column names */
	bool done;   /* the records have been read */
	/* start of the file */
	char *sample;
	size_t sample_length;
	bool sample_whole;  /* it is the whole file */
	bool cr_lines;      /* lines end with a lone carriage return */
	size_t lead_lines;  /* 1: the file begins with a line "sep=;", as spreadsheets write it */
	size_t body_offset; /* bytes before the first data record ... */
	size_t body_line;   /* ... and its line, 1-based */
	/* columns of the file, and those read in the current pass */
	data_incoming *columns;
	size_t column_count;
	size_t *active;
	size_t active_count;
	size_t leading_lines;    /* blank lines before the header ... */
	size_t leading_comments; /* ... and comments */
	/* counts of a whole pass */
	size_t rows; /* without those that were handed over as batches */
	size_t handed;
	size_t lines;          /* of all kinds, starting with body_line */
	size_t blank_lines;    /* blank lines between or after records */
	size_t trailing_lines; /* how many of them follow the last record */
	size_t comment_lines;
} data_reader;

enum { DATA_NO_FIELD = -1 };

/* Reports "FILE: line L, column C ('name'): what"; `field` counts from 0, and DATA_NO_FIELD omits the column. */
mixmi_status data_reader_error(const data_reader *reader, mixmi_status status, size_t line, ptrdiff_t field,
                               const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Reports the error of a scanner that started in line `first_line`. */
mixmi_status data_reader_scan_error(const data_reader *reader, const data_scanner *scanner, size_t first_line);

/* Reports a record with `found` fields, with a hint if the whole sample has the same problem. */
mixmi_status data_reader_ragged(const data_reader *reader, size_t line, size_t found);

/* Converts lone carriage returns to newlines. */
void data_reader_unify_lines(char *text, size_t length);

/* Reads the sample and determines the dialect. */
mixmi_status data_reader_sample(data_reader *reader);

/* Names the columns: fills `columns`, body_offset and body_line. */
mixmi_status data_reader_header(data_reader *reader);

/* Layout of the start of the file, inferred from the sample. */
typedef struct data_layout {
	bool headless; /* the first record looks like data */
	bool extra;    /* all other records have one more field than the first, and it is not always an empty last one */
	bool trailing; /* all other records have one more field, an empty last one */
} data_layout;

/* Examines the first record, with `count` fields, and some of the following ones. Returns false if memory runs out. */
bool data_reader_lay_out(data_layout *out, const data_reader *reader, size_t count);

/* Lists the columns to read in this pass in `active`. */
void data_reader_activate(data_reader *reader);

/* Finds columns with text in the sample; stops at a malformed record, without an error. */
mixmi_status data_reader_probe(data_reader *reader);

/* Hands over the rows so far as a batch. A column whose type is settled and that has another is an error. */
mixmi_status data_reader_hand_over(data_reader *reader);

/* Reads all records once into the active columns. `stage` is for the progress callback. */
mixmi_status data_reader_pass(data_reader *reader, const char *stage);

#endif
