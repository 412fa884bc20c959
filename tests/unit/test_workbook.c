/* Excel workbooks, written here by hand: what becomes of every kind of cell, dates by the format of their style in both
 * calendars, and an error that names sheet and cell for everything that a sheet cannot hold. */
#include "temporary.h"
#include "unit.h"

#include <zlib.h>

/* ------------------------------------------------------------------------------------------------- a zip archive */

enum { ROOM = 1 << 16 };

typedef struct archive {
	unsigned char bytes[ROOM], directory[ROOM];
	size_t length, directory_length, members;
} archive;

static void put(unsigned char *to, size_t *length, uint64_t value, int bytes)
{
	for (int i = 0; i < bytes; i++, value >>= 8)
		to[(*length)++] = (unsigned char)value;
}

static void put_text(unsigned char *to, size_t *length, const char *text, size_t count)
{
	memcpy(to + *length, text, count);
	*length += count;
}

/* The 26 bytes that the local header and the entry of the directory have in common. */
static void put_common(unsigned char *to, size_t *length, const char *name, const char *text, size_t size)
{
	put(to, length, 20, 2);
	put(to, length, 0, 8); /* flags, stored, time, date */
	put(to, length, crc32(0, (const unsigned char *)text, (unsigned)size), 4);
	put(to, length, size, 4);
	put(to, length, size, 4);
	put(to, length, strlen(name), 2);
	put(to, length, 0, 2);
}

static void add(archive *a, const char *name, const char *text)
{
	size_t at = a->length, size = strlen(text);
	put(a->bytes, &a->length, 0x04034b50, 4);
	put_common(a->bytes, &a->length, name, text, size);
	put_text(a->bytes, &a->length, name, strlen(name));
	put_text(a->bytes, &a->length, text, size);
	put(a->directory, &a->directory_length, 0x02014b50, 4);
	put(a->directory, &a->directory_length, 20, 2);
	put_common(a->directory, &a->directory_length, name, text, size);
	put(a->directory, &a->directory_length, 0, 10);
	put(a->directory, &a->directory_length, at, 4);
	put_text(a->directory, &a->directory_length, name, strlen(name));
	a->members++;
}

static void finish(archive *a)
{
	size_t at = a->length;
	put_text(a->bytes, &a->length, (const char *)a->directory, a->directory_length);
	put(a->bytes, &a->length, 0x06054b50, 4);
	put(a->bytes, &a->length, 0, 4);
	put(a->bytes, &a->length, a->members, 2);
	put(a->bytes, &a->length, a->members, 2);
	put(a->bytes, &a->length, a->directory_length, 4);
	put(a->bytes, &a->length, at, 4);
	put(a->bytes, &a->length, 0, 2);
}

/* -------------------------------------------------------------------------------------------------- a workbook */

#define SPACE " xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\""

static const char styles[] =
	"<styleSheet" SPACE "><numFmts><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd &quot;h&quot; hh:mm\"/>"
	"<numFmt numFmtId=\"165\" formatCode=\"0.00 &quot;days&quot;\"/><numFmt numFmtId=\"166\" formatCode=\"[h]:mm\"/>"
	"</numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/>"
	"<xf numFmtId=\"20\"/><xf numFmtId=\"164\"/><xf numFmtId=\"165\"/><xf numFmtId=\"166\"/></cellXfs></styleSheet>";

static const char shared[] =
	"<sst" SPACE "><si><t>apple</t></si><si><r><t>two </t></r><r><t>parts</t></r><rPh><t>no</t>"
	"</rPh></si><si><t>a \"b\",\nc</t></si></sst>";

/* A workbook with the sheets Data and 2, both with these rows, in a file. */
static const char *workbook(const char *rows, const char *properties)
{
	static archive a;
	static char sheet[ROOM / 2], book[1024];
	a.length = a.directory_length = a.members = 0;
	snprintf(sheet, sizeof sheet, "<worksheet" SPACE "><sheetData>%s</sheetData></worksheet>", rows);
	snprintf(
		book, sizeof book,
		"<workbook" SPACE " xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">%s<sheets>"
		"<sheet name=\"Data\" sheetId=\"1\" r:id=\"rId7\"/><sheet name=\"More\" sheetId=\"2\" r:id=\"rId2\"/></sheets>"
		"</workbook>",
		properties);
	add(&a, "[Content_Types].xml", "<Types/>");
	add(&a, "xl/workbook.xml", book);
	add(&a, "xl/_rels/workbook.xml.rels",
	    "<Relationships><Relationship Id=\"rId2\" Target=\"/xl/worksheets/second.xml\"/>"
	    "<Relationship Id=\"rId7\" Target=\"worksheets/first.xml\"/></Relationships>");
	add(&a, "xl/styles.xml", styles);
	add(&a, "xl/sharedStrings.xml", shared);
	add(&a, "xl/worksheets/first.xml", sheet);
	add(&a, "xl/worksheets/second.xml",
	    "<worksheet><sheetData><row><c t=\"inlineStr\"><is><t>y</t></is></c></row><row><c><v>1</v></c></row>"
	    "<row><c><v>2.5</v></c></row></sheetData></worksheet>");
	finish(&a);
	write_bytes(a.bytes, a.length);
	return path;
}

