/* Delimited text as a source of columns: sample, header, then one or two passes. Types are determined from all rows,
 * never from the sample; the sample only saves text columns a second pass. All rows form one batch, which is moved, not
 * copied. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "data/reader.h"
#include "data/recognise.h"

enum { SMALL_FILE = 1 << 23 }; /* bytes: all columns of it are read in some tens of milliseconds */

static mixmi_status open_text(data_feed *feed)
{
	data_reader *reader = base_array_zero(1, sizeof *reader);
	if (reader == NULL)
		return base_error_memory();
	feed->state = reader;
	reader->feed = feed;
	reader->options = feed->options;
	reader->source = feed->source;
	reader->table = feed->table;
	reader->markers = &feed->markers;
	reader->threads = feed->threads;
	mixmi_status status = data_reader_sample(reader);
	feed->text = true;
	feed->small = reader->sample_whole || data_source_is_short(feed->source, SMALL_FILE);
	return status == MIXMI_OK ? data_reader_header(reader) : status;
}

/* An infinite value is an error in a numeric column; the first one in the file is reported. */
static mixmi_status check_infinite(const data_reader *reader)
{
	const data_incoming *first = NULL;
	for (size_t i = 0; i < reader->column_count; i++) {
		const data_incoming *column = &reader->columns[i];
		if (column->mode != DATA_MODE_NUMBERS || column->infinite.line == 0 || column->watched)
			continue;
		if (first == NULL || column->infinite.line < first->infinite.line)
			first = column;
	}
	if (first == NULL)
		return MIXMI_OK;
	return data_reader_error(reader, MIXMI_ERROR_DATA, first->infinite.line, first - reader->columns,
	                         "'%s' is infinite or beyond the range of numbers", first->infinite.shown);
}

/* Identifiers of 17 digits or more are integers that may be rounded to the same double. */
static mixmi_status remark_large(data_reader *reader)
{
	for (size_t i = 0; i < reader->column_count; i++) {
		data_incoming *column = &reader->columns[i];
		if (column->mode == DATA_MODE_NUMBERS && column->large.line != 0 &&
		    !data_incoming_remark(column,
		                          "whole numbers beyond 2^53 (line %zu: '%s') are rounded, so different ones may "
		                          "become equal; option discrete treats them as labels",
		                          column->large.line, column->large.shown))
			return base_error_memory();
	}
	return MIXMI_OK;
}

/* True if some number is negative or not an integer. */
static bool has_more_than_digits(const data_incoming *column, size_t rows)
{
	for (size_t row = 0; row < rows; row++)
		if (column->values[row] < 0 ||
		    (!isnan(column->values[row]) && column->values[row] != floor(column->values[row])))
			return true;
	return false;
}

/* Integers of which some have leading zeros are codes, because a number cannot represent their texts: 01234 is not
 * 1234. They are read again as texts, and data_recognise() decides about them. */
static void give_up_codes(data_reader *reader)
{
	for (size_t i = 0; i < reader->column_count; i++) {
		data_incoming *column = &reader->columns[i];
		bool padded = column->mode == DATA_MODE_NUMBERS && column->padded.line != 0;
		bool numbers = column->declared_numeric || column->weighs;
		if (padded && !numbers && !has_more_than_digits(column, reader->rows))
			column->mode = DATA_MODE_LATE;
	}
}

/* Prepares the columns that must be read again as text; false if there are none. */
static bool turn_to_late(data_reader *reader)
{
	for (size_t i = 0; i < reader->column_count; i++) {
		data_incoming *column = &reader->columns[i];
		bool late = column->mode == DATA_MODE_LATE;
		column->mode = late ? DATA_MODE_TEXT : DATA_MODE_SKIP;
		if (late) {
			free(column->values);
			column->values = NULL;
			column->value_capacity = 0;
		}
	}
	data_reader_activate(reader);
	return reader->active_count > 0;
}

/* Batches are read once: a column that turns out to hold texts, or numbers with leading zeros, cannot be read again. */
static mixmi_status check_settled(const data_reader *reader)
{
	const char *declare = "declare its type (option discrete or numeric)";
	for (size_t i = 0; i < reader->column_count; i++) {
		const data_incoming *column = &reader->columns[i];
		bool numbers = column->declared_numeric || column->weighs;
		if (!column->needed || column->watched)
			continue;
		if (column->mode == DATA_MODE_LATE)
			return data_reader_error(reader, MIXMI_ERROR_DATA, column->text.line, (ptrdiff_t)i,
			                         "'%s' is not a number, as the values at the start of the table are: %s",
			                         column->text.shown, declare);
		if (column->mode == DATA_MODE_NUMBERS && column->padded.line != 0 && !numbers)
			return data_reader_error(reader, MIXMI_ERROR_DATA, column->padded.line, (ptrdiff_t)i,
			                         "'%s' is a number or a code: %s", column->padded.shown, declare);
	}
	return MIXMI_OK;
}

