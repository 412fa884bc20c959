/* Graphs as delimited text: an edge list with a header, or an adjacency matrix with names in its first row and possibly
 * its first column. The top left cell of a matrix may name its coding; otherwise the matrix is read only if it is
 * unambiguous. */
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

/* ------------------------------------------------------------------------------------------------- matrix */

/* Meaning of a 1 in row a and column b if the mirrored entry is 0 (pcalg, from-to) or -1 (causal-learn). */
typedef enum coding { UNKNOWN, PCALG, PCALG_PAG, CAUSAL_LEARN, FROM_TO } coding;

static coding coding_of(io_piece cell)
{
	return io_piece_is(cell, "pcalg")          ? PCALG
	       : io_piece_is(cell, "pcalg-pag")    ? PCALG_PAG
	       : io_piece_is(cell, "causal-learn") ? CAUSAL_LEARN
	       : io_piece_is(cell, "from-to")      ? FROM_TO
	                                           : UNKNOWN;
}

static mixmi_status read_entry(signed char *out, const reader *r, size_t column)
{
	io_piece cell = field(r, column);
	bool one = io_piece_is(cell, "1") || io_piece_is(cell, "1.0");
	bool zero = io_piece_is(cell, "0") || io_piece_is(cell, "0.0") || io_piece_is(cell, "-0.0");
	bool minus = io_piece_is(cell, "-1") || io_piece_is(cell, "-1.0");
	bool two = io_piece_is(cell, "2") || io_piece_is(cell, "2.0");
	bool three = io_piece_is(cell, "3") || io_piece_is(cell, "3.0");
	*out = (signed char)(one - minus + 2 * two + 3 * three);
	if (one || zero || minus || two || three)
		return MIXMI_OK;
	char shown[BASE_TEXT_SHOWN];
	return io_malformed(
		r->document, line_of(r, column),
		"an entry of an adjacency matrix is 0, 1 or -1, or 2 or 3 for a PAG, not '%s' (an edge list needs the "
		"headings from and to)",
		base_text_show(shown, cell.text, cell.length));
}

/* The edge of a pair from its two entries; false if they are not a valid combination. */
static bool decode(io_ends *ends, coding how, int ab, int ba)
{
	const mixmi_mark none = MIXMI_MARK_NONE, tail = MIXMI_MARK_TAIL, arrow = MIXMI_MARK_ARROW,
					 circle = MIXMI_MARK_CIRCLE;
	const mixmi_mark learn[] = { tail, none, arrow, circle, none }, pag[] = { none, none, circle, arrow, tail };
	bool forward = how == FROM_TO ? ab == 1 : ba == 1, backward = how == FROM_TO ? ba == 1 : ab == 1;
	if (how == CAUSAL_LEARN)
		*ends = (io_ends){ learn[ab + 1], learn[ba + 1], false };
	else if (how == PCALG_PAG)
		*ends = (io_ends){ pag[ba + 1], pag[ab + 1], false };
	else
		*ends = (io_ends){ backward && !forward ? arrow : tail, forward && !backward ? arrow : tail, false };
	bool plain = how == CAUSAL_LEARN || how == PCALG_PAG || (ab >= 0 && ba >= 0 && ab <= 1 && ba <= 1);
	return plain && ends->from != none && ends->to != none;
}

/* Names in the first row, as many as there are rows. */
static mixmi_status add_names(reader *r, size_t skip)
{
	mixmi_status status = MIXMI_OK;
	for (size_t i = skip; status == MIXMI_OK && i < r->width; i++)
		status = io_build_add_node(&r->build, field(r, i), (io_piece){ 0 }, MIXMI_NUMERIC, line_of(r, i));
	return status;
}

static mixmi_status check_row_name(const reader *r, size_t row, const char *name)
{
	io_piece cell = field(r, 0);
	if (cell.length == strlen(name) && memcmp(cell.text, name, cell.length) == 0)
		return MIXMI_OK;
	char shown[BASE_TEXT_SHOWN], expected[BASE_TEXT_SHOWN];
	return io_malformed(r->document, line_of(r, 0), "row %zu is called '%s', but column %zu '%s'", row + 1,
	                    base_text_show(shown, cell.text, cell.length), row + 1,
	                    base_text_show(expected, name, strlen(name)));
}

/* Reads the rows into entries[nodes * nodes]; `skip` is 1 if the header has a cell above the row names. */
static mixmi_status read_rows(reader *r, signed char *entries, const char *const *names, size_t nodes, size_t skip)
{
	size_t row = 0;
	for (;; row++) {
		bool more;
		mixmi_status status = next_record(r, &more);
		if (status != MIXMI_OK)
			return status;
		if (!more)
			break;
		if (row == 0 && skip == 0 && r->record.count == nodes + 1)
			skip = 1; /* R's write.table() writes no cell above the row names */
		if (row == nodes)
			return io_malformed(r->document, line_of(r, 0), "more rows than the %zu columns of the matrix", nodes);
		if (r->record.count != nodes + skip)
			return io_malformed(r->document, line_of(r, 0), "%zu fields, not %zu", r->record.count, nodes + skip);
		if (skip == 1)
			status = check_row_name(r, row, names[row]);
		for (size_t i = 0; status == MIXMI_OK && i < nodes; i++)
			status = read_entry(&entries[row * nodes + i], r, i + skip);
		if (status == MIXMI_OK && entries[row * nodes + row] != 0)
			status = io_malformed(r->document, line_of(r, 0), "an edge from a node to itself");
		if (status != MIXMI_OK)
			return status;
	}
	return row == nodes
	           ? MIXMI_OK
	           : io_malformed(r->document, r->scanner.line, "the matrix ends after %zu of %zu rows", row, nodes);
}

