/* Converts codes of the table to codes of the rows used by a question. */
#include "peers/miic/miic_rows.h"

#include <string.h>

/* Codes of the rows, renumbered without unused ones. */
static bool recode(miic_column *column, const mixmi_sample_column *from, size_t rows)
{
	uint32_t *number = mixmi_allocate_zero(from->distinct, sizeof *number);
	column->codes = mixmi_allocate(rows, sizeof *column->codes);
	bool done = number != NULL && column->codes != NULL;
	if (done) {
		for (size_t i = 0; i < rows; i++)
			number[from->codes[i]] = 1;
		for (size_t code = 0; code < from->distinct; code++) {
			uint32_t occurs = number[code];
			number[code] = (uint32_t)column->levels;
			column->levels += occurs;
		}
		for (size_t i = 0; i < rows; i++)
			column->codes[i] = number[from->codes[i]];
	}
	mixmi_free(number);
	column->continuous = from->type == MIXMI_NUMERIC;
	return done;
}

/* Recodes the first of X and Y, the other, then Z; constant columns in Z carry no information and are omitted. */
static bool take_columns(miic_sample *sample, const mixmi_sample *from)
{
	const mixmi_question *sets = &from->sets;
	for (size_t j = 0; j < from->count; j++) {
		size_t place = j == 0 ? sets->x[0] : j == 1 ? sets->y[0] : sets->z[j - 2];
		miic_column *column = &sample->columns[sample->column_count++];
		if (!recode(column, &from->columns[place], from->rows))
			return false;
		if (j >= 2 && column->levels == 1) {
			mixmi_free(column->codes);
			memset(column, 0, sizeof *column);
			sample->column_count--;
		}
	}
	return true;
}

static bool number_rows(uint32_t *ids, miic_sample *sample)
{
	mixmi_coordinate *columns = mixmi_allocate(sample->column_count, sizeof *columns);
	if (columns == NULL)
		return false;
	for (size_t j = 0; j < sample->column_count; j++)
		columns[j] = (mixmi_coordinate){ sample->columns[j].codes, 1, NULL, sample->columns[j].levels };
	bool done = mixmi_number_cells(ids, &sample->items, columns, sample->column_count, sample->rows) == MIXMI_OK;
	mixmi_free(columns);
	return done;
}

/* Merges equal rows into items. */
static bool merge_rows(miic_sample *sample)
{
	uint32_t *ids = mixmi_allocate(sample->rows, sizeof *ids);
	bool done = ids != NULL && number_rows(ids, sample);
	if (done)
		sample->counts = mixmi_allocate_zero(sample->items, sizeof *sample->counts);
	done = done && sample->counts != NULL;
	for (size_t j = 0; done && j < sample->column_count; j++) {
		uint32_t *kept = mixmi_allocate(sample->items, sizeof *kept), *codes = sample->columns[j].codes;
		done = kept != NULL;
		for (size_t i = 0; done && i < sample->rows; i++)
			kept[ids[i]] = codes[i];
		if (done) {
			mixmi_free(codes);
			sample->columns[j].codes = kept;
		}
	}
	for (size_t i = 0; done && i < sample->rows; i++)
		sample->counts[ids[i]]++;
	mixmi_free(ids);
	return done;
}

/* Sorts the items of a continuous column and defines its candidate bins. */
static bool sort_items(miic_column *column, const miic_sample *sample)
{
	column->coarse = (column->levels + sample->most_bins - 1) / sample->most_bins;
	column->groups = (column->levels + column->coarse - 1) / column->coarse;
	column->starts = mixmi_allocate_zero(column->levels + 1, sizeof *column->starts);
	column->order = mixmi_allocate(sample->items, sizeof *column->order);
	uint32_t *next = mixmi_allocate_zero(column->levels + 1, sizeof *next);
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
	mixmi_free(next);
	return done;
}

/* The package starts with at most 30 bins, about the cube root of n, and allows five times as many, up to 50. */
static void set_limits(miic_sample *sample, size_t miic_bins)
{
	size_t start = (size_t)floor(cbrt((double)sample->rows) + 0.5);
	sample->start_bins = start < 30 ? start : 30;
	sample->most_bins = 5 * sample->start_bins;
	if (sample->most_bins > miic_bins)
		sample->most_bins = miic_bins;
	if (sample->most_bins > sample->rows)
		sample->most_bins = sample->rows;
	if (sample->start_bins > sample->most_bins)
		sample->start_bins = sample->most_bins;
}

static bool build(miic_sample *sample, const mixmi_sample *from, size_t miic_bins)
{
	sample->rows = from->rows;
	sample->rows_dropped = from->rows_dropped;
	sample->columns = mixmi_allocate_zero(from->count, sizeof *sample->columns);
	set_limits(sample, miic_bins);
	bool done = sample->columns != NULL && take_columns(sample, from) && merge_rows(sample);
	for (size_t j = 0; done && j < sample->column_count; j++)
		if (sample->columns[j].continuous)
			done = sort_items(&sample->columns[j], sample);
	return done;
}

mixmi_status miic_sample_init(miic_sample *sample, const mixmi_table *table, const mixmi_question *question,
                              const mixmi_options *options)
{
	double miic_bins;
	mixmi_sample *from = NULL;
	memset(sample, 0, sizeof *sample);
	mixmi_status status = mixmi_options_number(&miic_bins, options, "miic-bins");
	if (status == MIXMI_OK)
		status = mixmi_sample_new(&from, table, question, options, MIXMI_ORDER_PRESET);
	if (status == MIXMI_OK && !build(sample, from, (size_t)miic_bins)) {
		miic_sample_clear(sample);
		status = mixmi_error_memory();
	}
	mixmi_sample_free(from);
	return status;
}

void miic_sample_clear(miic_sample *sample)
{
	for (size_t j = 0; j < sample->column_count; j++) {
		mixmi_free(sample->columns[j].codes);
		mixmi_free(sample->columns[j].starts);
		mixmi_free(sample->columns[j].order);
	}
	mixmi_free(sample->columns);
	mixmi_free(sample->counts);
	memset(sample, 0, sizeof *sample);
}

bool miic_sample_is_discrete(const miic_sample *sample)
{
	for (size_t j = 0; j < sample->column_count; j++)
		if (sample->columns[j].continuous)
			return false;
	return true;
}
