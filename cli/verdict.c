/* Verdict and numbers of an answer. A missing number is NaN, null in JSON and an empty field in CSV. */
#include "verdict.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "csv.h"

const char *cli_verdict_name(int32_t verdict)
{
	return verdict == MIXMI_NOT_DETECTED ? "not detected"
	       : verdict == MIXMI_DETECTED   ? "detected"
	       : verdict == MIXMI_UNDECIDED  ? "undecided"
	                                     : "-";
}

const char *cli_verdict_key(int32_t verdict)
{
	return verdict == MIXMI_NOT_DETECTED ? "not_detected"
	       : verdict == MIXMI_NO_VERDICT ? ""
	                                     : cli_verdict_name(verdict);
}

json_t *cli_verdict_json(int32_t verdict)
{
	return verdict == MIXMI_NO_VERDICT ? json_null() : json_string(cli_verdict_key(verdict));
}

bool cli_verdict_found(const mixmi_answer *answer)
{
	return answer->verdict == MIXMI_DETECTED || (answer->verdict == MIXMI_NO_VERDICT && answer->estimate > 0);
}

void cli_verdict_add(cli_text *text, const mixmi_answer *answer, const mixmi_options *options, bool has_z)
{
	char upper[CLI_NUMBER];
	if (answer->verdict == MIXMI_DETECTED)
		cli_text_add(text, "dependence detected");
	else if (answer->verdict == MIXMI_NOT_DETECTED)
		cli_text_add(text, "no dependence detected");
	if (answer->verdict == MIXMI_NOT_DETECTED && isfinite(answer->upper))
		cli_text_addf(text, "; at most %s %s", cli_text_short(upper, cli_in_units(answer->upper, options)),
		              mixmi_options_get(options, "units"));
	if (answer->verdict == MIXMI_UNDECIDED) {
		cli_text_add(text, "undecided: ");
		cli_verdict_add_reason(text, answer, has_z);
	}
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

/* ------------------------------------------------------------------------------------------------ all fields */

typedef enum field_kind { NUMBER, INFORMATION, COUNT } field_kind;

/* Fields in their order. The first ALWAYS of them are always there. */
static const struct {
	const char *name;
	size_t offset;
	field_kind kind;
} fields[] = {
#define FIELD(kind, name)                                                                                              \
	{                                                                                                                  \
#name, offsetof(mixmi_answer, name), kind                                                                      \
	}
#define OF_PAPER(kind, name)                                                                                           \
	{                                                                                                                  \
#name, offsetof(mixmi_answer, paper.name), kind                                                                \
	}
	FIELD(NUMBER, p),
	FIELD(NUMBER, alpha),
	FIELD(NUMBER, statistic),
	FIELD(NUMBER, df),
	FIELD(INFORMATION, estimate),
	FIELD(INFORMATION, lower),
	FIELD(INFORMATION, upper),
	FIELD(NUMBER, confidence),
	FIELD(INFORMATION, standard_error),
	FIELD(NUMBER, strength),
	FIELD(NUMBER, strength_max),
	FIELD(INFORMATION, corrected),
	FIELD(COUNT, rows),
	FIELD(COUNT, rows_dropped),
	FIELD(COUNT, comparable),
	FIELD(COUNT, permutations),
	FIELD(NUMBER, effective_rows),
	FIELD(NUMBER, bins_x),
	FIELD(NUMBER, bins_y),
	FIELD(NUMBER, bins_z),
	FIELD(INFORMATION, fitted),
	FIELD(INFORMATION, plug_in),
	FIELD(INFORMATION, bias),
	OF_PAPER(INFORMATION, chi2),
	OF_PAPER(INFORMATION, chi2_correction),
	OF_PAPER(NUMBER, chi2_df),
	OF_PAPER(NUMBER, chi2_p),
	OF_PAPER(INFORMATION, sc),
	OF_PAPER(INFORMATION, sc_correction),
	OF_PAPER(INFORMATION, fnml),
	OF_PAPER(INFORMATION, fnml_correction),
	OF_PAPER(INFORMATION, jic),
	OF_PAPER(INFORMATION, jic_correction),
#undef FIELD
#undef OF_PAPER
};

enum { FIELDS = sizeof fields / sizeof *fields, ALWAYS = 16 };

/* NaN for what a question without an answer, or the method, does not have. */
static double value_of(const mixmi_answer *answer, size_t i, const mixmi_options *options)
{
	const void *place = (const char *)answer + fields[i].offset;
	if (fields[i].kind == COUNT) {
		bool known = answer->status == MIXMI_OK && (place != &answer->permutations || answer->permutations > 0 ||
		                                            strcmp(answer->method, "perm") == 0);
		return known ? (double)*(const uint64_t *)place : (double)NAN;
	}
	double value = *(const double *)place;
	return fields[i].kind == INFORMATION ? cli_in_units(value, options) : value;
}

static void put_field(cli_json *json, json_t *object, size_t i, double value)
{
	bool count = fields[i].kind == COUNT && isfinite(value);
	cli_json_put(json, object, fields[i].name, count ? cli_json_count((uint64_t)value) : cli_json_number(value));
}

void cli_verdict_put(cli_json *json, json_t *object, const mixmi_options *options, const mixmi_answer *answer)
{
	cli_json_put(json, object, "verdict", cli_verdict_json(answer->verdict));
	for (size_t i = 0; i < FIELDS; i++) {
		double value = value_of(answer, i, options);
		if (i < ALWAYS || !isnan(value))
			put_field(json, object, i, value);
	}
	if (answer->clusters > 0)
		cli_json_put(json, object, "clusters", cli_json_count(answer->clusters));
}

void cli_verdict_csv_header(FILE *stream)
{
	fputs("verdict", stream);
	for (size_t i = 0; i < ALWAYS; i++)
		fprintf(stream, ",%s", fields[i].name);
}

void cli_verdict_csv(const mixmi_answer *answer, const mixmi_options *options, FILE *stream)
{
	fputs(cli_verdict_key(answer->verdict), stream);
	for (size_t i = 0; i < ALWAYS; i++)
		cli_csv_number(value_of(answer, i, options), stream);
}
