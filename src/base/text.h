/* Text helpers: safe display of untrusted bytes, and parsing of lists as users write them. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True for characters that a terminal or editor does not show, or acts on: controls, and those that change the direction of text
 * or have no width. Human-readable texts show them as \xNN or \uNNNN. */
bool base_text_is_hidden(uint32_t code);

/* Buffer size that is enough for base_text_show() on any input. */
enum { BASE_TEXT_SHOWN = 128 };

/* Writes `length` bytes of untrusted text to `out` in a form that is safe in a one-line message: control characters and
 * invalid UTF-8 become \n, \t, \xNN ..., and a long text is truncated with "...". Returns `out`. */
const char *base_text_show(char out[BASE_TEXT_SHOWN], const char *text, size_t length);

/* Replaces NULL by an empty text. All texts returned by other libraries pass through this function. */
static inline const char *base_foreign_text(const char *text)
{
	return text != NULL ? text : "";
}

/* Another library's error message, written as by base_text_show(). */
const char *base_foreign_reason(char out[BASE_TEXT_SHOWN], const char *text);

/* The same for the first character of a text that is not empty: writes one character, or the escape of one byte (at
 * most 4 bytes), to `out`. Returns the number of bytes of the text that were read. */
size_t base_text_show_one(char out[8], const char *text, size_t length);

/* A blank or tab. */
static inline bool base_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Any ASCII white space: isspace() of the C locale, independent of the program's locale. */
static inline bool base_is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Converts an ASCII letter to lower case and leaves any other byte unchanged. tolower() and strcasecmp() depend on the
 * locale of the program, and answers must not. */
static inline int base_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c;
}

/* Compare two texts, or their first `most` bytes, ignoring ASCII case. */
bool base_text_alike(const char *a, const char *b);
bool base_text_begin_alike(const char *a, const char *b, size_t most);

bool base_text_is_utf8(const char *text, size_t length);

/* Buffer size for one UTF-8 character, without a terminating NUL. */
enum { BASE_UTF8_MOST = 4 };

/* Code point of the first character of a valid UTF-8 text. *size is set to its length in bytes. */
uint32_t base_utf8_code(const char *text, size_t *size);

/* Writes a code point as UTF-8 and returns its length in bytes. */
size_t base_utf8_put(char out[BASE_UTF8_MOST], uint32_t code);

/* Edit distance between two strings (insertion, deletion, substitution, transposition), ignoring ASCII case. Returns
 * limit + 1 if it exceeds `limit`, or if a string is longer than 64 bytes. */
size_t base_text_distance(const char *a, const char *b, size_t limit);

/* Finds the name closest to a misspelled one. NULL if none is close enough. The beginning of a name, from two
 * characters on, is as close to it as a name with one error. */
typedef struct base_nearest {
	const char *typed;
	size_t limit; /* names must be closer than this and than all earlier ones */
	const char *name;
} base_nearest;

void base_nearest_try(base_nearest *nearest, const char *name);

/* Takes the next item from a comma-separated list. Blanks around it are dropped, double quotes protect commas, and a
 * doubled quote is a literal quote. Advances *cursor; returns false at the end. `item` must have space for
 * strlen(*cursor) + 1 bytes. */
bool base_text_next_item(char *item, const char **cursor);

#endif
