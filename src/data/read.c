/* Reads a source of any format into a table: names, selects, reads, recognises and sorts its columns, and selects rows.
 * Columns are recognised and sorted in parallel. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/work.h"
#include "data/choose.h"
#include "data/judge.h"
#include "data/recognise.h"
#include "data/remarks.h"
#include "data/survival.h"

/* ----------------------------------------------------------------------------------------------- recognising */

/* Markers that are numbers match however they are written: 999 and 999.0. */
static void drop_markers(data_incoming *column, const data_feed *feed)
{
	for (size_t i = 0; column->values != NULL && column->unit == DATA_PLAIN && i < feed->markers.count; i++) {
		const data_marker *marker = &feed->markers.items[i];
		double value;
		if (base_number_parse(&value, marker->text, marker->length, '.') != BASE_NUMBER_FINITE)
			continue;
		for (size_t row = 0; row < feed->rows; row++)
			if (column->values[row] == value)
				column->values[row] = NAN;
	}
}

/* Runs a step for every column, in parallel if the file is large. */
static mixmi_status for_columns(data_feed *feed, const char *stage, base_piece *piece, void *context)
{
	base_work work = { .options = feed->options,
		               .threads = feed->large ? feed->threads : 1,
		               .count = feed->column_count,
		               .stage = stage };
	mixmi_status status = base_work_run(&work, piece, context);
	if (status == MIXMI_ERROR_CANCELLED)
		return base_error(status, "reading %s was cancelled", feed->name);
	return status;
}

/* A fault in a column that is read for remarks alone: it is not used. */
static mixmi_status excuse(data_incoming *column, mixmi_status status)
{
	if (status == MIXMI_OK || status == MIXMI_ERROR_MEMORY || status == MIXMI_ERROR_CANCELLED || !column->watched)
		return status;
	column->watched = column->needed = false;
	return MIXMI_OK;
}

static mixmi_status recognise_piece(void *context, size_t index, base_worker *worker)
{
	data_feed *feed = context;
	data_incoming *column = &feed->columns[index];
	(void)worker;
	mixmi_status status = column->needed ? data_recognise(column, feed) : MIXMI_OK;
	if (status == MIXMI_OK && column->needed)
		drop_markers(column, feed);
	return excuse(column, status);
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
	else if (column->why[0] != '\0')
		snprintf(why, size, "%s", column->why);
	else if (column->declared_numeric)
		snprintf(why, size, "declared numeric");
	else if (column->codes != NULL && column->text.line > 0)
		snprintf(why, size, "text '%s' at line %zu", column->text.shown, column->text.line);
	else if (column->codes != NULL)
		snprintf(why, size, "texts");
	else
		snprintf(why, size, "%s", has_values(column, rows) ? "every value is a number" : "no values");
}

/* Counts the limits that occur among the values of the column: some may have been in rows that were dropped. */
static bool take_limits(data_column *out, data_incoming *column, const double *limits)
{
	size_t all = column->below + column->above;
	const char **kept = base_array(all, sizeof *kept);
	size_t count = 0;
	if (kept == NULL)
		return false;
	for (size_t i = 0; i < all; i++) {
		const double *end = out->values + out->distinct, *v = out->values;
		while (v < end && *v != limits[i])
			v++;
		if (v == end)
			continue;
		kept[count++] = column->limits[i];
		if (i < column->below)
			out->below++;
		else
			out->above++;
	}
	if (count > 0)
		out->limits = base_strings_copy(kept, count);
	free(kept);
	return count == 0 || out->limits != NULL;
}

/* Builds the column's values or labels. */
static mixmi_status sort_column(data_column *out, data_incoming *column, size_t rows, const char *why)
{
	mixmi_type type = column->declared_discrete ? MIXMI_DISCRETE : MIXMI_NUMERIC;
	if (column->codes != NULL)
		return data_column_from_labels(out, column->name, why, column->codes, rows,
		                               (const char *const *)column->labels.texts, column->labels.count,
		                               !column->ordered && !column->settled);
	mixmi_status status = data_column_from_values(out, column->name, type, why, column->values, rows);
	if (status == MIXMI_OK && column->limits != NULL && !take_limits(out, column, column->limit_values))
		status = base_error_memory();
	return status;
}

