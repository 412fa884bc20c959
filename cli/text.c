/* Human-readable text. Allocation failures are recorded in the string and checked once, when it is used. */
#include "text.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Ensures space for `more` bytes and the NUL. */
static bool grow(cli_text *text, size_t more)
{
	if (text->failed)
		return false;
	size_t needed = text->length + more + 1;
	if (needed <= text->room)
		return true;
	size_t room = needed < 32 ? 64 : needed * 2;
	char *bytes = room > needed ? realloc(text->bytes, room) : NULL;
	if (bytes == NULL) {
		cli_text_clear(text); /* a failed string owns nothing */
		text->failed = true;
		return false;
	}
	text->bytes = bytes;
	text->room = room;
	return true;
}

void cli_text_add_bytes(cli_text *text, const char *more, size_t length)
{
	if (!grow(text, length))
		return;
	memcpy(text->bytes + text->length, more, length);
	text->length += length;
	text->bytes[text->length] = '\0';
}

void cli_text_add(cli_text *text, const char *more)
{
	cli_text_add_bytes(text, more, strlen(more));
}

void cli_text_addf(cli_text *text, const char *format, ...)
{
	va_list arguments, again;
	va_start(arguments, format);
	va_copy(again, arguments);
	int length = vsnprintf(NULL, 0, format, arguments);
	if (length >= 0 && grow(text, (size_t)length)) {
		vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
		text->length += (size_t)length;
	}
	va_end(again);
	va_end(arguments);
}

void cli_text_clear(cli_text *text)
{
	free(text->bytes);
	memset(text, 0, sizeof *text);
}

/* Length of the valid UTF-8 sequence at `s`, a NUL-terminated string; 0 if there is none. The library has the same rule
 * (Unicode table 3-7), but not in the public header. */
static size_t sequence(const unsigned char *s)
{
	if (s[0] < 0x80)
		return 1;
	if (s[0] < 0xC2 || s[0] > 0xF4)
		return 0;
	size_t size = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
	for (size_t i = 1; i < size; i++)
		if ((s[i] & 0xC0) != 0x80)
			return 0;
	bool overlong = (s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xF0 && s[1] < 0x90);
	bool beyond = (s[0] == 0xED && s[1] > 0x9F) || (s[0] == 0xF4 && s[1] > 0x8F);
	return overlong || beyond ? 0 : size;
}

static unsigned code_of(const unsigned char *s, size_t size)
{
	unsigned code = size == 1 ? s[0] : size == 2 ? s[0] & 0x1Fu : size == 3 ? s[0] & 0x0Fu : s[0] & 0x07u;
	for (size_t i = 1; i < size; i++)
		code = code << 6 | (s[i] & 0x3Fu);
	return code;
}

/* Characters that a terminal or editor does not show, or acts on; the library has the same table. */
static bool is_hidden(unsigned code)
{
	static const unsigned ranges[][2] = {
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

bool cli_text_has_hidden(const char *text)
{
	for (const unsigned char *s = (const unsigned char *)text; *s != '\0';) {
		size_t size = sequence(s);
		if (size == 0 || is_hidden(code_of(s, size)))
			return true;
		s += size;
	}
	return false;
}

static void escape(cli_text *text, unsigned char byte)
{
	if (byte == '\n' || byte == '\t' || byte == '\r')
		cli_text_add(text, byte == '\n' ? "\\n" : byte == '\t' ? "\\t" : "\\r");
	else
		cli_text_addf(text, "\\x%02x", byte);
}

static void add_escaped(cli_text *text, const char *more, bool controls)
{
	cli_text_add(text, "");
	for (const unsigned char *s = (const unsigned char *)more; *s != '\0';) {
		size_t size = sequence(s);
		unsigned code = size > 0 ? code_of(s, size) : 0;
		if (size == 0 || (controls && size == 1 && is_hidden(code))) {
			escape(text, *s++);
			continue;
		}
		if (controls && is_hidden(code)) {
			cli_text_addf(text, "\\u%04x", code);
			s += size;
			continue;
		}
		cli_text_add_bytes(text, (const char *)s, size);
		s += size;
	}
}

void cli_text_add_shown(cli_text *text, const char *more)
{
	add_escaped(text, more, true);
}

void cli_text_add_utf8(cli_text *text, const char *more)
{
	add_escaped(text, more, false);
}

size_t cli_text_width(const char *text)
{
	size_t width = 0;
	for (; *text != '\0'; text++)
		width += ((unsigned char)*text & 0xC0) != 0x80;
	return width;
}

const char *cli_text_number(char out[CLI_NUMBER], double number)
{
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(out, CLI_NUMBER, "%.*g", digits, number == 0 ? 0.0 : number);
		if (!isfinite(number) || strtod(out, NULL) == number)
			break;
	}
	return out;
}

const char *cli_text_short(char out[CLI_NUMBER], double number)
{
	double size = fabs(number);
	if (!isfinite(number))
		snprintf(out, CLI_NUMBER, "-");
	else
		snprintf(out, CLI_NUMBER, size >= 999.5 && size < 1e15 ? "%.0f" : "%.3g", number == 0 ? 0.0 : number);
	return out;
}

const char *cli_text_p(char out[CLI_NUMBER], double p)
{
	if (p < 1e-300)
		snprintf(out, CLI_NUMBER, "<1e-300");
	else
		cli_text_short(out, p);
	return out;
}

double cli_in_units(double nats, const mixmi_options *options)
{
	return strcmp(mixmi_options_get(options, "units"), "bits") == 0 ? nats / log(2) : nats;
}

void cli_text_wrap(FILE *stream, const char *text, size_t indent, size_t column)
{
	enum { WIDTH = 80 };
	bool first = true;
	while (*text != '\0') {
		size_t blanks = strspn(text, " "), size = strcspn(text + blanks, " \n");
		const char *word = text + blanks;
		text = word + size;
		if (!first && column + 1 + size > WIDTH) {
			fprintf(stream, "\n%*s", (int)indent, "");
			column = indent;
			first = true;
		}
		fprintf(stream, "%s%.*s", first ? "" : " ", (int)size, word);
		column += size + !first;
		first = false;
		if (*text == '\n') {
			fprintf(stream, "\n\n%*s", (int)indent, "");
			column = indent;
			first = true;
			text++;
		}
	}
	fputc('\n', stream);
}

static size_t least(size_t a, size_t b, size_t c)
{
	size_t smaller = a < b ? a : b;
	return smaller < c ? smaller : c;
}

/* Edit distance, ignoring ASCII case; long strings count as distant. */
static size_t distance(const char *a, const char *b)
{
	enum { LONGEST = 40 };
	size_t rows = strlen(a), columns = strlen(b), row[LONGEST + 1];
	if (rows > LONGEST || columns > LONGEST)
		return LONGEST;
	for (size_t j = 0; j <= columns; j++)
		row[j] = j;
	for (size_t i = 1; i <= rows; i++) {
		size_t diagonal = row[0];
		row[0] = i;
		for (size_t j = 1; j <= columns; j++) {
			size_t above = row[j];
			bool differs = tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]);
			row[j] = least(above + 1, row[j - 1] + 1, diagonal + differs);
			diagonal = above;
		}
	}
	return row[columns];
}

