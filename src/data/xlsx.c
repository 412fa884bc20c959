/* The cells of a sheet become fields of text: numbers as they are stored, shared and inline texts and results of
 * formulas in quotes, dates and times in ISO 8601 by the format of their style, TRUE and FALSE. A cell with an error
 * (#N/A, #DIV/0!) or with a formula without a stored result is missing, with a remark. Line breaks within a text become
 * blanks, so that lines are rows. */
#include "data/xlsx.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "data/dates.h"
#include "data/xlsx_book.h"

enum { MOST_ROWS = 1048576, MOST_COLUMNS = 16384, LONGEST_PLACE = 16 };

/* A cell that is not empty; its field is in `fields`. */
typedef struct cell {
	uint32_t row, column; /* from 1 */
} cell;

typedef struct sheet {
	data_feed *feed;
	data_xlsx_book *book;
	const char *name;
	cell *cells; /* ascending by row; [fields.count] */
	size_t capacity;
	data_xlsx_texts fields;
	uint32_t first_column, last_column; /* that have a cell; 0: none */
	/* the cell that is being parsed */
	cell now;
	char type; /* s: shared, t: formula's or inline text, b, e, d: ISO date, n: number */
	size_t style;
	bool formula, in_value;
	data_xlsx_texts value; /* its content: the first text */
	/* cells that are taken as missing, and the first of them */
	size_t errors, unsaved;
	char first_error[LONGEST_PLACE], first_unsaved[LONGEST_PLACE];
} sheet;

/* ------------------------------------------------------------------------------------------------------------ places */

/* "C7". */
static void show_place(char out[LONGEST_PLACE], cell c)
{
	char letters[LONGEST_PLACE];
	size_t count = 0;
	for (uint32_t left = c.column; left > 0; left = (left - 1) / 26)
		letters[count++] = (char)('A' + (left - 1) % 26);
	for (size_t i = 0; i < count; i++)
		out[i] = letters[count - 1 - i];
	snprintf(out + count, LONGEST_PLACE - count, "%u", (unsigned)c.row);
}

/* Reads "C7"; false if it is no place of a sheet. */
static bool read_place(cell *out, const char *text)
{
	uint32_t column = 0, row = 0;
	for (; *text >= 'A' && *text <= 'Z' && column <= MOST_COLUMNS; text++)
		column = 26 * column + (uint32_t)(*text - 'A' + 1);
	for (; *text >= '0' && *text <= '9' && row <= MOST_ROWS; text++)
		row = 10 * row + (uint32_t)(*text - '0');
	*out = (cell){ row, column };
	return *text == '\0' && row > 0 && row <= MOST_ROWS && column > 0 && column <= MOST_COLUMNS;
}

static mixmi_status wrong_cell(const sheet *s, const char *what, const char *text)
{
	char place[LONGEST_PLACE], shown[BASE_TEXT_SHOWN], of_sheet[BASE_TEXT_SHOWN];
	show_place(place, s->now);
	return base_error(MIXMI_ERROR_DATA, "%s: sheet '%s', cell %s: '%s' %s", s->book->name,
	                  base_text_show(of_sheet, s->name, strlen(s->name)), place,
	                  base_text_show(shown, text, strlen(text)), what);
}

/* ------------------------------------------------------------------------------------------------------------ fields */

static bool put_field(sheet *s, const char *text, size_t length)
{
	void *room = s->cells;
	bool done = base_grow(&room, &s->capacity, s->fields.count + 1, sizeof *s->cells);
	s->cells = room;
	if (!done || !data_xlsx_texts_begin(&s->fields) || !data_xlsx_texts_append(&s->fields, text, length))
		return false;
	s->cells[s->fields.count - 1] = s->now;
	if (s->first_column == 0 || s->now.column < s->first_column)
		s->first_column = s->now.column;
	if (s->now.column > s->last_column)
		s->last_column = s->now.column;
	return true;
}

