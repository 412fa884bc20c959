/* Choosing and ordering the rows of a question. */
#include "info/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "histogram/rank.h"

static bool is_complete(const mixmi_table *table, const size_t *columns, size_t column_count, size_t row)
{
	for (size_t j = 0; j < column_count; j++)
		if (table->columns[columns[j]].codes[row] == DATA_MISSING)
			return false;
	return true;
}

static mixmi_status check_count(size_t count, size_t all)
{
	if (count >= 2)
		return MIXMI_OK;
	if (count == all)
		return base_error(MIXMI_ERROR_DATA, "the table has %zu row%s; at least 2 are needed", all, all == 1 ? "" : "s");
	return base_error(MIXMI_ERROR_DATA,
	                  "only %zu of %zu rows have a value in every column asked for; at least 2 are needed", count, all);
}

/* Codes of the complete rows, column after column in the order of the table's rows. */
static void gather(uint32_t *codes, const info_rows *rows, const uint32_t *used, const mixmi_table *table,
                   const size_t *columns, size_t column_count)
{
	for (size_t j = 0; j < column_count; j++)
		for (size_t i = 0; i < rows->count; i++)
			codes[j * rows->count + i] = table->columns[columns[j]].codes[used[i]];
}

static bool reorder(info_rows *rows, const uint32_t *codes, uint32_t *order, const mixmi_table *table,
                    const size_t *columns, size_t column_count)
{
	hist_coordinate *coordinates = base_array(column_count, sizeof *coordinates);
	if (coordinates == NULL)
		return false;
	for (size_t j = 0; j < column_count; j++)
		coordinates[j] = (hist_coordinate){ codes + j * rows->count, 1, NULL, table->columns[columns[j]].distinct };
	bool done = hist_order(order, coordinates, column_count, rows->count);
	for (size_t j = 0; done && j < column_count; j++)
		for (size_t i = 0; i < rows->count; i++)
			rows->codes[j * rows->count + i] = codes[j * rows->count + order[i]];
	free(coordinates);
	return done;
}

mixmi_status info_rows_init(info_rows *rows, const mixmi_table *table, const size_t *columns, size_t column_count)
{
	memset(rows, 0, sizeof *rows);
	uint32_t *used = base_array(table->rows, sizeof *used), *codes = NULL;
	if (used == NULL)
		return base_error_memory();
	for (size_t row = 0; row < table->rows; row++)
		if (is_complete(table, columns, column_count, row))
			used[rows->count++] = (uint32_t)row;
	rows->dropped = table->rows - rows->count;
	mixmi_status status = check_count(rows->count, table->rows);
	if (status == MIXMI_OK) {
		codes = base_array(rows->count, column_count * sizeof *codes);
		rows->codes = base_array(rows->count, column_count * sizeof *rows->codes);
		bool done = codes != NULL && rows->codes != NULL;
		if (done)
			gather(codes, rows, used, table, columns, column_count);
		/* once gathered, `used` is free to hold the order */
		done = done && reorder(rows, codes, used, table, columns, column_count);
		status = done ? MIXMI_OK : base_error_memory();
	}
	free(used);
	free(codes);
	if (status != MIXMI_OK)
		info_rows_clear(rows);
	return status;
}

void info_rows_clear(info_rows *rows)
{
	free(rows->codes);
	memset(rows, 0, sizeof *rows);
}
