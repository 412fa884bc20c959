/* The command line of one subcommand, checked against its tables and the library's option table. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include <stdbool.h>
#include <stddef.h>

#include "command.h"

/* A flag or option that was given; the values of a list are joined. */
typedef struct cli_given {
	const char *name;           /* as in the table */
	const mixmi_option *option; /* NULL: a flag of the command */
	char *value;                /* owned; "" for a switch */
} cli_given;

struct cli_args {
	const cli_command *command;
	mixmi_options *options;
	const char *operand;   /* the FILE, as typed; NULL if there was none */
	const char *second;    /* for a command with two files; NULL if there was none */
	const char **operands; /* [operand_count] all of them, for a command that takes several files */
	size_t operand_count;
	cli_given *given;
	size_t given_count;
};

/* Parses the words after the subcommand's name. Returns an exit code; if it is not 0, the message has been printed.
 * Words after --help or --version are ignored. Release with cli_args_clear(), also after a failure. */
int cli_args_parse(cli_args *args, const cli_command *command, int count, char *const *words);

void cli_args_clear(cli_args *args);

/* The value of a flag of the command ("" for a switch), or NULL if it was not given. */
const char *cli_args_value(const cli_args *args, const char *name);

/* True if ranks share the work of this command. */
bool cli_args_shared(const cli_args *args);

/* The value of a library option, as text or as a number. The option must exist. */
const char *cli_args_option(const cli_args *args, const char *name);
double cli_args_number(const cli_args *args, const char *name);

/* True if this library option was given. */
bool cli_args_gives(const cli_args *args, const char *name);

/* True if an option of the group (see mixmi_option) was given. */
bool cli_args_gives_group(const cli_args *args, const char *group);

/* Value number `index` of a flag of the kind CLI_FILES, or NULL past the last. */
const char *cli_args_each(const cli_args *args, const char *name, size_t index);

/* The number that a flag of the kind CLI_COUNT was given, or `otherwise`. */
size_t cli_args_count(const cli_args *args, const char *name, size_t otherwise);

/* A usage error if both --csv and --json are given. */
int cli_args_one_form(const cli_args *args);

/* Like cli_args_value(), but a usage error if the flag was not given or names no column. */
int cli_args_need(const char **value, const cli_args *args, const char *name);

#endif
