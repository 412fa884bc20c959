/* CSV as RFC 4180 has it: writing fields, and reading small files with the line of every record. */
#ifndef CLI_CSV_H
#define CLI_CSV_H

#include <stddef.h>
#include <stdio.h>

#include "text.h"

/* Writes a field, in quotes where it needs them. */
void cli_csv_field(const char *text, FILE *stream);

/* Adds a name to a list within a field, names being joined by ';': in quotes where it needs them, as the graph's CSV has it. */
void cli_csv_add_name(cli_text *list, const char *name);

/* Writes a comma and a number in its shortest form; nothing after the comma where it is not finite. */
void cli_csv_number(double number, FILE *stream);

/* A text that is read record by record. Start with { .path = ..., .next = ..., .line = 1 }: `next` is a NUL-terminated
 * text that is changed by reading, `path` names it in messages. */
typedef struct cli_csv {
	const char *path;
	char *next;
	size_t line;    /* where `next` stands, from 1 */
	char delimiter; /* 0 until the first record: a tab if that has one and no comma, else a comma */
	size_t record;  /* line where the last record that was read starts */
	char **fields;  /* of that record, unquoted; they point into the text */
	size_t count;   /* how many; 0: the text has ended */
	size_t room;
} cli_csv;

/* Reads the next record; empty lines are none. Returns an exit code and has printed the message if it is not 0. */
int cli_csv_next(cli_csv *csv);

/* Frees the fields; the text is the caller's. */
void cli_csv_clear(cli_csv *csv);

#endif
