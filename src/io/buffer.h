/* A growing text. After a failed allocation all further additions do nothing, so that writers need to check for failure
 * only once, in io_buffer_take(). */
#ifndef IO_BUFFER_H
#define IO_BUFFER_H

#include "mixmi.h"

/* Initialise with zeros. */
typedef struct io_buffer {
	char *text; /* not terminated */
	size_t length;
	size_t capacity;
	bool failed;
} io_buffer;

void io_add(io_buffer *buffer, const char *text);
void io_add_bytes(io_buffer *buffer, const char *bytes, size_t count);
void io_add_char(io_buffer *buffer, char c);
/* For short pieces (under 256 bytes) without doubles, which would follow the locale. */
void io_addf(io_buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends a finite number in the shortest form that reads back as the same double, always with a decimal point. */
void io_add_exact(io_buffer *buffer, double value);

/* Appends a text. It is put in double quotes, with inner ones doubled (RFC 4180), if it is empty, has a blank at an
 * end, or contains a quote, a newline or one of the bytes in `special`. */
void io_add_quoted(io_buffer *buffer, const char *text, const char *special);

/* Returns the terminated text and empties the buffer; MIXMI_ERROR_MEMORY and NULL if an addition failed. */
mixmi_status io_buffer_take(char **text, io_buffer *buffer);
void io_buffer_clear(io_buffer *buffer);

#endif
