/* Verdict and interval of an answer, in the same words and under the same keys wherever they are shown. */
#ifndef CLI_VERDICT_H
#define CLI_VERDICT_H

#include "fit.h"

/* What a mixmi_verdict says of a dependence, "detected" or "none detected", "-" where there is no verdict; and as the value of "independent": null where it is not decided. */
const char *cli_verdict_name(int32_t verdict);
json_t *cli_verdict_json(int32_t verdict);

/* Adds why the answer is undecided: "0 of 300 rows can be compared given Z". */
void cli_verdict_add_reason(cli_text *text, const mixmi_answer *answer, bool has_z);

/* Adds the number of clusters and what they leave of the rows: "60; as informative as 210 independent rows". */
void cli_verdict_add_clusters(cli_text *text, const mixmi_answer *answer);

/* JSON: undecided and comparable, where there are clusters what is known of them, and with --confidence the interval, in the units of the options. */
void cli_verdict_put(cli_json *json, json_t *object, const cli_args *args, const mixmi_answer *answer);

/* An answer has an interval of level 0.95 where --confidence does not say otherwise, with the preset robust and a method that
 * can give one, in text, JSON and CSV alike. */
int cli_verdict_settle_interval(const cli_args *args);

#endif
