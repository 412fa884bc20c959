/* Tables of some of the rows, for subsamples. Columns keep their type, order of values and atoms. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "data/table.h"

/* Numbers the values that occur, in order. On entry renumber[] has the count of each value; it is replaced by its new
 * code. Returns the number of values that occur. */
static size_t renumber_values(uint32_t *renumber, uint32_t *counts, size_t distinct)
{
	size_t kept = 0;
	for (size_t i = 0; i < distinct; i++) {
		if (renumber[i] == 0)
			continue;
		counts[kept] = renumber[i];
		renumber[i] = (uint32_t)kept++;
		counts[distinct + renumber[i]] = (uint32_t)i; /* its old code */
	}
	return kept;
}

static bool copy_values(data_column *out, const data_column *source, const uint32_t *from)
{
	size_t distinct = out->distinct;
	out->origin = base_array(distinct, sizeof *out->origin);
	if (out->origin == NULL)
		return false;
	for (size_t i = 0; i < distinct; i++)
		out->origin[i] = source->origin != NULL ? source->origin[from[i]] : source->counts[from[i]];
	if (source->censored != NULL) {
		out->censored = base_array(distinct, sizeof *out->censored);
		for (size_t i = 0; out->censored != NULL && i < distinct; i++)
			out->censored[i] = source->censored[from[i]];
		if (out->censored == NULL)
			return false;
	}
	if (source->labels == NULL) {
		out->values = base_array(distinct, sizeof *out->values);
		for (size_t i = 0; out->values != NULL && i < distinct; i++)
			out->values[i] = source->values[from[i]];
		return out->values != NULL;
	}
	const char **labels = base_array(distinct, sizeof *labels);
	for (size_t i = 0; labels != NULL && i < distinct; i++)
		labels[i] = source->labels[from[i]];
	if (labels != NULL)
		out->labels = base_strings_copy(labels, distinct);
	free(labels);
	return out->labels != NULL;
}

/* Copies the texts of the remaining detection limits. */
static bool copy_limits(data_column *out, const data_column *source, const uint32_t *from)
{
	size_t count = out->below + out->above;
	if (source->limits == NULL || count == 0)
		return true;
	const char **texts = base_array(count, sizeof *texts);
	for (size_t i = 0; texts != NULL && i < count; i++) {
		size_t code = from[i < out->below ? i : out->distinct - count + i];
		texts[i] =
			source->limits[code < source->below ? code : code + source->below + source->above - source->distinct];
	}
	if (texts != NULL)
		out->limits = base_strings_copy(texts, count);
	free(texts);
	return out->limits != NULL;
}

/* `room` has twice as many elements as the source has distinct values; `renumber` has one per distinct value,
 * zeroed. */
static bool fill_column(data_column *out, const data_column *source, const uint32_t *rows, size_t row_count,
                        uint32_t *renumber, uint32_t *room)
{
	for (size_t i = 0; i < row_count; i++) {
		out->codes[i] = rows[i] != DATA_MISSING ? source->codes[rows[i]] : DATA_MISSING;
		if (out->codes[i] == DATA_MISSING)
			out->missing++;
		else
			renumber[out->codes[i]]++;
	}
	out->distinct = renumber_values(renumber, room, source->distinct);
	for (size_t i = 0; i < row_count; i++)
		if (out->codes[i] != DATA_MISSING)
			out->codes[i] = renumber[out->codes[i]];
	for (size_t i = 0; i < out->distinct; i++) {
		size_t from = room[source->distinct + i];
		out->below += from < source->below;
		out->above += from + source->above >= source->distinct;
	}
	out->counts = base_array_copy(room, out->distinct, sizeof *out->counts);
	return out->counts != NULL && copy_values(out, source, room + source->distinct) &&
	       copy_limits(out, source, room + source->distinct);
}

