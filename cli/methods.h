/* The library's estimators and tests as the command shows them: lists for help and manual pages, and which options go with
 * which of them. Names and texts all come from the library's registries. */
#ifndef CLI_METHODS_H
#define CLI_METHODS_H

#include <stdio.h>

#include "args.h"

/* Row `index` of a registry; NULL past its end. */
const mixmi_method *cli_method_at(cli_methods kind, size_t index);

/* The registry that `mixmi help WORD` names, "estimators" or "tests"; CLI_NO_METHODS if it is neither. */
cli_methods cli_methods_named(const char *word);

/* "estimators" or "tests". */
const char *cli_methods_name(cli_methods kind);

/* The estimator or test that the options choose for this command; NULL for a command that has no such choice. */
const mixmi_method *cli_methods_chosen(const cli_args *args);

/* True if what is chosen fits a histogram, so that the model options count and columns have bins. */
bool cli_methods_fits(const cli_args *args);

/* A usage error for an option that was given although what is chosen takes no notice of it. */
int cli_methods_check(const cli_args *args);

#endif