/* In quotes, with those inside doubled. */
static mixmi_status put_text(sheet *s, const char *text)
{
	if (!put_field(s, "\"", 1))
		return base_error_memory();
	for (const char *c = text; *c != '\0'; c++) {
		const char *as = *c == '"' ? "\"\"" : *c == '\n' || *c == '\r' ? " " : NULL;
		if (!data_xlsx_texts_append(&s->fields, as != NULL ? as : c, as != NULL ? strlen(as) : 1))
			return base_error_memory();
	}
	return data_xlsx_texts_append(&s->fields, "\"", 1) ? MIXMI_OK : base_error_memory();
}

/* Days since 1970. Excel counts from 1 January 1900, and has a 29 February in that year. */
static mixmi_status put_date(sheet *s, double serial, const char *text, bool time_only)
{
	const double least = s->book->since_1904 ? 0 : 1, most = 2958466, leap = 60, unix_1904 = -24107, unix_1900 = -25569;
	char shown[DATA_DATE_SHOWN + 8];
	double milliseconds = round((serial - floor(serial)) * 86400e3), days = floor(serial);
	bool clock = milliseconds > 0 || time_only;
	if (!(serial >= (time_only ? 0 : least) && serial < most) || (!s->book->since_1904 && days == leap))
		return wrong_cell(s, "is not a day of the calendar, but the cell's format is a date", text);
	days += s->book->since_1904 ? unix_1904 : days < leap ? unix_1900 + 1 : unix_1900;
	double seconds = days * 86400 + floor(milliseconds / 1000), rest = fmod(milliseconds, 1000);
	data_show_value(shown, clock ? seconds : days, clock ? DATA_SECONDS : DATA_DAYS);
	if (rest > 0)
		snprintf(shown + strlen(shown), 8, ".%03d", (int)rest);
	const char *from = time_only && serial < 1 ? strchr(shown, 'T') + 1 : shown;
	return put_field(s, from, strlen(from)) ? MIXMI_OK : base_error_memory();
}

static mixmi_status put_number(sheet *s, const char *text)
{
	double number;
	data_xlsx_shows shows = s->style < s->book->style_count ? s->book->styles[s->style] : XLSX_NUMBER;
	if (base_number_parse(&number, text, strlen(text), '.') != BASE_NUMBER_FINITE)
		return wrong_cell(s, "is not a number", text);
	if (shows != XLSX_NUMBER)
		return put_date(s, number, text, shows == XLSX_TIME);
	return put_field(s, text, strlen(text)) ? MIXMI_OK : base_error_memory();
}

static mixmi_status put_shared(sheet *s, const char *text)
{
	char *end;
	unsigned long index = strtoul(text, &end, 10);
	if (end == text || *end != '\0' || index >= s->book->shared.count)
		return wrong_cell(s, "is not the number of a text of the workbook", text);
	return put_text(s, data_xlsx_text(&s->book->shared, index));
}

static void count_missing(size_t *count, char first[LONGEST_PLACE], cell c)
{
	if ((*count)++ == 0)
		show_place(first, c);
}

static mixmi_status put_cell(sheet *s)
{
	const char *text = data_xlsx_text(&s->value, 0);
	if (s->type == 'e')
		count_missing(&s->errors, s->first_error, s->now);
	else if (*text == '\0' && s->formula && s->type != 't')
		count_missing(&s->unsaved, s->first_unsaved, s->now);
	if (*text == '\0' || s->type == 'e')
		return MIXMI_OK;
	switch (s->type) {
	case 's':
		return put_shared(s, text);
	case 'b':
		return put_text(s, strcmp(text, "0") == 0 || strcmp(text, "false") == 0 ? "FALSE" : "TRUE");
	case 'n':
		return put_number(s, text);
	default:
		return put_text(s, text);
	}
}

/* ----------------------------------------------------------------------------------------------------------- parsing */

/* The place of a cell: as it says, else after the one before. Cells and rows ascend. */
static mixmi_status place_cell(sheet *s, const char *place)
{
	cell before = s->now;
	s->now.column++;
	if (place != NULL && !read_place(&s->now, place)) {
		s->now = before;
		return wrong_cell(s, "is no cell of a sheet (the cell that is named comes before it)", place);
	}
	if (s->now.row == before.row && s->now.column > before.column && s->now.column <= MOST_COLUMNS)
		return MIXMI_OK;
	return wrong_cell(s, "is out of order", place != NULL ? place : "");
}

