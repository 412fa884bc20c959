/* Messages on standard error. A message is first built completely and then written escaped, so that no file name or
 * label can break it into lines or control the terminal. */
#include "report.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "colour.h"
#include "progress.h"
#include "ranks.h"
#include "text.h"

/* `style` applies to the first word. */
static void print_line(const char *word, cli_style style, const char *message)
{
	cli_text shown = { 0 }, typed = { 0 };
	if (!cli_ranks_first()) {
		cli_ranks_keep_message(message);
		return;
	}
	cli_text_add_typed(&typed, message);
	cli_text_add_shown(&shown, typed.failed ? message : typed.bytes);
	cli_progress_clear();
	fprintf(stderr, "%smixmi: %s%s%s\n", cli_colour_start(stderr, style), word, cli_colour_end(stderr, style),
	        shown.failed ? "out of memory" : shown.bytes);
	cli_text_clear(&shown);
	cli_text_clear(&typed);
}

static void print_message(const char *format, va_list arguments, const char *tail)
{
	enum { LONGEST = 4096 };
	char message[LONGEST];
	vsnprintf(message, sizeof message, format, arguments);
	size_t used = strlen(message);
	snprintf(message + used, sizeof message - used, "%s", tail);
	print_line("", CLI_RED, message);
}

int cli_fail(int code, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	print_message(format, arguments, "");
	va_end(arguments);
	return code;
}

int cli_fail_usage(const char *command, const char *format, ...)
{
	char tail[80];
	snprintf(tail, sizeof tail, "; see 'mixmi%s%s --help'", command == NULL ? "" : " ", command == NULL ? "" : command);
	va_list arguments;
	va_start(arguments, format);
	print_message(format, arguments, tail);
	va_end(arguments);
	return CLI_USAGE;
}

static int exit_code(mixmi_status status)
{
	switch (status) {
	case MIXMI_OK:
		return CLI_OK;
	case MIXMI_ERROR_USAGE:
		return CLI_USAGE;
	case MIXMI_ERROR_DATA:
		return CLI_DATA;
	case MIXMI_ERROR_IO:
		return CLI_IO;
	case MIXMI_ERROR_LIMIT:
	case MIXMI_ERROR_CANCELLED:
	case MIXMI_ERROR_MEMORY:
		break;
	}
	return CLI_LIMIT;
}

int cli_fail_question(const char *command, const char *message, mixmi_status status)
{
	if (status == MIXMI_ERROR_USAGE)
		return cli_fail_usage(command, "%s", message);
	return cli_fail(exit_code(status), "%s", message);
}

int cli_fail_library(const char *command, const char *where, mixmi_status status)
{
	const char *message = status == MIXMI_ERROR_CANCELLED ? "cancelled" : mixmi_error_message();
	const char *place = where == NULL ? "" : where, *colon = where == NULL ? "" : ": ";
	if (status == MIXMI_ERROR_USAGE)
		return cli_fail_usage(command, "%s%s%s", place, colon, message);
	return cli_fail(exit_code(status), "%s%s%s", place, colon, message);
}

int cli_fail_system(const char *path)
{
	int number = errno;
	return cli_fail(number == ENOMEM ? CLI_LIMIT : CLI_IO, "%s: %s", path, strerror(number));
}

int cli_fail_memory(void)
{
	return cli_fail(CLI_LIMIT, "out of memory");
}

void cli_note(const char *note)
{
	if (!cli_ranks_first())
		return;
	print_line("note: ", CLI_YELLOW, note);
}
