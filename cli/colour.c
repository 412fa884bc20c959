/* Colour on a terminal. Only human-readable text is coloured, never CSV, JSON or graph files. */
#include "colour.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum { AUTO, NEVER, ALWAYS } mode; /* for the whole run, including standard error */

void cli_colour_set(const char *when)
{
	mode = when == NULL ? AUTO : strcmp(when, "never") == 0 ? NEVER : strcmp(when, "always") == 0 ? ALWAYS : AUTO;
}

bool cli_colour_on(FILE *stream)
{
	const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
	if (mode != AUTO)
		return mode == ALWAYS;
	if ((no_colour != NULL && *no_colour != '\0') || terminal == NULL || strcmp(terminal, "dumb") == 0)
		return false;
	return isatty(fileno(stream)) == 1;
}

const char *cli_colour_start(FILE *stream, cli_style style)
{
	static const char *const codes[] = { "", "\033[1m", "\033[2m", "\033[31m", "\033[33m" };
	return style != CLI_PLAIN && cli_colour_on(stream) ? codes[style] : "";
}

const char *cli_colour_end(FILE *stream, cli_style style)
{
	return style != CLI_PLAIN && cli_colour_on(stream) ? "\033[0m" : "";
}
