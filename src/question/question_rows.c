/* Choosing and ordering the rows of a question. */
#include "question/question_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "cells/cell_numbers.h"

/* Codes of the complete rows, column after column in the order of the table's rows. */
static void gather(uint32_t *codes, size_t *distinct, const question_complete *rows, const question_ready *q)
{
	for (size_t j = 0; j < q->count; j++) {
		const data_column *source = &q->table->columns[q->columns[j]];
		distinct[j] = source->distinct;
		for (size_t i = 0; i < rows->count; i++)
			codes[j * rows->count + i] = source->codes[question_complete_at(rows, i)];
	}
}

static bool reorder(question_rows *rows, const uint32_t *codes, uint32_t *order, size_t columns)
{
	cells_coordinate *coordinates = base_array(columns, sizeof *coordinates);
	if (coordinates == NULL)
		return false;
	for (size_t j = 0; j < columns; j++)
		coordinates[j] = (cells_coordinate){ codes + j * rows->count, 1, NULL, rows->distinct[j] };
	bool done = cells_order(order, coordinates, columns, rows->count);
	for (size_t j = 0; done && j < columns; j++)
		for (size_t i = 0; i < rows->count; i++)
			rows->codes[j * rows->count + i] = codes[j * rows->count + order[i]];
	free(coordinates);
	return done;
}

static bool take(question_rows *rows, const question_complete *complete, const question_ready *q)
{
	rows->count = complete->count;
	rows->dropped = complete->dropped;
	rows->distinct = base_array(q->count, sizeof *rows->distinct);
	rows->codes = base_array(rows->count, q->count * sizeof *rows->codes);
	uint32_t *order = base_array(rows->count, sizeof *order);
	uint32_t *codes = base_array(rows->count, q->count * sizeof *codes);
	bool done = rows->distinct != NULL && rows->codes != NULL && order != NULL && codes != NULL;
	if (done) {
		gather(codes, rows->distinct, complete, q);
		done = reorder(rows, codes, order, q->count);
	}
	free(order);
	free(codes);
	return done;
}

mixmi_status question_rows_init(question_rows *rows, const question_ready *q)
{
	memset(rows, 0, sizeof *rows);
	question_complete complete;
	mixmi_status status = question_complete_init(&complete, q->table, q->columns, q->count);
	if (status != MIXMI_OK)
		return status;
	if (!take(rows, &complete, q)) {
		question_rows_clear(rows);
		status = base_error_memory();
	}
	question_complete_clear(&complete);
	return status;
}

void question_rows_clear(question_rows *rows)
{
	free(rows->codes);
	free(rows->distinct);
	memset(rows, 0, sizeof *rows);
}
