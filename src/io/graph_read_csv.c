/* Graphs as delimited text: a list of edges with a header. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/fields.h"
#include "io/graph_build.h"

typedef struct reader {
	io_document *document;
	io_build build;
	data_scanner scanner;
	data_record record;
	size_t width; /* number of fields in the first record */
} reader;

static const size_t NOWHERE = SIZE_MAX;

/* ------------------------------------------------------------------------------------------------ records */

/* The first of comma, tab and semicolon that occurs in the first line outside quotes. */
static char find_delimiter(const char *text)
{
	for (const char *candidate = ",\t;"; *candidate != '\0'; candidate++) {
		bool quoted = false;
		for (const char *c = text + strspn(text, " \r\n"); *c != '\0' && (quoted || *c != '\n'); c++) {
			quoted = quoted != (*c == '"');
			if (!quoted && *c == *candidate)
				return *candidate;
		}
	}
	return ',';
}

/* Line of a field, from 1. */
static size_t line_of(const reader *r, size_t field)
{
	return r->record.line + (field < r->record.count ? r->record.fields[field].line : 0) + 1;
}

/* Reads the next record; *more is false at the end. */
static mixmi_status next_record(reader *r, bool *more)
{
	data_scan scan;
	do
		scan = data_scan_record(&r->record, &r->scanner);
	while (scan == DATA_SCAN_BLANK);
	*more = scan == DATA_SCAN_RECORD;
	if (scan == DATA_SCAN_BAD)
		return io_malformed(r->document, r->scanner.problem_line + 1, "text after closing quotes");
	if (scan == DATA_SCAN_END && r->scanner.problem == DATA_SCAN_UNCLOSED)
		return io_malformed(r->document, r->scanner.problem_line + 1, "quotes that are not closed");
	for (size_t i = 0; *more && i < r->record.count && i < r->record.capacity; i++)
		if (r->record.fields[i].doubled)
			data_field_plain(&r->record.fields[i], '"');
	return MIXMI_OK;
}

static io_piece field(const reader *r, size_t index)
{
	if (index >= r->record.count)
		return (io_piece){ "", 0 };
	return (io_piece){ r->record.fields[index].text, r->record.fields[index].length };
}

/* Reads the first record and allocates as many fields. */
static mixmi_status begin(reader *r, io_document *document)
{
	data_dialect dialect = { .delimiter = find_delimiter(document->text), .quote = '"', .decimal = '.' };
	bool more;
	document->text[document->length] = '\n'; /* required by the scanner instead of NUL */
	data_scanner_init(&r->scanner, &dialect, document->text, document->length);
	mixmi_status status = next_record(r, &more);
	if (status != MIXMI_OK || !more)
		return status != MIXMI_OK ? status : io_malformed(document, 0, "there is nothing in it");
	r->width = r->record.count;
	r->record.capacity = r->width + 1;
	r->record.fields = base_array(r->record.capacity, sizeof *r->record.fields);
	if (r->record.fields == NULL)
		return base_error_memory();
	data_scanner_init(&r->scanner, &dialect, document->text, document->length);
	return next_record(r, &more);
}

/* ---------------------------------------------------------------------------------------------- edge list */

/* The column with one of these two headings. */
static size_t find_column(const reader *r, const char *heading, const char *other)
{
	for (size_t i = 0; i < r->width; i++)
		if (io_piece_is(field(r, i), heading) || io_piece_is(field(r, i), other))
			return i;
	return NOWHERE;
}

static mixmi_status read_type(io_ends *ends, const reader *r, size_t column)
{
	io_piece type = field(r, column);
	if (io_ends_read(ends, type))
		return MIXMI_OK;
	char shown[BASE_TEXT_SHOWN];
	return io_malformed(r->document, line_of(r, column),
	                    "the type of an edge is directed (or ->), undirected (or --) or one of a PAG, such as "
	                    "o->, not '%s'",
	                    base_text_show(shown, type.text, type.length));
}

/* Columns with attributes of edges. */
static const char *const NOTES[] = { "sign", "remark", "kind", "kind_from" };
enum { NOTE_COUNT = sizeof NOTES / sizeof NOTES[0] };

/* A row without a `to` declares a node, whatever its type ("node" in the lists that we write), so
 * that nodes without edges can be in the list. */
static mixmi_status read_edge(reader *r, size_t from, size_t to, size_t type, const size_t notes[NOTE_COUNT])
{
	io_notes said = { 0 };
	io_ends ends = { MIXMI_MARK_TAIL, MIXMI_MARK_ARROW, false };
	if (field(r, to).length == 0)
		return io_build_add_node(&r->build, field(r, from), (io_piece){ 0 }, MIXMI_NUMERIC, line_of(r, from));
	mixmi_status status = type != NOWHERE ? read_type(&ends, r, type) : MIXMI_OK;
	if (status != MIXMI_OK)
		return status;
	status = io_build_add_marked(&r->build, field(r, from), field(r, to), ends, line_of(r, from));
	for (int i = 0; i < NOTE_COUNT; i++)
		io_notes_read(&said, io_piece_of(NOTES[i]), field(r, notes[i]));
	if (status == MIXMI_OK)
		io_build_note_last(&r->build, &said);
	return status;
}

static mixmi_status read_edges(reader *r, size_t from, size_t to)
{
	size_t type = find_column(r, "type", "edge");
	size_t notes[NOTE_COUNT];
	for (int i = 0; i < NOTE_COUNT; i++)
		notes[i] = find_column(r, NOTES[i], NOTES[i]);
	r->build.implicit = r->build.repeats = r->build.empty = true;
	for (;;) {
		bool more;
		mixmi_status status = next_record(r, &more);
		if (status != MIXMI_OK || !more)
			return status;
		if (r->record.count != r->width)
			return io_malformed(r->document, line_of(r, 0), "%zu fields, but the header has %zu", r->record.count,
			                    r->width);
		status = read_edge(r, from, to, type, notes);
		if (status != MIXMI_OK)
			return status;
	}
}

mixmi_status io_read_csv(mixmi_graph **out, io_document *document)
{
	reader r = { .document = document, .build = { .document = document, .unit = "line" } };
	mixmi_status status = begin(&r, document);
	if (status == MIXMI_OK) {
		size_t from = find_column(&r, "from", "source"), to = find_column(&r, "to", "target");
		status =
			from != NOWHERE && to != NOWHERE
				? read_edges(&r, from, to)
				: io_malformed(document, 1, "a list of edges needs the headings from and to (or source and target)");
	}
	if (status == MIXMI_OK)
		status = io_build_finish(out, &r.build);
	io_build_clear(&r.build);
	free(r.record.fields);
	return status;
}