static char type_of(const char *type)
{
	if (type == NULL || strcmp(type, "n") == 0)
		return 'n';
	return strcmp(type, "str") == 0 || strcmp(type, "inlineStr") == 0 ? 't' : *type;
}

static mixmi_status start_row(sheet *s, const char *number)
{
	unsigned long row = number != NULL ? strtoul(number, NULL, 10) : (unsigned long)s->now.row + 1;
	cell before = s->now;
	s->now = (cell){ (uint32_t)(row <= MOST_ROWS ? row : MOST_ROWS), 0 };
	if (row > before.row && row <= MOST_ROWS)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_DATA, "%s: sheet '%s': row %lu after row %u", s->book->name, s->name, row,
	                  (unsigned)before.row);
}

static void start_element(void *user, const char *name, const char **attributes)
{
	data_xlsx_part *part = user;
	sheet *s = part->own;
	mixmi_status status = MIXMI_OK;
	name = data_xlsx_local(name);
	if (strcmp(name, "row") == 0) {
		status = start_row(s, data_xlsx_attribute(attributes, "r"));
	} else if (strcmp(name, "c") == 0) {
		const char *style = data_xlsx_attribute(attributes, "s");
		status = place_cell(s, data_xlsx_attribute(attributes, "r"));
		s->type = type_of(data_xlsx_attribute(attributes, "t"));
		s->style = style != NULL ? strtoul(style, NULL, 10) : 0;
		s->formula = false;
		s->value.length = s->value.count = 0;
		if (status == MIXMI_OK && !data_xlsx_texts_begin(&s->value))
			status = base_error_memory();
	}
	s->formula = s->formula || strcmp(name, "f") == 0;
	s->in_value = strcmp(name, "v") == 0 || (strcmp(name, "t") == 0 && s->type == 't');
	if (status != MIXMI_OK)
		data_xlsx_stop(part, status);
}

static void take_value(void *user, const char *bytes, int length)
{
	data_xlsx_part *part = user;
	sheet *s = part->own;
	if (s->in_value && s->value.count > 0 && !data_xlsx_texts_append(&s->value, bytes, (size_t)length))
		data_xlsx_stop(part, base_error_memory());
}

static void end_element(void *user, const char *name)
{
	data_xlsx_part *part = user;
	sheet *s = part->own;
	s->in_value = false;
	if (strcmp(data_xlsx_local(name), "c") != 0)
		return;
	mixmi_status status = put_cell(s);
	if (status != MIXMI_OK)
		data_xlsx_stop(part, status);
}

/* ---------------------------------------------------------------------------------------------------------- the text */

/* Bytes of the text: the fields, and a separator or line break after each place up to the last row. */
static size_t text_length(const sheet *s)
{
	uint32_t last = s->fields.count > 0 ? s->cells[s->fields.count - 1].row : 0;
	return s->fields.length + (size_t)last * (s->last_column - s->first_column + 1);
}

/* Rows without any cell are blank lines. */
static size_t write_text(char *out, const sheet *s)
{
	char *to = out;
	size_t next = 0, count = s->fields.count;
	for (uint32_t row = 1; next < count; row++) {
		bool blank = s->cells[next].row != row;
		for (uint32_t column = s->first_column; !blank && column <= s->last_column; column++) {
			if (column > s->first_column)
				*to++ = ',';
			if (next == count || s->cells[next].row != row || s->cells[next].column != column)
				continue;
			const char *field = data_xlsx_text(&s->fields, next++);
			size_t length = strlen(field);
			memcpy(to, field, length);
			to += length;
		}
		*to++ = '\n';
	}
	return (size_t)(to - out);
}

static mixmi_status give_text(sheet *s)
{
	if (s->fields.count == 0)
		return base_error(MIXMI_ERROR_DATA, "%s: sheet '%s' has no cells", s->book->name, s->name);
	size_t length = text_length(s) + 1;
	mixmi_status status = data_check_unpacked(s->book->name, length, s->feed->options);
	if (status != MIXMI_OK)
		return status;
	unsigned char *text = base_array(length, 1);
	if (text == NULL)
		return base_error_memory();
	length = write_text((char *)text, s);
	data_source_close(s->feed->source);
	return data_source_memory(&s->feed->source, s->book->name, text, length);
}

