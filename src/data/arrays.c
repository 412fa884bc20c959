/* Columns from plain arrays in memory, of any element width. Each is read once, by stride, directly into the doubles or
 * codes from which the column is built. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/text.h"
#include "data/feed.h"
#include "data/number_at.h"

/* Width of each format in bytes. */
static const size_t widths[] = {
	[MIXMI_FLOAT64] = 8, [MIXMI_FLOAT32] = 4, [MIXMI_INT8] = 1,  [MIXMI_INT16] = 2,
	[MIXMI_INT32] = 4,   [MIXMI_INT64] = 8,   [MIXMI_UINT8] = 1, [MIXMI_UINT16] = 2,
	[MIXMI_UINT32] = 4,  [MIXMI_UINT64] = 8,  [MIXMI_BOOL8] = 1,
};

static bool is_real(const mixmi_array *array)
{
	return array->format == MIXMI_FLOAT64 || array->format == MIXMI_FLOAT32;
}

static bool has_null(const char *const *texts, size_t count)
{
	for (size_t i = 0; texts != NULL && i < count; i++)
		if (texts[i] == NULL)
			return true;
	return false;
}

/* `read`: texts may be converted to numbers, as when reading a file. */
static mixmi_status check(const char *name, const mixmi_array *array, size_t rows, bool read)
{
	char shown[BASE_TEXT_SHOWN];
	if (name == NULL)
		return base_error(MIXMI_ERROR_USAGE, "a column needs a name");
	base_text_show(shown, name, strlen(name));
	if (array->values == NULL && rows > 0)
		return base_error(MIXMI_ERROR_USAGE, "column '%s': there are no values", shown);
	if (array->format < 0 || array->format > MIXMI_BOOL8)
		return base_error(MIXMI_ERROR_USAGE, "column '%s': there is no array format %d", shown, array->format);
	if (array->type < MIXMI_DISCRETE || array->type > MIXMI_AUTO)
		return base_error(MIXMI_ERROR_USAGE, "column '%s': there is no type %d", shown, array->type);
	if (array->unit < MIXMI_PLAIN || array->unit > MIXMI_NANOSECONDS)
		return base_error(MIXMI_ERROR_USAGE, "column '%s': there is no unit %d", shown, array->unit);
	if (array->labels != NULL && (is_real(array) || (array->type == MIXMI_NUMERIC && !read)))
		return base_error(MIXMI_ERROR_USAGE, "column '%s': only discrete integers can have labels", shown);
	bool limits = array->below > 0 || array->above > 0;
	if (limits && read)
		return base_error(MIXMI_ERROR_USAGE, "column '%s': detection limits are read from texts here", shown);
	if (limits && (array->limits == NULL || array->labels != NULL || array->type == MIXMI_DISCRETE))
		return base_error(MIXMI_ERROR_USAGE, "column '%s': detection limits need texts and a numeric column", shown);
	if (array->label_count > DATA_MAX_ROWS)
		return base_error(MIXMI_ERROR_LIMIT, "column '%s': a column holds at most %zu labels", shown, DATA_MAX_ROWS);
	if (has_null(array->labels, array->label_count))
		return base_error(MIXMI_ERROR_USAGE, "column '%s': a label is NULL", shown);
	return MIXMI_OK;
}

static const char *value_at(const mixmi_array *array, size_t row)
{
	ptrdiff_t stride = array->stride != 0 ? array->stride : (ptrdiff_t)widths[array->format];
	return (const char *)array->values + (ptrdiff_t)row * stride;
}

static bool is_missing(const mixmi_array *array, size_t row)
{
	if (array->missing != NULL && array->missing[row] != 0)
		return true;
	if (array->validity != NULL && !data_bit_at(array->validity, array->validity_offset + row))
		return true;
	if (!array->has_na || is_real(array))
		return false;
	bool negative = false;
	uint64_t value = data_integer_at(&negative, value_at(array, row), array->format);
	return negative == (array->na < 0) && value == (array->na < 0 ? -(uint64_t)array->na : (uint64_t)array->na);
}

