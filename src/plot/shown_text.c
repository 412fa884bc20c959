/* Makes arbitrary text safe to display. Invariant: plot_text_next() returns valid UTF-8 without control characters,
 * which is valid in XML once <, > and & are escaped, and which does not reorder adjacent text. Widths are those of
 * Helvetica for ASCII; other characters are only classified as narrow, wide or combining. Cost: linear. */
#include "plot/shown_text.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* In thousandths of the font size, from blank to tilde. */
static const uint16_t WIDTHS[] = {
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
	556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
	611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
	667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
	222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584,
};

static const double SAFETY = 1.06;
static const char ELLIPSIS[] = "\u2026";

typedef struct range {
	uint32_t first, last;
} range;

static bool lies_in(const range *ranges, size_t count, uint32_t code)
{
	for (size_t i = 0; i < count; i++)
		if (code >= ranges[i].first && code <= ranges[i].last)
			return true;
	return false;
}

#define LIES_IN(ranges, code) lies_in(ranges, sizeof(ranges) / sizeof *(ranges), code)

/* Latin-1 controls, direction marks and overrides, line separators, and noncharacters. */
static bool is_hidden(uint32_t code)
{
	static const range hidden[] = { { 0x80, 0x9F },     { 0xAD, 0xAD },     { 0x61C, 0x61C },   { 0x200B, 0x200B },
		                            { 0x200E, 0x200F }, { 0x2028, 0x202E }, { 0x2060, 0x206F }, { 0xFDD0, 0xFDEF },
		                            { 0xFEFF, 0xFEFF }, { 0xFFF9, 0xFFFB }, { 0xE000, 0xF8FF } };
	return LIES_IN(hidden, code) || (code & 0xFFFE) == 0xFFFE || code >= 0xE0000;
}

bool plot_text_next(char out[PLOT_CHARACTER], const char **text)
{
	if (**text == '\0')
		return false;
	char one[8];
	*text += base_text_show_one(one, *text, strlen(*text));
	size_t size;
	uint32_t code = base_utf8_code(one, &size);
	if (is_hidden(code))
		snprintf(out, PLOT_CHARACTER, "\\u%04x", (unsigned)code);
	else
		strcpy(out, one);
	return true;
}

static double character_width(const char *shown)
{
	static const range narrow[] = { { 0x300, 0x36F },   { 0x483, 0x489 },   { 0x591, 0x5BD },  { 0x64B, 0x65F },
		                            { 0x200C, 0x200D }, { 0x20D0, 0x20FF }, { 0xFE00, 0xFE0F } };
	static const range wide[] = { { 0x1100, 0x115F }, { 0x2600, 0x27BF }, { 0x2E80, 0xA4CF }, { 0xAC00, 0xD7A3 },
		                          { 0xF900, 0xFAFF }, { 0xFE30, 0xFE6F }, { 0xFF00, 0xFF60 }, { 0x1F000, 0x3FFFF } };
	size_t size;
	uint32_t code = base_utf8_code(shown, &size);
	if (code < 0x7F) { /* an escape consists of several ASCII characters */
		double sum = 0;
		for (; *shown != '\0'; shown++)
			sum += WIDTHS[*shown - ' '] / 1000.0;
		return sum;
	}
	return LIES_IN(narrow, code) ? 0 : LIES_IN(wide, code) ? 1.1 : 0.61;
}

double plot_text_width(const char *text, double size)
{
	char one[PLOT_CHARACTER];
	double width = 0;
	while (plot_text_next(one, &text))
		width += character_width(one);
	return SAFETY * size * width;
}

/* Copies as much of the displayed text as fits; false: there is more. */
static bool fill(char *out, const char *text, double size, double room)
{
	char one[PLOT_CHARACTER];
	size_t used = 0;
	double width = 0;
	while (plot_text_next(one, &text)) {
		width += SAFETY * size * character_width(one);
		size_t length = strlen(one);
		if (width > room || used + length + sizeof ELLIPSIS > PLOT_TEXT) {
			out[used] = '\0';
			return false;
		}
		memcpy(out + used, one, length + 1);
		used += length;
	}
	out[used] = '\0';
	return true;
}

bool plot_text_fit(char out[PLOT_TEXT], const char *text, double size, double room)
{
	if (text[strspn(text, " ")] == '\0') {
		snprintf(out, PLOT_TEXT, "\"%.40s\"", text);
		return true;
	}
	if (fill(out, text, size, room))
		return true;
	fill(out, text, size, room - SAFETY * size * character_width(ELLIPSIS));
	strcat(out, ELLIPSIS);
	return false;
}
