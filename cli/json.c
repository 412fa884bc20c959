/* JSON answers. jansson stores the tree and quotes strings. The printing code is ours, because jansson writes 0.1 as
 * 0.10000000000000001 and puts every number of an array on a separate line. */
#include "json.h"

#include <math.h>
#include <string.h>

#include "input.h"
#include "report.h"
#include "text.h"

/* Increased when a key of docs/reference/json.md is removed or changes its meaning. */
enum { SCHEMA_VERSION = 2 };

json_t *cli_json_option(const cli_args *args, const char *name)
{
	return json_integer((json_int_t)cli_args_number(args, name));
}

void cli_json_begin(cli_json *json, const cli_args *args, const char *preset)
{
	json->failed = false;
	json->root = json_object();
	cli_json_put(json, json->root, "command", json_string(args->command->name));
	cli_json_put(json, json->root, "version", json_string(mixmi_version()));
	cli_json_put(json, json->root, "schema_version", json_integer(SCHEMA_VERSION));
	cli_json_put(json, json->root, "file", cli_json_text(cli_input_name(args)));
	if (preset != NULL)
		cli_json_put(json, json->root, "preset", cli_json_text(preset));
}

static int print_value(json_t *value, FILE *stream, int depth);

static bool is_container(const json_t *value)
{
	return json_is_array(value) || json_is_object(value);
}

/* Arrays of plain values are written on one line. */
static int print_array(json_t *array, FILE *stream, int depth)
{
	size_t count = json_array_size(array);
	bool lines = count > 0 && is_container(json_array_get(array, 0));
	fputc('[', stream);
	for (size_t i = 0; i < count; i++) {
		fputs(i == 0 ? "" : lines ? "," : ", ", stream);
		if (lines)
			fprintf(stream, "\n%*s", 2 * depth + 2, "");
		if (print_value(json_array_get(array, i), stream, depth + 1) != 0)
			return -1;
	}
	if (lines)
		fprintf(stream, "\n%*s", 2 * depth, "");
	fputc(']', stream);
	return 0;
}

/* Keys are plain words and need no escaping. */
static int print_object(json_t *object, FILE *stream, int depth)
{
	const char *key, *comma = "";
	json_t *value;
	fputc('{', stream);
	json_object_foreach(object, key, value)
	{
		fprintf(stream, "%s\n%*s\"%s\": ", comma, 2 * depth + 2, "", key);
		comma = ",";
		if (print_value(value, stream, depth + 1) != 0)
			return -1;
	}
	fprintf(stream, "\n%*s}", 2 * depth, "");
	return 0;
}

/* Fails only if memory runs out: write errors are left to the stream. */
static int print_value(json_t *value, FILE *stream, int depth)
{
	if (json_is_object(value))
		return print_object(value, stream, depth);
	if (json_is_array(value))
		return print_array(value, stream, depth);
	if (json_is_real(value)) {
		char number[CLI_NUMBER];
		fputs(cli_text_number(number, json_real_value(value)), stream);
		return 0;
	}
	bool hidden = json_is_string(value) && cli_text_has_hidden(json_string_value(value));
	size_t flags = JSON_ENCODE_ANY | (hidden ? JSON_ENSURE_ASCII : 0);
	return json_dumpf(value, stream, flags) == 0 || ferror(stream) ? 0 : -1;
}

int cli_json_print(cli_json *json, FILE *stream)
{
	bool failed = json->failed || print_value(json->root, stream, 0) != 0;
	if (!failed)
		fputc('\n', stream);
	json_decref(json->root);
	json->root = NULL;
	return failed ? cli_fail_memory() : CLI_OK;
}
