/* CSV for the command's own small files: its output and lists of questions. Fields are unquoted in place, because they
 * only become shorter; tables of data are read by the library. */
#include "csv.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

static bool safe;

void cli_csv_set_safe(bool wanted)
{
	safe = wanted;
}

bool cli_csv_is_safe(void)
{
	return safe;
}

/* A spreadsheet takes such a text as a formula. Numbers are numbers there too. */
static bool is_formula(const char *text)
{
	char *end;
	if (*text == '\0' || strchr("=+-@\t\r", *text) == NULL)
		return false;
	(void)strtod(text, &end);
	return *end != '\0' || end == text;
}

static void write_field(const char *text, FILE *stream);

/* An apostrophe makes it a text. Characters that are not shown are escaped, so that no cell hides anything. */
static void write_safely(const char *text, FILE *stream)
{
	cli_text field = { 0 };
	cli_text_add(&field, is_formula(text) ? "'" : "");
	cli_text_add_shown(&field, text);
	write_field(field.failed ? "" : field.bytes, stream);
	cli_text_clear(&field);
}

void cli_csv_field(const char *text, FILE *stream)
{
	if (safe)
		write_safely(text, stream);
	else
		write_field(text, stream);
}

int cli_csv_copy(char *text, FILE *stream)
{
	cli_csv csv = { .path = "the answer", .next = text, .line = 1, .delimiter = ',' };
	int code = CLI_OK;
	while (code == CLI_OK && (code = cli_csv_next(&csv)) == CLI_OK && csv.count > 0) {
		for (size_t i = 0; i < csv.count; i++) {
			fputs(i > 0 ? "," : "", stream);
			cli_csv_field(csv.fields[i], stream);
		}
		fputc('\n', stream);
	}
	cli_csv_clear(&csv);
	return code;
}

static void write_field(const char *text, FILE *stream)
{
	if (strpbrk(text, ",\"\r\n") == NULL) {
		fputs(text, stream);
		return;
	}
	fputc('"', stream);
	for (; *text != '\0'; text++) {
		if (*text == '"')
			fputc('"', stream);
		fputc(*text, stream);
	}
	fputc('"', stream);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

void cli_csv_add_name(cli_text *list, const char *name)
{
	size_t length = strlen(name);
	bool plain = length > 0 && !is_blank(name[0]) && !is_blank(name[length - 1]) && strpbrk(name, ";\"\r\n") == NULL;
	cli_text_add(list, list->length > 0 ? ";" : "");
	if (plain) {
		cli_text_add(list, name);
		return;
	}
	cli_text_add(list, "\"");
	for (; *name != '\0'; name++)
		cli_text_add(list, *name == '"' ? "\"\"" : (char[]){ *name, '\0' });
	cli_text_add(list, "\"");
}

void cli_csv_number(double number, FILE *stream)
{
	char text[CLI_NUMBER];
	fprintf(stream, ",%s", isfinite(number) ? cli_text_number(text, number) : "");
}

void cli_csv_clear(cli_csv *csv)
{
	free(csv->fields);
	memset(csv, 0, sizeof *csv);
}

static void find_delimiter(cli_csv *csv)
{
	size_t line = strcspn(csv->next, "\n");
	bool tab = memchr(csv->next, '\t', line) != NULL, comma = memchr(csv->next, ',', line) != NULL;
	csv->delimiter = tab && !comma ? '\t' : ',';
}

/* Skips a line end at `next`, \n or \r\n; returns false if there is none. */
static bool skip_line_end(cli_csv *csv)
{
	size_t size = csv->next[0] == '\n' ? 1 : csv->next[0] == '\r' && csv->next[1] == '\n' ? 2 : 0;
	csv->next += size;
	csv->line += size > 0;
	return size > 0;
}

static void skip_empty_lines(cli_csv *csv)
{
	for (;;) {
		size_t blanks = strspn(csv->next, csv->delimiter == '\t' ? " " : " \t");
		char after = csv->next[blanks];
		if (after == '\0' || after == '\n' || (after == '\r' && csv->next[blanks + 1] == '\n'))
			csv->next += blanks;
		if (!skip_line_end(csv))
			return;
	}
}

static bool keep(cli_csv *csv, char *field)
{
	if (csv->count == csv->room) {
		size_t room = csv->room * 2 + 8;
		char **fields = realloc(csv->fields, room * sizeof *fields);
		if (fields == NULL)
			return false;
		csv->fields = fields;
		csv->room = room;
	}
	csv->fields[csv->count++] = field;
	return true;
}

/* The text between quotes, starting after the first; `next` is set after the last. NULL if there is no closing
 * quote. */
static char *quoted_field(cli_csv *csv, char **end)
{
	char *from = csv->next + 1, *to = csv->next + 1, *field = to;
	for (; *from != '\0' && (*from != '"' || from[1] == '"'); from++) {
		from += *from == '"';
		csv->line += *from == '\n';
		*to++ = *from;
	}
	csv->next = from + 1;
	*end = to;
	return *from == '"' ? field : NULL;
}

/* One field. The byte that ends it is read before the field is terminated, because both may be the same byte. */
static int read_field(cli_csv *csv, bool *last)
{
	char *field = csv->next, *end;
	size_t line = csv->line;
	if (*field == '"') {
		field = quoted_field(csv, &end);
		if (field == NULL)
			return cli_fail(CLI_DATA, "%s: line %zu: a quote is not closed", csv->path, line);
	} else {
		end = csv->next += strcspn(csv->next, csv->delimiter == '\t' ? "\t\n" : ",\n");
		if (*end == '\n' && end > field && end[-1] == '\r')
			end = --csv->next;
	}
	*last = *csv->next != csv->delimiter;
	if (!*last)
		csv->next++;
	else if (*csv->next != '\0' && !skip_line_end(csv))
		return cli_fail(CLI_DATA, "%s: line %zu: a closing quote is followed by text", csv->path, csv->line);
	*end = '\0';
	return keep(csv, field) ? CLI_OK : cli_fail_memory();
}

int cli_csv_next(cli_csv *csv)
{
	if (csv->delimiter == 0) {
		skip_empty_lines(csv);
		find_delimiter(csv);
	}
	skip_empty_lines(csv);
	csv->count = 0;
	csv->record = csv->line;
	bool last = *csv->next == '\0';
	int code = CLI_OK;
	while (code == CLI_OK && !last)
		code = read_field(csv, &last);
	return code;
}
