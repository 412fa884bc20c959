/* A text that grows. Invariant: once `failed` is set, `text` stays as it was; it is released by take or clear only. */
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

void output_add_bytes(output_buffer *buffer, const char *bytes, size_t count)
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

void output_add(output_buffer *buffer, const char *text)
{
	output_add_bytes(buffer, text, strlen(text));
}

void output_add_char(output_buffer *buffer, char c)
{
	output_add_bytes(buffer, &c, 1);
}

void output_addf(output_buffer *buffer, const char *format, ...)
{
	char piece[256];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(piece, sizeof piece, format, arguments);
	va_end(arguments);
	output_add(buffer, piece);
}

void output_add_exact(output_buffer *buffer, double value)
{
	char number[OUTPUT_NUMBER];
	for (int digits = 15; digits <= 17; digits++) {
		double back;
		output_number(number, value, digits);
		if (base_number_parse(&back, number, strlen(number), '.') == BASE_NUMBER_FINITE && back == value)
			break;
	}
	output_add(buffer, number);
}

void output_add_quoted(output_buffer *buffer, const char *text, const char *special)
{
	size_t length = strlen(text);
	bool plain = length > 0 && !base_is_blank(text[0]) && !base_is_blank(text[length - 1]) &&
	             strpbrk(text, "\"\r\n") == NULL && strpbrk(text, special) == NULL;
	if (plain) {
		output_add_bytes(buffer, text, length);
		return;
	}
	output_add_char(buffer, '"');
	for (const char *c = text; *c != '\0'; c++) {
		if (*c == '"')
			output_add_char(buffer, '"');
		output_add_char(buffer, *c);
	}
	output_add_char(buffer, '"');
}

mixmi_status output_buffer_take(char **text, output_buffer *buffer)
{
	output_add_char(buffer, '\0');
	*text = buffer->failed ? NULL : buffer->text;
	if (!buffer->failed)
		buffer->text = NULL;
	output_buffer_clear(buffer);
	return *text != NULL ? MIXMI_OK : base_error_memory();
}

void output_buffer_clear(output_buffer *buffer)
{
	free(buffer->text);
	*buffer = (output_buffer){ 0 };
}
