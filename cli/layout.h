/* A table of texts, printed with its columns aligned. */
#ifndef CLI_LAYOUT_H
#define CLI_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "colour.h"

enum { CLI_LAYOUT_COLUMNS = 16, CLI_LAYOUT_WIDTH = 100 };

typedef struct cli_cell {
	char *text;
	cli_style style; /* of its row */
} cli_cell;

/* Add cells row by row. Initialise with { .align = ... }: one letter per column, 'l' or 'r', or 'c' for one
 * on the left that is cut if lines would be longer than `most`. After a failed allocation
 * `failed` is true and nothing is printed. */
typedef struct cli_layout {
	const char *align;
	cli_style style; /* of rows added from now on, if there is colour */
	cli_cell *cells;
	size_t count;
	size_t room;
	bool failed;
	bool passing;                      /* cells are not stored: see cli_layout_measure() */
	FILE *stream;                      /* output of the second pass; NULL: the first pass, which measures */
	size_t widths[CLI_LAYOUT_COLUMNS]; /* of the widest cells */
	size_t most;                       /* longest line of a stored table; 0: any */
} cli_layout;

/* Adds a cell with user text, escaped for display. */
void cli_layout_add(cli_layout *layout, const char *text);
void cli_layout_addf(cli_layout *layout, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a number as by cli_text_short(), or a p-value as by cli_text_p(). */
void cli_layout_number(cli_layout *layout, double number);
void cli_layout_p(cli_layout *layout, double p);

/* Adds cells from a comma-separated list of plain words; or as headings, which are bold if there is colour. */
void cli_layout_words(cli_layout *layout, const char *words);
void cli_layout_heads(cli_layout *layout, const char *words);

/* For tables too long to be stored: after the first call cells are only measured; after the second one the same cells,
 * added again, are printed. `align` must be set before. */
void cli_layout_measure(cli_layout *layout);
void cli_layout_pass(cli_layout *layout, FILE *stream);

/* Between two rows of such a table: a line of text across all columns. */
void cli_layout_line(cli_layout *layout, const char *text);

/* Columns of the terminal that `stream` is, or of COLUMNS in the environment; CLI_LAYOUT_WIDTH without either. */
size_t cli_layout_width(FILE *stream);

/* Prints the rows, each indented by `indent` blanks, and clears the table. Returns false if an allocation had
 * failed. */
bool cli_layout_print(cli_layout *layout, FILE *stream, int indent);

#endif
