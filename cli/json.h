/* JSON answers, built with jansson, with one check for failed allocations at the end. The schema is
 * docs/reference/json.md. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <stdio.h>

#include "args.h"
#include "json_tree.h"

/* Starts the object with the keys common to all answers: command, version, schema_version, file, preset (NULL: without
 * it). */
void cli_json_begin(cli_json *json, const cli_args *args, const char *preset);

/* The value of an INTEGER option. */
json_t *cli_json_option(const cli_args *args, const char *name);

/* Prints the object and frees it in any case; returns an exit code. Write errors are left to cli_output. */
int cli_json_print(cli_json *json, FILE *stream);

#endif
