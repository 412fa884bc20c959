/* A growing text. Invariant: once `failed` is set, `text` does not change; only take and clear release it. */
#include "io/buffer.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "io/look.h"

void io_add_bytes(io_buffer *buffer, const char *bytes, size_t count)
{
	if (buffer->failed || count == 0)
		return;
	void *text = buffer->text;
	bool room =
		count <= SIZE_MAX - buffer->length && base_grow(&text, &buffer->capacity, buffer->length + count, sizeof(char));
	buffer->text = text;
	buffer->failed = !room;
	if (!room)
		return;
	memcpy(buffer->text + buffer->length, bytes, count);
	buffer->length += count;
}

void io_add(io_buffer *buffer, const char *text)
{
	io_add_bytes(buffer, text, strlen(text));
}

void io_add_char(io_buffer *buffer, char c)
{
	io_add_bytes(buffer, &c, 1);
}

void io_addf(io_buffer *buffer, const char *format, ...)
{
	char piece[256];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(piece, sizeof piece, format, arguments);
	va_end(arguments);
	io_add(buffer, piece);
}

void io_add_exact(io_buffer *buffer, double value)
{
	char number[IO_NUMBER];
	for (int digits = 15; digits <= 17; digits++) {
		double back;
		io_number(number, value, digits);
		if (base_number_parse(&back, number, strlen(number), '.') == BASE_NUMBER_FINITE && back == value)
			break;
	}
	io_add(buffer, number);
}

void io_add_quoted(io_buffer *buffer, const char *text, const char *special)
{
	size_t length = strlen(text);
	bool plain = length > 0 && !base_is_blank(text[0]) && !base_is_blank(text[length - 1]) &&
	             strpbrk(text, "\"\r\n") == NULL && strpbrk(text, special) == NULL;
	if (plain) {
		io_add_bytes(buffer, text, length);
		return;
	}
	io_add_char(buffer, '"');
	for (const char *c = text; *c != '\0'; c++) {
		if (*c == '"')
			io_add_char(buffer, '"');
		io_add_char(buffer, *c);
	}
	io_add_char(buffer, '"');
}

mixmi_status io_buffer_take(char **text, io_buffer *buffer)
{
	io_add_char(buffer, '\0');
	*text = buffer->failed ? NULL : buffer->text;
	if (!buffer->failed)
		buffer->text = NULL;
	io_buffer_clear(buffer);
	return *text != NULL ? MIXMI_OK : base_error_memory();
}

void io_buffer_clear(io_buffer *buffer)
{
	free(buffer->text);
	*buffer = (io_buffer){ 0 };
}