static mixmi_table *read_book(const char *rows, const char *properties)
{
	mixmi_table *table;
	assert_ok(mixmi_table_read(&table, workbook(rows, properties), NULL));
	return table;
}

static bool has_note(const mixmi_table *table, const char *part)
{
	const char *note;
	for (size_t i = 0; (note = mixmi_table_note(table, i)) != NULL; i++)
		if (strstr(note, part) != NULL)
			return true;
	return false;
}

#define TEXT(place, text) "<c r=\"" place "\" t=\"inlineStr\"><is><t>" text "</t></is></c>"
#define CELL(place, attributes, value) "<c r=\"" place "\" " attributes "><v>" value "</v></c>"

static void every_kind_of_cell(void **state)
{
	(void)state;
	mixmi_table *table = read_book(
		"<row r=\"1\">" TEXT("B1", "fruit") TEXT("C1", "x") TEXT("D1", "ok") TEXT(
			"E1", "z") "</row>"
					   "<row r=\"2\">" CELL("B2", "t=\"s\"", "0") CELL("C2", "", "1.5e1") CELL("D2", "t=\"b\"", "1")
						   CELL("E2", "t=\"e\"", "#N/A") "</row><row r=\"3\">" CELL("B3", "t=\"s\"", "1")
							   CELL("D3", "t=\"b\"",
	                                "0") "<c r=\"E3\"><f>1+1</f></c></row>"
										 "<row r=\"4\">" CELL("B4", "t=\"str\"", "apple") CELL("C4", "t=\"n\"", "-2")
											 CELL("D4", "t=\"b\"", "1")
												 CELL("E4", "s=\"5\"", "1.25") "</row><row r=\"5\">" CELL(
													 "B5", "t=\"s\"", "2") CELL("C5", "", "7")
													 CELL("D5", "t=\"b\"", "0") CELL("E5", "s=\"4\"", "8") "</row>",
		"");
	assert_int_equal(mixmi_table_rows(table), 4);
	assert_int_equal(mixmi_table_columns(table), 4);
	assert_int_equal(mixmi_table_type(table, 0), MIXMI_DISCRETE);
	assert_int_equal(mixmi_table_distinct(table, 0), 3);
	assert_string_equal(mixmi_table_label(table, 0, 0), "a \"b\", c");
	assert_string_equal(mixmi_table_label(table, 0, 2), "two parts");
	assert_true(mixmi_table_value(table, 1, 0) == 15 && isnan(mixmi_table_value(table, 1, 1)) &&
	            mixmi_table_value(table, 1, 2) == -2);
	assert_string_equal(mixmi_table_label(table, 2, 0), "FALSE");
	assert_true(isnan(mixmi_table_value(table, 3, 0)) && isnan(mixmi_table_value(table, 3, 1)));
	assert_true(mixmi_table_value(table, 3, 2) == 1.25 && mixmi_table_value(table, 3, 3) == 8);
	assert_true(has_note(table, "1 cell has an error such as #N/A (first: E2)"));
	assert_true(has_note(table, "1 formula has no stored result (first: E3)"));
	assert_true(has_note(table, "sheet 'Data', the first of 2"));
	mixmi_table_free(table);
}

/* Serial numbers of days that are known: 2 January 1970 is 25570, or 24108 since 1904. */
static void dates_by_their_style_in_both_calendars(void **state)
{
	(void)state;
	for (int since_1904 = 0; since_1904 < 2; since_1904++) {
		char rows[2048];
		int first = since_1904 ? 24108 : 25570;
		int length =
			snprintf(rows, sizeof rows, "<row r=\"1\">" TEXT("A1", "d") TEXT("B1", "t") TEXT("C1", "m") "</row>");
		for (int i = 0; i < 6; i++)
			length += snprintf(
				rows + length, sizeof rows - (size_t)length,
				"<row r=\"%d\"><c s=\"1\"><v>%d</v></c><c s=\"2\"><v>%.17g</v></c><c s=\"3\"><v>%.10f</v></c></row>",
				i + 2, first + i * i, 0.25 + i / 24.0, first + i * i + 0.5);
		mixmi_table *table = read_book(rows, since_1904 ? "<workbookPr date1904=\"1\"/>" : "");
		for (size_t i = 0; i < 6; i++) {
			double day = 1 + (double)(i * i);
			assert_true(mixmi_table_value(table, 0, i) == day);
			assert_close(mixmi_table_value(table, 1, i), 6 * 3600 + 3600 * (double)i, 1e-9);
			assert_true(mixmi_table_value(table, 2, i) == day * 86400 + 43200);
		}
		mixmi_table_free(table);
	}
	mixmi_table *old = read_book("<row r=\"1\">" TEXT("A1", "d") "</row><row r=\"2\">" CELL(
									 "A2", "s=\"1\"", "59") "</row><row r=\"3\">" CELL("A3", "s=\"1\"", "61") "</row>",
	                             "");
	assert_true(mixmi_table_value(old, 0, 1) - mixmi_table_value(old, 0, 0) == 1); /* 28 February, 1 March 1900 */
	mixmi_table_free(old);
}

