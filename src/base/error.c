/* The message of the last failure in each thread. This is the library's only state. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char message[1024];

const char *mixmi_error_message(void)
{
	return message;
}

void mixmi_error_set(const char *text)
{
	base_error(MIXMI_OK, "%s", text);
}

mixmi_status base_error(mixmi_status status, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(message, sizeof message, format, arguments);
	va_end(arguments);
	return status;
}

mixmi_status base_error_in(mixmi_status status, const char *place)
{
	char inner[sizeof message];
	if (status != MIXMI_ERROR_DATA || place == NULL || *place == '\0')
		return status;
	memcpy(inner, message, sizeof inner);
	return base_error(status, "%s: %s", place, inner);
}

mixmi_status base_error_memory(void)
{
	return base_error(MIXMI_ERROR_MEMORY, "out of memory");
}
