/* Text helpers. Nothing here allocates memory, so all functions can be used in error paths. */
#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* Length of the valid UTF-8 sequence at `s` (Unicode table 3-7: no overlong forms, surrogates, or beyond U+10FFFF), 0 if
 * there is none. */
static size_t utf8_sequence(const unsigned char *s, size_t length)
{
	if (s[0] < 0x80)
		return 1;
	size_t size = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
	if (s[0] < 0xC2 || s[0] > 0xF4 || length < size)
		return 0;
	unsigned char low = 0x80, high = 0xBF;
	if (s[0] == 0xE0)
		low = 0xA0;
	else if (s[0] == 0xED)
		high = 0x9F;
	else if (s[0] == 0xF0)
		low = 0x90;
	else if (s[0] == 0xF4)
		high = 0x8F;
	if (s[1] < low || s[1] > high)
		return 0;
	for (size_t i = 2; i < size; i++)
		if (s[i] < 0x80 || s[i] > 0xBF)
			return 0;
	return size;
}

bool base_text_is_utf8(const char *text, size_t length)
{
	const unsigned char *s = (const unsigned char *)text;
	for (size_t i = 0; i < length;) {
		size_t size = utf8_sequence(s + i, length - i);
		if (size == 0)
			return false;
		i += size;
	}
	return true;
}

uint32_t base_utf8_code(const char *text, size_t *size)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t more = s[0] >= 0xF0 ? 3 : s[0] >= 0xE0 ? 2 : s[0] >= 0xC0 ? 1 : 0;
	uint32_t code = more == 0 ? s[0] : s[0] & (0x3Fu >> more);
	for (size_t i = 1; i <= more; i++)
		code = code << 6 | (s[i] & 0x3Fu);
	*size = more + 1;
	return code;
}

size_t base_utf8_put(char out[BASE_UTF8_MOST], uint32_t code)
{
	static const unsigned char lead[] = { 0, 0xC0, 0xE0, 0xF0 };
	size_t more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
	out[0] = (char)(lead[more] | (code >> 6 * more & 0x7F));
	for (size_t i = 1; i <= more; i++)
		out[i] = (char)(0x80 | (code >> 6 * (more - i) & 0x3F));
	return more + 1;
}

bool base_text_is_hidden(uint32_t code)
{
	static const uint32_t ranges[][2] = {
		{ 0x00, 0x1F },     /* C0: escape, bell */
		{ 0x7F, 0x9F },     /* delete, and C1: on which terminals act too */
		{ 0x61C, 0x61C },   /* Arabic letter mark */
		{ 0x200B, 0x200F }, /* of width zero, and marks of direction */
		{ 0x202A, 0x202E }, /* embeddings and overrides of direction */
		{ 0x2060, 0x206F }, /* of width zero, isolates of direction */
		{ 0xFEFF, 0xFEFF }, /* byte order mark */
	};
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (code >= ranges[i][0] && code <= ranges[i][1])
			return true;
	return false;
}

size_t base_text_show_one(char out[8], const char *text, size_t length)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t size = utf8_sequence(s, length);
	if (size == 0 || (size == 1 && (s[0] < 0x20 || s[0] == 0x7F))) {
		if (s[0] == '\n' || s[0] == '\t' || s[0] == '\r')
			snprintf(out, 8, "\\%c", s[0] == '\n' ? 'n' : s[0] == '\t' ? 't' : 'r');
		else
			snprintf(out, 8, "\\x%02x", s[0]);
		return 1;
	}
	uint32_t code = base_utf8_code(text, &size);
	if (base_text_is_hidden(code)) {
		snprintf(out, 8, "\\u%04x", (unsigned)(code & 0xFFFF)); /* no code is longer */
		return size;
	}
	memcpy(out, s, size);
	out[size] = '\0';
	return size;
}

const char *base_text_show(char out[BASE_TEXT_SHOWN], const char *text, size_t length)
{
	size_t used = 0;
	for (size_t i = 0; i < length;) {
		char one[8];
		i += base_text_show_one(one, text + i, length - i);
		size_t size = strlen(one);
		if (used + size + sizeof "..." > BASE_TEXT_SHOWN) {
			memcpy(out + used, "...", sizeof "...");
			return out;
		}
		memcpy(out + used, one, size);
		used += size;
	}
	out[used] = '\0';
	return out;
}

const char *base_foreign_reason(char out[BASE_TEXT_SHOWN], const char *text)
{
	text = base_foreign_text(text);
	return *text != '\0' ? base_text_show(out, text, strlen(text)) : "no reason given";
}

static size_t smallest(size_t a, size_t b, size_t c)
{
	size_t least = a < b ? a : b;
	return least < c ? least : c;
}

bool base_text_begin_alike(const char *a, const char *b, size_t most)
{
	size_t i = 0;
	while (i < most && a[i] != '\0' && base_lower(a[i]) == base_lower(b[i]))
		i++;
	return i == most || base_lower(a[i]) == base_lower(b[i]);
}

bool base_text_alike(const char *a, const char *b)
{
	return base_text_begin_alike(a, b, SIZE_MAX);
}

size_t base_text_distance(const char *a, const char *b, size_t limit)
{
	enum { LONGEST = 64 };
	size_t rows = strlen(a), columns = strlen(b);
	if (rows > LONGEST || columns > LONGEST)
		return limit + 1;
	size_t distance[3][LONGEST + 1]; /* the current row of the edit matrix and the two before it */
	size_t *two_above = distance[0], *above = distance[1], *row = distance[2];
	for (size_t j = 0; j <= columns; j++)
		above[j] = j;
	for (size_t i = 1; i <= rows; i++) {
		row[0] = i;
		for (size_t j = 1; j <= columns; j++) {
			size_t differs = base_lower(a[i - 1]) != base_lower(b[j - 1]);
			row[j] = smallest(above[j] + 1, row[j - 1] + 1, above[j - 1] + differs);
			bool swapped = i > 1 && j > 1 && base_lower(a[i - 1]) == base_lower(b[j - 2]) &&
			               base_lower(a[i - 2]) == base_lower(b[j - 1]);
			if (swapped && two_above[j - 2] + 1 < row[j])
				row[j] = two_above[j - 2] + 1;
		}
		size_t *spare = two_above;
		two_above = above;
		above = row;
		row = spare;
	}
	return above[columns] > limit ? limit + 1 : above[columns];
}

void base_nearest_try(base_nearest *nearest, const char *name)
{
	if (nearest->limit == 0)
		return;
	size_t distance = base_text_distance(nearest->typed, name, nearest->limit - 1), typed = strlen(nearest->typed);
	if (distance > 1 && typed > 1 && base_text_begin_alike(nearest->typed, name, typed))
		distance = 1;
	if (distance >= nearest->limit)
		return;
	nearest->limit = distance;
	nearest->name = name;
}

bool base_text_next_item(char *item, const char **cursor)
{
	const char *s = *cursor;
	while (base_is_blank(*s))
		s++;
	if (*s == '\0')
		return false;
	size_t length = 0, kept = 0; /* `kept`: trailing blanks up to here were quoted and must stay */
	bool quoted = false;
	for (; *s != '\0' && (quoted || *s != ','); s++) {
		if (*s == '"' && quoted && s[1] == '"') {
			item[length++] = *s++;
		} else if (*s == '"' && (quoted || length == 0)) {
			quoted = !quoted;
			kept = length;
		} else {
			item[length++] = *s;
		}
	}
	while (length > kept && base_is_blank(item[length - 1]))
		length--;
	item[length] = '\0';
	*cursor = *s == ',' ? s + 1 : s;
	return true;
}
