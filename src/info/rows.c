/* Choosing and ordering the rows of a question. */
#include "info/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "data/rows.h"
#include "histogram/rank.h"

/* Codes of the complete rows, column after column in the order of the table's rows. */
static void gather(uint32_t *codes, const data_rows *rows, const mixmi_table *table, const size_t *columns,
                   size_t column_count)
{
	for (size_t j = 0; j < column_count; j++)
		for (size_t i = 0; i < rows->count; i++)
			codes[j * rows->count + i] = table->columns[columns[j]].codes[data_rows_at(rows, i)];
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
	data_rows whole;
	mixmi_status status = data_rows_init(&whole, table, columns, column_count);
	if (status != MIXMI_OK)
		return status;
	rows->count = whole.count;
	rows->dropped = whole.dropped;
	uint32_t *order = base_array(rows->count, sizeof *order);
	uint32_t *codes = base_array(rows->count, column_count * sizeof *codes);
	rows->codes = base_array(rows->count, column_count * sizeof *rows->codes);
	bool done = order != NULL && codes != NULL && rows->codes != NULL;
	if (done) {
		gather(codes, &whole, table, columns, column_count);
		done = reorder(rows, codes, order, table, columns, column_count);
	}
	free(order);
	free(codes);
	data_rows_clear(&whole);
	if (done)
		return MIXMI_OK;
	info_rows_clear(rows);
	return base_error_memory();
}

void info_rows_clear(info_rows *rows)
{
	free(rows->codes);
	memset(rows, 0, sizeof *rows);
}
