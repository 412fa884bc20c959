/* Reading a delimited file into a table: sample, header, one pass or two, then the columns are prepared side by side.
 * Types are settled by all rows, never by a sample: the sample only spares text columns a second pass. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/work.h"
#include "data/reader.h"

/* ------------------------------------------------------------------------------------------------------ passes */

/* An infinite value is an error where the column is numeric; the first such place of the file is reported. */
static mixmi_status check_infinite(const data_reader *reader)
{
	const data_incoming *first = NULL;
	for (size_t i = 0; i < reader->column_count; i++) {
		const data_incoming *column = &reader->columns[i];
		if (column->mode != DATA_MODE_NUMBERS || column->infinite.line == 0)
			continue;
		if (first == NULL || column->infinite.line < first->infinite.line)
			first = column;
	}
	if (first == NULL)
		return MIXMI_OK;
	return data_reader_error(reader, MIXMI_ERROR_DATA, first->infinite.line, first - reader->columns,
	                         "'%s' is infinite or beyond the range of numbers", first->infinite.shown);
}

/* Turns to the columns that must be read again as text; false if there are none. */
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

static mixmi_status read_body(data_reader *reader)
{
	mixmi_status status = data_reader_pass(reader, "reading");
	if (status == MIXMI_OK)
		status = check_infinite(reader);
	if (status != MIXMI_OK || !turn_to_late(reader))
		return status;
	size_t rows = reader->rows;
	status = data_reader_pass(reader, "reading again");
	if (status == MIXMI_OK && reader->rows != rows)
		status = base_error(MIXMI_ERROR_IO, "%s: changed while it was read", data_source_name(reader->source));
	return status;
}

/* Blank lines at the end of the file stand for nothing; others are rows where there is one column, else skipped. */
static mixmi_status settle_rows(data_reader *reader)
{
	if (reader->column_count == 1)
		reader->rows -= reader->trailing_lines;
	if (reader->rows == 0)
		return base_error(MIXMI_ERROR_DATA, "%s: has a header but no rows", data_source_name(reader->source));
	reader->table->rows = reader->rows;
	size_t skipped = reader->leading_lines;
	if (reader->column_count > 1)
		skipped += reader->blank_lines - reader->trailing_lines;
	if (skipped == 0)
		return MIXMI_OK;
	return data_table_remark(reader->table, "%zu blank line%s skipped", skipped, skipped == 1 ? " was" : "s were");
}

/* ---------------------------------------------------------------------------------------------------- columns */

static bool has_values(const data_incoming *column, size_t rows)
{
	for (size_t row = 0; row < rows; row++)
		if (!isnan(column->values[row]))
			return true;
	return false;
}

static void explain(char *why, size_t size, const data_incoming *column, size_t rows)
{
	if (column->declared_discrete)
		snprintf(why, size, "declared discrete");
	else if (column->declared_numeric)
		snprintf(why, size, "declared numeric");
	else if (column->codes != NULL)
		snprintf(why, size, "text '%s' at line %zu", column->text.shown, column->text.line);
	else
		snprintf(why, size, "%s", has_values(column, rows) ? "every value is a number" : "no values");
}

/* Prepares one column and releases what was read of it. */
static mixmi_status prepare(data_column *out, data_incoming *column, size_t rows)
{
	char why[64 + BASE_TEXT_SHOWN];
	mixmi_status status;
	mixmi_type type = column->declared_discrete ? MIXMI_DISCRETE : MIXMI_NUMERIC;
	explain(why, sizeof why, column, rows);
	if (column->codes != NULL)
		status = data_column_from_labels(out, column->name, why, column->codes, rows,
		                                 (const char *const *)column->labels.texts, column->labels.count, true);
	else
		status = data_column_from_values(out, column->name, type, why, column->values, rows);
	data_labels_clear(&column->labels);
	free(column->codes);
	free(column->values);
	column->codes = NULL;
	column->values = NULL;
	return status;
}

typedef struct preparing {
	data_column *columns;
	data_reader *reader;
} preparing;

static mixmi_status prepare_piece(void *context, size_t index, base_worker *worker)
{
	const preparing *p = context;
	data_incoming *column = &p->reader->columns[index];
	(void)worker;
	mixmi_status status = column->wanted ? prepare(&p->columns[index], column, p->reader->rows) : MIXMI_OK;
	p->columns[index].position = index + 1;
	return status;
}

