/* Aligned tables: cells are stored until the widths are known, or measured first and generated again for printing. */
#include "layout.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>

#include "text.h"

static void print_cell(const cli_layout *layout, FILE *stream, int indent, size_t i, const cli_cell *cell)
{
	const char *text = cell->text;
	size_t columns = strlen(layout->align), column = i % columns;
	int blanks = (int)(layout->widths[column] - cli_text_width(text));
	bool right = layout->align[column] == 'r', last = column + 1 == columns;
	fprintf(stream, "%s%*s%*s%s", column == 0 ? cli_colour_start(stream, cell->style) : "", column == 0 ? indent : 2,
	        "", right ? blanks : 0, "", text);
	if (last)
		fprintf(stream, "%s\n", cli_colour_end(stream, cell->style));
	else
		fprintf(stream, "%*s", right ? 0 : blanks, "");
}

static void measure(cli_layout *layout, size_t i, const char *text)
{
	size_t *widest = &layout->widths[i % strlen(layout->align)], width = cli_text_width(text);
	if (width > *widest)
		*widest = width;
}

static void keep(cli_layout *layout, char *bytes)
{
	if (layout->count == layout->room) {
		size_t room = layout->room < 16 ? 32 : layout->room * 2;
		cli_cell *cells = realloc(layout->cells, room * sizeof *cells);
		if (cells == NULL) {
			layout->failed = true;
			free(bytes);
			return;
		}
		layout->cells = cells;
		layout->room = room;
	}
	layout->cells[layout->count++] = (cli_cell){ bytes, layout->style };
}

/* Takes ownership of `bytes`, which is NULL after a failed allocation. */
static void adopt(cli_layout *layout, char *bytes)
{
	if (bytes == NULL) {
		layout->failed = true;
	} else if (!layout->passing) {
		keep(layout, bytes);
	} else {
		if (layout->stream == NULL)
			measure(layout, layout->count, bytes);
		else if (!layout->failed)
			print_cell(layout, layout->stream, 0, layout->count, &(cli_cell){ bytes, layout->style });
		layout->count++;
		free(bytes);
	}
}

void cli_layout_measure(cli_layout *layout)
{
	*layout = (cli_layout){ .align = layout->align, .passing = true };
}

void cli_layout_pass(cli_layout *layout, FILE *stream)
{
	layout->stream = stream;
	layout->count = 0;
}

void cli_layout_line(cli_layout *layout, const char *text)
{
	if (layout->stream != NULL && !layout->failed)
		fprintf(layout->stream, "%s%s%s\n", cli_colour_start(layout->stream, CLI_DIM), text,
		        cli_colour_end(layout->stream, CLI_DIM));
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
	char shown[CLI_NUMBER];
	adopt(layout, strdup(cli_text_short(shown, number)));
}

void cli_layout_p(cli_layout *layout, double p)
{
	char shown[CLI_NUMBER];
	adopt(layout, strdup(cli_text_p(shown, p)));
}

void cli_layout_words(cli_layout *layout, const char *words)
{
	while (*words != '\0') {
		size_t size = strcspn(words, ",");
		cli_layout_addf(layout, "%.*s", (int)size, words);
		words += size + (words[size] == ',');
	}
}

void cli_layout_heads(cli_layout *layout, const char *words)
{
	cli_style before = layout->style;
	layout->style = CLI_BOLD;
	cli_layout_words(layout, words);
	layout->style = before;
}

size_t cli_layout_width(FILE *stream)
{
	struct winsize terminal = { 0 };
	const char *columns = getenv("COLUMNS");
	long asked = columns != NULL ? strtol(columns, NULL, 10) : 0;
	if (ioctl(fileno(stream), TIOCGWINSZ, &terminal) == 0 && terminal.ws_col > 0)
		return terminal.ws_col;
	return asked > 0 ? (size_t)asked : CLI_LAYOUT_WIDTH;
}

/* Narrows the columns that may be cut, the widest first. */
static void fit(cli_layout *layout, size_t indent)
{
	enum { NARROWEST = 12 };
	size_t columns = strlen(layout->align), line = indent + 2 * (columns - 1);
	for (size_t c = 0; c < columns; c++)
		line += layout->widths[c];
	while (line > layout->most) {
		size_t widest = columns;
		for (size_t c = 0; c < columns; c++)
			if (layout->align[c] == 'c' && layout->widths[c] > NARROWEST &&
			    (widest == columns || layout->widths[c] > layout->widths[widest]))
				widest = c;
		if (widest == columns)
			return;
		layout->widths[widest]--;
		line--;
	}
}

/* Cuts a text that is wider than its column, after a comma if there is one, otherwise between characters. */
static void shorten(char *text, size_t width)
{
	static const char ellipsis[] = "...";
	size_t end = strlen(text);
	if (cli_text_width(text) <= width)
		return;
	while (end > 0 && cli_text_width(text) + sizeof ellipsis - 1 > width) {
		do
			end--;
		while (end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80);
		text[end] = '\0';
	}
	char *comma = strrchr(text, ',');
	if (comma != NULL && comma[1] == ' ')
		comma[2] = '\0';
	strcat(text, ellipsis); /* at least as many bytes were removed, or the text had as many before */
}

static void cut_cells(cli_layout *layout, size_t indent)
{
	size_t columns = strlen(layout->align);
	fit(layout, indent);
	for (size_t i = 0; i < layout->count; i++)
		if (layout->align[i % columns] == 'c' && layout->cells[i].text != NULL)
			shorten(layout->cells[i].text, layout->widths[i % columns]);
}

bool cli_layout_print(cli_layout *layout, FILE *stream, int indent)
{
	for (size_t i = 0; i < layout->count; i++)
		measure(layout, i, layout->cells[i].text);
	if (layout->most > 0)
		cut_cells(layout, (size_t)indent);
	for (size_t i = 0; i < layout->count; i++) {
		if (!layout->failed)
			print_cell(layout, stream, indent, i, &layout->cells[i]);
		free(layout->cells[i].text);
	}
	free(layout->cells);
	bool good = !layout->failed;
	*layout = (cli_layout){ .align = layout->align };
	return good;
}
