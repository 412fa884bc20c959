/* Verdict and interval of an answer, with the same words and keys everywhere. */
#ifndef CLI_VERDICT_H
#define CLI_VERDICT_H

#include "fit.h"

/* A mixmi_verdict in words: "detected" or "none detected", "-" if there is no verdict; and as the value of
 * "independent": null if it is undecided. */
const char *cli_verdict_name(int32_t verdict);
json_t *cli_verdict_json(int32_t verdict);

/* Adds why the answer is undecided: "0 of 300 rows can be compared given Z". */
void cli_verdict_add_reason(cli_text *text, const mixmi_answer *answer, bool has_z);

/* Adds the number of clusters and the effective number of rows: "60; as informative as 210 independent rows". */
void cli_verdict_add_clusters(cli_text *text, const mixmi_answer *answer);

/* JSON: undecided and comparable, information on clusters if there are any, and with --confidence the interval, in the
 * units of the options. */
void cli_verdict_put(cli_json *json, json_t *object, const cli_args *args, const mixmi_answer *answer);

/* An answer has an interval of level 0.95 unless --confidence says otherwise, with preset robust and a method that
 * supports intervals, in text, JSON and CSV. */
int cli_verdict_settle_interval(const cli_args *args);

#endif
