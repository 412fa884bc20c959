/* The start of the file: enough of it to detect line ends, dialect, names and columns that contain text. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "data/dialect.h"
#include "data/notation.h"
#include "data/reader.h"
#include "data/record_part.h"

/* Initial size of the sample; it grows until it has this many lines. */
enum { SAMPLE_BYTES = 1 << 16, SAMPLE_LINES = 8, SAMPLE_MOST = 1 << 28 };

void data_reader_unify_lines(char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (text[i] == '\r' && (i + 1 == length || text[i + 1] != '\n'))
			text[i] = '\n';
}

static size_t count_bytes(const char *text, size_t length, char byte)
{
	size_t count = 0;
	const char *end = text + length;
	for (const char *p = text; p < end && (p = memchr(p, byte, (size_t)(end - p))) != NULL; p++)
		count++;
	return count;
}

/* True if the sample is large enough. Also determines the line end: carriage returns if there is no line feed. */
static bool has_lines(data_reader *reader)
{
	size_t newlines = count_bytes(reader->sample, reader->sample_length, '\n');
	size_t returns = newlines > 0 ? 0 : count_bytes(reader->sample, reader->sample_length, '\r');
	reader->cr_lines = newlines == 0 && returns > 0;
	return newlines + returns >= SAMPLE_LINES || reader->sample_length >= SAMPLE_MOST;
}

/* Reads the sample, with space for two more bytes after it. */
static mixmi_status read_sample(data_reader *reader)
{
	size_t capacity = 0;
	for (size_t wanted = SAMPLE_BYTES;; wanted *= 2) {
		void *sample = reader->sample;
		bool room = base_grow(&sample, &capacity, wanted + 2, 1);
		reader->sample = sample;
		if (!room)
			return base_error_memory();
		size_t more, missing = wanted - reader->sample_length;
		mixmi_status status = data_source_read(reader->source, reader->sample + reader->sample_length, missing, &more);
		if (status != MIXMI_OK)
			return status;
		reader->sample_length += more;
		reader->sample_whole = more < missing;
		if (has_lines(reader) || reader->sample_whole)
			return MIXMI_OK;
	}
}

static bool begins_with(const data_reader *reader, const char *bytes, size_t count)
{
	return reader->sample_length >= count && memcmp(reader->sample, bytes, count) == 0;
}

static mixmi_status check_encoding(data_reader *reader)
{
	const char *name = data_source_name(reader->source);
	if (reader->sample_length == 0)
		return base_error(MIXMI_ERROR_DATA, "%s: is empty", name);
	if (begins_with(reader, "\xFF\xFE\0\0", 4) || begins_with(reader, "\0\0\xFE\xFF", 4))
		return base_error(MIXMI_ERROR_DATA, "%s: is UTF-32 text; convert it to UTF-8 first", name);
	if (begins_with(reader, "\xFF\xFE", 2) || begins_with(reader, "\xFE\xFF", 2))
		return base_error(MIXMI_ERROR_DATA, "%s: is UTF-16 text; convert it to UTF-8 first", name);
	if (begins_with(reader, "\xEF\xBB\xBF", 3))
		reader->body_offset = 3;
	return MIXMI_OK;
}

/* A first line "sep=;" defines the delimiter, which is returned; otherwise 0. */
static char take_separator_line(data_reader *reader)
{
	const char *line = reader->sample + reader->body_offset, *end = reader->sample + reader->sample_length;
	const char *after = line + sizeof "sep=;" - 1;
	if (end - line < 8 || memcmp(line, "sep=", 4) != 0 || strchr("\n\r\"", line[4]) != NULL)
		return '\0';
	after += *after == '\r' && after[1] == '\n';
	if (*after != '\n')
		return '\0';
	reader->body_offset = (size_t)(after + 1 - reader->sample);
	reader->lead_lines = 1;
	return line[4];
}

mixmi_status data_reader_sample(data_reader *reader)
{
	mixmi_status status = read_sample(reader);
	if (status == MIXMI_OK)
		status = check_encoding(reader);
	if (status != MIXMI_OK)
		return status;
	if (reader->cr_lines)
		data_reader_unify_lines(reader->sample, reader->sample_length);
	if (reader->sample_whole && reader->sample[reader->sample_length - 1] != '\n')
		reader->sample[reader->sample_length++] = '\n';
	reader->sample[reader->sample_length] = '\n';
	char separator = take_separator_line(reader);
	status = data_dialect_find(&reader->dialect, reader->sample + reader->body_offset,
	                           reader->sample_length - reader->body_offset, reader->options);
	reader->dialect.longest = (size_t)reader->options->max_field;
	if (separator != '\0' && reader->options->delimiter == 0 && separator != reader->dialect.decimal)
		reader->dialect.delimiter = separator;
	return status;
}

/* A column with text in the sample need not be parsed as numbers. */
mixmi_status data_reader_probe(data_reader *reader)
{
	data_part part;
	size_t length = reader->sample_length - reader->body_offset;
	char *copy = base_array_copy(reader->sample + reader->body_offset, length + 1, 1);
	bool done = data_part_init(&part, reader->column_count) && copy != NULL;
	if (done) {
		data_part_parse(&part, reader, copy, length);
		done = part.problem != DATA_PART_MEMORY;
	}
	for (size_t i = 0; done && i < reader->column_count; i++) {
		data_incoming *column = &reader->columns[i];
		const data_spot *text = &part.columns[i].text;
		bool in_error = column->declared_numeric && !data_notation_may_be(text->field.text, text->field.length);
		if (text->line == 0 || !column->needed || in_error)
			continue;
		column->mode = DATA_MODE_TEXT;
		column->text.line = reader->body_line + text->line - 1;
		base_text_show(column->text.shown, text->field.text, text->field.length);
	}
	data_part_clear(&part);
	mixmi_free(copy);
	return done ? MIXMI_OK : base_error_memory();
}

/* Explains why every data record of the sample has more fields than the header. */
static const char *ragged_hint(const data_reader *reader)
{
	data_scanner scanner;
	data_scanner_init(&scanner, &reader->dialect, reader->sample + reader->body_offset,
	                  reader->sample_length - reader->body_offset);
	data_record record = { 0 };
	bool any = false, trailing = true;
	for (data_scan scan; (scan = data_scan_record(&record, &scanner)) != DATA_SCAN_END;) {
		if (scan == DATA_SCAN_BLANK || scan == DATA_SCAN_COMMENT)
			continue;
		if (scan != DATA_SCAN_RECORD || record.count != reader->column_count + 1)
			return "";
		any = true;
		const char *last = scanner.next - 1;
		while (last[-1] == '\r' || last[-1] == ' ')
			last--;
		trailing &= last[-1] == reader->dialect.delimiter;
	}
	if (!any)
		return "";
	return trailing ? "; every record ends in a delimiter that the header lacks"
	                : "; every record has one more than the header: give the column of row names a name";
}

mixmi_status data_reader_ragged(const data_reader *reader, size_t line, size_t found)
{
	bool header = reader->header;
	const char *hint = header && found == reader->column_count + 1 ? ragged_hint(reader) : "";
	return data_reader_error(reader, MIXMI_ERROR_DATA, line, DATA_NO_FIELD, "%zu field%s where the %s has %zu%s", found,
	                         found == 1 ? "" : "s", header ? "header" : "first record", reader->column_count, hint);
}
