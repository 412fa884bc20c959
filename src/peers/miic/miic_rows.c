/* Converts codes of the table to codes of the rows used by a question. */
#include "peers/miic/miic_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "paper/cells/tuples.h"

/* Input of miic_sample_init(). */
typedef struct source {
	const data_column **columns; /* [count] of the table: X, Y, Z */
	size_t count;
	question_complete rows;
} source;

/* The table's columns in the order of the sample: the first of X and Y, the other, then Z. */
static void order_columns(source *s, const question_ready *q)
{
	const mixmi_question *sets = &q->sets;
	const size_t places[] = { sets->x[0], sets->y[0] };
	for (size_t i = 0; i < 2; i++)
		s->columns[s->count++] = &q->table->columns[q->columns[places[i]]];
	for (size_t i = 0; i < sets->z_count; i++)
		s->columns[s->count++] = &q->table->columns[q->columns[sets->z[i]]];
}

/* Codes of the used rows, renumbered without unused ones. */
static bool recode(miic_column *column, const data_column *from, const question_complete *rows)
{
	uint32_t *number = base_array_zero(from->distinct, sizeof *number);
	column->codes = base_array(rows->count, sizeof *column->codes);
	bool done = number != NULL && column->codes != NULL;
	if (done) {
		for (size_t i = 0; i < rows->count; i++)
			number[from->codes[question_complete_at(rows, i)]] = 1;
		for (size_t code = 0; code < from->distinct; code++) {
			uint32_t occurs = number[code];
			number[code] = (uint32_t)column->levels;
			column->levels += occurs;
		}
		for (size_t i = 0; i < rows->count; i++)
			column->codes[i] = number[from->codes[question_complete_at(rows, i)]];
	}
	free(number);
	column->continuous = from->type == MIXMI_NUMERIC;
	return done;
}

/* Recodes all columns; constant columns in Z carry no information and are omitted. */
static bool take_columns(miic_sample *sample, const source *s)
{
	for (size_t j = 0; j < s->count; j++) {
		miic_column *column = &sample->columns[sample->column_count++];
		if (!recode(column, s->columns[j], &s->rows))
			return false;
		if (j >= 2 && column->levels == 1) {
			free(column->codes);
			memset(column, 0, sizeof *column);
			sample->column_count--;
		}
	}
	return true;
}

/* Merges equal rows into items. */
static bool merge_rows(miic_sample *sample)
{
	cells_tuples tuples;
	cells_column *columns = base_array(sample->column_count, sizeof *columns);
	if (columns == NULL)
		return false;
	for (size_t j = 0; j < sample->column_count; j++)
		columns[j] = (cells_column){ sample->columns[j].codes, sample->columns[j].levels };
	bool done = cells_merge(&tuples, columns, sample->column_count, sample->rows, NULL);
	for (size_t j = 0; j < sample->column_count; j++)
		sample->columns[j].codes = columns[j].symbols;
	sample->items = tuples.count;
	sample->counts = tuples.rows;
	free(columns);
	return done;
}

/* Sorts the items of a continuous column and defines its candidate bins. */
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

/* The package starts with at most 30 bins, about the cube root of n, and allows five times as many, up to 50. */
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

static bool build(miic_sample *sample, source *s, const mixmi_options *options)
{
	set_limits(sample, options->miic_bins);
	bool done = take_columns(sample, s) && merge_rows(sample);
	for (size_t j = 0; done && j < sample->column_count; j++)
		if (sample->columns[j].continuous)
			done = sort_items(&sample->columns[j], sample);
	return done;
}

mixmi_status miic_sample_init(miic_sample *sample, const question_ready *question, const mixmi_options *options)
{
	memset(sample, 0, sizeof *sample);
	source s = { .count = 0 };
	mixmi_status status = question_complete_init(&s.rows, question->table, question->columns, question->count);
	if (status != MIXMI_OK)
		return status;
	sample->rows = s.rows.count;
	sample->rows_dropped = s.rows.dropped;
	s.columns = base_array(question->count, sizeof *s.columns);
	sample->columns = base_array_zero(question->count, sizeof *sample->columns);
	bool done = s.columns != NULL && sample->columns != NULL;
	if (done) {
		order_columns(&s, question);
		done = build(sample, &s, options);
	}
	free(s.columns);
	question_complete_clear(&s.rows);
	if (done)
		return MIXMI_OK;
	miic_sample_clear(sample);
	return base_error_memory();
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