/* Prepares one column and frees its input. */
static mixmi_status prepare(data_column *out, data_incoming *column, size_t rows)
{
	char why[64 + BASE_TEXT_SHOWN];
	explain(why, sizeof why, column, rows);
	mixmi_status status = sort_column(out, column, rows, why);
	if (status != MIXMI_OK)
		return status;
	out->unit = column->unit;
	out->declared = column->declared_discrete || column->declared_numeric || column->weighs;
	out->ordered = column->ordered && column->codes != NULL;
	if (!data_column_sign(out, rows)) {
		data_column_clear(out);
		return base_error_memory();
	}
	out->remark = column->remark;
	out->label = column->label;
	column->remark = column->label = NULL;
	data_labels_clear(&column->labels);
	free(column->codes);
	free(column->values);
	column->codes = NULL;
	column->values = NULL;
	return MIXMI_OK;
}

typedef struct preparing {
	data_column *columns;
	data_feed *feed;
} preparing;

static mixmi_status prepare_piece(void *context, size_t index, base_worker *worker)
{
	const preparing *p = context;
	data_incoming *column = &p->feed->columns[index];
	(void)worker;
	mixmi_status status = data_incoming_is_kept(column) ? prepare(&p->columns[index], column, p->feed->rows) : MIXMI_OK;
	p->columns[index].position = p->feed->joins ? 0 : index + 1;
	return excuse(column, status);
}

static mixmi_status prepare_all(data_column *columns, data_feed *feed)
{
	return for_columns(feed, "sorting", prepare_piece, &(preparing){ columns, feed });
}

/* Sets clusters, times and series. */
static mixmi_status set_parts(data_feed *feed, data_column *columns)
{
	size_t count = 0, crossed = 0;
	const data_column *time = NULL, *unit = NULL;
	data_column **chosen = base_array(feed->column_count, 2 * sizeof(data_column *));
	if (chosen == NULL)
		return base_error_memory();
	for (size_t i = 0; i < feed->column_count; i++) {
		if (feed->columns[i].clusters)
			chosen[count++] = &columns[i];
		if (feed->columns[i].crossed)
			chosen[feed->column_count + crossed++] = &columns[i];
		time = feed->columns[i].times ? &columns[i] : time;
		unit = feed->columns[i].units ? &columns[i] : unit;
	}
	mixmi_status status = data_table_set_clusters(feed->table, &feed->table->clusters, chosen, count);
	if (status == MIXMI_OK)
		status = data_table_set_clusters(feed->table, &feed->table->crossed, chosen + feed->column_count, crossed);
	if (status == MIXMI_OK && time != NULL)
		status = data_table_set_time(feed->table, time, unit, feed->options->step);
	free(chosen);
	return status;
}

/* A column of the file, which may have moved to the table. */
static mixmi_status find_prepared(const data_column **out, const data_feed *feed, const data_column *columns,
                                  size_t index)
{
	size_t place = 0;
	*out = &columns[index];
	if (!feed->columns[index].wanted)
		return MIXMI_OK;
	mixmi_status status = data_table_find_name(&place, feed->table, feed->columns[index].name);
	*out = &feed->table->columns[place];
	return status;
}

/* Combines times with their status. */
static mixmi_status set_survival(data_feed *feed, const data_column *columns)
{
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < feed->column_count; i++) {
		const data_incoming *time = &feed->columns[i];
		const data_column *ends;
		size_t place;
		if (time->status == 0 || !time->wanted)
			continue;
		status = data_table_find_name(&place, feed->table, time->name);
		if (status == MIXMI_OK)
			status = find_prepared(&ends, feed, columns, time->status - 1);
		if (status == MIXMI_OK)
			status = data_table_set_survival(feed->table, place, ends, time->event);
	}
	return status;
}

/* Remarks on the rows, from all columns that were read. */
static mixmi_status remark_rows(data_feed *feed, data_column *columns)
{
	mixmi_table *table = feed->table;
	size_t count = table->column_count;
	data_seen *seen = base_array(count + feed->column_count, sizeof *seen);
	if (seen == NULL)
		return base_error_memory();
	for (size_t j = 0; j < count; j++)
		seen[j] = (data_seen){ &table->columns[j], true };
	for (size_t i = 0; i < feed->column_count; i++)
		if (feed->columns[i].watched) {
			data_judge_alone(&columns[i], feed->rows);
			seen[count++] = (data_seen){ &columns[i], false };
		}
	mixmi_status status = data_remarks_find(table, seen, count, feed->options);
	free(seen);
	return status;
}

