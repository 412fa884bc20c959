/* Columns while they are read, and the formats that files are told apart by: magic bytes first, names only where the bytes
 * of a format say nothing. */
#include "data/feed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "data/fields.h"
#include "data/recognise.h"

mixmi_status data_feed_columns(data_feed *feed, size_t count)
{
	if (count == 0)
		return base_error(MIXMI_ERROR_DATA, "%s: has no columns", feed->name);
	if (count > UINT32_MAX / 2)
		return base_error(MIXMI_ERROR_LIMIT, "%s: too many columns", feed->name);
	feed->columns = base_array_zero(count, sizeof *feed->columns);
	if (feed->columns == NULL)
		return base_error_memory();
	feed->column_count = count;
	return MIXMI_OK;
}

static bool is_taken(const data_feed *feed, const char *name)
{
	for (size_t i = 0; i < feed->column_count; i++)
		if (feed->columns[i].name != NULL && strcmp(feed->columns[i].name, name) == 0)
			return true;
	return false;
}

mixmi_status data_feed_name(data_feed *feed, size_t column, const char *name)
{
	char made[64], shown[BASE_TEXT_SHOWN];
	bool usable = name != NULL && *name != '\0' && base_text_is_utf8(name, strlen(name)) && !is_taken(feed, name);
	int length = snprintf(made, sizeof made, "V%zu", column + 1);
	while (!usable && is_taken(feed, made) && length + 2 < (int)sizeof made) {
		made[length++] = '_';
		made[length] = '\0';
	}
	feed->columns[column].name = base_string_copy(usable ? name : made);
	if (feed->columns[column].name == NULL)
		return base_error_memory();
	if (usable || name == NULL)
		return MIXMI_OK;
	if (*name == '\0')
		return data_table_remark(feed->table, "column %zu has no name and is called '%s'", column + 1, made);
	return data_table_remark(feed->table, "column %zu is named '%s'%s and is called '%s'", column + 1,
	                         base_text_show(shown, name, strlen(name)),
	                         base_text_is_utf8(name, strlen(name)) ? " like another" : ", which is not UTF-8,", made);
}

mixmi_status data_feed_label(data_feed *feed, size_t column, const char *label)
{
	char shown[BASE_TEXT_SHOWN];
	if (*label == '\0')
		return MIXMI_OK;
	if (!base_text_is_utf8(label, strlen(label)))
		label = base_text_show(shown, label, strlen(label));
	feed->columns[column].label = base_string_copy(label);
	return feed->columns[column].label != NULL ? MIXMI_OK : base_error_memory();
}

double *data_incoming_values(data_incoming *column, size_t rows, size_t count)
{
	void *values = column->values;
	bool room = base_grow(&values, &column->value_capacity, rows + count, sizeof *column->values);
	column->values = values;
	return room ? column->values + rows : NULL;
}

uint32_t *data_incoming_codes(data_incoming *column, size_t rows, size_t count)
{
	void *codes = column->codes;
	bool room = base_grow(&codes, &column->code_capacity, rows + count, sizeof *column->codes);
	column->codes = codes;
	return room ? column->codes + rows : NULL;
}

bool data_incoming_text(uint32_t *code, data_incoming *column, const data_markers *markers, const char *text,
                        size_t length)
{
	const char *end = memchr(text, '\0', length);
	if (end != NULL)
		length = (size_t)(end - text);
	*code = DATA_MISSING;
	data_trim(&text, &length);
	return data_markers_match(markers, text, length) || data_labels_code(code, &column->labels, text, length);
}

bool data_library_load(base_symbol *out, const base_symbol *functions, int count, const char *const *names)
{
	memcpy(out, functions, (size_t)count * sizeof *out);
	return base_library_load(out, count, names);
}

bool data_library_is_there(const base_symbol *functions, int count, const char *const *names)
{
	base_symbol *symbols = base_array((size_t)count, sizeof *symbols);
	bool there = symbols != NULL && data_library_load(symbols, functions, count, names);
	free(symbols);
	return there;
}

