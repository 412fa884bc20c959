/* Building JSON with jansson, for answers and pages. Nothing here depends on the command line. */
#include "json_tree.h"

#include <math.h>

#include "text.h"

void cli_json_put(cli_json *json, json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, value) != 0)
		json->failed = true;
}

void cli_json_push(cli_json *json, json_t *array, json_t *value)
{
	if (json_array_append_new(array, value) != 0)
		json->failed = true;
}

json_t *cli_json_number(double number)
{
	return isfinite(number) ? json_real(number) : json_null();
}

json_t *cli_json_count(uint64_t count)
{
	return json_integer((json_int_t)count);
}

json_t *cli_json_text(const char *text)
{
	cli_text valid = { 0 };
	cli_text_add_utf8(&valid, text);
	json_t *value = valid.failed ? NULL : json_string(valid.bytes);
	cli_text_clear(&valid);
	return value;
}

json_t *cli_json_range(double lower, double upper)
{
	if (!isfinite(lower) || !isfinite(upper))
		return json_null();
	json_t *range = json_array();
	if (json_array_append_new(range, json_real(lower)) == 0 && json_array_append_new(range, json_real(upper)) == 0)
		return range;
	json_decref(range);
	return NULL;
}

void cli_json_notes(cli_json *json, const char *key, const mixmi_table *table)
{
	json_t *notes = json_array();
	const char *note;
	for (size_t i = 0; (note = mixmi_table_note(table, i)) != NULL; i++)
		cli_json_push(json, notes, cli_json_text(note));
	cli_json_put(json, json->root, key, notes);
}
