/* Help texts, and what they share with the manual pages. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdio.h>

#include "command.h"

/* What the exit codes mean, one row per code; ended by NULL. The row's number is the code. */
extern const char *const cli_exit_codes[];

/* What the program is, in one sentence, and how columns are named. */
extern const char cli_about[];
extern const char cli_about_columns[];

enum { CLI_HEAD = 64, CLI_FACTS = 160 };

/* "-o, --output FILE" and "--alpha A": how a flag or option is written. Returns `out`. */
const char *cli_flag_head(char out[CLI_HEAD], const cli_flag *flag);
const char *cli_option_head(char out[CLI_HEAD], const cli_command *command, const mixmi_option *option);

/* Choices, range and default of an option, such as "from 1 to 1000000000; default 5"; "" if there are none. */
const char *cli_option_facts(char out[CLI_FACTS], const mixmi_option *option);

/* Prints the help of one command, with its common options or all of them, or of the program. Both return an exit code. */
int cli_help_command(const cli_command *command, bool all);
int cli_help_program(void);

/* Prints a registry of the library, with what each method assumes. */
int cli_help_methods(cli_methods kind);

/* Prints the name and version. */
int cli_help_version(void);

/* Usage error for a word that is no command, with the nearest one suggested. */
int cli_help_unknown(const char *name);

#endif