static data_unit unit_of(const mixmi_array *array)
{
	return array->unit == MIXMI_PLAIN ? DATA_PLAIN : array->unit == MIXMI_DAYS ? DATA_DAYS : DATA_SECONDS;
}

/* Copies and checks the caller's description of an array. Booleans get labels. */
static mixmi_status take(mixmi_array *out, const char *name, const void *given, size_t size, size_t rows, bool read)
{
	static const char *const truths[] = { "false", "true" };
	base_take(out, sizeof *out, given, size);
	mixmi_status status = check(name, out, rows, read);
	if (out->format == MIXMI_BOOL8 && out->type != MIXMI_NUMERIC && out->labels == NULL) {
		out->labels = truths;
		out->label_count = 2;
		out->first_label = 0;
		out->type = MIXMI_DISCRETE;
	}
	return status;
}

/* ----------------------------------------------------------------------------------------------------- numbers */

static mixmi_status bad_value(const char *name, size_t row, mixmi_status status, const char *what)
{
	char shown[BASE_TEXT_SHOWN];
	return base_error(status, "column '%s', row %zu: the value is %s", base_text_show(shown, name, strlen(name)),
	                  row + 1, what);
}

/* Fills in one number per row, converted to days or seconds if there is a unit. A whole number beyond 2^53 is rounded with a
 * remark on `column`, as in a file; without one (NULL) it is an error. */
static mixmi_status fill_values(double *values, size_t rows, const char *name, const mixmi_array *array,
                                data_incoming *column)
{
	for (size_t row = 0; row < rows; row++) {
		values[row] = NAN;
		if (is_missing(array, row))
			continue;
		bool exact = true;
		values[row] = data_number_at(&exact, value_at(array, row), array->format, array->unit);
		if (isinf(values[row]))
			return bad_value(name, row, MIXMI_ERROR_DATA, "infinite");
		if (!exact && column == NULL)
			return bad_value(name, row, MIXMI_ERROR_LIMIT, "beyond 2^53");
		if (!exact && !data_incoming_number(column, &values[row], exact, row))
			return base_error_memory();
	}
	return MIXMI_OK;
}

/* Takes the lowest and highest values that are detection limits. */
static mixmi_status take_limits(data_column *column, const mixmi_array *array)
{
	char shown[BASE_TEXT_SHOWN];
	if (array->below == 0 && array->above == 0)
		return MIXMI_OK;
	if (array->below > column->distinct || array->above > column->distinct - array->below)
		return base_error(MIXMI_ERROR_USAGE, "column '%s': %zu detection limits among %zu values",
		                  base_text_show(shown, column->name, strlen(column->name)), array->below + array->above,
		                  column->distinct);
	if (has_null(array->limits, array->below + array->above))
		return base_error(MIXMI_ERROR_USAGE, "column '%s': the text of a detection limit is NULL",
		                  base_text_show(shown, column->name, strlen(column->name)));
	column->limits = base_strings_copy(array->limits, array->below + array->above);
	column->below = array->below;
	column->above = array->above;
	return column->limits != NULL ? MIXMI_OK : base_error_memory();
}

static mixmi_status add_numbers(mixmi_table *table, const char *name, const mixmi_array *array)
{
	data_column column;
	mixmi_type type = array->type == MIXMI_DISCRETE ? MIXMI_DISCRETE : MIXMI_NUMERIC;
	double *values = base_array(table->rows, sizeof *values);
	mixmi_status status = values != NULL ? fill_values(values, table->rows, name, array, NULL) : base_error_memory();
	if (status == MIXMI_OK)
		status = data_column_from_values(&column, name, type,
		                                 type == MIXMI_DISCRETE ? "declared discrete" : "declared numeric", values,
		                                 table->rows);
	free(values);
	if (status != MIXMI_OK)
		return status;
	status = take_limits(&column, array);
	if (status != MIXMI_OK) {
		data_column_clear(&column);
		return status;
	}
	column.declared = array->type != MIXMI_AUTO;
	column.unit = unit_of(array);
	return data_table_adopt(table, &column);
}