bool data_column_resample(data_column *out, const data_column *source, const uint32_t *rows, size_t row_count)
{
	memset(out, 0, sizeof *out);
	out->type = source->type;
	out->position = source->position;
	out->unit = source->unit;
	out->ordered = source->ordered;
	out->step = source->step;
	out->kind = source->kind;
	out->name = base_string_copy(source->name);
	out->why = base_string_copy(source->why);
	out->codes = base_array(row_count, sizeof *out->codes);
	uint32_t *renumber = base_array_zero(source->distinct, sizeof *renumber);
	uint32_t *room = base_array(2 * source->distinct, sizeof *room);
	bool done = out->name != NULL && out->why != NULL && out->codes != NULL && renumber != NULL && room != NULL &&
	            fill_column(out, source, rows, row_count, renumber, room);
	free(renumber);
	free(room);
	if (!done)
		data_column_clear(out);
	return done;
}

/* Clusters of the rows; NULL: there are none. */
static bool resample_aside(data_column **out, const data_column *source, const uint32_t *rows, size_t count)
{
	if (source == NULL)
		return true;
	*out = base_array_zero(1, sizeof **out);
	return *out != NULL && data_column_resample(*out, source, rows, count);
}

/* Adds the rows of `source` to `out`: its columns and, if there are any, its clusters. */
static mixmi_status resample(mixmi_table *out, const mixmi_table *source, const size_t *columns, size_t column_count,
                             const uint32_t *rows, bool own_atoms)
{
	mixmi_status status = MIXMI_OK;
	for (size_t j = 0; status == MIXMI_OK && j < column_count; j++) {
		data_column column;
		if (!data_column_resample(&column, &source->columns[columns != NULL ? columns[j] : j], rows, out->rows))
			return base_error_memory();
		if (own_atoms) {
			free(column.origin);
			column.origin = NULL;
		}
		status = data_table_adopt(out, &column);
	}
	if (status == MIXMI_OK && !(resample_aside(&out->clusters, source->clusters, rows, out->rows) &&
	                            resample_aside(&out->crossed, source->crossed, rows, out->rows)))
		return base_error_memory();
	return status;
}

/* A new table of `row_count` rows of `table`. */
static mixmi_status make(mixmi_table **out, const mixmi_table *table, const size_t *columns, size_t column_count,
                         const uint32_t *rows, size_t row_count, bool own_atoms)
{
	mixmi_status status = mixmi_table_new(out, row_count);
	if (status == MIXMI_OK)
		status = resample(*out, table, columns, column_count, rows, own_atoms);
	if (status != MIXMI_OK) {
		mixmi_table_free(*out);
		*out = NULL;
	}
	return status;
}

mixmi_status data_table_resample(mixmi_table **out, const mixmi_table *table, const size_t *columns,
                                 size_t column_count, const uint32_t *rows, size_t row_count)
{
	return make(out, table, columns, column_count, rows, row_count, false);
}

/* The sum of the weights; an error if a table cannot have this many rows. */
static mixmi_status total_of(size_t *out, const uint64_t *weights, size_t rows)
{
	uint64_t total = 0;
	for (size_t i = 0; i < rows; i++) {
		if (weights[i] > DATA_MAX_ROWS - total)
			return base_error(MIXMI_ERROR_LIMIT, "the weights add up to more than %zu rows", (size_t)DATA_MAX_ROWS);
		total += weights[i];
	}
	*out = (size_t)total;
	return total > 0 ? MIXMI_OK : base_error(MIXMI_ERROR_DATA, "all weights are 0");
}

mixmi_status mixmi_table_weighted(mixmi_table **out, const mixmi_table *table, const uint64_t *weights)
{
	size_t total;
	*out = NULL;
	mixmi_status status = total_of(&total, weights, table->rows);
	if (status != MIXMI_OK)
		return status;
	uint32_t *rows = base_array(total, sizeof *rows);
	if (rows == NULL)
		return base_error_memory();
	size_t count = 0;
	for (size_t i = 0; i < table->rows; i++)
		for (uint64_t k = 0; k < weights[i]; k++)
			rows[count++] = (uint32_t)i;
	status = make(out, table, NULL, table->column_count, rows, count, true);
	free(rows);
	return status;
}
