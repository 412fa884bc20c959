/* The table: immutable columns, found by name or number. */
#include "data/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/sized.h"
#include "base/text.h"
#include "data/atoms.h"
#include "data/judge.h"

mixmi_status mixmi_table_new(mixmi_table **out, size_t rows)
{
	*out = NULL;
	if (rows > DATA_MAX_ROWS)
		return base_error(MIXMI_ERROR_LIMIT, "a table holds at most %zu rows, not %zu", DATA_MAX_ROWS, rows);
	*out = base_array_zero(1, sizeof **out);
	if (*out == NULL)
		return base_error_memory();
	(*out)->rows = rows;
	return MIXMI_OK;
}

void mixmi_table_free(mixmi_table *table)
{
	if (table == NULL)
		return;
	for (size_t i = 0; i < table->column_count; i++)
		data_column_clear(&table->columns[i]);
	for (size_t i = 0; i < table->note_count; i++)
		free(table->notes[i]);
	data_column *const aside[] = { table->clusters, table->crossed, table->time, table->units };
	for (size_t i = 0; i < sizeof aside / sizeof aside[0]; i++) {
		if (aside[i] != NULL)
			data_column_clear(aside[i]);
		free(aside[i]);
	}
	if (table->beyond != NULL)
		table->free_beyond(table->beyond);
	data_labels_clear(&table->names);
	data_labels_clear(&table->signatures);
	free(table->owners);
	free(table->columns);
	free(table->notes);
	free(table->on_columns);
	free(table);
}

uint64_t mixmi_table_population(const mixmi_table *table)
{
	return table->population > 0 ? table->population : table->rows;
}

size_t mixmi_table_rows(const mixmi_table *table)
{
	return table->rows;
}

size_t mixmi_table_columns(const mixmi_table *table)
{
	return table->column_count;
}

/* ----------------------------------------------------------------------------------------- adding columns */

static mixmi_status take_name(mixmi_table *table, const char *name)
{
	char shown[BASE_TEXT_SHOWN];
	uint32_t code;
	base_text_show(shown, name, strlen(name));
	if (*name == '\0')
		return base_error(MIXMI_ERROR_DATA, "a column needs a name");
	if (!base_text_is_utf8(name, strlen(name)))
		return base_error(MIXMI_ERROR_DATA, "column name '%s' is not valid UTF-8", shown);
	if (!data_labels_code(&code, &table->names, name, strlen(name)))
		return base_error_memory();
	if (code < table->column_count)
		return base_error(MIXMI_ERROR_DATA, "two columns are named '%s'", shown);
	return MIXMI_OK;
}

/* Reports the remark on a column. Of many remarks only the first are reported; describe shows all. */
bool data_table_note(mixmi_table *table, const data_column *column, size_t said)
{
	enum { MOST = 12 };
	char shown[BASE_TEXT_SHOWN];
	if (column->remark == NULL || column->origin != NULL || table->column_notes > MOST)
		return true;
	base_text_show(shown, column->name, strlen(column->name));
	mixmi_status status = table->column_notes++ == MOST
	                          ? data_table_remark(table, "there are remarks on more columns: see describe")
	                          : data_table_remark(table, "column '%s': %s", shown, column->remark + said);
	if (status != MIXMI_OK)
		return false;
	table->on_columns[table->note_count - 1] = true;
	return true;
}

mixmi_status data_table_adopt(mixmi_table *table, data_column *column)
{
	mixmi_status status = MIXMI_OK;
	if (!base_grow((void **)&table->columns, &table->column_capacity, table->column_count + 1, sizeof *table->columns))
		status = base_error_memory();
	if (status == MIXMI_OK) /* last, because a registered name must have its column */
		status = take_name(table, column->name);
	if (status != MIXMI_OK) {
		data_column_clear(column);
		return status;
	}
	if (column->position == 0)
		column->position = table->column_count + 1;
	if (!data_judge(column, table) || !data_table_note(table, column, 0)) {
		data_column_clear(column);
		return base_error_memory();
	}
	table->columns[table->column_count++] = *column;
	memset(column, 0, sizeof *column);
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------- asking */

mixmi_status data_check_column(const mixmi_table *table, size_t column)
{
	if (column < table->column_count)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_USAGE, "no column with index %zu: the table has %zu", column, table->column_count);
}

