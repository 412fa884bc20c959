/* Choosing and ordering the rows of a question. */
#include "question/question_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "cells/cell_numbers.h"
#include "question/complete_rows.h"

/* Codes of the complete rows, column after column in the order of the table's rows. */
static void gather(uint32_t *codes, const question_complete *rows, const mixmi_table *table, const size_t *columns,
                   size_t column_count)
{
	for (size_t j = 0; j < column_count; j++)
		for (size_t i = 0; i < rows->count; i++)
			codes[j * rows->count + i] = table->columns[columns[j]].codes[question_complete_at(rows, i)];
}

static bool reorder(question_rows *rows, const uint32_t *codes, uint32_t *order, const mixmi_table *table,
                    const size_t *columns, size_t column_count)
{
	cells_coordinate *coordinates = base_array(column_count, sizeof *coordinates);
	if (coordinates == NULL)
		return false;
	for (size_t j = 0; j < column_count; j++)
		coordinates[j] = (cells_coordinate){ codes + j * rows->count, 1, NULL, table->columns[columns[j]].distinct };
	bool done = cells_order(order, coordinates, column_count, rows->count);
	for (size_t j = 0; done && j < column_count; j++)
		for (size_t i = 0; i < rows->count; i++)
			rows->codes[j * rows->count + i] = codes[j * rows->count + order[i]];
	free(coordinates);
	return done;
}

mixmi_status question_rows_init(question_rows *rows, const mixmi_table *table, const size_t *columns,
                                size_t column_count)
{
	memset(rows, 0, sizeof *rows);
	question_complete whole;
	mixmi_status status = question_complete_init(&whole, table, columns, column_count);
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
	question_complete_clear(&whole);
	if (done)
		return MIXMI_OK;
	question_rows_clear(rows);
	return base_error_memory();
}

void question_rows_clear(question_rows *rows)
{
	free(rows->codes);
	memset(rows, 0, sizeof *rows);
}
