/* Choosing and ordering the rows of a question. */
#include "question/question_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "cells/cell_numbers.h"

/* Codes of the complete rows in the order of the table, column after column. */
static void gather(uint32_t *codes, const question_complete *rows, const question_ready *q)
{
	for (size_t j = 0; j < q->count; j++)
		for (size_t i = 0; i < rows->count; i++)
			*codes++ = q->table->columns[q->columns[j]].codes[question_complete_at(rows, i)];
}

static bool take(question_rows *rows, const question_complete *complete, const question_ready *q)
{
	size_t n = rows->count = complete->count;
	rows->dropped = complete->dropped;
	rows->distinct = base_array(q->count, sizeof *rows->distinct);
	rows->codes = base_array(n, q->count * sizeof *rows->codes);
	uint32_t *order = base_array(n, sizeof *order), *codes = base_array(n, q->count * sizeof *codes);
	cells_coordinate *at = base_array(q->count, sizeof *at);
	bool done = rows->distinct != NULL && rows->codes != NULL && order != NULL && codes != NULL && at != NULL;
	if (done)
		gather(codes, complete, q);
	for (size_t j = 0; done && j < q->count; j++) {
		rows->distinct[j] = q->table->columns[q->columns[j]].distinct;
		at[j] = (cells_coordinate){ codes + j * n, 1, NULL, rows->distinct[j] };
	}
	done = done && cells_order(order, at, q->count, n);
	for (size_t j = 0; done && j < q->count; j++)
		for (size_t i = 0; i < n; i++)
			rows->codes[j * n + i] = codes[j * n + order[i]];
	free(order);
	free(codes);
	free(at);
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
