/* Colour on a terminal: --color auto, never or always; NO_COLOR in the environment turns it off (https://no-color.org). */
#ifndef CLI_COLOUR_H
#define CLI_COLOUR_H

#include <stdbool.h>
#include <stdio.h>

typedef enum cli_style { CLI_PLAIN, CLI_BOLD, CLI_DIM, CLI_RED, CLI_YELLOW } cli_style;

/* Sets the mode of --color: "auto" (on a terminal, unless NO_COLOR is set), "never" or "always". NULL: auto. */
void cli_colour_set(const char *when);

/* True if output to this stream is coloured. */
bool cli_colour_on(FILE *stream);

/* The escape sequences that start and end a style on this stream; "" if there is no colour. */
const char *cli_colour_start(FILE *stream, cli_style style);
const char *cli_colour_end(FILE *stream, cli_style style);

#endif
