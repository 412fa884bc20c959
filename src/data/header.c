/* The first record: names of the columns, or only their number. If the file has comments and no other names, the last
 * comment before the records may contain them. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "data/reader.h"

/* ---------------------------------------------------------------------------------------------------- errors */

mixmi_status data_reader_error(const data_reader *reader, mixmi_status status, size_t line, ptrdiff_t field,
                               const char *format, ...)
{
	char what[512], place[64 + BASE_TEXT_SHOWN] = "", shown[BASE_TEXT_SHOWN];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(what, sizeof what, format, arguments);
	va_end(arguments);
	const char *name = NULL;
	if (field >= 0 && reader->columns != NULL && (size_t)field < reader->column_count)
		name = reader->columns[field].name;
	if (name != NULL)
		snprintf(place, sizeof place, ", column %td ('%s')", field + 1, base_text_show(shown, name, strlen(name)));
	else if (field >= 0)
		snprintf(place, sizeof place, ", column %td", field + 1);
	return base_error(status, "%s: line %zu%s: %s", data_source_name(reader->source), line, place, what);
}

mixmi_status data_reader_scan_error(const data_reader *reader, const data_scanner *scanner, size_t first_line)
{
	const char *what = "";
	switch (scanner->problem) {
	case DATA_SCAN_NUL:
		what = "NUL byte (is this a text file?)";
		break;
	case DATA_SCAN_TRAILING:
		what = "text between the closing quote and the end of the field";
		break;
	case DATA_SCAN_UNCLOSED:
		what = "the quote that opens here is never closed";
		break;
	case DATA_SCAN_LONG:
		return data_reader_error(
			reader, MIXMI_ERROR_LIMIT, first_line + scanner->problem_line, (ptrdiff_t)scanner->problem_field,
			"a field of more than %zu bytes (a quote that is not closed?); option max-field raises "
			"the limit",
			scanner->longest);
	case DATA_SCAN_FINE:
		break;
	}
	return data_reader_error(reader, MIXMI_ERROR_DATA, first_line + scanner->problem_line,
	                         (ptrdiff_t)scanner->problem_field, "%s", what);
}

/* ----------------------------------------------------------------------------------------------------- names */

/* Possible positions of the names: the first record, and the last comment before it (NULL: none). */
typedef struct start {
	data_scanner scanner; /* after the first record */
	data_record record;
	char *comment;
	size_t comment_length;
} start;

/* Scans the first record of the sample, skipping blank lines and comments. */
static mixmi_status first_record(data_reader *reader, start *at)
{
	data_scan scan = DATA_SCAN_BLANK;
	data_scanner_init(&at->scanner, &reader->dialect, reader->sample + reader->body_offset,
	                  reader->sample_length - reader->body_offset);
	reader->leading_lines = reader->comment_lines = 0;
	while (scan == DATA_SCAN_BLANK || scan == DATA_SCAN_COMMENT) {
		char *from = at->scanner.next;
		scan = data_scan_record(&at->record, &at->scanner);
		reader->leading_lines += scan == DATA_SCAN_BLANK;
		reader->comment_lines += scan == DATA_SCAN_COMMENT;
		if (scan == DATA_SCAN_COMMENT) {
			at->comment = from + 1;
			at->comment_length = (size_t)(at->scanner.next - from) - 2;
		}
	}
	if (scan == DATA_SCAN_RECORD)
		return MIXMI_OK;
	if (scan == DATA_SCAN_BAD || (reader->sample_whole && at->scanner.problem != DATA_SCAN_FINE))
		return data_reader_scan_error(reader, &at->scanner, 1 + reader->lead_lines);
	const char *name = data_source_name(reader->source);
	if (reader->sample_whole)
		return base_error(MIXMI_ERROR_DATA, "%s: holds only %s", name,
		                  reader->comment_lines > 0 ? "comments and blank lines" : "blank lines");
	return base_error(MIXMI_ERROR_LIMIT, "%s: the first record is longer than %zu bytes", name, reader->sample_length);
}

/* Takes the names that a record gives, the first for column `from`; blank ones stay NULL. */
static mixmi_status take_names(data_reader *reader, const data_record *record, size_t from)
{
	for (size_t i = 0; i < record->count; i++) {
		data_field *field = &record->fields[i];
		if (field->doubled)
			data_field_plain(field, (char)reader->dialect.quote);
		char shown[BASE_TEXT_SHOWN];
		if (!base_text_is_utf8(field->text, field->length))
			return data_reader_error(reader, MIXMI_ERROR_DATA, record->line + field->line + 1 + reader->lead_lines,
			                         (ptrdiff_t)(from + i),
			                         "the column name '%s' is not valid UTF-8; convert the file to UTF-8",
			                         base_text_show(shown, field->text, field->length));
		if (data_is_blank(field->text, field->length))
			continue;
		reader->columns[from + i].name = base_string_copy_n(field->text, field->length);
		if (reader->columns[from + i].name == NULL)
			return base_error_memory();
	}
	return MIXMI_OK;
}

