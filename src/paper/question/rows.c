/* Complete rows, and the codes and counts of columns on them. */
#include "paper/question/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

/* --------------------------------------------------------------------------------------------------- complete rows */

static mixmi_status check_columns(const mixmi_table *table, const size_t *columns, size_t column_count)
{
	mixmi_status status = column_count > 0 ? MIXMI_OK : base_error(MIXMI_ERROR_USAGE, "no column is given");
	for (size_t j = 0; status == MIXMI_OK && j < column_count; j++) {
		status = data_check_column(table, columns[j]);
		for (size_t i = 0; i < j; i++)
			if (columns[i] == columns[j]) {
				const char *name = table->columns[columns[j]].name;
				char shown[BASE_TEXT_SHOWN];
				return base_error(MIXMI_ERROR_USAGE, "column '%s' is given twice",
				                  base_text_show(shown, name, strlen(name)));
			}
	}
	return status;
}

mixmi_status question_check_rows(size_t rows)
{
	if (rows >= 2)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_DATA, "the table has %zu row%s; at least 2 are needed", rows, rows == 1 ? "" : "s");
}

static mixmi_status check_count(const question_complete *rows, size_t all)
{
	if (rows->count >= 2 || rows->dropped == 0)
		return question_check_rows(rows->count);
	return base_error(MIXMI_ERROR_DATA,
	                  "only %zu of %zu rows have a value in every column asked for; at least 2 are needed", rows->count,
	                  all);
}

static bool is_whole(const mixmi_table *table, const size_t *columns, size_t column_count, size_t row)
{
	for (size_t j = 0; j < column_count; j++)
		if (table->columns[columns[j]].codes[row] == DATA_MISSING)
			return false;
	return true;
}

mixmi_status question_complete_init(question_complete *rows, const mixmi_table *table, const size_t *columns,
                                    size_t column_count)
{
	*rows = (question_complete){ .count = table->rows };
	mixmi_status status = check_columns(table, columns, column_count);
	if (status != MIXMI_OK)
		return status;
	size_t missing = 0;
	for (size_t j = 0; j < column_count; j++)
		missing += table->columns[columns[j]].missing;
	if (missing > 0) {
		rows->used = base_array(table->rows, sizeof *rows->used);
		if (rows->used == NULL)
			return base_error_memory();
		rows->count = 0;
		for (size_t row = 0; row < table->rows; row++)
			if (is_whole(table, columns, column_count, row))
				rows->used[rows->count++] = (uint32_t)row;
		rows->dropped = table->rows - rows->count;
	}
	status = check_count(rows, table->rows);
	if (status != MIXMI_OK)
		question_complete_clear(rows);
	return status;
}

void question_complete_clear(question_complete *rows)
{
	free(rows->used);
	rows->used = NULL;
}

cells_coordinate question_complete_codes(const question_complete *rows, const data_column *column)
{
	if (rows->used == NULL)
		return (cells_coordinate){ column->codes, 1, NULL, column->distinct };
	return (cells_coordinate){ rows->used, 1, column->codes, column->distinct };
}

/* How many rows have each code: the column's own counts where all rows are used. NULL: out of memory. */
static const uint32_t *count_codes(uint32_t **owned, const data_column *column, const uint32_t *used,
                                   const uint32_t *times, size_t entries)
{
	*owned = NULL;
	if (used == NULL)
		return column->counts;
	*owned = base_array_zero(column->distinct, sizeof **owned);
	for (size_t i = 0; *owned != NULL && i < entries; i++)
		(*owned)[column->codes[used[i]]] += times != NULL ? times[i] : 1;
	return *owned;
}

const uint32_t *question_complete_count(uint32_t **owned, const question_complete *rows, const data_column *column)
{
	return count_codes(owned, column, rows->used, NULL, rows->count);
}

question_sample question_sample_unmerged(const question_complete *complete)
{
	return (question_sample){ .count = complete->count, .entries = complete->count, .used = complete->used };
}

const uint32_t *question_sample_codes(uint32_t **owned, const question_sample *rows, const data_column *column)
{
	*owned = NULL;
	if (rows->used == NULL)
		return column->codes;
	*owned = base_array(rows->entries, sizeof **owned);
	for (size_t i = 0; *owned != NULL && i < rows->entries; i++)
		(*owned)[i] = column->codes[rows->used[i]];
	return *owned;
}

const uint32_t *question_sample_count(uint32_t **owned, const question_sample *rows, const data_column *column)
{
	return count_codes(owned, column, rows->used, rows->times, rows->entries);
}
