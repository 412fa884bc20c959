/* Common parts of `mixmi blanket` and `mixmi select`: columns chosen for a target. */
#ifndef CLI_CHOICE_H
#define CLI_CHOICE_H

#include "args.h"
#include "csv.h"

/* Calls the library; returns its status. */
typedef mixmi_status cli_choice_ask(mixmi_choice **out, const mixmi_table *table, size_t target, const size_t *columns,
                                    size_t count, const cli_args *args);

/* Runs either command. */
int cli_choice_run(cli_args *args, cli_choice_ask *ask);

/* Common flags. */
#define CLI_CHOICE_FLAGS                                                                                               \
	{ "target", 't', CLI_COLUMNS, "COLUMN", NULL, "the target" },                                                      \
		{ "columns", 'c', CLI_COLUMNS, "COLUMNS", NULL, "choose only from these columns" },                            \
		{ "exclude", 0, CLI_COLUMNS, "COLUMNS", NULL, "leave these columns out" },                                     \
		{ "csv", 0, CLI_SWITCH, NULL, NULL, "print CSV, one column per line, instead of a table" }, CLI_CSV_SAFE

#endif