static mixmi_status find_duplicates(const data_reader *reader, size_t line)
{
	data_labels names = { 0 };
	mixmi_status status = MIXMI_OK;
	uint32_t *owners = base_array(reader->column_count, sizeof *owners); /* column of each distinct name */
	const char *hint = reader->options->header != 1 ? ", or set option header to no if the first record is data" : "";
	if (owners == NULL)
		status = base_error_memory();
	for (size_t i = 0; i < reader->column_count && status == MIXMI_OK; i++) {
		const char *name = reader->columns[i].name;
		size_t known = names.count;
		uint32_t code;
		if (name == NULL)
			continue;
		if (!data_labels_code(&code, &names, name, strlen(name)))
			status = base_error_memory();
		else if (code < known)
			status = data_reader_error(reader, MIXMI_ERROR_DATA, line, (ptrdiff_t)i,
			                           "column %u has the same name; names must differ%s", owners[code] + 1, hint);
		else
			owners[code] = (uint32_t)i;
	}
	data_labels_clear(&names);
	free(owners);
	return status;
}

/* Names the columns without a name; adds a remark if there is a header. */
static mixmi_status name_the_rest(data_reader *reader)
{
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; i < reader->column_count && status == MIXMI_OK; i++)
		if (reader->columns[i].name == NULL)
			status = data_feed_name(reader->feed, i, reader->header ? "" : NULL);
	return status;
}

void data_reader_activate(data_reader *reader)
{
	reader->active_count = 0;
	for (size_t i = 0; i < reader->column_count; i++)
		if (reader->columns[i].mode == DATA_MODE_NUMBERS || reader->columns[i].mode == DATA_MODE_TEXT)
			reader->active[reader->active_count++] = i;
}

/* Allocates the columns and the fields of a record. */
static mixmi_status make_columns(data_reader *reader, start *at, size_t count)
{
	mixmi_status status = data_feed_columns(reader->feed, count);
	if (status != MIXMI_OK)
		return status;
	reader->columns = reader->feed->columns;
	reader->column_count = count;
	reader->active = base_array(count, sizeof *reader->active);
	at->record.fields = base_array(count, sizeof *at->record.fields);
	at->record.capacity = count;
	return reader->active != NULL && at->record.fields != NULL ? MIXMI_OK : base_error_memory();
}

/* Takes names from the first record, which is scanned again with enough space for its fields; `extra`: all other
 * records have one field more. */
static mixmi_status names_of_record(data_reader *reader, start *at, bool extra)
{
	mixmi_status status = first_record(reader, at);
	if (status == MIXMI_OK)
		status = take_names(reader, &at->record, extra);
	if (status == MIXMI_OK && extra) {
		status = data_feed_name(reader->feed, 0, "row");
		if (status == MIXMI_OK)
			status = data_table_remark(reader->table, "the first column has no heading and is called '%s'",
			                           reader->columns[0].name);
	}
	if (status == MIXMI_OK)
		status = find_duplicates(reader, at->record.line + 1 + reader->lead_lines);
	reader->body_offset = (size_t)(at->scanner.next - reader->sample);
	reader->body_line = at->scanner.line + 1 + reader->lead_lines;
	return status;
}

/* Takes names from the comment before the first record if it has the same number of fields; *found is then true. */
static mixmi_status names_of_comment(bool *found, data_reader *reader, start *at)
{
	data_scanner scanner;
	*found = false;
	if (at->comment == NULL || at->comment_length == 0)
		return MIXMI_OK;
	data_dialect dialect = reader->dialect;
	dialect.comment = -1;
	data_scanner_init(&scanner, &dialect, at->comment, at->comment_length + 1);
	if (data_scan_record(&at->record, &scanner) != DATA_SCAN_RECORD || at->record.count != reader->column_count)
		return MIXMI_OK;
	*found = true;
	mixmi_status status = take_names(reader, &at->record, 0);
	return status == MIXMI_OK ? find_duplicates(reader, reader->comment_lines + reader->lead_lines) : status;
}

/* A first record that looks like data is read as data, with a remark. */
static mixmi_status settle_header(data_reader *reader, start *at, const data_layout *layout)
{
	bool named = false;
	mixmi_status status = MIXMI_OK;
	reader->header = reader->options->header == 1 || (reader->options->header != 0 && !layout->headless);
	if (reader->header)
		return names_of_record(reader, at, layout->extra);
	if (reader->options->header != 0)
		status = names_of_comment(&named, reader, at);
	if (status == MIXMI_OK && reader->options->header != 0 && !named)
		status = data_table_remark(reader->table,
		                           "the first record looks like data, so columns are called V1, V2, ...; if it "
		                           "names them, set option header");
	return status;
}

mixmi_status data_reader_header(data_reader *reader)
{
	start at = { 0 };
	data_layout layout;
	mixmi_status status = first_record(reader, &at);
	size_t count = at.record.count;
	reader->body_line = 1 + reader->lead_lines;
	if (status == MIXMI_OK && !data_reader_lay_out(&layout, reader, count))
		status = base_error_memory();
	if (status == MIXMI_OK)
		status = make_columns(reader, &at, count + (reader->options->header != 0 && layout.extra));
	if (status == MIXMI_OK)
		status = settle_header(reader, &at, &layout);
	if (status == MIXMI_OK)
		status = name_the_rest(reader);
	if (!reader->header) /* the pass counts them again */
		reader->leading_lines = reader->comment_lines = 0;
	reader->leading_comments = reader->comment_lines;
	free(at.record.fields);
	return status;
}
