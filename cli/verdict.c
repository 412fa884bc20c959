/* Verdict and interval of an answer. A missing number is NaN, and null in JSON. */
#include "verdict.h"

#include <math.h>
#include <string.h>

#include "methods.h"
#include "report.h"

const char *cli_verdict_name(int32_t verdict)
{
	return verdict == MIXMI_NOT_DETECTED ? "none detected"
	       : verdict == MIXMI_DETECTED ? "detected"
	       : verdict == MIXMI_UNDECIDED ? "undecided"
	                                    : "-";
}

json_t *cli_verdict_json(int32_t verdict)
{
	bool decided = verdict == MIXMI_NOT_DETECTED || verdict == MIXMI_DETECTED;
	return decided ? json_boolean(verdict == MIXMI_NOT_DETECTED) : json_null();
}

void cli_verdict_add_reason(cli_text *text, const mixmi_answer *answer, bool has_z)
{
	if (!has_z)
		cli_text_add(text, "too few rows share a value of X or of Y to compare them");
	else if (answer->comparable == answer->rows)
		cli_text_add(text, "X or Y does not vary given Z");
	else
		cli_text_addf(text, "%llu of %llu rows can be compared given Z", (unsigned long long)answer->comparable,
		              (unsigned long long)answer->rows);
}

void cli_verdict_add_clusters(cli_text *text, const mixmi_answer *answer)
{
	char shown[CLI_NUMBER];
	cli_text_addf(text, "%llu", (unsigned long long)answer->clusters);
	if (isfinite(answer->effective_rows))
		cli_text_addf(text, "; as informative as %s independent rows",
		              cli_text_short(shown, round(answer->effective_rows)));
}

void cli_verdict_put(cli_json *json, json_t *object, const cli_args *args, const mixmi_answer *answer)
{
	double level = cli_args_number(args, "confidence");
	cli_json_put(json, object, "undecided", json_boolean(answer->verdict == MIXMI_UNDECIDED));
	cli_json_put(json, object, "comparable",
	             answer->status == MIXMI_OK ? cli_json_count(answer->comparable) : json_null());
	if (answer->clusters > 0) {
		cli_json_put(json, object, "clusters", cli_json_count(answer->clusters));
		cli_json_put(json, object, "effective_rows", cli_json_number(answer->effective_rows));
	}
	if (!(level > 0))
		return;
	json_t *interval = json_object();
	cli_json_put(json, interval, "level", cli_json_number(level));
	cli_json_put(json, interval, "lower", cli_json_number(cli_in_units(answer->lower, args->options)));
	cli_json_put(json, interval, "upper", cli_json_number(cli_in_units(answer->upper, args->options)));
	cli_json_put(json, object, "interval", interval);
}

int cli_verdict_settle_interval(const cli_args *args)
{
	bool usual = strcmp(cli_args_option(args, "preset"), "default") == 0 && !cli_args_gives(args, "confidence");
	const mixmi_method *method = cli_methods_chosen(args);
	if (!usual || method == NULL || !mixmi_method_uses_option(method, "confidence"))
		return CLI_OK;
	mixmi_status status = mixmi_options_set(args->options, "confidence", "0.95");
	return status == MIXMI_OK ? CLI_OK : cli_fail_library(args->command->name, NULL, status);
}