/* ------------------------------------------------------------------------------------------------------ labels */

static mixmi_status fill_codes(uint32_t *codes, size_t rows, const char *name, const mixmi_array *array)
{
	char shown[BASE_TEXT_SHOWN];
	for (size_t row = 0; row < rows; row++) {
		codes[row] = DATA_MISSING;
		if (is_missing(array, row))
			continue;
		bool negative = false;
		uint64_t value = data_integer_at(&negative, value_at(array, row), array->format);
		/* modulo 2^64 the difference is right for any first label; invalid labels become large */
		uint64_t code = (negative ? -value : value) - (uint64_t)array->first_label;
		if (code >= array->label_count)
			return base_error(MIXMI_ERROR_DATA, "column '%s', row %zu: code %s%llu has no label (there are %zu)",
			                  base_text_show(shown, name, strlen(name)), row + 1, negative ? "-" : "",
			                  (unsigned long long)value, array->label_count);
		codes[row] = (uint32_t)code;
	}
	return MIXMI_OK;
}

static mixmi_status add_labels(mixmi_table *table, const char *name, const mixmi_array *array)
{
	data_column column;
	uint32_t *codes = base_array(table->rows, sizeof *codes);
	mixmi_status status = codes != NULL ? fill_codes(codes, table->rows, name, array) : base_error_memory();
	if (status == MIXMI_OK)
		status = data_column_from_labels(&column, name, "declared discrete", codes, table->rows, array->labels,
		                                 array->label_count, false);
	free(codes);
	if (status != MIXMI_OK)
		return status;
	column.ordered = array->ordered != 0;
	return data_table_adopt(table, &column);
}

/* ------------------------------------------------------------------------------------------ as a file is read */

/* All arrays of a table, as a source of columns. */
typedef struct arrays {
	const char *const *names;
	const mixmi_array *first;
	size_t count, size; /* number of arrays, and bytes from one to the next */
	size_t rows;
	bool done;
} arrays;

enum { SMALL_CELLS = 1000000 }; /* all columns of so few cells are taken in some milliseconds */

static mixmi_status open_arrays(data_feed *feed)
{
	const arrays *a = feed->state;
	mixmi_status status = data_feed_columns(feed, a->count);
	for (size_t i = 0; status == MIXMI_OK && i < a->count; i++) {
		feed->columns[i].name = base_string_copy(a->names[i]);
		if (feed->columns[i].name == NULL)
			status = base_error_memory();
	}
	feed->small = a->count > 0 && a->rows <= SMALL_CELLS / a->count;
	return status;
}

/* Codes of the labels within the column. Missing-value markers and blanks apply only to texts. NULL if memory runs
 * out. */
static uint32_t *code_labels(data_incoming *column, const data_feed *feed, const mixmi_array *array)
{
	bool plain = column->settled || !feed->options->recognise;
	uint32_t *codes = base_array(array->label_count, sizeof *codes);
	bool done = codes != NULL;
	for (size_t i = 0; i < array->label_count && done; i++) {
		const char *label = array->labels[i];
		done = plain ? data_labels_code(&codes[i], &column->labels, label, strlen(label))
		             : data_incoming_text(&codes[i], column, &feed->markers, label, strlen(label));
	}
	if (done)
		return codes;
	free(codes);
	return NULL;
}

