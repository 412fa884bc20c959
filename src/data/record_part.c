/* Converts records to cells: missing, number or text. This is the inner loop of reading. */
#include "data/record_part.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/number.h"
#include "data/notation.h"

bool data_part_init(data_part *part, size_t column_count)
{
	*part = (data_part){ .column_count = column_count };
	part->columns = base_array_zero(column_count, sizeof *part->columns);
	part->record.fields = base_array(column_count, sizeof *part->record.fields);
	part->record.capacity = column_count;
	return part->columns != NULL && part->record.fields != NULL;
}

void data_part_clear(data_part *part)
{
	for (size_t i = 0; part->columns != NULL && i < part->column_count; i++)
		free(part->columns[i].cells);
	free(part->columns);
	free(part->record.fields);
	*part = (data_part){ 0 };
}

static void *cell_at(data_part_column *column, size_t row, size_t size)
{
	if (row >= column->capacity && !base_grow(&column->cells, &column->capacity, row + 1, size))
		return NULL;
	return (char *)column->cells + row * size;
}

static void note(data_spot *spot, size_t line, const data_field *field)
{
	if (spot->line == 0)
		*spot = (data_spot){ line, { field->text, field->length } };
}

/* True for an integer without exponent beyond 2^53. */
static bool is_large(double value, const char *text, size_t length)
{
	const double exact = 9007199254740992; /* 2^53 */
	if (!(fabs(value) > exact) && !(fabs(value) == exact && text[length - 1] != '2'))
		return false;
	for (size_t i = *text == '-' || *text == '+'; i < length; i++)
		if (text[i] < '0' || text[i] > '9')
			return false;
	return true;
}

/* Stores a field of a numeric column. A text or an infinity is recorded and becomes NaN. */
static bool put_number(data_part_column *column, size_t row, const data_reader *reader, const data_field *field,
                       size_t line)
{
	double *cell = cell_at(column, row, sizeof *cell);
	if (cell == NULL)
		return false;
	const char *text = field->text;
	size_t length = field->length;
	data_trim(&text, &length);
	*cell = NAN;
	if (data_markers_match(reader->markers, text, length))
		return true;
	base_number kind = base_number_parse(cell, text, length, reader->dialect.decimal);
	if (kind == BASE_NUMBER_INFINITE)
		note(&column->infinite, line, field);
	else if (kind == BASE_NUMBER_NONE)
		note(&column->text, line, field);
	else if (is_large(*cell, text, length))
		note(&column->large, line, field);
	if (*text == '0' && column->padded.line == 0 && data_is_padded(text, length))
		note(&column->padded, line, field);
	return true;
}

static bool put_text(data_part_column *column, size_t row, const data_reader *reader, const data_field *field)
{
	data_text *cell = cell_at(column, row, sizeof *cell);
	if (cell == NULL)
		return false;
	const char *text = field->text;
	size_t length = field->length;
	data_trim(&text, &length);
	bool missing = data_markers_match(reader->markers, text, length);
	*cell = (data_text){ missing ? NULL : field->text, field->length };
	return true;
}

static void stop(data_part *part, data_part_problem problem, size_t line, size_t field)
{
	part->problem = problem;
	part->problem_line = line;
	part->problem_field = field;
}

/* Adds a row from the fields of a record, or a row of missing values for a blank line (fields NULL). */
static void add_row(data_part *part, const data_reader *reader, data_field *fields)
{
	data_field empty = { .text = part->scanner.end };
	for (size_t i = 0; i < reader->active_count; i++) {
		size_t index = reader->active[i];
		const data_incoming *incoming = &reader->columns[index];
		data_field *field = fields != NULL ? &fields[index] : &empty;
		data_part_column *column = &part->columns[index];
		if (field->doubled)
			data_field_plain(field, (char)reader->dialect.quote);
		size_t line = part->record.line + field->line + 1;
		bool done = incoming->mode == DATA_MODE_TEXT ? put_text(column, part->rows, reader, field)
		                                             : put_number(column, part->rows, reader, field, line);
		if (!done) {
			stop(part, DATA_PART_MEMORY, line, index);
			return;
		}
		if (incoming->declared_numeric && column->text.line != 0 &&
		    !data_notation_may_be(column->text.field.text, column->text.field.length)) {
			stop(part, DATA_PART_NOT_NUMBER, line, index);
			return;
		}
	}
	part->rows++;
}

static void add_record(data_part *part, const data_reader *reader)
{
	part->any_record = true;
	part->trailing_lines = 0;
	if (part->record.count != reader->column_count) {
		part->found = part->record.count;
		stop(part, DATA_PART_RAGGED, part->record.line + 1, 0);
		return;
	}
	add_row(part, reader, part->record.fields);
}

/* If there is only one column, a blank line is a missing value. */
static void add_blank(data_part *part, const data_reader *reader)
{
	part->blank_lines++;
	part->trailing_lines++;
	if (reader->column_count == 1)
		add_row(part, reader, NULL);
}

void data_part_parse(data_part *part, const data_reader *reader, char *text, size_t length)
{
	data_scanner_init(&part->scanner, &reader->dialect, text, length);
	part->rows = part->blank_lines = part->trailing_lines = part->comment_lines = 0;
	part->any_record = false;
	part->problem = DATA_PART_FINE;
	for (size_t i = 0; i < part->column_count; i++) {
		data_part_column *column = &part->columns[i];
		column->text.line = column->infinite.line = column->large.line = column->padded.line = 0;
	}
	while (part->problem == DATA_PART_FINE) {
		data_scan scan = data_scan_record(&part->record, &part->scanner);
		if (scan == DATA_SCAN_END)
			return;
		if (scan == DATA_SCAN_BAD)
			stop(part, DATA_PART_SCAN, part->scanner.problem_line + 1, part->scanner.problem_field);
		else if (scan == DATA_SCAN_BLANK)
			add_blank(part, reader);
		else if (scan == DATA_SCAN_COMMENT)
			part->comment_lines++;
		else
			add_record(part, reader);
	}
}
