/* From a table's codes to those of the rows that a question uses. */
#include "miic/miic_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "cells/cell_numbers.h"

/* What miic_sample_init() works with. */
typedef struct source {
	const data_column **columns; /* [count] of the table: X, Y, Z */
	size_t count;
	uint32_t *used; /* [rows] */
	uint32_t *ids;  /* [rows] item of each row */
} source;

/* The table's columns in the order of the sample: the lesser of X and Y, the other, and Z by name. */
static void order_columns(source *s, const mixmi_table *table, const question_ready *q)
{
	size_t x = q->places.x[0], y = q->places.y[0], next = 2;
	s->columns[0] = &table->columns[q->columns[x < y ? x : y]];
	s->columns[1] = &table->columns[q->columns[x < y ? y : x]];
	for (size_t j = 0; j < q->count; j++)
		if (j != x && j != y)
			s->columns[next++] = &table->columns[q->columns[j]];
	s->count = next;
}

static void select_rows(miic_sample *sample, source *s, size_t rows)
{
	for (size_t row = 0; row < rows; row++) {
		bool whole = true;
		for (size_t j = 0; j < s->count && whole; j++)
			whole = s->columns[j]->codes[row] != DATA_MISSING;
		if (whole)
			s->used[sample->rows++] = (uint32_t)row;
	}
	sample->rows_dropped = rows - sample->rows;
}

static mixmi_status check_rows(const miic_sample *sample, size_t rows)
{
	if (sample->rows >= 2)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_DATA,
	                  "only %zu of %zu rows have a value in every column asked for; at least 2 are needed",
	                  sample->rows, rows);
}

/* Codes of the rows used, without those that none of them has. */
static bool recode(miic_column *column, const data_column *from, const uint32_t *used, size_t rows)
{
	uint32_t *number = base_array_zero(from->distinct, sizeof *number);
	column->codes = base_array(rows, sizeof *column->codes);
	bool done = number != NULL && column->codes != NULL;
	if (done) {
		for (size_t i = 0; i < rows; i++)
			number[from->codes[used[i]]] = 1;
		for (size_t code = 0; code < from->distinct; code++) {
			uint32_t occurs = number[code];
			number[code] = (uint32_t)column->levels;
			column->levels += occurs;
		}
		for (size_t i = 0; i < rows; i++)
			column->codes[i] = number[from->codes[used[i]]];
	}
	free(number);
	column->continuous = from->type == MIXMI_NUMERIC;
	return done;
}

/* Recodes all columns; a constant one in Z says nothing and is left out. */
static bool take_columns(miic_sample *sample, const source *s)
{
	for (size_t j = 0; j < s->count; j++) {
		miic_column *column = &sample->columns[sample->column_count++];
		if (!recode(column, s->columns[j], s->used, sample->rows))
			return false;
		if (j >= 2 && column->levels == 1) {
			free(column->codes);
			memset(column, 0, sizeof *column);
			sample->column_count--;
		}
	}
	return true;
}

/* Numbers the distinct rows and reduces every column to them. */
static bool merge_rows(miic_sample *sample, source *s)
{
	cells_coordinate *coordinates = base_array(sample->column_count, sizeof *coordinates);
	bool done = coordinates != NULL;
	for (size_t j = 0; done && j < sample->column_count; j++)
		coordinates[j] = (cells_coordinate){ sample->columns[j].codes, 1, NULL, sample->columns[j].levels };
	done = done && cells_rank(s->ids, &sample->items, coordinates, sample->column_count, sample->rows);
	free(coordinates);
	if (done)
		sample->counts = base_array_zero(sample->items, sizeof *sample->counts);
	if (sample->counts == NULL)
		return false;
	for (size_t i = 0; i < sample->rows; i++)
		sample->counts[s->ids[i]]++;
	for (size_t j = 0; j < sample->column_count; j++) {
		uint32_t *codes = base_array(sample->items, sizeof *codes);
		if (codes == NULL)
			return false;
		for (size_t i = 0; i < sample->rows; i++)
			codes[s->ids[i]] = sample->columns[j].codes[i];
		free(sample->columns[j].codes);
		sample->columns[j].codes = codes;
	}
	return true;
}

