/* Reading what the command line names. All return an exit code and have printed the message if it is not 0. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include "args.h"
#include "text.h"

/* Reads the table in FILE or standard input; its notes go to standard error. `only` lists the columns to keep, as users
 * write lists (NULL: as the options say). */
int cli_input_table(mixmi_table **out, cli_args *args, const char *only);

/* What the file is called in output: as typed, "-" for standard input. */
const char *cli_input_name(const cli_args *args);

/* Reports what the library found wrong with a question about the table: names the file. */
int cli_input_fail(const cli_args *args, mixmi_status status);

/* The whole of a file, or of standard input for "-". */
int cli_input_file(cli_text *out, const char *path);

#endif
