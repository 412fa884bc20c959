/* Building JSON with jansson, with one check for failed allocations at the end. */
#ifndef CLI_JSON_TREE_H
#define CLI_JSON_TREE_H

#include <jansson.h>
#include <stdbool.h>

#include "mixmi.h"

/* An answer under construction. Adding never reports failure: a NULL container or value sets `failed`, and
 * cli_json_print() reports it. */
typedef struct cli_json {
	json_t *root;
	bool failed;
} cli_json;

/* Both take ownership of `value`. */
void cli_json_put(cli_json *json, json_t *object, const char *key, json_t *value);
void cli_json_push(cli_json *json, json_t *array, json_t *value);

/* A number, or null if it is not finite. */
json_t *cli_json_number(double number);
json_t *cli_json_count(uint64_t count);

/* A string; bytes that are not valid UTF-8 become \xNN. */
json_t *cli_json_text(const char *text);

/* The range [lower, upper], or null if a bound is not finite. */
json_t *cli_json_range(double lower, double upper);

/* Adds the remarks of the table under this key. */
void cli_json_notes(cli_json *json, const char *key, const mixmi_table *table);

#endif
