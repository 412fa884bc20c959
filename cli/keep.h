/* What a command that fits a histogram can leave behind besides its answer: a picture and the histogram itself. */
#ifndef CLI_KEEP_H
#define CLI_KEEP_H

#include "fit.h"

/* The flags, for a command's list; `drawn` says what --plot draws, which differs where there is a Z. */
#define CLI_KEEP_FLAGS(drawn)                                                                                          \
	{ "plot", 0, CLI_FILE, "FILE", NULL, drawn },                                                                      \
	{                                                                                                                  \
		"save", 0, CLI_FILE, "FILE", NULL, "save the histogram as JSON in FILE, for 'mixmi assign'"                    \
	}

/* All that can be found wrong with where things go before any work; `columns` is how many axes a picture would have. */
int cli_keep_check(const cli_args *args, const char *command, size_t columns);

/* Draws and saves what the flags ask for; the picture is that of the question, or without one (NULL) of the histogram. */
int cli_keep_write(const cli_fit *fit, const mixmi_question *question, const char *command);

#endif
