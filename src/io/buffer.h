/* A text that grows. A failed allocation is remembered and makes all further additions do nothing, so that writers need
 * to look only once, in io_buffer_take(). */
#ifndef IO_BUFFER_H
#define IO_BUFFER_H

#include "mixmi.h"

/* All zero to begin with. */
typedef struct io_buffer {
	char *text; /* not terminated */
	size_t length;
	size_t capacity;
	bool failed;
} io_buffer;

void io_add(io_buffer *buffer, const char *text);
void io_add_bytes(io_buffer *buffer, const char *bytes, size_t count);
void io_add_char(io_buffer *buffer, char c);
/* Short pieces only (under 256 bytes), and no doubles: they would follow the locale. */
void io_addf(io_buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends a finite number in the shortest form that reads back as the same double, with a point whatever the locale. */
void io_add_exact(io_buffer *buffer, double value);

/* Appends a text in double quotes, inner ones doubled (RFC 4180), if it is empty, has a blank at an end, or holds a
 * quote, a newline or one of the bytes in `special`; else as it is. */
void io_add_quoted(io_buffer *buffer, const char *text, const char *special);

/* Hands the text over, terminated, and empties the buffer; MIXMI_ERROR_MEMORY and NULL if anything failed before. */
mixmi_status io_buffer_take(char **text, io_buffer *buffer);
void io_buffer_clear(io_buffer *buffer);

#endif
