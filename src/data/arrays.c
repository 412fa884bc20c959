/* Columns that another program has in memory, as plain arrays of any width: read once, by stride, straight into the doubles or
 * codes that the column is sorted from. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/text.h"
#include "data/number_at.h"
#include "data/table.h"

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

static mixmi_status check(const char *name, const mixmi_array *array, size_t rows)
{
	char shown[BASE_TEXT_SHOWN];
	if (name == NULL)
		return base_error(MIXMI_ERROR_USAGE, "a column needs a name");
	base_text_show(shown, name, strlen(name));
	if (array->values == NULL && rows > 0)
		return base_error(MIXMI_ERROR_USAGE, "column '%s': there are no values", shown);
	if (array->format < 0 || array->format > MIXMI_BOOL8)
		return base_error(MIXMI_ERROR_USAGE, "column '%s': no format of arrays has number %d", shown, array->format);
	if (array->type < MIXMI_DISCRETE || array->type > MIXMI_AUTO)
		return base_error(MIXMI_ERROR_USAGE, "column '%s': no type has number %d", shown, array->type);
	if (array->unit < MIXMI_PLAIN || array->unit > MIXMI_NANOSECONDS)
		return base_error(MIXMI_ERROR_USAGE, "column '%s': no unit has number %d", shown, array->unit);
	if (array->labels != NULL && (is_real(array) || array->type == MIXMI_NUMERIC))
		return base_error(MIXMI_ERROR_USAGE, "column '%s': labels go with integers that are discrete", shown);
	bool limits = array->below > 0 || array->above > 0;
	if (limits && (array->limits == NULL || array->labels != NULL || array->type == MIXMI_DISCRETE))
		return base_error(MIXMI_ERROR_USAGE, "column '%s': detection limits have texts and go with numbers", shown);
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

/* ----------------------------------------------------------------------------------------------------- numbers */

static mixmi_status bad_value(const char *name, size_t row, mixmi_status status, const char *what)
{
	char shown[BASE_TEXT_SHOWN];
	return base_error(status, "column '%s', row %zu: the value is %s", base_text_show(shown, name, strlen(name)),
	                  row + 1, what);
}

/* Fills in one number a row, in days or seconds where the unit says so. */
static mixmi_status fill_values(double *values, size_t rows, const char *name, const mixmi_array *array)
{
	for (size_t row = 0; row < rows; row++) {
		values[row] = NAN;
		if (is_missing(array, row))
			continue;
		bool exact = true;
		values[row] = data_number_at(&exact, value_at(array, row), array->format, array->unit);
		if (isinf(values[row]))
			return bad_value(name, row, MIXMI_ERROR_DATA, "infinite");
		if (!exact)
			return bad_value(name, row, MIXMI_ERROR_LIMIT, "beyond 2^53");
	}
	return MIXMI_OK;
}

/* The ends of the column's values that are detection limits. */
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
	mixmi_status status = values != NULL ? fill_values(values, table->rows, name, array) : base_error_memory();
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
	column.unit = array->unit == MIXMI_PLAIN ? DATA_PLAIN : array->unit == MIXMI_DAYS ? DATA_DAYS : DATA_SECONDS;
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
		/* modulo 2^64 the difference is right for any first label; what is not a label becomes large */
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

/* ------------------------------------------------------------------------------------------------------- calls */

mixmi_status mixmi_table_add_array(mixmi_table *table, const char *name, const mixmi_array *array, size_t size)
{
	static const char *const truths[] = { "false", "true" };
	mixmi_array taken;
	base_take(&taken, sizeof taken, array, size);
	mixmi_status status = check(name, &taken, table->rows);
	if (status != MIXMI_OK)
		return status;
	if (taken.format == MIXMI_BOOL8 && taken.type != MIXMI_NUMERIC && taken.labels == NULL) {
		taken.labels = truths;
		taken.label_count = 2;
		taken.first_label = 0;
	}
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
