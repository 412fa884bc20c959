/* Aligned tables: every cell is kept as a text until the widths are known. */
#include "layout.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

/* Takes over `bytes`, which is NULL if it could not be made. */
static void adopt(cli_layout *layout, char *bytes)
{
	if (bytes != NULL && layout->count == layout->room) {
		size_t room = layout->room < 16 ? 32 : layout->room * 2;
		char **cells = realloc(layout->cells, room * sizeof *cells);
		if (cells != NULL) {
			layout->cells = cells;
			layout->room = room;
		}
	}
	if (bytes == NULL || layout->count == layout->room) {
		layout->failed = true;
		free(bytes);
		return;
	}
	layout->cells[layout->count++] = bytes;
}

void cli_layout_add(cli_layout *layout, const char *text)
{
	cli_text shown = { 0 };
	cli_text_add_shown(&shown, text);
	if (shown.failed)
		cli_text_clear(&shown);
	adopt(layout, shown.bytes);
}

void cli_layout_addf(cli_layout *layout, const char *format, ...)
{
	char text[256];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	adopt(layout, strdup(text));
}

void cli_layout_number(cli_layout *layout, double number)
{
	if (isfinite(number))
		cli_layout_addf(layout, "%.6g", number);
	else
		cli_layout_add(layout, "-");
}

void cli_layout_words(cli_layout *layout, const char *words)
{
	while (*words != '\0') {
		size_t size = strcspn(words, ",");
		cli_layout_addf(layout, "%.*s", (int)size, words);
		words += size + (words[size] == ',');
	}
}

static void print_rows(const cli_layout *layout, FILE *stream, int indent, const size_t *widths, size_t columns)
{
	for (size_t i = 0; i < layout->count; i++) {
		size_t column = i % columns, width = cli_text_width(layout->cells[i]);
		int blanks = (int)(widths[column] - width);
		bool right = layout->align[column] == 'r', last = column + 1 == columns;
		fprintf(stream, "%*s%*s%s", column == 0 ? indent : 2, "", right ? blanks : 0, "", layout->cells[i]);
		if (last)
			fputc('\n', stream);
		else
			fprintf(stream, "%*s", right ? 0 : blanks, "");
	}
}

bool cli_layout_print(cli_layout *layout, FILE *stream, int indent)
{
	enum { MOST = 16 };
	size_t columns = strlen(layout->align), widths[MOST] = { 0 };
	for (size_t i = 0; i < layout->count; i++) {
		size_t width = cli_text_width(layout->cells[i]);
		if (width > widths[i % columns])
			widths[i % columns] = width;
	}
	if (!layout->failed)
		print_rows(layout, stream, indent, widths, columns);
	for (size_t i = 0; i < layout->count; i++)
		free(layout->cells[i]);
	free(layout->cells);
	bool good = !layout->failed;
	*layout = (cli_layout){ .align = layout->align };
	return good;
}
