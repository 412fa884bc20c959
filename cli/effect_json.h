/* An effect as JSON, for the command and for the page of a report. */
#ifndef CLI_EFFECT_JSON_H
#define CLI_EFFECT_JSON_H

#include "json_tree.h"

/* Adds what is known about an effect to an object. `table` is the one that it was estimated on; information is in the units of
 * `options`. */
void cli_effect_json(cli_json *json, json_t *object, const mixmi_effect *effect, const mixmi_table *table,
                     const mixmi_options *options);

#endif
