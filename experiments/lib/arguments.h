/* Command lines of the experiments. Messages go to stderr and name the program. */
#ifndef EXPERIMENTS_ARGUMENTS_H
#define EXPERIMENTS_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Set by main() before anything else. */
extern const char *argument_program;

_Noreturn void argument_fail(const char *what, const char *which);

/* An integer in [least, most]; anything else ends the program. */
uint64_t argument_number(const char *text, uint64_t least, uint64_t most);

/* Calls `add` with every item of a comma-separated list. */
void argument_each(const char *list, void (*add)(void *context, const char *item), void *context);

/* Numbers of rows or nodes from a list; the context of argument_each(). `least` and `most` are set before. */
enum { ARGUMENT_SIZES = 16 };
typedef struct argument_sizes {
	uint64_t least, most;
	size_t values[ARGUMENT_SIZES], count;
} argument_sizes;
void argument_add_size(void *context, const char *text);

/* The list, or the usual values if it is empty. */
void argument_usual_sizes(argument_sizes *sizes, const char *usual);

/* The requested number of threads; 0: one per core. */
int argument_threads(int asked);

/* The options of a program; the last one has no name. What `to` points to depends on the type: const char * (text), size_t
 * (count), uint64_t (seed), int (threads), argument_sizes, bool (switch), FILE * (an output file, opened here), or the
 * context of `add`, which is called with every value (each). Counts lie in [least, most]. */
typedef enum argument_type {
	ARGUMENT_TEXT,
	ARGUMENT_COUNT,
	ARGUMENT_SEED,
	ARGUMENT_THREADS,
	ARGUMENT_LIST,
	ARGUMENT_SWITCH,
	ARGUMENT_OUTPUT,
	ARGUMENT_EACH
} argument_type;
typedef struct argument_option {
	const char *name;
	argument_type type;
	void *to;
	uint64_t least, most;
	void (*add)(void *context, const char *text);
} argument_option;

/* Reads "--name value" and "--name=value". --help prints the usage and ends the program; so does an unknown option, as a
 * failure. */
void argument_parse(int argc, char **argv, const char *usage, const argument_option *options);

/* Whether a name matches one of a comma-separated list of patterns with * and ?; without a list every name does. */
bool argument_match(const char *patterns, const char *name);

#endif