static mixmi_status fill_table(data_feed *feed)
{
	data_column *columns = base_array_zero(feed->column_count, sizeof *columns);
	if (columns == NULL)
		return base_error_memory();
	feed->table->rows = feed->rows;
	mixmi_status status = prepare_all(columns, feed);
	if (status == MIXMI_OK && !feed->joins)
		status = base_error_in(set_parts(feed, columns), feed->name);
	for (size_t i = 0; status == MIXMI_OK && i < feed->column_count; i++)
		if (feed->columns[i].wanted)
			status = data_table_adopt(feed->table, &columns[i]);
	if (status == MIXMI_OK)
		status = base_error_in(set_survival(feed, columns), feed->name);
	if (status == MIXMI_OK && !feed->joins && feed->options->weights == NULL)
		status = remark_rows(feed, columns);
	for (size_t i = 0; i < feed->column_count; i++)
		data_column_clear(&columns[i]);
	free(columns);
	return status;
}

/* --------------------------------------------------------------------------------------------------- reading */

static mixmi_status read_rows(data_feed *feed)
{
	size_t rows = 1;
	mixmi_status status = MIXMI_OK;
	while (status == MIXMI_OK && rows > 0) {
		status = feed->format->next(feed, &rows);
		feed->rows += rows;
		if (status == MIXMI_OK && feed->rows > DATA_MAX_ROWS)
			status = base_error(MIXMI_ERROR_LIMIT, "%s: a table holds at most %zu rows", feed->name, DATA_MAX_ROWS);
	}
	if (status == MIXMI_OK && feed->rows == 0)
		status = base_error(MIXMI_ERROR_DATA, "%s: has no rows", feed->name);
	return status;
}

/* Adds lagged copies of the columns. */
static mixmi_status add_lags(data_feed *feed)
{
	mixmi_table *lagged = NULL;
	if (feed->lags == 0)
		return MIXMI_OK;
	mixmi_status status = mixmi_table_lag(&lagged, feed->table, feed->lags);
	if (status != MIXMI_OK)
		return status;
	mixmi_table_free(feed->table);
	feed->table = lagged;
	return MIXMI_OK;
}

mixmi_status data_feed_read(data_feed *feed)
{
	data_chosen chosen = { 0 };
	mixmi_status status = feed->format->open(feed);
	if (status == MIXMI_OK)
		status = data_choose(&chosen, feed);
	if (status == MIXMI_OK)
		status = read_rows(feed);
	if (feed->format->close != NULL)
		feed->format->close(feed);
	feed->state = NULL;
	if (status == MIXMI_OK)
		status = for_columns(feed, "recognising", recognise_piece, feed);
	if (status == MIXMI_OK)
		status = data_pick_rows(feed, &chosen);
	if (status == MIXMI_OK)
		status = fill_table(feed);
	if (status == MIXMI_OK)
		status = base_error_in(add_lags(feed), feed->name);
	data_chosen_clear(&chosen);
	return status;
}

mixmi_status data_feed_begin(data_feed *feed, const mixmi_options *options)
{
	feed->options = options;
	feed->threads = base_threads(options);
	mixmi_status status = mixmi_table_new(&feed->table, 0);
	if (status == MIXMI_OK && !data_markers_init(&feed->markers, options->missing))
		status = base_error_memory();
	return status;
}

void data_feed_end(data_feed *feed)
{
	for (size_t i = 0; i < feed->column_count; i++)
		data_incoming_clear(&feed->columns[i]);
	free(feed->columns);
	data_markers_clear(&feed->markers);
}

mixmi_status data_feed_table(mixmi_table **out, data_feed *feed, mixmi_status status)
{
	if (status == MIXMI_OK)
		status = data_feed_read(feed);
	if (status == MIXMI_OK)
		*out = feed->table;
	else
		mixmi_table_free(feed->table);
	data_feed_end(feed);
	return status;
}
