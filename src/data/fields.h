/* Splitting text into records and fields (RFC 4180, with blanks around fields dropped). */
#ifndef DATA_FIELDS_H
#define DATA_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

/* Dialect of a file. */
typedef struct data_dialect {
	char delimiter; /* a space means any run of blanks */
	int quote;      /* a byte, or negative: none */
	int comment;    /* first byte of comment lines; none if not positive */
	char decimal;
	size_t longest; /* maximum number of bytes in a field; 0: no limit */
} data_dialect;

typedef struct data_field {
	char *text; /* in the scanned buffer, not terminated; without quotes and, if unquoted, without surrounding blanks */
	size_t length;
	size_t line;  /* number of newlines between the start of the record and the field */
	bool doubled; /* contains doubled quotes: see data_field_plain() */
} data_field;

/* One record. `fields` has space for `capacity` fields; further ones are counted but not stored. */
typedef struct data_record {
	data_field *fields;
	size_t capacity;
	size_t count;
	size_t quoted; /* fields in quotes */
	size_t line;   /* newlines scanned before it */
} data_record;

typedef enum data_scan {
	DATA_SCAN_RECORD,
	DATA_SCAN_BLANK,   /* a line of blanks only */
	DATA_SCAN_COMMENT, /* a line that begins with the comment byte */
	DATA_SCAN_END,     /* no more complete records; `next` stays at the start of a partial one */
	DATA_SCAN_BAD      /* see `problem` */
} data_scan;

typedef enum data_scan_problem {
	DATA_SCAN_FINE,
	DATA_SCAN_NUL,      /* a NUL byte */
	DATA_SCAN_TRAILING, /* text between a closing quote and the delimiter */
	DATA_SCAN_UNCLOSED, /* with DATA_SCAN_END: the partial record ends within quotes */
	DATA_SCAN_LONG      /* a field longer than `longest` bytes, perhaps in a partial record */
} data_scan_problem;

typedef struct data_scanner {
	char *next;
	char *end;   /* *end must be '\n' unless the bytes before it end with a newline outside quotes */
	size_t line; /* newlines before `next` */
	data_scan_problem problem;
	size_t problem_line;  /* newlines before its position */
	size_t problem_field; /* index of its field */
	char delimiter;
	int quote;
	int comment;
	size_t longest;        /* as in the dialect; SIZE_MAX: no limit */
	bool blank[256];       /* skipped before a field */
	bool field_stop[256];  /* may end an unquoted field */
	bool quoted_stop[256]; /* must be examined within quotes */
} data_scanner;

/* Sets up a scanner for the `length` bytes at `text`. */
void data_scanner_init(data_scanner *scanner, const data_dialect *dialect, char *text, size_t length);

/* Reads the next record without changing the text. Each byte is read once: O(length). */
data_scan data_scan_record(data_record *record, data_scanner *scanner);

/* Replaces doubled quotes by single ones, in place, and clears `doubled`. */
void data_field_plain(data_field *field, char quote);

/* Drops blanks (spaces and tabs) around a text. */
void data_trim(const char **text, size_t *length);

/* True if a text is empty or holds only spaces and tabs. */
bool data_is_blank(const char *text, size_t length);

/* True if a text is nothing but decimal digits, one or more; and if it has a leading zero besides, as in 01234 or 00. */
bool data_is_digits(const char *text, size_t length);
bool data_is_padded(const char *text, size_t length);

#endif
