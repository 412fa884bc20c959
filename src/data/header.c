/* The first record: names of the columns, or how many there are; and what the options say about columns by name. */
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
	case DATA_SCAN_FINE:
		break;
	}
	return data_reader_error(reader, MIXMI_ERROR_DATA, first_line + scanner->problem_line,
	                         (ptrdiff_t)scanner->problem_field, "%s", what);
}

/* ----------------------------------------------------------------------------------------------------- names */

/* Scans the first record of the sample into `record`, past blank lines. */
static mixmi_status first_record(data_reader *reader, data_scanner *scanner, data_record *record)
{
	data_scan scan = DATA_SCAN_BLANK;
	data_scanner_init(scanner, &reader->dialect, reader->sample + reader->body_offset,
	                  reader->sample_length - reader->body_offset);
	while (scan == DATA_SCAN_BLANK)
		scan = data_scan_record(record, scanner);
	if (scan == DATA_SCAN_RECORD)
		return MIXMI_OK;
	if (scan == DATA_SCAN_BAD || (reader->sample_whole && scanner->problem != DATA_SCAN_FINE))
		return data_reader_scan_error(reader, scanner, 1);
	const char *name = data_source_name(reader->source);
	if (reader->sample_whole)
		return base_error(MIXMI_ERROR_DATA, "%s: holds only blank lines", name);
	return base_error(MIXMI_ERROR_LIMIT, "%s: the first record is longer than %zu bytes", name, reader->sample_length);
}

static bool is_taken(const data_reader *reader, const char *name)
{
	for (size_t i = 0; i < reader->column_count; i++)
		if (reader->columns[i].name != NULL && strcmp(reader->columns[i].name, name) == 0)
			return true;
	return false;
}

/* Names column `index` V1, V2, ... by its position, with underscores appended until the name is free. Without a header all
 * are named so, and free. */
static bool name_by_position(data_reader *reader, size_t index)
{
	char name[64];
	int length = snprintf(name, sizeof name, "V%zu", index + 1);
	while (reader->options->header != 0 && is_taken(reader, name) && length + 2 < (int)sizeof name) {
		name[length++] = '_';
		name[length] = '\0';
	}
	reader->columns[index].name = base_string_copy(name);
	return reader->columns[index].name != NULL;
}

/* Takes the names that the header gives; empty ones stay NULL. */
static mixmi_status take_names(data_reader *reader, const data_record *record)
{
	for (size_t i = 0; i < record->count; i++) {
		data_field *field = &record->fields[i];
		if (field->doubled)
			data_field_plain(field, (char)reader->dialect.quote);
		char shown[BASE_TEXT_SHOWN];
		if (!base_text_is_utf8(field->text, field->length))
			return data_reader_error(reader, MIXMI_ERROR_DATA, record->line + field->line + 1, (ptrdiff_t)i,
			                         "the column name '%s' is not valid UTF-8; convert the file to UTF-8",
			                         base_text_show(shown, field->text, field->length));
		if (field->length == 0)
			continue;
		reader->columns[i].name = base_string_copy_n(field->text, field->length);
		if (reader->columns[i].name == NULL)
			return base_error_memory();
	}
	return MIXMI_OK;
}

static mixmi_status find_duplicates(const data_reader *reader, size_t line)
{
	data_labels names = { 0 };
	mixmi_status status = MIXMI_OK;
	uint32_t *owners = base_array(reader->column_count, sizeof *owners); /* column of each distinct name */
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
			                           "column %u has the same name; names must differ", owners[code] + 1);
		else
			owners[code] = (uint32_t)i;
	}
	data_labels_clear(&names);
	free(owners);
	return status;
}

/* Gives a name to every column without one; with a header that is worth a remark. */
static mixmi_status name_the_rest(data_reader *reader)
{
	for (size_t i = 0; i < reader->column_count; i++) {
		if (reader->columns[i].name != NULL)
			continue;
		if (!name_by_position(reader, i))
			return base_error_memory();
		mixmi_status status = MIXMI_OK;
		if (reader->options->header != 0)
			status = data_table_remark(reader->table, "column %zu has no name and is called '%s'", i + 1,
			                           reader->columns[i].name);
		if (status != MIXMI_OK)
			return status;
	}
	return MIXMI_OK;
}

/* ----------------------------------------------------------------------------------------------------- lists */