static mixmi_status prepare_all(data_column *columns, data_reader *reader)
{
	base_work work = { .options = reader->options,
		               .threads = reader->sample_whole ? 1 : reader->threads, /* a small file */
		               .count = reader->column_count,
		               .stage = "sorting" };
	mixmi_status status = base_work_run(&work, prepare_piece, &(preparing){ columns, reader });
	if (status == MIXMI_ERROR_CANCELLED)
		return base_error(status, "reading %s was cancelled", data_source_name(reader->source));
	return status;
}

/* A column of labels that would all be numbers if the decimal mark were the other one is worth a remark. */
static mixmi_status remark_decimal(mixmi_table *table, const data_column *column, char mark)
{
	char other = mark == '.' ? ',' : '.', shown[BASE_TEXT_SHOWN], name[BASE_TEXT_SHOWN];
	const char *example = NULL;
	for (size_t i = 0; i < column->distinct; i++) {
		const char *text = column->labels[i];
		double value;
		if (base_number_parse(&value, text, strlen(text), other) != BASE_NUMBER_FINITE)
			return MIXMI_OK;
		if (example == NULL && strchr(text, other) != NULL)
			example = text;
	}
	if (example == NULL)
		return MIXMI_OK;
	return data_table_remark(table,
	                         "column '%s' looks like numbers with a decimal %s, such as '%s': see option decimal",
	                         base_text_show(name, column->name, strlen(column->name)), other == ',' ? "comma" : "point",
	                         base_text_show(shown, example, strlen(example)));
}

static mixmi_status fill_table(data_reader *reader)
{
	data_column *columns = base_array_zero(reader->column_count, sizeof *columns);
	if (columns == NULL)
		return base_error_memory();
	mixmi_status status = prepare_all(columns, reader);
	for (size_t i = 0; i < reader->column_count; i++) {
		if (status == MIXMI_OK && columns[i].labels != NULL && !reader->columns[i].declared_discrete)
			status = remark_decimal(reader->table, &columns[i], reader->dialect.decimal);
		if (status == MIXMI_OK && reader->columns[i].wanted)
			status = data_table_adopt(reader->table, &columns[i]);
		else
			data_column_clear(&columns[i]);
	}
	free(columns);
	return status;
}

/* ------------------------------------------------------------------------------------------------------- reading */

static mixmi_status read_table(data_reader *reader, const char *path)
{
	mixmi_status status = data_source_open(&reader->source, path);
	if (status == MIXMI_OK && !data_markers_init(&reader->markers, reader->options->missing))
		status = base_error_memory();
	if (status == MIXMI_OK)
		status = mixmi_table_new(&reader->table, 0);
	if (status == MIXMI_OK)
		status = data_reader_sample(reader);
	if (status == MIXMI_OK)
		status = data_reader_header(reader);
	if (status == MIXMI_OK)
		status = data_reader_probe(reader);
	if (status == MIXMI_OK)
		status = read_body(reader);
	if (status == MIXMI_OK)
		status = settle_rows(reader);
	if (status == MIXMI_OK)
		status = fill_table(reader);
	return status;
}

static void clear(data_reader *reader)
{
	for (size_t i = 0; i < reader->column_count; i++) {
		data_incoming *column = &reader->columns[i];
		free(column->name);
		free(column->values);
		free(column->codes);
		data_labels_clear(&column->labels);
	}
	free(reader->columns);
	free(reader->active);
	free(reader->sample);
	data_markers_clear(&reader->markers);
	data_source_close(reader->source);
}

mixmi_status mixmi_table_read(mixmi_table **out, const char *path, const mixmi_options *options)
{
	*out = NULL;
	mixmi_options used;
	base_watch watch;
	base_options_settle(&used, options);
	if (path == NULL)
		return base_error(MIXMI_ERROR_USAGE, "no file given");
	base_watch_start(&watch, &used);
	data_reader reader = { .options = &used, .threads = base_threads(&used) };
	mixmi_status status = read_table(&reader, path);
	if (status == MIXMI_OK)
		*out = reader.table;
	else
		mixmi_table_free(reader.table);
	clear(&reader);
	return status;
}