/* If the coding is not named: only causal-learn uses -1, and a symmetric matrix has no arrows. */
static mixmi_status guess_coding(coding *how, const reader *r, const signed char *entries, size_t nodes)
{
	bool negative = false, mirrored = true;
	for (size_t a = 0; a < nodes; a++)
		for (size_t b = 0; b < nodes; b++) {
			negative = negative || entries[a * nodes + b] < 0;
			mirrored = mirrored && entries[a * nodes + b] == entries[b * nodes + a];
		}
	if (*how == UNKNOWN && (negative || mirrored))
		*how = negative ? CAUSAL_LEARN : FROM_TO;
	return *how != UNKNOWN
	           ? MIXMI_OK
	           : io_malformed(r->document, 1,
	                          "which way do the arrows of this matrix point? Write in its top left "
	                          "cell pcalg (a 1 is an arrow from its column to its row), pcalg-pag, from-to (from "
	                          "its row to its column) or causal-learn");
}

static mixmi_status add_pairs(reader *r, coding how, const signed char *entries, const char *const *names, size_t nodes)
{
	for (size_t a = 0; a < nodes; a++)
		for (size_t b = a + 1; b < nodes; b++) {
			int ab = entries[a * nodes + b], ba = entries[b * nodes + a];
			io_ends ends;
			if (ab == 0 && ba == 0)
				continue;
			io_piece first = io_piece_of(names[a]), second = io_piece_of(names[b]);
			if (!decode(&ends, how, ab, ba)) {
				char x[BASE_TEXT_SHOWN], y[BASE_TEXT_SHOWN];
				return io_malformed(r->document, 0, "the entries %d and %d between '%s' and '%s' are not an edge", ab,
				                    ba, base_text_show(x, names[a], first.length),
				                    base_text_show(y, names[b], second.length));
			}
			mixmi_status status = io_build_add_marked(&r->build, first, second, ends, a + 2);
			if (status != MIXMI_OK)
				return status;
		}
	return MIXMI_OK;
}

/* Copies of the names: fields are not terminated, and the record is reused. */
static char **copy_names(const reader *r, size_t skip)
{
	size_t nodes = r->width - skip;
	char **names = base_array_zero(nodes, sizeof *names);
	bool done = names != NULL;
	for (size_t i = 0; done && i < nodes; i++) {
		io_piece name = field(r, i + skip);
		names[i] = base_string_copy_n(name.text, name.length);
		done = names[i] != NULL;
	}
	if (done)
		return names;
	for (size_t i = 0; names != NULL && i < nodes; i++)
		free(names[i]);
	free(names);
	return NULL;
}

/* 1 if the first cell is not a name: empty, or a coding. */
static size_t leading_fields(const reader *r)
{
	return field(r, 0).length == 0 || coding_of(field(r, 0)) != UNKNOWN;
}

static mixmi_status read_matrix(reader *r)
{
	enum { MOST = 10000 }; /* as in graph_build.c, but checked before memory is allocated */
	coding how = coding_of(field(r, 0));
	size_t skip = leading_fields(r), nodes = r->width - skip;
	if (nodes > MOST)
		return base_error(MIXMI_ERROR_LIMIT, "%s: a matrix of %zu columns; up to %d are read", r->document->name, nodes,
		                  (int)MOST);
	char **names = copy_names(r, skip);
	signed char *entries = base_array(nodes * nodes, sizeof *entries);
	mixmi_status status = names != NULL && entries != NULL ? add_names(r, skip) : base_error_memory();
	if (status == MIXMI_OK)
		status = read_rows(r, entries, (const char *const *)names, nodes, skip);
	if (status == MIXMI_OK)
		status = guess_coding(&how, r, entries, nodes);
	if (status == MIXMI_OK)
		status = add_pairs(r, how, entries, (const char *const *)names, nodes);
	for (size_t i = 0; names != NULL && i < nodes; i++)
		free(names[i]);
	free(names);
	free(entries);
	return status;
}

mixmi_status io_read_csv(mixmi_graph **out, io_document *document)
{
	reader r = { .document = document, .build = { .document = document, .unit = "line" } };
	mixmi_status status = begin(&r, document);
	if (status == MIXMI_OK) {
		size_t from = find_column(&r, "from", "source"), to = find_column(&r, "to", "target");
		bool is_list = from != NOWHERE && to != NOWHERE && coding_of(field(&r, 0)) == UNKNOWN;
		status = is_list ? read_edges(&r, from, to) : read_matrix(&r);
	}
	if (status == MIXMI_OK)
		status = io_build_finish(out, &r.build);
	io_build_clear(&r.build);
	free(r.record.fields);
	return status;
}