mixmi_status data_reader_hand_over(data_reader *reader)
{
	data_feed *feed = reader->feed;
	mixmi_status status = check_settled(reader);
	if (status == MIXMI_OK)
		status = check_infinite(reader);
	feed->rows = reader->rows;
	if (status == MIXMI_OK)
		status = data_feed_hand_over(feed);
	reader->handed += reader->rows;
	reader->rows = 0;
	return status;
}

/* A column whose type is settled as text is read as one from the start. */
static mixmi_status read_batches(data_reader *reader)
{
	data_reader_activate(reader);
	mixmi_status status = data_reader_probe(reader);
	return status == MIXMI_OK ? data_reader_pass(reader, "reading") : status;
}

static mixmi_status read_body(data_reader *reader)
{
	if (reader->feed->take != NULL)
		return read_batches(reader);
	data_reader_activate(reader);
	mixmi_status status = data_reader_probe(reader);
	if (status == MIXMI_OK)
		status = data_reader_pass(reader, "reading");
	if (status == MIXMI_OK)
		status = check_infinite(reader);
	if (status == MIXMI_OK)
		give_up_codes(reader);
	if (status == MIXMI_OK)
		status = remark_large(reader);
	if (status != MIXMI_OK || !turn_to_late(reader))
		return status;
	size_t rows = reader->rows;
	status = data_reader_pass(reader, "reading again");
	if (status == MIXMI_OK && reader->rows != rows)
		status = base_error(MIXMI_ERROR_IO, "%s: changed while it was read", data_source_name(reader->source));
	return status;
}

/* If the names occur as values of their own columns, the first record probably contains data, unless the user declared
 * a header. One or two names among many may do so by chance. */
static mixmi_status remark_header(data_reader *reader)
{
	enum { HEADER_FOUND_OUT = 2 };
	char shown[BASE_TEXT_SHOWN];
	size_t texts = 0, again = 0, first = 0;
	for (size_t i = reader->column_count; i-- > 0;) {
		const data_incoming *column = &reader->columns[i];
		uint32_t code;
		if (column->codes == NULL)
			continue;
		texts++;
		if (data_labels_find(&code, &column->labels, column->name, strlen(column->name))) {
			again++;
			first = i;
		}
	}
	if (!reader->header || reader->options->header != HEADER_FOUND_OUT || again == 0 || 2 * again < texts)
		return MIXMI_OK;
	const char *name = reader->columns[first].name;
	return data_table_remark(
		reader->table,
		"the first record is taken as names, of which %zu occur%s as values too, such as '%s': if it "
		"is data, set option header to no",
		again, again == 1 ? "s" : "", base_text_show(shown, name, strlen(name)));
}

/* Blank lines at the end of the file are ignored. Other blank lines are rows if there is one column, and are skipped
 * otherwise. */
static mixmi_status settle_rows(data_reader *reader)
{
	bool plain = reader->lines == reader->rows + (reader->column_count == 1 ? 0 : reader->trailing_lines);
	reader->feed->first_line = plain ? reader->body_line : 0;
	if (reader->column_count == 1 && reader->feed->take == NULL)
		reader->rows -= reader->trailing_lines;
	if (reader->rows + reader->handed == 0)
		return base_error(MIXMI_ERROR_DATA, "%s: has a header but no rows", data_source_name(reader->source));
	size_t skipped = reader->leading_lines, comments = reader->leading_comments + reader->comment_lines;
	mixmi_status status = MIXMI_OK;
	if (comments > 0)
		status = data_table_remark(reader->table, "%zu comment line%s skipped (option comment)", comments,
		                           comments == 1 ? " was" : "s were");
	if (reader->column_count > 1)
		skipped += reader->blank_lines - reader->trailing_lines;
	if (skipped == 0 || status != MIXMI_OK)
		return status;
	return data_table_remark(reader->table, "%zu blank line%s skipped", skipped, skipped == 1 ? " was" : "s were");
}

static mixmi_status next_rows(data_feed *feed, size_t *rows)
{
	data_reader *reader = feed->state;
	*rows = 0;
	if (reader->done)
		return MIXMI_OK;
	reader->done = true;
	feed->large = !reader->sample_whole;
	mixmi_status status = read_body(reader);
	if (status == MIXMI_OK)
		status = settle_rows(reader);
	if (status == MIXMI_OK)
		status = remark_header(reader);
	*rows = reader->rows;
	return status;
}

static void close_text(data_feed *feed)
{
	data_reader *reader = feed->state;
	if (reader == NULL)
		return;
	free(reader->active);
	free(reader->sample);
	free(reader);
}

const data_format data_format_delimited = {
	.name = "delimited text", .open = open_text, .next = next_rows, .close = close_text
};
