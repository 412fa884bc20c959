/* The table: columns that are built whole and never change, looked up by name or number. */
#include "data/table.h"

#include <ctype.h>
#include <errno.h>
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
	data_labels_clear(&table->names);
	free(table->columns);
	free(table->notes);
	free(table);
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

mixmi_status data_table_adopt(mixmi_table *table, data_column *column)
{
	mixmi_status status = MIXMI_OK;
	if (!base_grow((void **)&table->columns, &table->column_capacity, table->column_count + 1, sizeof *table->columns))
		status = base_error_memory();
	if (status == MIXMI_OK) /* last, for a name that is taken must have its column */
		status = take_name(table, column->name);
	if (status != MIXMI_OK) {
		data_column_clear(column);
		return status;
	}
	if (column->position == 0)
		column->position = table->column_count + 1;
	table->columns[table->column_count++] = *column;
	memset(column, 0, sizeof *column);
	return MIXMI_OK;
}

mixmi_status mixmi_table_add_values(mixmi_table *table, const char *name, mixmi_type type, const double *values,
                                    const uint8_t *missing)
{
	char shown[BASE_TEXT_SHOWN];
	double *copy = base_array_copy(values, table->rows, sizeof *values);
	if (copy == NULL)
		return base_error_memory();
	for (size_t row = 0; row < table->rows; row++) {
		if (missing != NULL && missing[row])
			copy[row] = NAN;
		if (isinf(copy[row])) {
			free(copy);
			return base_error(MIXMI_ERROR_DATA, "column '%s', row %zu: the value is infinite",
			                  base_text_show(shown, name, strlen(name)), row + 1);
		}
	}
	data_column column;
	const char *why = type == MIXMI_DISCRETE ? "declared discrete" : "declared numeric";
	mixmi_status status = data_column_from_values(&column, name, type, why, copy, table->rows);
	free(copy);
	return status == MIXMI_OK ? data_table_adopt(table, &column) : status;
}

/* Codes without labels are numbers; they must survive as doubles. */
static mixmi_status add_plain_codes(mixmi_table *table, const char *name, const int64_t *codes, const uint8_t *missing)
{
	const int64_t largest = (int64_t)1 << 53;
	char shown[BASE_TEXT_SHOWN];
	double *values = base_array(table->rows, sizeof *values);
	if (values == NULL)
		return base_error_memory();
	mixmi_status status = MIXMI_OK;
	for (size_t row = 0; row < table->rows && status == MIXMI_OK; row++) {
		bool absent = missing != NULL && missing[row];
		values[row] = absent ? NAN : (double)codes[row];
		if (!absent && (codes[row] > largest || codes[row] < -largest))
			status = base_error(MIXMI_ERROR_LIMIT, "column '%s', row %zu: code %lld is beyond 2^53",
			                    base_text_show(shown, name, strlen(name)), row + 1, (long long)codes[row]);
	}
	if (status == MIXMI_OK)
		status = mixmi_table_add_values(table, name, MIXMI_DISCRETE, values, NULL);
	free(values);
	return status;
}

static mixmi_status add_labelled_codes(mixmi_table *table, const char *name, const int64_t *codes,
                                       const char *const *labels, size_t label_count, const uint8_t *missing)
{
	char shown[BASE_TEXT_SHOWN];
	uint32_t *narrow = base_array(table->rows, sizeof *narrow);
	if (narrow == NULL)
		return base_error_memory();
	mixmi_status status = MIXMI_OK;
	for (size_t row = 0; row < table->rows && status == MIXMI_OK; row++) {
		bool absent = missing != NULL && missing[row];
		narrow[row] = absent ? DATA_MISSING : (uint32_t)codes[row];
		if (!absent && (codes[row] < 0 || (uint64_t)codes[row] >= label_count))
			status = base_error(MIXMI_ERROR_DATA, "column '%s', row %zu: code %lld has no label (there are %zu)",
			                    base_text_show(shown, name, strlen(name)), row + 1, (long long)codes[row], label_count);
	}
	data_column column;
	if (status == MIXMI_OK)
		status = data_column_from_labels(&column, name, "declared discrete", narrow, table->rows, labels, label_count,
		                                 false);
	free(narrow);
	return status == MIXMI_OK ? data_table_adopt(table, &column) : status;
}

mixmi_status mixmi_table_add_codes(mixmi_table *table, const char *name, const int64_t *codes,
                                   const char *const *labels, size_t label_count, const uint8_t *missing)
{
	if (labels == NULL)
		return add_plain_codes(table, name, codes, missing);
	if (label_count > DATA_MAX_ROWS)
		return base_error(MIXMI_ERROR_LIMIT, "a column holds at most %zu labels", DATA_MAX_ROWS);
	return add_labelled_codes(table, name, codes, labels, label_count, missing);
}

/* ------------------------------------------------------------------------------------------------- asking */

mixmi_status data_check_column(const mixmi_table *table, size_t column)
{
	if (column < table->column_count)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_USAGE, "no column with index %zu: the table has %zu", column, table->column_count);
}

