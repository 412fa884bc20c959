/* Detection of file formats: by magic bytes first, and by file name only if a format has none. Also the libraries that
 * some formats need, loaded on demand. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "data/xlsx.h"

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

/* --------------------------------------------------------------------------------------------- magic bytes */

typedef struct magic {
	size_t offset;
	const char *bytes;
	size_t length;
	const data_format *format; /* NULL: unsupported; `what` names the format and suggests a solution */
	const char *what;
} magic;

#define BYTES(text) text, sizeof text - 1

static const magic magics[] = {
	{ 0, BYTES("\x93NUMPY"), NULL, "a NumPy array; pass the array itself in Python, or write it as CSV" },
	{ 0, BYTES("SQLite format 3\0"), &data_format_sqlite, NULL },
	{ 0, BYTES("PAR1"), &data_format_duckdb, NULL },
	{ 0, BYTES("$FL2@(#)"), &data_format_statistics, NULL },
	{ 0, BYTES("$FL3@(#)"), &data_format_statistics, NULL },
	{ 0, BYTES("<stata_dta>"), &data_format_statistics, NULL },
	{ 0, BYTES("HEADER RECORD*******LIB"), &data_format_statistics, NULL },
	{ 12, BYTES("\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\x00\x09\xc7\x31\x8c"), &data_format_statistics, NULL },
	{ 0, BYTES("ARROW1"), NULL, "an Arrow (Feather) file; save it as Parquet, or pass it as an Arrow stream" },
	{ 0, BYTES("\xD0\xCF\x11\xE0\xA1\xB1"), NULL, "an Excel (.xls) or other Office file; save the sheet as CSV" },
	{ 0, BYTES("RDX2\n"), NULL, "an R workspace (.RData); write the data frame as CSV" },
	{ 0, BYTES("RDX3\n"), NULL, "an R workspace (.RData); write the data frame as CSV" },
	{ 0, BYTES("X\n\0\0\0\2"), NULL, "an R object (.rds); write the data frame as CSV" },
	{ 0, BYTES("X\n\0\0\0\3"), NULL, "an R object (.rds); write the data frame as CSV" },
	{ 0, BYTES("BZh"), NULL, "bzip2-compressed; unpack it first (bunzip2)" },
	{ 0, BYTES("7z\xBC\xAF\x27\x1C"), NULL, "a 7-Zip archive; unpack it first" },
	{ 0, BYTES("Rar!"), NULL, "a RAR archive; unpack it first" },
	{ 0, BYTES("%PDF-"), NULL, "a PDF document, not a table" },
	{ 0, BYTES("\x89HDF\r\n"), NULL, "an HDF5 file (or a new MATLAB file); write the table as CSV" },
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

/* A zip archive may contain various formats. */
static mixmi_status find_zip(data_feed *feed, const unsigned char *head, size_t length)
{
	if (has_text(head, length, ".npy"))
		return is_something_else(feed,
		                         "an archive of NumPy arrays; pass the arrays themselves in Python, or write CSV");
	if (has_text(head, length, "opendocument.spreadsheet"))
		return is_something_else(feed, "an OpenDocument spreadsheet (.ods); save it as .xlsx or CSV");
	if (!has_text(head, length, "[Content_Types].xml") && !has_text(head, length, "xl/") &&
	    !ends_with(feed->path, ".xlsx"))
		return is_something_else(feed, "a zip archive; unpack it first");
	feed->format = &data_format_delimited;
	feed->workbook = true;
	return data_xlsx_open(feed);
}

/* Formats without reliable magic bytes: an old Stata file begins with its version and the byte order, a portable SPSS
 * file with 200 bytes of titles. */
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