/* Sorts the items of a continuous column and sets its candidate bins. */
static bool sort_items(miic_column *column, const miic_sample *sample)
{
	column->coarse = (column->levels + sample->most_bins - 1) / sample->most_bins;
	column->groups = (column->levels + column->coarse - 1) / column->coarse;
	column->starts = base_array_zero(column->levels + 1, sizeof *column->starts);
	column->order = base_array(sample->items, sizeof *column->order);
	uint32_t *next = base_array_zero(column->levels + 1, sizeof *next);
	bool done = column->starts != NULL && column->order != NULL && next != NULL;
	if (done) {
		for (size_t i = 0; i < sample->items; i++) {
			column->starts[column->codes[i] + 1] += sample->counts[i];
			next[column->codes[i] + 1]++;
		}
		for (size_t level = 0; level < column->levels; level++) {
			column->starts[level + 1] += column->starts[level];
			next[level + 1] += next[level];
		}
		for (size_t i = 0; i < sample->items; i++)
			column->order[next[column->codes[i]]++] = (uint32_t)i;
	}
	free(next);
	return done;
}

/* The package starts with at most 30 bins, about the cube root of n, and lets that grow fivefold, to 50 at most. */
static void set_limits(miic_sample *sample, int64_t miic_bins)
{
	size_t start = (size_t)floor(cbrt((double)sample->rows) + 0.5);
	sample->start_bins = start < 30 ? start : 30;
	sample->most_bins = 5 * sample->start_bins;
	if (sample->most_bins > (size_t)miic_bins)
		sample->most_bins = (size_t)miic_bins;
	if (sample->most_bins > sample->rows)
		sample->most_bins = sample->rows;
	if (sample->start_bins > sample->most_bins)
		sample->start_bins = sample->most_bins;
}

static mixmi_status build(miic_sample *sample, source *s, const mixmi_table *table, const mixmi_options *options)
{
	select_rows(sample, s, table->rows);
	mixmi_status status = check_rows(sample, table->rows);
	if (status != MIXMI_OK)
		return status;
	set_limits(sample, options->miic_bins);
	bool done = take_columns(sample, s) && merge_rows(sample, s);
	for (size_t j = 0; done && j < sample->column_count; j++)
		if (sample->columns[j].continuous)
			done = sort_items(&sample->columns[j], sample);
	return done ? MIXMI_OK : base_error_memory();
}

mixmi_status miic_sample_init(miic_sample *sample, const mixmi_table *table, const question_ready *question,
                              const mixmi_options *options)
{
	memset(sample, 0, sizeof *sample);
	source s = { base_array(question->count, sizeof *s.columns), 0, base_array(table->rows, sizeof *s.used),
		         base_array(table->rows, sizeof *s.ids) };
	sample->columns = base_array_zero(question->count, sizeof *sample->columns);
	mixmi_status status;
	if (s.columns == NULL || s.used == NULL || s.ids == NULL || sample->columns == NULL) {
		status = base_error_memory();
	} else {
		order_columns(&s, table, question);
		status = build(sample, &s, table, options);
	}
	free(s.columns);
	free(s.used);
	free(s.ids);
	if (status != MIXMI_OK)
		miic_sample_clear(sample);
	return status;
}

void miic_sample_clear(miic_sample *sample)
{
	for (size_t j = 0; j < sample->column_count; j++) {
		free(sample->columns[j].codes);
		free(sample->columns[j].starts);
		free(sample->columns[j].order);
	}
	free(sample->columns);
	free(sample->counts);
	memset(sample, 0, sizeof *sample);
}

bool miic_sample_is_discrete(const miic_sample *sample)
{
	for (size_t j = 0; j < sample->column_count; j++)
		if (sample->columns[j].continuous)
			return false;
	return true;
}
