/* CSV (RFC 4180): writes fields, and reads small files with the line of every record. */
#ifndef CLI_CSV_H
#define CLI_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "text.h"

/* The flag of commands that print CSV. */
#define CLI_CSV_SAFE                                                                                                   \
	{                                                                                                                  \
		"csv-safe", 0, CLI_SWITCH, NULL, NULL,                                                                         \
			"make CSV safe for spreadsheets: an apostrophe before texts that they run as formulas, and escapes for "   \
			"what is not shown"                                                                                        \
	}

/* From now on texts are written so that a spreadsheet takes none for a formula, and characters that are not shown are escaped
 * (--csv-safe). Otherwise every name and label can be read back. */
void cli_csv_set_safe(bool wanted);
bool cli_csv_is_safe(void);

/* Writes a field, quoted if necessary. */
void cli_csv_field(const char *text, FILE *stream);

/* Writes CSV that the library wrote as cli_csv_field() does. The text is modified. */
int cli_csv_copy(char *text, FILE *stream);

/* Adds a name to a list within a field, where names are joined by ';': quoted if necessary, as in the CSV of graphs. */
void cli_csv_add_name(cli_text *list, const char *name);

/* Writes a comma and a number in its shortest form; nothing after the comma if it is not finite. */
void cli_csv_number(double number, FILE *stream);

/* A text that is read record by record. Initialise with { .path = ..., .next = ..., .line = 1 }: `next` is a
 * NUL-terminated text that is modified by reading, `path` is its name in messages. */
typedef struct cli_csv {
	const char *path;
	char *next;
	size_t line;    /* line of `next`, from 1 */
	char delimiter; /* 0 until the first record: a tab if that has one and no comma, otherwise a comma */
	size_t record;  /* first line of the last record */
	char **fields;  /* of that record, unquoted; they point into the text */
	size_t count;   /* number of fields; 0: end of the text */
	size_t room;
} cli_csv;

/* Reads the next record; skips empty lines. Returns an exit code; if it is not 0, the message has been printed. */
int cli_csv_next(cli_csv *csv);

/* Frees the fields; the caller owns the text. */
void cli_csv_clear(cli_csv *csv);

#endif
