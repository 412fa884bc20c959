/* Public access to the columns of a table: name and type, and whole arrays of rows and distinct values. */
#include <math.h>
#include <string.h>

#include "data/table.h"

const char *mixmi_table_name(const mixmi_table *table, size_t column)
{
	return column < table->column_count ? table->columns[column].name : NULL;
}

mixmi_type mixmi_table_type(const mixmi_table *table, size_t column)
{
	return column < table->column_count ? table->columns[column].type : MIXMI_NUMERIC;
}

size_t mixmi_table_distinct(const mixmi_table *table, size_t column)
{
	return column < table->column_count ? table->columns[column].distinct : 0;
}

_Static_assert(DATA_MISSING == MIXMI_NO_CODE, "codes go out as they are");

mixmi_status mixmi_table_codes(uint32_t *out, const mixmi_table *table, size_t column)
{
	mixmi_status status = data_check_column(table, column);
	if (status == MIXMI_OK && table->rows > 0)
		memcpy(out, table->columns[column].codes, table->rows * sizeof *out);
	return status;
}

mixmi_status mixmi_table_values(double *out, const mixmi_table *table, size_t column)
{
	mixmi_status status = data_check_column(table, column);
	for (size_t row = 0; status == MIXMI_OK && row < table->rows; row++)
		out[row] = mixmi_table_value(table, column, row);
	return status;
}

mixmi_status mixmi_table_levels(double *out, const mixmi_table *table, size_t column)
{
	mixmi_status status = data_check_column(table, column);
	for (uint32_t code = 0; code < mixmi_table_distinct(table, column); code++)
		out[code] =
			table->columns[column].values != NULL ? data_column_number(&table->columns[column], code) : (double)NAN;
	return status;
}

mixmi_status mixmi_table_counts(uint64_t *out, const mixmi_table *table, size_t column)
{
	mixmi_status status = data_check_column(table, column);
	for (size_t code = 0; code < mixmi_table_distinct(table, column); code++)
		out[code] = table->columns[column].counts[code];
	return status;
}
