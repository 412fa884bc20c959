/* Human-readable text: growing strings, safe display of untrusted bytes, widths, numbers, closest names. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "mixmi.h"

/* A growing string. Initialise with { 0 }. After a failed allocation `failed` is true, it owns nothing, and adding does
 * nothing. `bytes` is NULL until something was added. */
typedef struct cli_text {
	char *bytes;
	size_t length;
	size_t room;
	bool failed;
} cli_text;

void cli_text_add(cli_text *text, const char *more);
void cli_text_add_bytes(cli_text *text, const char *more, size_t length);
void cli_text_addf(cli_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* True if the text has characters that are not shown as they are: controls, bytes that are not UTF-8, and characters that
 * change the direction of text or have no width. */
bool cli_text_has_hidden(const char *text);

/* Adds user text with control characters and invalid UTF-8 escaped (\n, \t, \xNN), so that it stays on one line. */
void cli_text_add_shown(cli_text *text, const char *more);

/* Adds user text with only invalid UTF-8 escaped, as a JSON string requires. */
void cli_text_add_utf8(cli_text *text, const char *more);

void cli_text_clear(cli_text *text);

/* Code points in a valid UTF-8 string: its width on a terminal, for most scripts. */
size_t cli_text_width(const char *text);

/* Buffer size for cli_text_number(). */
enum { CLI_NUMBER = 32 };

/* The shortest decimal form that reads back as the same double. Returns `out`. */
const char *cli_text_number(char out[CLI_NUMBER], double number);

/* A number in human-readable text: three significant digits, but all digits before the point; "-" if it is not
 * finite. */
const char *cli_text_short(char out[CLI_NUMBER], double number);

/* A p-value in human-readable text: three significant digits, "<1e-300" below that; "-" for NaN. */
const char *cli_text_p(char out[CLI_NUMBER], double p);

/* Adds a message of the library in the words that the user of a command types: "option cluster" becomes "--cluster". */
void cli_text_add_typed(cli_text *text, const char *message);

/* A value in nats, in the units of option units. */
double cli_in_units(double nats, const mixmi_options *options);

/* Prints words wrapped at 80 columns; `column` is the current column, and further lines start at `indent`. Newlines in
 * the text start paragraphs. Ends with a newline. */
void cli_text_wrap(FILE *stream, const char *text, size_t indent, size_t column);

/* Finds the name closest to a misspelled one over several calls; the beginning of a name is as close to it as a name
 * with one error. Initialise with { .typed = ... }. */
typedef struct cli_nearest {
	const char *typed;
	const char *name; /* NULL while none is close */
	size_t distance;
} cli_nearest;

void cli_nearest_try(cli_nearest *nearest, const char *name);

/* Number of items in a list of columns in the user's syntax: commas inside double quotes do not count. */
size_t cli_list_items(const char *list);

/* Adds a name to a list in a note, "'a', 'b'": the first twelve of them, the others are counted. */
typedef struct cli_names {
	cli_text text;
	size_t count;
} cli_names;
void cli_names_add(cli_names *names, const char *name);

/* Adds the list to a note, with "and 30 others" if it has more names. */
void cli_names_end(cli_text *note, const cli_names *names);

/* Adds an item to such a list, quoted if necessary. */
void cli_list_add(cli_text *list, const char *name);

#endif
