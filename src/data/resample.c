/* Tables of some of the rows, for subsamples. Columns keep their meaning: type, order of values, and what is an atom. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "data/table.h"

/* Numbers the values that occur, in the order that they have: renumber[] holds how often each occurs, and gets its new
 * code. Returns how many there are. */
static size_t renumber_values(uint32_t *renumber, uint32_t *counts, size_t distinct)
{
	size_t kept = 0;
	for (size_t i = 0; i < distinct; i++) {
		if (renumber[i] == 0)
			continue;
		counts[kept] = renumber[i];
		renumber[i] = (uint32_t)kept++;
		counts[distinct + renumber[i]] = (uint32_t)i; /* where it came from */
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

/* `room` has place for twice the distinct values of the source, `renumber` for all of them, zeroed. */
static bool fill_column(data_column *out, const data_column *source, const uint32_t *rows, size_t row_count,
                        uint32_t *renumber, uint32_t *room)
{
	for (size_t i = 0; i < row_count; i++) {
		out->codes[i] = source->codes[rows[i]];
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
	return out->counts != NULL && copy_values(out, source, room + source->distinct);
}

static bool resample_column(data_column *out, const data_column *source, const uint32_t *rows, size_t row_count)
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

mixmi_status data_table_resample(mixmi_table **out, const mixmi_table *table, const size_t *columns,
                                 size_t column_count, const uint32_t *rows, size_t row_count)
{
	mixmi_status status = mixmi_table_new(out, row_count);
	for (size_t j = 0; status == MIXMI_OK && j < column_count; j++) {
		data_column column;
		if (resample_column(&column, &table->columns[columns[j]], rows, row_count))
			status = data_table_adopt(*out, &column);
		else
			status = base_error_memory();
	}
	if (status == MIXMI_OK && table->clusters != NULL) {
		(*out)->clusters = base_array_zero(1, sizeof *(*out)->clusters);
		if ((*out)->clusters == NULL || !resample_column((*out)->clusters, table->clusters, rows, row_count))
			status = base_error_memory();
	}
	if (status != MIXMI_OK) {
		mixmi_table_free(*out);
		*out = NULL;
	}
	return status;
}