typedef enum declaration { KEEP, DISCRETE, NUMERIC } declaration;

static mixmi_status declare(data_reader *reader, const mixmi_table *names, const char *list, declaration what)
{
	size_t *chosen, count;
	char shown[BASE_TEXT_SHOWN];
	if (list == NULL)
		return MIXMI_OK;
	mixmi_status status = mixmi_table_select(&chosen, &count, names, list);
	for (size_t i = 0; i < count; i++) {
		data_incoming *column = &reader->columns[chosen[i]];
		column->wanted |= what == KEEP;
		column->declared_discrete |= what == DISCRETE;
		column->declared_numeric |= what == NUMERIC;
		if (column->declared_discrete && column->declared_numeric)
			status = base_error(MIXMI_ERROR_USAGE, "column '%s' is declared both discrete and numeric",
			                    base_text_show(shown, column->name, strlen(column->name)));
	}
	mixmi_free(chosen);
	return status;
}

/* Applies the lists through a table that has nothing but names, so that lists mean the same everywhere. */
static mixmi_status declare_all(data_reader *reader)
{
	const mixmi_options *options = reader->options;
	mixmi_table names = { .column_count = reader->column_count };
	names.columns = base_array_zero(reader->column_count, sizeof *names.columns);
	if (names.columns == NULL)
		return base_error_memory();
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; i < reader->column_count && status == MIXMI_OK; i++) {
		const char *name = names.columns[i].name = reader->columns[i].name;
		uint32_t code;
		if (!data_labels_code(&code, &names.names, name, strlen(name)))
			status = base_error_memory();
		names.columns[i].position = i + 1;
		reader->columns[i].wanted = options->only == NULL;
	}
	if (status == MIXMI_OK)
		status = declare(reader, &names, options->only, KEEP);
	if (status == MIXMI_OK)
		status = declare(reader, &names, options->discrete, DISCRETE);
	if (status == MIXMI_OK)
		status = declare(reader, &names, options->numeric, NUMERIC);
	data_labels_clear(&names.names);
	free(names.columns);
	for (size_t i = 0; i < reader->column_count; i++)
		reader->columns[i].mode = reader->columns[i].wanted ? DATA_MODE_NUMBERS : DATA_MODE_SKIP;
	return status;
}

void data_reader_activate(data_reader *reader)
{
	reader->active_count = 0;
	for (size_t i = 0; i < reader->column_count; i++)
		if (reader->columns[i].mode == DATA_MODE_NUMBERS || reader->columns[i].mode == DATA_MODE_TEXT)
			reader->active[reader->active_count++] = i;
}

/* Makes room for the columns and names them from the record, which is scanned again with room for its fields. */
static mixmi_status name_columns(data_reader *reader, data_scanner *scanner, data_record *record)
{
	size_t count = record->count;
	if (count > UINT32_MAX / 2)
		return base_error(MIXMI_ERROR_LIMIT, "%s: too many columns", data_source_name(reader->source));
	reader->columns = base_array_zero(count, sizeof *reader->columns);
	reader->active = base_array(count, sizeof *reader->active);
	record->fields = base_array(count, sizeof *record->fields);
	if (reader->columns == NULL || reader->active == NULL || record->fields == NULL)
		return base_error_memory();
	reader->column_count = record->capacity = count;
	reader->body_line = 1;
	if (reader->options->header == 0)
		return name_the_rest(reader);
	mixmi_status status = first_record(reader, scanner, record);
	reader->leading_lines = record->line;
	if (status == MIXMI_OK)
		status = take_names(reader, record);
	if (status == MIXMI_OK)
		status = find_duplicates(reader, record->line + 1);
	if (status == MIXMI_OK)
		status = name_the_rest(reader);
	reader->body_offset = (size_t)(scanner->next - reader->sample);
	reader->body_line = scanner->line + 1;
	return status;
}

mixmi_status data_reader_header(data_reader *reader)
{
	data_scanner scanner;
	data_record record = { 0 };
	mixmi_status status = first_record(reader, &scanner, &record);
	if (status == MIXMI_OK)
		status = name_columns(reader, &scanner, &record);
	if (status == MIXMI_OK)
		status = declare_all(reader);
	if (status == MIXMI_OK)
		data_reader_activate(reader);
	free(record.fields);
	return status;
}
