/* JSON answers: building with jansson, with one check for failed allocations at the end. The schema is docs/SCHEMA.md. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "args.h"

/* An answer being built. Adding never fails visibly: a NULL container or value sets `failed`, and cli_json_print() then
 * reports it. */
typedef struct cli_json {
	json_t *root;
	bool failed;
} cli_json;

/* Both take over `value`. */
void cli_json_put(cli_json *json, json_t *object, const char *key, json_t *value);
void cli_json_push(cli_json *json, json_t *array, json_t *value);

/* A number, or null where it is not finite. */
json_t *cli_json_number(double number);
json_t *cli_json_count(size_t count);

/* A string; bytes that are not valid UTF-8 become \xNN. */
json_t *cli_json_text(const char *text);

/* The range [lower, upper], or null where a bound is not finite. */
json_t *cli_json_range(double lower, double upper);

/* Starts the object with the keys that every answer opens with: command, version, file, preset (NULL: without it). */
void cli_json_begin(cli_json *json, const cli_args *args, const char *preset);

/* Ends it with the notes of the table. */
void cli_json_notes(cli_json *json, const mixmi_table *table);

/* The value of an INTEGER option. */
json_t *cli_json_option(const cli_args *args, const char *name);

/* Prints the object and frees it, whatever happens; returns an exit code. Errors of writing are left to cli_output. */
int cli_json_print(cli_json *json, FILE *stream);

#endif
