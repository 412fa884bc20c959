/* Verdict and numbers of an answer, with the same words and keys everywhere. */
#ifndef CLI_VERDICT_H
#define CLI_VERDICT_H

#include "fit.h"

/* A mixmi_verdict in words: "detected", "not detected", "undecided", or "-" if there is no verdict. */
const char *cli_verdict_name(int32_t verdict);

/* The same as a key: "detected", "not_detected", "undecided", or "" for no verdict; and in JSON, where "" is null. */
const char *cli_verdict_key(int32_t verdict);
json_t *cli_verdict_json(int32_t verdict);

/* True if a dependence was found: by the verdict or, of a method without one, by its estimate. */
bool cli_verdict_found(const mixmi_answer *answer);

/* Adds the result in words: "dependence detected", "no dependence detected; at most 0.0123 nats", or "undecided: 0 of 300
 * rows can be compared given Z"; nothing if there is no verdict. */
void cli_verdict_add(cli_text *text, const mixmi_answer *answer, const mixmi_options *options, bool has_z);

/* Adds why the answer is undecided: "0 of 300 rows can be compared given Z". */
void cli_verdict_add_reason(cli_text *text, const mixmi_answer *answer, bool has_z);

/* Adds the number of clusters and the effective number of rows: "60; as informative as 210 independent rows". */
void cli_verdict_add_clusters(cli_text *text, const mixmi_answer *answer);

/* JSON: the fields of the answer from verdict to permutations by their names, information in the units of the options and
 * null for what the method does not provide; then the fields that only some methods have, if they are there. */
void cli_verdict_put(cli_json *json, json_t *object, const mixmi_options *options, const mixmi_answer *answer);

/* CSV: the same fields without the last ones. The header begins with "verdict", a line with the value of it. */
void cli_verdict_csv_header(FILE *stream);
void cli_verdict_csv(const mixmi_answer *answer, const mixmi_options *options, FILE *stream);

#endif
