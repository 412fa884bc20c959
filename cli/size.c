/* The size of a dependence: a difference or a slope in the units of the data. Names and labels are escaped as the format
 * requires. */
#include "size.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void cli_size_add(cli_text *text, const mixmi_profile *profile, const mixmi_table *table, const mixmi_question *asked)
{
	char *words;
	if (profile->size_kind == MIXMI_SIZE_NONE)
		return;
	if (mixmi_size_words(&words, profile, table, asked) != MIXMI_OK) {
		text->failed = true;
		return;
	}
	cli_text_add_shown(text, words);
	cli_text_add(text, asked->z_count > 0 ? "; an association adjusted for Z, not an effect"
	                                      : "; an association, not an effect");
	mixmi_free(words);
}

const char *cli_size_short(char out[CLI_SIZE], const mixmi_profile *profile)
{
	if (profile->size_kind == MIXMI_SIZE_NONE)
		return "-";
	if (profile->size_kind == MIXMI_SIZE_SHARES)
		snprintf(out, CLI_SIZE, "%+.3g%%", 100 * profile->size);
	else if (profile->size_kind == MIXMI_SIZE_MEANS)
		snprintf(out, CLI_SIZE, fabs(profile->size) < 1000 ? "%+.3g" : "%+.0f", profile->size);
	else
		snprintf(out, CLI_SIZE, "%+.3g per %.3g", profile->size, profile->size_per);
	return out;
}

/* The response at each label; empty for numbers. */
static json_t *levels_json(cli_json *json, const mixmi_profile *profile, const mixmi_table *table, size_t column)
{
	json_t *levels = json_array();
	for (size_t code = 0; code < MIXMI_SIZE_LEVELS; code++) {
		const char *label = isnan(profile->level_means[code]) ? NULL : mixmi_table_label(table, column, code);
		if (label == NULL)
			continue;
		json_t *one = json_object();
		cli_json_put(json, one, "label", cli_json_text(label));
		cli_json_put(json, one, "value", cli_json_number(profile->level_means[code]));
		cli_json_push(json, levels, one);
	}
	return levels;
}

json_t *cli_size_json(cli_json *json, const mixmi_profile *profile, const mixmi_table *table,
                      const mixmi_question *asked)
{
	static const char *const kinds[] = { "none", "shares", "means", "slope" };
	char *words = NULL;
	if (profile->size_kind == MIXMI_SIZE_NONE)
		return json_null();
	if (mixmi_size_words(&words, profile, table, asked) != MIXMI_OK)
		json->failed = true;
	json_t *object = json_object();
	cli_json_put(json, object, "kind", json_string(kinds[profile->size_kind]));
	cli_json_put(json, object, "of", json_string(profile->size_of_x ? "x" : "y"));
	cli_json_put(json, object, "value", cli_json_number(profile->size));
	cli_json_put(json, object, "lower", cli_json_number(profile->size_lower));
	cli_json_put(json, object, "upper", cli_json_number(profile->size_upper));
	cli_json_put(json, object, "per", cli_json_number(profile->size_per));
	size_t along = profile->size_of_x ? asked->y[0] : asked->x[0];
	cli_json_put(json, object, "levels", levels_json(json, profile, table, along));
	cli_json_put(json, object, "words", words != NULL ? cli_json_text(words) : json_null());
	mixmi_free(words);
	return object;
}
