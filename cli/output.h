/* Output of answers: standard output, or a file that is written completely or not at all. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "args.h"

/* Initialise with { 0 }. Write to `stream` between open and close; close reports write errors. */
typedef struct cli_output {
	FILE *stream;
	char *path;      /* final path; NULL for standard output */
	char *temporary; /* temporary path; NULL: written in place (standard output, devices, FIFOs) */
} cli_output;

/* Checks whether `path` can be written, so that errors are reported before the analysis. NULL and "-": standard output.
 * All these functions return an exit code; if it is not 0, the message has been printed. */
int cli_output_check(const char *path);

/* A usage error if `path`, the value of --plot, does not have the extension of a picture. */
int cli_output_check_picture(const char *command, const char *path);

/* All checks of --plot that are possible before the analysis: its extension, whether it can be written, and that it
 * differs from --output. */
int cli_output_check_plot(const cli_args *args);

/* Whether two outputs would be the same file, even if spelt differently or not existing yet. A device can take
 * several. */
bool cli_output_is_same(const char *a, const char *b);

/* Refuses a command line whose output would replace one of its input files. */
int cli_output_spare(const cli_args *args);

int cli_output_open(cli_output *output, const char *path);

/* Flushes and moves the file to its final path. If anything failed, now or during writing, no file is left. */
int cli_output_close(cli_output *output);

/* Ends an answer that was printed with this exit code: closes on success, otherwise abandons. */
int cli_output_end(cli_output *output, int code);

/* A command that computes something and then prints it as text or, with --json, as JSON. Each function returns an exit
 * code. */
typedef struct cli_steps {
	int (*find)(void *job);
	int (*print_text)(const void *job, FILE *stream);
	int (*print_json)(const void *job, FILE *stream);
} cli_steps;

/* Runs the steps; an --output that cannot be written is reported before the analysis. */
int cli_output_run(const cli_args *args, const cli_steps *steps, void *job);

/* Removes the output. Harmless after close. */
void cli_output_abandon(cli_output *output);

#endif
