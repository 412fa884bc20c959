/* Columns during reading. */
#include "data/feed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "data/fields.h"
#include "data/recognise.h"

mixmi_status data_check_unpacked(const char *name, size_t bytes, const mixmi_options *options)
{
	if (bytes <= (size_t)options->max_unpacked)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_LIMIT, "%s: unpacks to more than %lld bytes; option max-unpacked raises the limit",
	                  name, (long long)options->max_unpacked);
}

mixmi_status data_feed_check_unpacked(const data_feed *feed, size_t rows)
{
	size_t bytes = 0;
	for (size_t i = 0; i < feed->column_count && bytes <= SIZE_MAX / 2; i++)
		bytes += feed->columns[i].needed ? rows * sizeof *feed->columns[i].values : 0;
	return data_check_unpacked(feed->name, bytes, feed->options);
}

mixmi_status data_feed_columns(data_feed *feed, size_t count)
{
	if (count == 0)
		return base_error(MIXMI_ERROR_DATA, "%s: has no columns", feed->name);
	if (count > UINT32_MAX / 2)
		return base_error(MIXMI_ERROR_LIMIT, "%s: too many columns", feed->name);
	feed->columns = base_array_zero(count, sizeof *feed->columns);
	if (feed->columns == NULL)
		return base_error_memory();
	feed->column_count = count;
	return MIXMI_OK;
}

static bool is_taken(const data_feed *feed, const char *name)
{
	for (size_t i = 0; i < feed->column_count; i++)
		if (feed->columns[i].name != NULL && strcmp(feed->columns[i].name, name) == 0)
			return true;
	return false;
}

mixmi_status data_feed_name(data_feed *feed, size_t column, const char *name)
{
	char made[64], shown[BASE_TEXT_SHOWN];
	bool blank = name == NULL || data_is_blank(name, strlen(name));
	bool usable = !blank && base_text_is_utf8(name, strlen(name)) && !is_taken(feed, name);
	int length = snprintf(made, sizeof made, "V%zu", column + 1);
	while (!usable && is_taken(feed, made) && length + 2 < (int)sizeof made) {
		made[length++] = '_';
		made[length] = '\0';
	}
	feed->columns[column].name = base_string_copy(usable ? name : made);
	if (feed->columns[column].name == NULL)
		return base_error_memory();
	if (usable || name == NULL)
		return MIXMI_OK;
	if (blank)
		return data_table_remark(feed->table, "column %zu has no name and is called '%s'", column + 1, made);
	return data_table_remark(feed->table, "column %zu is named '%s'%s and is called '%s'", column + 1,
	                         base_text_show(shown, name, strlen(name)),
	                         base_text_is_utf8(name, strlen(name)) ? " like another" : ", which is not UTF-8,", made);
}

mixmi_status data_feed_label(data_feed *feed, size_t column, const char *label)
{
	char shown[BASE_TEXT_SHOWN];
	if (*label == '\0')
		return MIXMI_OK;
	if (!base_text_is_utf8(label, strlen(label)))
		label = base_text_show(shown, label, strlen(label));
	feed->columns[column].label = base_string_copy(label);
	return feed->columns[column].label != NULL ? MIXMI_OK : base_error_memory();
}

double *data_incoming_values(data_incoming *column, size_t rows, size_t count)
{
	void *values = column->values;
	bool room = base_grow(&values, &column->value_capacity, rows + count, sizeof *column->values);
	column->values = values;
	return room ? column->values + rows : NULL;
}

uint32_t *data_incoming_codes(data_incoming *column, size_t rows, size_t count)
{
	void *codes = column->codes;
	bool room = base_grow(&codes, &column->code_capacity, rows + count, sizeof *column->codes);
	column->codes = codes;
	return room ? column->codes + rows : NULL;
}

static bool are_zero(const char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (bytes[i] != '\0')
			return false;
	return true;
}

bool data_incoming_text(uint32_t *code, data_incoming *column, const data_markers *markers, const char *text,
                        size_t length)
{
	const char *end = memchr(text, '\0', length);
	*code = DATA_MISSING;
	if (end != NULL && !column->cut && !are_zero(end, (size_t)(text + length - end))) { /* more than padding */
		column->cut = true;
		if (!data_incoming_remark(column, "texts are cut at a NUL byte, so that some may be taken for the same"))
			return false;
	}
	if (end != NULL)
		length = (size_t)(end - text);
	data_trim(&text, &length);
	return data_markers_match(markers, text, length) || data_labels_code(code, &column->labels, text, length);
}

bool data_incoming_number(data_incoming *column, double *value, bool exact, size_t row)
{
	bool done = true;
	if (!exact && !column->rounded)
		done = data_incoming_remark(
			column, "whole numbers beyond 2^53 (row %zu) are rounded, so different ones may become equal", row + 1);
	if (isinf(*value) && !column->overflowed && done)
		done = data_incoming_remark(column, "infinite values (row %zu) are taken as missing", row + 1);
	column->rounded |= !exact;
	column->overflowed |= isinf(*value);
	if (isinf(*value))
		*value = NAN;
	return done;
}

void data_incoming_clear(data_incoming *column)
{
	free(column->name);
	free(column->label);
	free(column->event);
	free(column->values);
	free(column->codes);
	free(column->remark);
	free(column->limits);
	free(column->limit_values);
	data_labels_clear(&column->labels);
}
