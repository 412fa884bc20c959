/* Help texts, and parts shared with the manual pages. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdio.h>

#include "command.h"

/* Meaning of the exit codes, one row per code; terminated by NULL. The index of a row is the code. */
extern const char *const cli_exit_codes[];

/* What the program does, in one sentence, and how columns are named. */
extern const char cli_about[];
extern const char cli_about_columns[];

enum { CLI_HEAD = 64, CLI_FACTS = 160 };

/* "-o, --output FILE" and "--alpha A": the syntax of a flag or option. Returns `out`. */
const char *cli_flag_head(char out[CLI_HEAD], const cli_flag *flag);
const char *cli_option_head(char out[CLI_HEAD], const cli_command *command, const mixmi_option *option);

/* Choices, range and default of an option, such as "from 1 to 1000000000; default 5"; "" if there are none. */
const char *cli_option_facts(char out[CLI_FACTS], const mixmi_option *option);

/* Prints the help of one command, with its common options or all of them, of the program, or only the questions that it
 * answers. All return an exit code. */
int cli_help_command(const cli_command *command, bool all);
int cli_help_questions(void);
int cli_help_program(void);

/* Prints a registry of the library, with the assumptions of each method. */
int cli_help_methods(cli_methods kind);

/* Prints the name and version. */
int cli_help_version(void);

/* Usage error for an unknown command, with the closest one suggested. */
int cli_help_unknown(const char *name);

#endif