static void a_sheet_by_name_or_number(void **state)
{
	(void)state;
	static const char *const names[] = { "More", "2" };
	workbook("<row r=\"1\">" TEXT("A1", "x") "</row>", "");
	mixmi_options *options;
	mixmi_table *table;
	assert_ok(mixmi_options_new(&options));
	for (size_t i = 0; i < 2; i++) {
		assert_ok(mixmi_options_set(options, "sheet", names[i]));
		assert_ok(mixmi_options_set(options, "delimiter", "semicolon")); /* of text files alone */
		assert_ok(mixmi_table_read(&table, path, options));
		assert_string_equal(mixmi_table_name(table, 0), "y");
		assert_true(mixmi_table_value(table, 0, 1) == 2.5);
		mixmi_table_free(table);
	}
	assert_ok(mixmi_options_set(options, "sheet", "Plot"));
	assert_fails(mixmi_table_read(&table, path, options), MIXMI_ERROR_USAGE,
	             "no sheet 'Plot'; the workbook has Data, More");
	assert_ok(mixmi_options_set(options, "sheet", "More"));
	assert_ok(mixmi_options_set(options, "max-unpacked", "300"));
	assert_fails(mixmi_table_read(&table, path, options), MIXMI_ERROR_LIMIT, "max-unpacked");
	assert_fails(mixmi_table_read(&table, "data/penguins.csv", options), MIXMI_ERROR_USAGE, "only to Excel workbooks");
	mixmi_options_free(options);
}

static void what_a_sheet_cannot_hold_is_an_error(void **state)
{
	(void)state;
	static const struct {
		const char *rows, *message;
	} cases[] = {
		{ "<row r=\"3\">" CELL("B3", "", "one") "</row>", "sheet 'Data', cell B3: 'one' is not a number" },
		{ "<row r=\"3\">" CELL("AB3", "t=\"s\"", "3") "</row>", "cell AB3: '3' is not the number of a text" },
		{ "<row r=\"1\">" CELL("A1", "s=\"1\"", "60") "</row>", "cell A1: '60' is not a day of the calendar" },
		{ "<row r=\"1\">" CELL("A1", "s=\"1\"", "-4") "</row>", "cell A1: '-4' is not a day" },
		{ "<row r=\"1\">" CELL("A1", "s=\"3\"", "3e6") "</row>", "cell A1: '3e6' is not a day" },
		{ "<row r=\"2\">" CELL("C2", "", "1") CELL("B2", "", "1") "</row>", "cell B2: 'B2' is out of order" },
		{ "<row r=\"2\">" CELL("A3", "", "1") "</row>", "cell A3: 'A3' is out of order" },
		{ "<row r=\"2\"/><row r=\"2\"/>", "row 2 after row 2" },
		{ "<row r=\"1048577\"/>", "row 1048577 after" },
		{ "<row r=\"1\">" CELL("XFE1", "", "1") "</row>", "'XFE1' is no cell of a sheet" },
		{ "", "sheet 'Data' has no cells" },
		{ "<row>", "xl/worksheets/first.xml, line 1: mismatched tag" },
	};
	mixmi_table *table;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_fails(mixmi_table_read(&table, workbook(cases[i].rows, ""), NULL), MIXMI_ERROR_DATA, cases[i].message);
	assert_fails(mixmi_table_read(&table, workbook("", "<!DOCTYPE a>"), NULL), MIXMI_ERROR_DATA, "xl/workbook.xml");
}

/* Every byte of a workbook changed, one at a time, and every length: a table, or an error with a message. */
static void damaged_workbooks_are_errors(void **state)
{
	(void)state;
	workbook("<row r=\"1\">" TEXT("A1", "x") "</row><row r=\"2\">" CELL("A2", "", "1") "</row><row r=\"3\">" CELL(
				 "A3", "s=\"1\"", "2") "</row>",
	         "");
	static char bytes[ROOM];
	FILE *file = fopen(path, "rb");
	assert_non_null(file);
	size_t length = fread(bytes, 1, sizeof bytes, file);
	fclose(file);
	for (size_t i = 0; i < length; i += (size_t)(1 + 6 * (i > 200 && i + 800 < length))) {
		mixmi_table *table;
		char kept = bytes[i];
		bytes[i] = (char)(kept ^ 0x15);
		write_bytes(bytes, length);
		mixmi_status status = mixmi_table_read(&table, path, NULL);
		assert_true((status == MIXMI_OK) == (table != NULL) && (table != NULL || *mixmi_error_message() != '\0'));
		mixmi_table_free(table);
		bytes[i] = kept;
		write_bytes(bytes, i);
		status = mixmi_table_read(&table, path, NULL);
		assert_true((status == MIXMI_OK) == (table != NULL)); /* nothing but the first bytes is delimited text */
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_of_cell),           cmocka_unit_test(dates_by_their_style_in_both_calendars),
		cmocka_unit_test(a_sheet_by_name_or_number),    cmocka_unit_test(what_a_sheet_cannot_hold_is_an_error),
		cmocka_unit_test(damaged_workbooks_are_errors),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