static mixmi_status remark(const sheet *s)
{
	mixmi_table *table = s->feed->table;
	mixmi_status status = MIXMI_OK;
	if (s->errors > 0)
		status = data_table_remark(table, "sheet '%s': %zu cell%s an error such as #N/A (first: %s), taken as missing",
		                           s->name, s->errors, s->errors == 1 ? " has" : "s have", s->first_error);
	if (status == MIXMI_OK && s->unsaved > 0)
		status =
			data_table_remark(table,
		                      "sheet '%s': %zu formula%s no stored result (first: %s), taken as missing: open and save "
		                      "the workbook in a spreadsheet program",
		                      s->name, s->unsaved, s->unsaved == 1 ? " has" : "s have", s->first_unsaved);
	if (status == MIXMI_OK && s->book->sheets.count > 1 && s->feed->options->sheet == NULL)
		status = data_table_remark(table, "sheet '%s', the first of %zu, was read (option sheet)", s->name,
		                           s->book->sheets.count);
	return status;
}

/* ----------------------------------------------------------------------------------------------------------- opening */

static mixmi_status no_sheet(const data_xlsx_book *book, const char *wanted)
{
	enum { MOST = 400 };
	char list[MOST + BASE_TEXT_SHOWN + 8] = "", shown[BASE_TEXT_SHOWN];
	size_t length = 0;
	for (size_t i = 0; i < book->sheets.count; i++) {
		const char *name = data_xlsx_text(&book->sheets, i);
		length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", i > 0 ? ", " : "",
		                           length < MOST ? base_text_show(shown, name, strlen(name)) : "...");
		if (length >= MOST)
			break;
	}
	return base_error(MIXMI_ERROR_USAGE, "no sheet '%s'; the workbook has %s",
	                  base_text_show(shown, wanted, strlen(wanted)), list);
}

/* By name, else by number from 1. */
static mixmi_status choose_sheet(size_t *out, const data_xlsx_book *book, const char *wanted)
{
	*out = 0;
	if (wanted == NULL)
		return MIXMI_OK;
	while (*out < book->sheets.count && strcmp(data_xlsx_text(&book->sheets, *out), wanted) != 0)
		++*out;
	if (*out < book->sheets.count)
		return MIXMI_OK;
	char *end;
	unsigned long number = strtoul(wanted, &end, 10);
	if (*end != '\0' || number < 1 || number > book->sheets.count)
		return no_sheet(book, wanted);
	*out = number - 1;
	return MIXMI_OK;
}

static mixmi_status read_sheet(data_feed *feed, data_xlsx_book *book)
{
	size_t number;
	sheet s = { .feed = feed, .book = book };
	mixmi_status status = choose_sheet(&number, book, feed->options->sheet);
	if (status != MIXMI_OK)
		return status;
	s.name = data_xlsx_text(&book->sheets, number);
	status = data_xlsx_parse(book, data_xlsx_text(&book->targets, number), start_element, end_element, take_value, &s);
	if (status == MIXMI_OK)
		status = remark(&s);
	if (status == MIXMI_OK)
		status = give_text(&s);
	free(s.cells);
	data_xlsx_texts_clear(&s.fields);
	data_xlsx_texts_clear(&s.value);
	return status;
}

mixmi_status data_xlsx_open(data_feed *feed)
{
	unsigned char *bytes;
	size_t length;
	data_zip *zip;
	data_xlsx_book book;
	mixmi_status status = data_source_all(&bytes, &length, feed->source);
	if (status != MIXMI_OK)
		return status;
	status = data_zip_open(&zip, feed->name, bytes, length, (size_t)feed->options->max_unpacked);
	if (status != MIXMI_OK)
		return status;
	status = data_xlsx_book_open(&book, feed->name, zip);
	if (status == MIXMI_OK)
		status = read_sheet(feed, &book);
	data_xlsx_book_clear(&book);
	return status;
}
