/* Documents as tables, for the tests of reading: each is written to a temporary file and read, or must fail as is said. */
#ifndef TESTS_READING_H
#define TESTS_READING_H

#include "temporary.h"

static inline mixmi_options defaults(void)
{
	mixmi_options options;
	init_options(&options);
	return options;
}

static inline mixmi_table *read_bytes(const char *bytes, size_t length, const mixmi_options *options)
{
	mixmi_table *table;
	write_bytes(bytes, length);
	if (mixmi_table_read(&table, path, options) != MIXMI_OK)
		fail_msg("not read: %s", mixmi_error_message());
	return table;
}

static inline mixmi_table *read_text(const char *text)
{
	return read_bytes(text, strlen(text), NULL);
}

/* Fails unless reading fails with `status` and a message that names the file, if it should, and holds `part`. */
static inline void check_failure(mixmi_status status, const char *part, const char *bytes, size_t length,
                                 const mixmi_options *options)
{
	mixmi_table *table = (mixmi_table *)&status;
	write_bytes(bytes, length);
	mixmi_status got = mixmi_table_read(&table, path, options);
	if (got != status || table != NULL || strstr(mixmi_error_message(), part) == NULL)
		fail_msg("status %d, message '%s'; expected %d, '%s'", (int)got, mixmi_error_message(), (int)status, part);
	if (status == MIXMI_ERROR_DATA && strncmp(mixmi_error_message(), path, strlen(path)) != 0)
		fail_msg("'%s' does not begin with the file's name", mixmi_error_message());
	if (strchr(mixmi_error_message(), '\n') != NULL)
		fail_msg("'%s' is more than one line", mixmi_error_message());
}

static inline void check_bad(const char *part, const char *text)
{
	check_failure(MIXMI_ERROR_DATA, part, text, strlen(text), NULL);
}

static inline mixmi_column column_of(const mixmi_table *table, size_t index)
{
	mixmi_column column;
	assert_int_equal(mixmi_table_column(&column, sizeof column, table, index, NULL), MIXMI_OK);
	return column;
}

static inline void check_number(const mixmi_table *table, size_t column, size_t row, double expected)
{
	double value = mixmi_table_value(table, column, row);
	if (isnan(expected) ? !isnan(value) : value != expected)
		fail_msg("column %zu, row %zu: %g, expected %g", column, row, value, expected);
}

static inline void check_label(const mixmi_table *table, size_t column, size_t row, const char *expected)
{
	double code = mixmi_table_value(table, column, row);
	const char *label = isnan(code) ? "(missing)" : mixmi_table_label(table, column, (size_t)code);
	assert_string_equal(label, expected);
}

static inline void check_shape(const mixmi_table *table, size_t rows, size_t columns)
{
	assert_int_equal(mixmi_table_rows(table), rows);
	assert_int_equal(mixmi_table_columns(table), columns);
}

#endif