bool data_incoming_number(data_incoming *column, double *value, bool exact, size_t row)
{
	bool done = true;
	if (!exact && !column->rounded)
		done =
			data_incoming_remark(column,
		                         "whole numbers beyond 2^53 (row %zu) are rounded, so that some may be taken for the "
		                         "same",
		                         row + 1);
	if (isinf(*value) && !column->overflowed && done)
		done = data_incoming_remark(column, "infinite values (row %zu) are taken as missing", row + 1);
	column->rounded |= !exact;
	column->overflowed |= isinf(*value);
	if (isinf(*value))
		*value = NAN;
	return done;
}

void data_incoming_clear(data_incoming *column)
{
	free(column->name);
	free(column->label);
	free(column->values);
	free(column->codes);
	free(column->remark);
	free(column->limits);
	free(column->limit_values);
	data_labels_clear(&column->labels);
}

/* --------------------------------------------------------------------------------------------- magic bytes */

typedef struct magic {
	size_t offset;
	const char *bytes;
	size_t length;
	const data_format *format; /* NULL: `what` says what the file is, and what to do */
	const char *what;
} magic;

#define BYTES(text) text, sizeof text - 1

static const magic magics[] = {
	{ 0, BYTES("\x93NUMPY"), &data_format_npy, NULL },
	{ 0, BYTES("SQLite format 3\0"), &data_format_sqlite, NULL },
	{ 0, BYTES("PAR1"), &data_format_duckdb, NULL },
	{ 0, BYTES("$FL2@(#)"), &data_format_statistics, NULL },
	{ 0, BYTES("$FL3@(#)"), &data_format_statistics, NULL },
	{ 0, BYTES("<stata_dta>"), &data_format_statistics, NULL },
	{ 0, BYTES("HEADER RECORD*******LIB"), &data_format_statistics, NULL },
	{ 12, BYTES("\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\x00\x09\xc7\x31\x8c"), &data_format_statistics, NULL },
	{ 0, BYTES("ARROW1"), NULL, "an Arrow (Feather) file; save it as Parquet, or hand it over as an Arrow stream" },
	{ 0, BYTES("\xD0\xCF\x11\xE0\xA1\xB1"), NULL, "an Excel (.xls) or other Office file; save the sheet as CSV" },
	{ 0, BYTES("RDX2\n"), NULL, "an R workspace (.RData); write the data frame as CSV" },
	{ 0, BYTES("RDX3\n"), NULL, "an R workspace (.RData); write the data frame as CSV" },
	{ 0, BYTES("X\n\0\0\0\2"), NULL, "an R object (.rds); write the data frame as CSV" },
	{ 0, BYTES("X\n\0\0\0\3"), NULL, "an R object (.rds); write the data frame as CSV" },
	{ 0, BYTES("BZh"), NULL, "bzip2-compressed; unpack it first (bunzip2)" },
	{ 0, BYTES("7z\xBC\xAF\x27\x1C"), NULL, "a 7-Zip archive; unpack it first" },
	{ 0, BYTES("Rar!"), NULL, "a RAR archive; unpack it first" },
	{ 0, BYTES("%PDF-"), NULL, "a PDF document, not a table" },
	{ 0, BYTES("\x89HDF\r\n"), NULL, "an HDF5 file (or a new MATLAB file); write the table as CSV or NPY" },
	{ 0, BYTES("MATLAB 5.0"), NULL, "a MATLAB file; write the table as CSV" },
	{ 0, BYTES("ORC"), NULL, "an ORC file; save it as Parquet" },
	{ 0, BYTES("Obj\1"), NULL, "an Avro file; save it as Parquet" },
	{ 257, BYTES("ustar"), NULL, "a tar archive; unpack it first" },
};

