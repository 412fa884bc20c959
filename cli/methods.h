/* The library's estimators and tests as shown by the command: lists for help and manual pages, and their options. All
 * names and texts come from the library's registries. */
#ifndef CLI_METHODS_H
#define CLI_METHODS_H

#include <stdio.h>

#include "args.h"

/* Row `index` of a registry; NULL after the last. */
const mixmi_method *cli_method_at(cli_methods kind, size_t index);

/* The registry for `mixmi help WORD`, "estimators" or "tests"; CLI_NO_METHODS if it is neither. */
cli_methods cli_methods_named(const char *word);

/* "estimators" or "tests". */
const char *cli_methods_name(cli_methods kind);

/* The estimator or test selected for this command; NULL for a command without this choice. */
const mixmi_method *cli_methods_chosen(const cli_args *args);

/* True if the selected method fits a histogram, so that the model options apply and columns have bins. */
bool cli_methods_fits(const cli_args *args);

/* A usage error for an option that was given although the selected method does not use it. */
int cli_methods_check(const cli_args *args);

#endif
