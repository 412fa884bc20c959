/* Values of the page's JSON: rounded numbers, truncated texts, and indices of columns. Integers are written without a
 * point, and a rounded number reads back as the decimal to which it was rounded: the 15 digits of PAGE_DUMP suffice for
 * both. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "text.h"

json_t *page_number(double value, int digits)
{
	char text[CLI_NUMBER];
	if (!isfinite(value))
		return json_null();
	if (fabs(value) < 1e15 && value == floor(value))
		return json_integer((json_int_t)value);
	snprintf(text, sizeof text, "%.*g", digits, value);
	double rounded = strtod(text, NULL);
	return rounded == floor(rounded) && fabs(rounded) < 1e15 ? json_integer((json_int_t)rounded) : json_real(rounded);
}

/* Bytes of a character on the page, including escapes. */
static size_t cost(unsigned char byte)
{
	return byte < 0x20 || strchr("<>&", byte) != NULL ? 6 : byte == '"' || byte == '\\' ? 2 : 1;
}

/* Where to truncate a valid text so that it takes at most `most` bytes; its length if it fits. */
static size_t cut_at(const cli_text *text, size_t most)
{
	size_t end = 0, taken = 0;
	while (end < text->length && taken <= most)
		taken += cost((unsigned char)text->bytes[end++]);
	if (taken <= most)
		return text->length;
	do
		end--;
	while (end > 0 && ((unsigned char)text->bytes[end] & 0xC0) == 0x80);
	return end;
}

json_t *page_text(const char *text, size_t most)
{
	static const char ellipsis[] = "\xE2\x80\xA6";
	if (text == NULL)
		return json_null();
	cli_text valid = { 0 }, cut = { 0 };
	cli_text_add(&valid, "");
	cli_text_add_utf8(&valid, text);
	size_t end = valid.failed ? 0 : cut_at(&valid, most);
	if (end < valid.length) {
		cli_text_add_bytes(&cut, valid.bytes, end);
		cli_text_add(&cut, ellipsis);
	}
	const cli_text *shown = cut.bytes != NULL ? &cut : &valid;
	json_t *value = valid.failed || cut.failed ? NULL : json_string(shown->bytes != NULL ? shown->bytes : "");
	cli_text_clear(&valid);
	cli_text_clear(&cut);
	return value;
}

json_t *page_numbers(page *p, const double *values, size_t count, int digits)
{
	json_t *array = json_array();
	for (size_t i = 0; i < count; i++)
		cli_json_push(&p->json, array, page_number(values[i], digits));
	return array;
}

uint64_t page_shown_rows(const page *p, uint64_t rows)
{
	return p->request->no_rows && rows < PAGE_FEWEST ? 0 : rows;
}

double page_option(const page *p, const char *name)
{
	double value = 0;
	(void)mixmi_options_number(&value, p->options, name);
	return value;
}

size_t page_place(const page *p, size_t column)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->used[i] == column)
			return i;
	return PAGE_NO_COLUMN;
}

/* Counts the bytes written. */
static int count_bytes(const char *bytes, size_t count, void *sum)
{
	for (size_t i = 0; i < count; i++)
		*(size_t *)sum += strchr("<>&", bytes[i]) != NULL ? 6 : 1;
	return 0;
}

size_t page_size(const json_t *value)
{
	size_t sum = 0;
	json_dump_callback(value, count_bytes, &sum, PAGE_DUMP | JSON_ENCODE_ANY);
	return sum;
}

size_t page_pair(const page *p, size_t a, size_t b)
{
	size_t low = a < b ? a : b, high = a < b ? b : a;
	return low * (2 * p->count - low - 1) / 2 + (high - low - 1);
}