static mixmi_status read_labels(data_incoming *column, const data_feed *feed, const mixmi_array *array, size_t rows)
{
	column->settled = array->type == MIXMI_DISCRETE;
	column->ordered = array->ordered != 0 && column->settled;
	column->nominal = column->settled && !column->ordered;
	uint32_t *codes = data_incoming_codes(column, 0, rows), *known = code_labels(column, feed, array);
	mixmi_status status =
		codes != NULL && known != NULL ? fill_codes(codes, rows, column->name, array) : base_error_memory();
	for (size_t row = 0; status == MIXMI_OK && row < rows; row++)
		if (codes[row] != DATA_MISSING)
			codes[row] = known[codes[row]];
	free(known);
	return status;
}

static mixmi_status read_values(data_incoming *column, const mixmi_array *array, size_t rows)
{
	double *values = data_incoming_values(column, 0, rows);
	column->declared_discrete |= array->type == MIXMI_DISCRETE;
	column->unit = unit_of(array);
	return values != NULL ? fill_values(values, rows, column->name, array, column) : base_error_memory();
}

static mixmi_status read_array(data_feed *feed, const arrays *a, size_t index)
{
	data_incoming *column = &feed->columns[index];
	mixmi_array given, array;
	base_take(&given, sizeof given, (const char *)a->first + index * a->size, a->size);
	if (column->declared_numeric) /* by an option: booleans and categories are then numbers */
		given.type = MIXMI_NUMERIC;
	mixmi_status status = take(&array, column->name, &given, sizeof given, a->rows, true);
	if (status != MIXMI_OK)
		return status;
	column->declared_numeric = array.type == MIXMI_NUMERIC;
	return array.labels != NULL ? read_labels(column, feed, &array, a->rows) : read_values(column, &array, a->rows);
}

static mixmi_status next_arrays(data_feed *feed, size_t *rows)
{
	arrays *a = feed->state;
	mixmi_status status = MIXMI_OK;
	*rows = a->done ? 0 : a->rows;
	for (size_t i = 0; status == MIXMI_OK && *rows > 0 && i < a->count; i++)
		if (feed->columns[i].needed) {
			status = read_array(feed, a, i);
			if (status == MIXMI_ERROR_DATA && feed->columns[i].watched) {
				feed->columns[i].watched = feed->columns[i].needed = false;
				status = MIXMI_OK;
			}
		}
	a->done = true;
	return status;
}

mixmi_status mixmi_table_from_arrays(mixmi_table **out, size_t rows, const char *const *names,
                                     const mixmi_array *columns, size_t size, size_t count,
                                     const mixmi_options *options)
{
	static const data_format format = { .name = "arrays", .open = open_arrays, .next = next_arrays };
	arrays state = { names, columns, count, size, rows, false };
	mixmi_options used;
	base_options_settle(&used, options);
	data_feed feed = { .format = &format, .state = &state, .path = "", .name = "the data" };
	*out = NULL;
	return data_feed_table(out, &feed, data_feed_begin(&feed, &used));
}

/* ------------------------------------------------------------------------------------------------------- calls */

mixmi_status mixmi_table_add_array(mixmi_table *table, const char *name, const mixmi_array *array, size_t size)
{
	mixmi_array taken;
	mixmi_status status = take(&taken, name, array, size, table->rows, false);
	if (status != MIXMI_OK)
		return status;
	return taken.labels != NULL ? add_labels(table, name, &taken) : add_numbers(table, name, &taken);
}

mixmi_status mixmi_table_add_values(mixmi_table *table, const char *name, mixmi_type type, const double *values,
                                    const uint8_t *missing)
{
	const mixmi_array array = { .values = values, .type = (int32_t)type, .missing = missing };
	return mixmi_table_add_array(table, name, &array, sizeof array);
}

mixmi_status mixmi_table_add_codes(mixmi_table *table, const char *name, const int64_t *codes,
                                   const char *const *labels, size_t label_count, const uint8_t *missing)
{
	const mixmi_array array = { .values = codes,
		                        .format = MIXMI_INT64,
		                        .type = MIXMI_DISCRETE,
		                        .missing = missing,
		                        .labels = labels,
		                        .label_count = label_count };
	return mixmi_table_add_array(table, name, &array, sizeof array);
}
