/* Lists of questions. The file is read before the table, so that its errors are reported early; names are looked up
 * once the table has been read. Every message contains the line. */
#include "queries.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "csv.h"
#include "input.h"
#include "ranks.h"
#include "report.h"

static const char *const letters[] = { "x", "y", "z" };

enum { ABSENT = -1 };

/* ---------------------------------------------------------------------------------------------- reading */

/* The field without surrounding blanks, in place. */
static char *trim(char *field)
{
	field += strspn(field, " \t");
	size_t length = strlen(field);
	while (length > 0 && strchr(" \t\r", field[length - 1]) != NULL)
		length--;
	field[length] = '\0';
	return field;
}

/* Which fields are x, y and z. Other columns of the file are ignored. */
static int read_header(int places[3], const cli_csv *csv)
{
	for (int s = 0; s < 3; s++)
		places[s] = ABSENT;
	for (size_t f = 0; f < csv->count; f++)
		for (int s = 0; s < 3; s++) {
			if (strcasecmp(trim(csv->fields[f]), letters[s]) != 0)
				continue;
			if (places[s] != ABSENT)
				return cli_fail(CLI_DATA, "%s: line %zu: two columns are named %s", csv->path, csv->record, letters[s]);
			places[s] = (int)f;
		}
	for (int s = 0; s < 2; s++)
		if (places[s] == ABSENT)
			return cli_fail(CLI_DATA,
			                "%s: line %zu: the header has no column %s; it must name x, y and, if wanted, z, "
			                "separated by commas or tabs",
			                csv->path, csv->record, letters[s]);
	return CLI_OK;
}

static int add_question(cli_queries *queries, const cli_csv *csv, const int places[3], size_t width, size_t *room)
{
	if (csv->count != width)
		return cli_fail(CLI_DATA, "%s: line %zu: %zu field%s, but the header has %zu", csv->path, csv->record,
		                csv->count, csv->count == 1 ? "" : "s", width);
	if (queries->count == *room) {
		size_t more = *room * 2 + 64;
		void *fields = realloc(queries->fields, more * sizeof *queries->fields);
		if (fields != NULL)
			queries->fields = fields;
		void *lines = realloc(queries->lines, more * sizeof *queries->lines);
		if (lines != NULL)
			queries->lines = lines;
		if (fields == NULL || lines == NULL)
			return cli_fail_memory();
		*room = more;
	}
	for (int s = 0; s < 3; s++)
		queries->fields[queries->count][s] = places[s] == ABSENT ? NULL : csv->fields[places[s]];
	queries->lines[queries->count++] = csv->record;
	return CLI_OK;
}

static int read_records(cli_queries *queries, cli_csv *csv)
{
	int places[3], code = cli_csv_next(csv);
	if (code == CLI_OK && csv->count == 0)
		return cli_fail(CLI_DATA, "%s: the file is empty", queries->path);
	if (code == CLI_OK)
		code = read_header(places, csv);
	size_t width = csv->count, room = 0;
	while (code == CLI_OK) {
		code = cli_csv_next(csv);
		if (code != CLI_OK || csv->count == 0)
			break;
		code = add_question(queries, csv, places, width, &room);
	}
	if (code == CLI_OK && queries->count == 0)
		return cli_fail(CLI_DATA, "%s: there is no question after the header", queries->path);
	return code;
}

/* Line number of a byte of the text. */
static size_t line_of(const cli_text *text, size_t byte)
{
	size_t line = 1;
	for (size_t i = 0; i < byte; i++)
		line += text->bytes[i] == '\n';
	return line;
}