static mixmi_column describe(const mixmi_table *table, const data_column *c, int64_t threshold)
{
	const data_atom_rule rule = data_atoms_frequent(threshold);
	bool ranged = c->values != NULL && c->distinct > 0;
	mixmi_column out = {
		.name = c->name,
		.type = (int32_t)c->type,
		.why = c->why,
		.position = c->position,
		.missing = c->missing,
		.distinct = c->distinct,
		.has_labels = c->labels != NULL,
		.minimum = ranged ? c->values[0] : NAN,
		.maximum = ranged ? c->values[c->distinct - 1] : NAN,
		.step = (double)NAN,
	};
	const uint32_t *occurs = c->origin != NULL ? c->origin : c->counts;
	for (size_t i = 0; i < c->distinct; i++) {
		bool atom = c->type == MIXMI_DISCRETE || data_is_atom(occurs, c->distinct, i, &rule);
		out.atoms += atom;
		out.atom_rows += atom ? c->counts[i] : 0;
	}
	/* a single value that is left over has no width and is an atom too */
	if (c->distinct - out.atoms == 1) {
		out.atoms = c->distinct;
		out.atom_rows = table->rows - c->missing;
	}
	return out;
}

mixmi_status mixmi_table_column(mixmi_column *out, size_t size, const mixmi_table *table, size_t column,
                                const mixmi_options *options)
{
	mixmi_options settled;
	base_options_settle(&settled, options);
	mixmi_status status = data_check_column(table, column);
	mixmi_column found = { .minimum = (double)NAN, .maximum = (double)NAN, .step = (double)NAN };
	if (status == MIXMI_OK)
		found = describe(table, &table->columns[column], settled.atom_threshold);
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
	return c->values != NULL ? c->values[code] : code;
}

const char *mixmi_table_label(const mixmi_table *table, size_t column, size_t code)
{
	if (column >= table->column_count)
		return NULL;
	const data_column *c = &table->columns[column];
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
	if (copy == NULL ||
	    !base_grow((void **)&table->notes, &table->note_capacity, table->note_count + 1, sizeof *table->notes)) {
		free(copy);
		return base_error_memory();
	}
	table->notes[table->note_count++] = copy;
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------ finding */

/* The name nearest to a mistyped one, or NULL if none is near. */
static const char *nearest_name(const mixmi_table *table, const char *name)
{
	size_t length = strlen(name), limit = 2 + length / 5;
	base_nearest nearest = { name, limit < length ? limit : length, NULL }; /* something of the name must be right */
	for (size_t i = 0; i < table->column_count; i++)
		base_nearest_try(&nearest, table->columns[i].name);
	return nearest.name;
}

/* The column at a 1-based position, if `name` is a number. */
static bool find_position(size_t *out, const mixmi_table *table, const char *name)
{
	if (!isdigit((unsigned char)*name))
		return false;
	char *end;
	errno = 0;
	unsigned long long position = strtoull(name, &end, 10);
	if (*end != '\0' || errno != 0)
		return false;
	for (size_t i = 0; i < table->column_count; i++)
		if (table->columns[i].position == position) {
			*out = i;
			return true;
		}
	return false;
}

mixmi_status data_table_find_name(size_t *out, const mixmi_table *table, const char *name)
{
	uint32_t code;
	if (data_labels_find(&code, &table->names, name, strlen(name))) {
		*out = code;
		return MIXMI_OK;
	}
	char shown[BASE_TEXT_SHOWN], shown_near[BASE_TEXT_SHOWN];
	base_text_show(shown, name, strlen(name));
	const char *nearest = nearest_name(table, name);
	if (nearest == NULL)
		return base_error(MIXMI_ERROR_USAGE, "no column '%s' among the %zu of the table", shown, table->column_count);
	return base_error(MIXMI_ERROR_USAGE, "no column '%s'; did you mean '%s'?", shown,
	                  base_text_show(shown_near, nearest, strlen(nearest)));
}

mixmi_status mixmi_table_find(size_t *out, const mixmi_table *table, const char *name)
{
	uint32_t code;
	bool named = data_labels_find(&code, &table->names, name, strlen(name));
	return !named && find_position(out, table, name) ? MIXMI_OK : data_table_find_name(out, table, name);
}

static mixmi_status select_items(size_t **columns, size_t *count, const mixmi_table *table, const char *list,
                                 char *item)
{
	size_t capacity = 0;
	while (base_text_next_item(item, &list)) {
		size_t column;
		mixmi_status status = mixmi_table_find(&column, table, item);
		if (status != MIXMI_OK)
			return status;
		if (!base_grow((void **)columns, &capacity, *count + 1, sizeof **columns))
			return base_error_memory();
		(*columns)[(*count)++] = column;
	}
	return *count > 0 ? MIXMI_OK : base_error(MIXMI_ERROR_USAGE, "a list of columns is empty");
}

mixmi_status mixmi_table_select(size_t **columns, size_t *count, const mixmi_table *table, const char *list)
{
	*columns = NULL;
	*count = 0;
	char *item = base_array(strlen(list) + 1, 1);
	if (item == NULL)
		return base_error_memory();
	mixmi_status status = select_items(columns, count, table, list, item);
	free(item);
	if (status != MIXMI_OK) {
		free(*columns);
		*columns = NULL;
		*count = 0;
	}
	return status;
}
