/* The size of a dependence, as shown by `mixmi cmi`, `test` and `pairs`. */
#ifndef CLI_SIZE_H
#define CLI_SIZE_H

#include "json.h"
#include "question.h"
#include "text.h"

/* Adds the size in words and that it is an association: nothing if it is unknown. */
void cli_size_add(cli_text *text, const mixmi_profile *profile, const mixmi_table *table, const mixmi_question *asked);

/* "+497 per 10", "-12%" of rows; "-" if it is unknown. */
enum { CLI_SIZE = 48 };
const char *cli_size_short(char out[CLI_SIZE], const mixmi_profile *profile);

/* The same as an object; null if it is unknown. */
json_t *cli_size_json(cli_json *json, const mixmi_profile *profile, const mixmi_table *table,
                      const mixmi_question *asked);

#endif