static bool has_bytes(const unsigned char *head, size_t length, size_t offset, const char *bytes, size_t count)
{
	return length >= offset + count && memcmp(head + offset, bytes, count) == 0;
}

static bool has_text(const unsigned char *head, size_t length, const char *text)
{
	size_t size = strlen(text);
	for (size_t i = 0; i + size <= length; i++)
		if (memcmp(head + i, text, size) == 0)
			return true;
	return false;
}

static bool ends_with(const char *path, const char *end)
{
	size_t length = strlen(path), size = strlen(end);
	if (length < size)
		return false;
	for (size_t i = 0; i < size; i++)
		if ((path[length - size + i] | 0x20) != end[i] && path[length - size + i] != end[i])
			return false;
	return true;
}

static mixmi_status is_something_else(const data_feed *feed, const char *what)
{
	return base_error(MIXMI_ERROR_DATA, "%s: is %s", feed->name, what);
}

/* A zip archive may be many things. */
static mixmi_status find_zip(data_feed *feed, const unsigned char *head, size_t length)
{
	if (has_text(head, length, ".npy"))
		feed->format = &data_format_npz;
	else if (has_text(head, length, "[Content_Types].xml") || ends_with(feed->path, ".xlsx"))
		return is_something_else(feed, "an Excel workbook (.xlsx); save the sheet as CSV");
	else if (has_text(head, length, "opendocument.spreadsheet"))
		return is_something_else(feed, "an OpenDocument spreadsheet (.ods); save the sheet as CSV");
	else
		return is_something_else(feed, "a zip archive; unpack it first");
	return MIXMI_OK;
}

/* Formats whose bytes are no proof: an old Stata file begins with its version and the byte order, a portable SPSS file with
 * 200 bytes of titles. */
static bool is_old_statistics(const data_feed *feed, const unsigned char *head, size_t length)
{
	bool stata = length > 4 && head[0] >= 104 && head[0] <= 115 && (head[1] == 1 || head[1] == 2) && head[2] == 1;
	return stata || (ends_with(feed->path, ".por") && has_text(head, length, "SPSSPORT"));
}

static mixmi_status find_markup(data_feed *feed, const unsigned char *head, size_t length)
{
	size_t i = 0;
	while (i < length && (head[i] == ' ' || head[i] == '\n' || head[i] == '\r' || head[i] == '\t'))
		i++;
	if (has_text(head + i, length - i < 16 ? length - i : 16, "<!DOCTYPE") || has_bytes(head, length, i, "<html", 5))
		return is_something_else(feed, "a web page (HTML), not a table: was it saved from a link that asks to log in?");
	if (has_bytes(head, length, i, "<?xml", 5))
		return is_something_else(feed, "an XML document, not a table");
	if (i < length && (head[i] == '{' || (head[i] == '[' && has_text(head + i, length - i, "{\""))))
		return is_something_else(feed,
		                         "JSON; write the table as CSV, or read it by option sql: select * from 'FILE.json'");
	feed->format = &data_format_delimited;
	return MIXMI_OK;
}

mixmi_status data_format_find(data_feed *feed)
{
	unsigned char head[4096];
	size_t length;
	mixmi_status status = data_source_read(feed->source, (char *)head, sizeof head, &length);
	if (status == MIXMI_OK)
		status = data_source_rewind(feed->source);
	if (status != MIXMI_OK)
		return status;
	for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
		if (has_bytes(head, length, magics[i].offset, magics[i].bytes, magics[i].length)) {
			feed->format = magics[i].format;
			return feed->format != NULL ? MIXMI_OK : is_something_else(feed, magics[i].what);
		}
	if (has_bytes(head, length, 0, "PK\3\4", 4) || has_bytes(head, length, 0, "PK\5\6", 4))
		return find_zip(feed, head, length);
	if (is_old_statistics(feed, head, length)) {
		feed->format = &data_format_statistics;
		return MIXMI_OK;
	}
	return find_markup(feed, head, length);
}
