/* Additional outputs of commands that fit a histogram: a picture and the histogram itself. */
#ifndef CLI_KEEP_H
#define CLI_KEEP_H

#include "fit.h"

/* The flags for a command's list; `drawn` describes the picture of --plot, which differs if there is a Z. */
#define CLI_KEEP_FLAGS(drawn)                                                                                          \
	{ "plot", 0, CLI_FILE, "FILE", NULL, drawn },                                                                      \
	{                                                                                                                  \
		"save", 0, CLI_FILE, "FILE", NULL, "save the histogram of the columns as JSON in FILE, for 'mixmi assign'"     \
	}

/* All checks of output paths that are possible before the analysis; `columns` is the number of axes of the picture. */
int cli_keep_check(const cli_args *args, const char *command, size_t columns);

/* Draws and saves what the flags request; the picture shows the question or, if that is NULL, the histogram. */
int cli_keep_write(const cli_fit *fit, const mixmi_question *question, const char *command);

#endif