void cli_nearest_try(cli_nearest *nearest, const char *name)
{
	size_t away = distance(nearest->typed, name), length = strlen(name), typed = strlen(nearest->typed);
	if (typed > 1 && away > 1 && strncasecmp(nearest->typed, name, typed) == 0)
		away = 1;
	if (away > 2 || away >= length || (nearest->name != NULL && away >= nearest->distance))
		return;
	nearest->name = name;
	nearest->distance = away;
}

size_t cli_list_items(const char *list)
{
	size_t items = list[strspn(list, " \t")] != '\0';
	bool quoted = false;
	for (; *list != '\0'; list++) {
		if (*list == '"')
			quoted = !quoted;
		else if (*list == ',' && !quoted && list[1 + strspn(list + 1, " \t")] != '\0')
			items++;
	}
	return items;
}

void cli_list_add(cli_text *list, const char *name)
{
	if (list->length > 0)
		cli_text_add(list, ",");
	cli_text_add(list, "\"");
	for (; *name != '\0'; name++)
		cli_text_add_bytes(list, *name == '"' ? "\"\"" : name, *name == '"' ? 2 : 1);
	cli_text_add(list, "\"");
}

enum { MOST_NAMES = 12 }; /* in a note */

void cli_names_add(cli_names *names, const char *name)
{
	if (names->count++ >= MOST_NAMES)
		return;
	cli_text_add(&names->text, names->text.length == 0 ? "'" : ", '");
	cli_text_add_shown(&names->text, name);
	cli_text_add(&names->text, "'");
}

void cli_names_end(cli_text *note, const cli_names *names)
{
	cli_text_add(note, names->text.bytes != NULL ? names->text.bytes : "");
	note->failed = note->failed || names->text.failed;
	if (names->count > MOST_NAMES)
		cli_text_addf(note, " and %zu other%s", names->count - MOST_NAMES, names->count == MOST_NAMES + 1 ? "" : "s");
}

/* The length of the option's name that a text begins with; 0: none. */
static size_t option_length(const char *text)
{
	const mixmi_option *option;
	size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz-0123456789");
	for (size_t i = 0; (option = mixmi_option_at(i)) != NULL; i++)
		if (strlen(option->name) == length && strncmp(option->name, text, length) == 0)
			return length;
	return 0;
}

void cli_text_add_typed(cli_text *text, const char *message)
{
	static const char word[] = "option ";
	const char *start = message;
	for (const char *at = strstr(message, word); at != NULL; at = strstr(at + 1, word)) {
		size_t length = option_length(at + sizeof word - 1);
		if (length == 0 || (at > message && at[-1] != ' ' && at[-1] != '('))
			continue;
		cli_text_add_bytes(text, start, (size_t)(at - start));
		cli_text_add(text, "--");
		start = at + sizeof word - 1;
	}
	cli_text_add(text, start);
}
