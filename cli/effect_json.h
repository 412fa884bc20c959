/* An effect as JSON, for the command and the report page. */
#ifndef CLI_EFFECT_JSON_H
#define CLI_EFFECT_JSON_H

#include "json_tree.h"

/* Adds an effect to an object. `table` is the table on which it was estimated; information is in the units of
 * `options`. */
void cli_effect_json(cli_json *json, json_t *object, const mixmi_effect *effect, const mixmi_table *table,
                     const mixmi_options *options);

/* A sentence about mixmi_effect_info.rests_on. */
#define CLI_RESTS_ON "This rests on possible arrows, which on real tables are right as often as a coin: %s\n"

#endif
