/* Two rounds of colour refinement (as in question/data_order.c, which orders the columns of one question): a column is known by the
 * keys of the rows that hold each of its values, a row by its values in the columns, added up, so that no order of columns shows. */
#include "graph/row_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum { ROUNDS = 2 };

typedef struct keyed_row {
	uint64_t key;
	uint32_t row;
} keyed_row;

static int compare_keys(const void *x, const void *y)
{
	const keyed_row *r = x, *s = y;
	if (r->key != s->key)
		return r->key < s->key ? -1 : 1;
	return (r->row > s->row) - (r->row < s->row);
}

static size_t place_of(const data_column *column, size_t row)
{
	return column->codes[row] == DATA_MISSING ? column->distinct : column->codes[row];
}

/* Adds what a column says about each row to its next key. */
static bool add_column(uint64_t *next, const keyed_row *rows, size_t count, const data_column *column)
{
	uint64_t *sums = base_array_zero(column->distinct + 1, sizeof *sums), hash = BASE_HASH_START;
	if (sums == NULL)
		return false;
	for (size_t i = 0; i < count; i++)
		sums[place_of(column, i)] += rows[i].key;
	for (size_t k = 0; k <= column->distinct; k++)
		hash = base_hash_number(hash, sums[k]);
	for (size_t i = 0; i < count; i++)
		next[i] += base_hash_mix(base_hash_number(hash, place_of(column, i)));
	free(sums);
	return true;
}

bool graph_row_order(uint32_t *order, const mixmi_table *table, const size_t *columns, size_t count)
{
	keyed_row *rows = base_array(table->rows, sizeof *rows);
	uint64_t *next = base_array(table->rows, sizeof *next);
	bool done = rows != NULL && next != NULL;
	for (size_t i = 0; done && i < table->rows; i++)
		rows[i] = (keyed_row){ 1, (uint32_t)i };
	for (int round = 0; done && round < ROUNDS; round++) {
		memset(next, 0, table->rows * sizeof *next);
		for (size_t j = 0; done && j < count; j++)
			done = add_column(next, rows, table->rows, &table->columns[columns[j]]);
		for (size_t i = 0; done && i < table->rows; i++)
			rows[i].key = next[i];
	}
	if (done)
		qsort(rows, table->rows, sizeof *rows, compare_keys);
	for (size_t i = 0; done && i < table->rows; i++)
		order[i] = rows[i].row;
	free(rows);
	free(next);
	return done;
}
