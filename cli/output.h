/* Where answers go: standard output, or a file that appears whole or not at all. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "args.h"

/* Start with { 0 }. Write to `stream` between open and close; errors of writing are found by close. */
typedef struct cli_output {
	FILE *stream;
	char *path;      /* where the file shall be; NULL for standard output */
	char *temporary; /* where it is being written; NULL: written in place (standard output, devices, FIFOs) */
} cli_output;

/* Looks whether `path` can be written, so that the error comes before any work. NULL and "-": standard output. All of these
 * return an exit code and have printed the message if it is not 0. */
int cli_output_check(const char *path);

/* A usage error if `path`, the value of --plot, does not end like a picture. */
int cli_output_check_picture(const char *command, const char *path);

/* All that can be found wrong with the value of --plot, where it is given, before any work: its ending, whether it can be
 * written, and that it is not the file of --output. */
int cli_output_check_plot(const cli_args *args);

/* Would two outputs end up in one file? Spelt the same or not, there already or not. A device can take several. */
bool cli_output_is_same(const char *a, const char *b);

/* Refuses a command line whose answer would replace a file that it reads. */
int cli_output_spare(const cli_args *args);

int cli_output_open(cli_output *output, const char *path);

/* Flushes and puts the file in its place. If anything failed, now or while writing, no file is left. */
int cli_output_close(cli_output *output);

/* The end of an answer that was printed with this exit code: closes where all went well, else gives up. */
int cli_output_end(cli_output *output, int code);

/* A command that finds something and then prints it as text or with --json. Each returns an exit code. */
typedef struct cli_steps {
	int (*find)(void *job);
	int (*print_text)(const void *job, FILE *stream);
	int (*print_json)(const void *job, FILE *stream);
} cli_steps;

/* Runs the steps; an --output that cannot be written is found before the work. */
int cli_output_run(const cli_args *args, const cli_steps *steps, void *job);

/* Gives up: nothing is left. Harmless after close. */
void cli_output_abandon(cli_output *output);

#endif
