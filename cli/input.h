/* Reads the files named on the command line. All functions return an exit code; if it is not 0, the message has been
 * printed. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include "args.h"
#include "text.h"

/* Reads the table in FILE or standard input; its notes go to standard error. `only` is a list of columns to keep, in
 * the user's syntax (NULL: as in the options). */
int cli_input_table(mixmi_table **out, cli_args *args, const char *only);

/* The sketch of the files, which are read in parts; that of states, which are merged. NULL after a failure. */
int cli_input_sketch(mixmi_sketch **out, cli_args *args);
int cli_input_states(mixmi_sketch **out, const cli_args *args, const char *const *paths, size_t count);

/* Name of the file in output: as typed, "-" for standard input. */
const char *cli_input_name(const cli_args *args);

/* Reports a library error for a question about the table, with the file name. */
int cli_input_fail(const cli_args *args, mixmi_status status);

/* The same for a question about the table and a graph, with the names of both files; graph NULL: there is none. */
int cli_input_fail_graph(const cli_args *args, const char *graph, mixmi_status status);

/* The whole content of a file, or of standard input for "-". */
int cli_input_file(cli_text *out, const char *path);

#endif
