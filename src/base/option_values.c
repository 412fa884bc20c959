/* Reads, checks and writes single option values, independent of the program's locale. */
#include "base/option_values.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/options.h"
#include "base/text.h"

/* Named bytes of a CHARACTER option. */
static const struct {
	const char *name;
	int byte;
} characters[] = {
	{ "auto", 0 },        { "comma", ',' }, { "tab", '\t' },    { "\\t", '\t' },
	{ "semicolon", ';' }, { "pipe", '|' },  { "hash", '#' },    { "space", ' ' },
	{ "double", '"' },    { "point", '.' }, { "single", '\'' }, { "none", MIXMI_QUOTE_NONE },
};

enum { CHARACTERS = sizeof characters / sizeof characters[0] };

/* True if `name` is an item of the comma-separated `choices`; *index is its position. */
static bool find_choice(int *index, const char *choices, const char *name)
{
	size_t length = strlen(name);
	*index = 0;
	for (const char *item = choices;; (*index)++) {
		size_t size = strcspn(item, ",");
		if (size == length && strncmp(item, name, length) == 0)
			return true;
		if (item[size] == '\0')
			return false;
		item += size + 1;
	}
}

static mixmi_status out_of_range(const mixmi_option *option, const char *value)
{
	char shown[BASE_TEXT_SHOWN];
	base_text_show(shown, value, strlen(value));
	const char *kind = option->kind == MIXMI_OPTION_INTEGER ? "a whole number" : "a number";
	return base_error(MIXMI_ERROR_USAGE, "option %s: '%s' is not %s %s %.10g %s %.10g", option->name, shown, kind,
	                  option->open ? "between" : "from", option->minimum, option->open ? "and" : "to", option->maximum);
}

static bool in_range(const mixmi_option *option, double number)
{
	if (option->open)
		return number > option->minimum && number < option->maximum;
	return number >= option->minimum && number <= option->maximum;
}

static mixmi_status parse_integer(int64_t *out, const mixmi_option *option, const char *text)
{
	char *end;
	errno = 0;
	long long number = strtoll(text, &end, 10);
	if (*text == '\0' || *end != '\0' || errno != 0 || !in_range(option, (double)number))
		return out_of_range(option, text);
	*out = number;
	return MIXMI_OK;
}

static mixmi_status parse_real(double *out, const mixmi_option *option, const char *text)
{
	double number;
	if (base_number_parse(&number, text, strlen(text), '.') != BASE_NUMBER_FINITE || !in_range(option, number))
		return out_of_range(option, text);
	*out = number;
	return MIXMI_OK;
}

static mixmi_status parse_choice(int *out, const mixmi_option *option, const char *text)
{
	int index;
	if (!find_choice(&index, option->choices, text)) {
		char shown[BASE_TEXT_SHOWN];
		return base_error(MIXMI_ERROR_USAGE, "option %s: '%s' is not one of: %s", option->name,
		                  base_text_show(shown, text, strlen(text)), option->choices);
	}
	*out = index;
	return MIXMI_OK;
}

/* Rejects bytes that would make numbers or lines unreadable if used as separator, quote or comment character. */
static bool is_usable_byte(const mixmi_option *option, int byte)
{
	if (strcmp(option->name, "decimal") == 0)
		return byte == '.' || byte == ',';
	return byte > 0 && byte < 0x80 && strchr("\r\n+-.0123456789", byte) == NULL;
}

static mixmi_status parse_character(int *out, const mixmi_option *option, const char *text)
{
	int index;
	bool named = find_choice(&index, option->choices, text) || strcmp(text, "\\t") == 0;
	for (size_t i = 0; named && i < CHARACTERS; i++)
		if (strcmp(characters[i].name, text) == 0) {
			*out = characters[i].byte;
			return MIXMI_OK;
		}
	if (strlen(text) == 1 && is_usable_byte(option, (unsigned char)*text)) {
		*out = (unsigned char)*text;
		return MIXMI_OK;
	}
	char shown[BASE_TEXT_SHOWN];
	return base_error(MIXMI_ERROR_USAGE, "option %s: '%s' is neither a usable character nor one of: %s", option->name,
	                  base_text_show(shown, text, strlen(text)), option->choices);
}

mixmi_status base_option_parse(base_option_value *out, const mixmi_option *option, const char *text)
{
	switch ((mixmi_option_kind)option->kind) {
	case MIXMI_OPTION_INTEGER:
		return parse_integer(&out->integer, option, text);
	case MIXMI_OPTION_REAL:
		return parse_real(&out->real, option, text);
	case MIXMI_OPTION_CHOICE:
	case MIXMI_OPTION_SWITCH:
		return parse_choice(&out->number, option, text);
	case MIXMI_OPTION_CHARACTER:
		return parse_character(&out->number, option, text);
	case MIXMI_OPTION_TEXT:
		break;
	}
	return MIXMI_OK;
}

/* snprintf() follows the locale, which may use another decimal mark. */
static void restore_point(char *text)
{
	size_t digits = strspn(text, "+-0123456789"), mark = strcspn(text + digits, "0123456789e+-");
	if (mark == 0)
		return;
	text[digits] = '.';
	memmove(text + digits + 1, text + digits + mark, strlen(text + digits + mark) + 1);
}

const char *base_option_number(char out[BASE_OPTION_NUMBER], double number)
{
	double back;
	bool whole = fabs(number) < 1e15 && floor(number) == number;
	if (whole || !isfinite(number))
		snprintf(out, BASE_OPTION_NUMBER, "%.0f", number);
	for (int digits = 1; digits <= 17 && !whole && isfinite(number); digits++) {
		snprintf(out, BASE_OPTION_NUMBER, "%.*g", digits, number);
		restore_point(out);
		if (base_number_parse(&back, out, strlen(out), '.') != BASE_NUMBER_FINITE || back == number)
			break;
	}
	return out;
}

/* Writes a byte by its name if the option has one for it. */
static char *write_character(const mixmi_option *option, int byte)
{
	int index;
	for (size_t i = 0; i < CHARACTERS; i++)
		if (characters[i].byte == byte && find_choice(&index, option->choices, characters[i].name))
			return base_string_copy(characters[i].name);
	char letter = (char)byte;
	return base_string_copy_n(&letter, 1);
}

char *base_option_write(const mixmi_option *option, const base_option_value *value, const char *text)
{
	char number[BASE_OPTION_NUMBER];
	if (option->kind == MIXMI_OPTION_INTEGER) {
		snprintf(number, sizeof number, "%lld", (long long)value->integer);
		return base_string_copy(number);
	}
	if (option->kind == MIXMI_OPTION_REAL)
		return base_string_copy(base_option_number(number, value->real == 0 ? 0 : value->real));
	if (option->kind == MIXMI_OPTION_CHARACTER)
		return write_character(option, value->number);
	return base_string_copy(text);
}