static mixmi_status describe(mixmi_column *out, const data_column *c, const mixmi_options *options)
{
	const data_atom_rule rule = options->preset == MIXMI_PRESET_PAPER
	                                ? data_atoms_frequent(options->atom_threshold)
	                                : data_atoms_above_neighbours(options->atom_threshold);
	bool ranged = c->values != NULL && c->distinct > 0;
	*out = (mixmi_column){
		.name = c->name,
		.type = (int32_t)c->type,
		.why = c->why,
		.position = c->position,
		.missing = c->missing,
		.distinct = c->distinct,
		.has_labels = c->labels != NULL,
		.minimum = ranged ? data_column_number(c, 0) : NAN,
		.maximum = ranged ? data_column_number(c, (uint32_t)c->distinct - 1) : NAN,
		.kind = data_kind_name(c->kind),
		.remark = c->remark,
		.label = c->label,
		.step = c->step,
		.unit = (int32_t)c->unit,
		.ordered = c->ordered,
		.suited = data_column_suits(c),
		.below = c->below,
		.above = c->above,
	};
	uint32_t *marks = base_array(c->distinct, sizeof *marks);
	if (marks == NULL)
		return base_error_memory();
	out->atoms = data_mark_atoms(marks, c, c->counts, &rule);
	for (size_t i = 0; i < c->distinct; i++)
		out->atom_rows += marks[i] == DATA_MARK_ATOM ? c->counts[i] : 0;
	free(marks);
	return MIXMI_OK;
}

mixmi_status mixmi_table_column(mixmi_column *out, size_t size, const mixmi_table *table, size_t column,
                                const mixmi_options *options)
{
	mixmi_options settled;
	base_options_settle(&settled, options);
	mixmi_status status = data_check_column(table, column);
	mixmi_column found = { .minimum = (double)NAN, .maximum = (double)NAN, .step = (double)NAN };
	if (status == MIXMI_OK)
		status = describe(&found, &table->columns[column], &settled);
	found.lag = status == MIXMI_OK ? table->columns[column].lag : 0;
	found.lag_of = found.lag > 0 ? table->columns[column].lag_of : column;
	base_give(out, size, &found, sizeof found);
	return status;
}

double mixmi_table_value(const mixmi_table *table, size_t column, size_t row)
{
	if (column >= table->column_count || row >= table->rows)
		return NAN;
	const data_column *c = &table->columns[column];
	uint32_t code = c->codes[row];
	if (code == DATA_MISSING)
		return NAN;
	return c->values != NULL ? data_column_number(c, code) : code;
}

const char *mixmi_table_label(const mixmi_table *table, size_t column, size_t code)
{
	if (column >= table->column_count)
		return NULL;
	const data_column *c = &table->columns[column];
	if (c->limits != NULL && code < c->distinct && data_column_is_limit(c, code))
		return c->limits[code < c->below ? code : code + c->below + c->above - c->distinct];
	return c->labels != NULL && code < c->distinct ? c->labels[code] : NULL;
}

const char *mixmi_table_note(const mixmi_table *table, size_t index)
{
	return index < table->note_count ? table->notes[index] : NULL;
}

mixmi_status data_table_remark(mixmi_table *table, const char *format, ...)
{
	char note[512];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(note, sizeof note, format, arguments);
	va_end(arguments);
	char *copy = base_string_copy(note);
	size_t capacity = table->note_capacity;
	if (copy == NULL ||
	    !base_grow((void **)&table->on_columns, &capacity, table->note_count + 1, sizeof *table->on_columns) ||
	    !base_grow((void **)&table->notes, &table->note_capacity, table->note_count + 1, sizeof *table->notes)) {
		free(copy);
		return base_error_memory();
	}
	table->on_columns[table->note_count] = false;
	table->notes[table->note_count++] = copy;
	return MIXMI_OK;
}