int cli_queries_read(cli_queries *queries, const char *path)
{
	static const char mark[] = "\xEF\xBB\xBF"; /* byte-order mark */
	queries->path = strcmp(path, "-") == 0 ? "standard input" : path;
	int code = cli_ranks_first() ? cli_input_file(&queries->text, path) : CLI_OK;
	code = cli_ranks_agree(code);
	if (code == CLI_OK)
		code = cli_ranks_spread_text(&queries->text);
	if (code != CLI_OK)
		return code;
	if (queries->text.length == 0)
		return cli_fail(CLI_DATA, "%s: the file is empty", queries->path);
	size_t length = strlen(queries->text.bytes);
	if (length < queries->text.length)
		return cli_fail(CLI_DATA, "%s: line %zu: a NUL byte", queries->path, line_of(&queries->text, length));
	char *start =
		queries->text.bytes + (strncmp(queries->text.bytes, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0);
	cli_csv csv = { .path = queries->path, .next = start, .line = 1 };
	code = read_records(queries, &csv);
	cli_csv_clear(&csv);
	return code;
}

/* ---------------------------------------------------------------------------------------------- looking up */

/* Reads the next name of a field, unquoted in place; NULL at its end. *closed is false if a quote is not closed. */
static char *next_name(char **rest, bool *closed)
{
	char *name = *rest + strspn(*rest, " \t;");
	*closed = true;
	if (*name == '\0')
		return NULL;
	if (*name != '"') {
		size_t size = strcspn(name, ";");
		*rest = name + size + (name[size] != '\0');
		name[size] = '\0';
		return trim(name);
	}
	char *from = ++name, *to = name;
	while (*from != '\0' && (*from != '"' || from[1] == '"')) {
		from += *from == '"';
		*to++ = *from++;
	}
	char *after = *from == '"' ? from + 1 + strspn(from + 1, " \t") : from;
	*closed = *from == '"' && (*after == ';' || *after == '\0');
	*to = '\0';
	*rest = after;
	return name;
}

/* Position of a question, for messages. */
typedef struct place {
	const cli_many *many;
	const cli_queries *queries;
	size_t question;
} place;

static int complain(const place *at, int set, const char *what)
{
	return cli_fail_usage(at->many->args->command->name, "%s: line %zu, field %s: %s", at->queries->path,
	                      at->queries->lines[at->question], letters[set], what);
}

/* Writes the columns of one field to `out` and their number to `count`. */
static int find_set(size_t *out, size_t *count, const place *at, int set)
{
	char *rest = at->queries->fields[at->question][set], *name;
	bool closed = true;
	*count = 0;
	while (rest != NULL && (name = next_name(&rest, &closed)) != NULL) {
		if (!closed)
			return complain(at, set, "a quoted name must end with a quote and be followed by a semicolon or nothing");
		mixmi_status status = mixmi_table_find(&out[*count], at->many->table, name);
		if (status == MIXMI_ERROR_USAGE)
			return complain(at, set, mixmi_error_message());
		if (status != MIXMI_OK)
			return cli_fail_library(at->many->args->command->name, NULL, status);
		(*count)++;
	}
	return *count > 0 || set == 2 ? CLI_OK : complain(at, set, "no column is named");
}

/* An error if one of `count` columns is repeated. */
static int check_twice(const place *at, const size_t *columns, size_t count)
{
	for (size_t i = 1; i < count; i++)
		for (size_t k = 0; k < i; k++)
			if (columns[i] == columns[k])
				return cli_fail_usage(at->many->args->command->name, "%s: line %zu: column '%s' occurs twice",
				                      at->queries->path, at->queries->lines[at->question], at->many->names[columns[i]]);
	return CLI_OK;
}

/* Upper bound on the number of names in all fields: each takes a byte, and a separator or the end of the field. */
static size_t most_names(const cli_queries *queries)
{
	size_t most = 0;
	for (size_t i = 0; i < queries->count; i++)
		for (int s = 0; s < 3; s++) {
			const char *field = queries->fields[i][s];
			for (most++; field != NULL && *field != '\0'; field++)
				most += *field == ';';
		}
	return most;
}

int cli_queries_find(const cli_many *many, cli_queries *queries)
{
	queries->columns = calloc(most_names(queries), sizeof *queries->columns);
	queries->ends = calloc(queries->count, 3 * sizeof *queries->ends);
	if (queries->columns == NULL || queries->ends == NULL)
		return cli_fail_memory();
	size_t used = 0;
	int code = CLI_OK;
	for (size_t i = 0; code == CLI_OK && i < queries->count; i++) {
		const place at = { many, queries, i };
		size_t first = used;
		for (int s = 0; code == CLI_OK && s < 3; s++) {
			size_t count;
			code = find_set(queries->columns + used, &count, &at, s);
			used += count;
			queries->ends[3 * i + (size_t)s] = used;
		}
		if (code == CLI_OK)
			code = check_twice(&at, queries->columns + first, used - first);
	}
	return code;
}

void cli_queries_clear(cli_queries *queries)
{
	cli_text_clear(&queries->text);
	free(queries->fields);
	free(queries->lines);
	free(queries->columns);
	free(queries->ends);
	memset(queries, 0, sizeof *queries);
}
