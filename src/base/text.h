/* Text helpers: safe display of foreign bytes, and lists as users write them. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room that base_text_show() needs at most for any input. */
enum { BASE_TEXT_SHOWN = 128 };

/* Writes `length` bytes of foreign text into `out` so that it can stand in a one-line message: control characters and
 * bytes that are not valid UTF-8 become \n, \t, \xNN ...; a long text is cut with "...". Returns `out`. */
const char *base_text_show(char out[BASE_TEXT_SHOWN], const char *text, size_t length);

/* A text that a foreign library hands over, which may be NULL where there is none: never NULL. Every such text passes here. */
static inline const char *base_foreign_text(const char *text)
{
	return text != NULL ? text : "";
}

/* What a foreign library says of a failure, written as by base_text_show(). */
const char *base_foreign_reason(char out[BASE_TEXT_SHOWN], const char *text);

/* The same for what stands first in a text that is not empty: one character, or the escape of one byte, of at most 4 bytes,
 * is written to `out`. Returns how many bytes of the text that took. */
size_t base_text_show_one(char out[8], const char *text, size_t length);

/* A blank within a line. */
static inline bool base_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* The same, or what ends a line or a page: isspace() of the C locale, whatever locale the program has set. */
static inline bool base_is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* A letter of ASCII in lower case, any other byte as it is: tolower() and strcasecmp() go by the locale of the program, in which
 * LIMIT and limit may be two words, and answers must not. */
static inline int base_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c;
}

/* Are two texts, or their first `most` bytes, the same but for ASCII case? */
bool base_text_alike(const char *a, const char *b);
bool base_text_begin_alike(const char *a, const char *b, size_t most);

bool base_text_is_utf8(const char *text, size_t length);

/* Room for one character of UTF-8, without an end. */
enum { BASE_UTF8_MOST = 4 };

/* The code of the character at the beginning of a text that is valid UTF-8; *size: its bytes. */
uint32_t base_utf8_code(const char *text, size_t *size);

/* Writes the character of a code; returns its bytes. */
size_t base_utf8_put(char out[BASE_UTF8_MOST], uint32_t code);

/* Edit distance between two strings (insert, delete, replace, swap of neighbours), ignoring ASCII case; gives up above
 * `limit` and returns limit + 1. Strings over 64 bytes count as far apart. */
size_t base_text_distance(const char *a, const char *b, size_t limit);

/* The name nearest to a mistyped one among those that are tried; NULL where none is near enough. */
typedef struct base_nearest {
	const char *typed;
	size_t limit; /* names must be nearer than this, and than any before */
	const char *name;
} base_nearest;

void base_nearest_try(base_nearest *nearest, const char *name);

/* Takes the next item off a comma-separated list: blanks around it are dropped, double quotes protect commas, a doubled
 * quote stands for one. *cursor moves on; false at the end. The item is written to `item`, which must have room for
 * strlen(*cursor) + 1 bytes. */
bool base_text_next_item(char *item, const char **cursor);

#endif
