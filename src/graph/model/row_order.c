/* Rows are sorted by the columns, which are ordered by their content, with two rounds of colour refinement (as in
 * question/data_order.c, which orders the columns of one question): the key of a column comes from the keys of the rows
 * with each of its values, and the key of a row from the sum over its values in all columns. Columns that this does not
 * distinguish stay in the given order. They agree in their margins and in the sum of their tables with all others, as
 * exchangeable columns do. */
#include "graph/model/row_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum { ROUNDS = 2 };

typedef struct keyed_column {
	const data_column *column;
	uint64_t hash;
	size_t place; /* as given */
} keyed_column;

static int compare_hashes(const void *x, const void *y)
{
	const keyed_column *c = x, *d = y;
	if (c->hash != d->hash)
		return c->hash < d->hash ? -1 : 1;
	return (c->place > d->place) - (c->place < d->place);
}

static size_t place_of(const data_column *column, size_t row)
{
	return column->codes[row] == DATA_MISSING ? column->distinct : column->codes[row];
}

/* Computes the hash of a column from the keys of rows, and adds its contribution to the next key of each row. */
static bool refine(keyed_column *c, uint64_t *next, const uint64_t *keys, size_t rows)
{
	uint64_t *sums = base_array_zero(c->column->distinct + 1, sizeof *sums);
	if (sums == NULL)
		return false;
	c->hash = BASE_HASH_START;
	for (size_t i = 0; i < rows; i++)
		sums[place_of(c->column, i)] += keys[i];
	for (size_t k = 0; k <= c->column->distinct; k++)
		c->hash = base_hash_number(c->hash, sums[k]);
	for (size_t i = 0; i < rows; i++)
		next[i] += base_hash_mix(base_hash_number(c->hash, place_of(c->column, i)));
	free(sums);
	return true;
}

static bool order_columns(keyed_column *columns, size_t count, size_t rows)
{
	uint64_t *keys = base_array(rows, sizeof *keys), *next = base_array(rows, sizeof *next);
	bool done = keys != NULL && next != NULL;
	for (size_t i = 0; done && i < rows; i++)
		keys[i] = 1;
	for (int round = 0; done && round < ROUNDS; round++) {
		memset(next, 0, rows * sizeof *next);
		for (size_t j = 0; done && j < count; j++)
			done = refine(&columns[j], next, keys, rows);
		memcpy(keys, next, rows * sizeof *keys);
	}
	if (done)
		qsort(columns, count, sizeof *columns, compare_hashes);
	free(keys);
	free(next);
	return done;
}

bool graph_column_order(size_t *order, const mixmi_table *table, const size_t *columns, size_t count)
{
	keyed_column *keyed = base_array(count, sizeof *keyed);
	for (size_t j = 0; keyed != NULL && j < count; j++)
		keyed[j] = (keyed_column){ &table->columns[columns[j]], 0, j };
	bool done = keyed != NULL && order_columns(keyed, count, table->rows);
	for (size_t j = 0; done && j < count; j++)
		order[j] = keyed[j].place;
	free(keyed);
	return done;
}

/* Sorts rows by their values in one column; ties keep their order. */
static bool sort_by_column(uint32_t *order, uint32_t *scratch, const data_column *column, size_t rows)
{
	size_t *starts = base_array_zero(column->distinct + 2, sizeof *starts);
	if (starts == NULL)
		return false;
	for (size_t i = 0; i < rows; i++)
		starts[place_of(column, i) + 1]++;
	for (size_t k = 0; k <= column->distinct; k++)
		starts[k + 1] += starts[k];
	for (size_t i = 0; i < rows; i++)
		scratch[starts[place_of(column, order[i])]++] = order[i];
	memcpy(order, scratch, rows * sizeof *order);
	free(starts);
	return true;
}

bool graph_row_order(uint32_t *order, const mixmi_table *table, const size_t *columns, size_t count)
{
	keyed_column *keyed = base_array(count, sizeof *keyed);
	uint32_t *scratch = base_array(table->rows, sizeof *scratch);
	bool done = keyed != NULL && scratch != NULL;
	for (size_t j = 0; done && j < count; j++)
		keyed[j] = (keyed_column){ &table->columns[columns[j]], 0, j };
	done = done && order_columns(keyed, count, table->rows);
	for (size_t i = 0; i < table->rows; i++)
		order[i] = (uint32_t)i;
	for (size_t j = count; done && j > 0; j--)
		done = sort_by_column(order, scratch, keyed[j - 1].column, table->rows);
	free(keyed);
	free(scratch);
	return done;
}

/* A cluster, identified by the content of its rows. */
typedef struct keyed_cluster {
	uint64_t key;
	uint32_t cluster;
} keyed_cluster;

static int compare_clusters(const void *x, const void *y)
{
	const keyed_cluster *c = x, *d = y;
	if (c->key != d->key)
		return c->key < d->key ? -1 : 1;
	return (c->cluster > d->cluster) - (c->cluster < d->cluster);
}

static bool same_rows(const mixmi_table *table, const size_t *columns, size_t count, uint32_t a, uint32_t b)
{
	for (size_t j = 0; j < count; j++)
		if (table->columns[columns[j]].codes[a] != table->columns[columns[j]].codes[b])
			return false;
	return true;
}

/* Adds up hashes of the ranks of a cluster's rows among the distinct rows. */
static void key_clusters(keyed_cluster *keyed, const uint32_t *order, const mixmi_table *table, const size_t *columns,
                         size_t count)
{
	size_t place = 0;
	for (uint32_t c = 0; c < table->clusters->distinct; c++)
		keyed[c] = (keyed_cluster){ 0, c };
	for (size_t i = 0; i < table->rows; i++) {
		place += i > 0 && !same_rows(table, columns, count, order[i - 1], order[i]);
		keyed[table->clusters->codes[order[i]]].key += base_hash_mix(place + 1);
	}
	qsort(keyed, table->clusters->distinct, sizeof *keyed, compare_clusters);
}

bool graph_cluster_order(uint32_t *order, size_t **starts, const mixmi_table *table, const size_t *columns,
                         size_t count)
{
	size_t clusters = table->clusters->distinct, rows = table->rows;
	keyed_cluster *keyed = base_array(clusters, sizeof *keyed);
	uint32_t *rank = base_array(clusters, sizeof *rank), *sorted = base_array(rows, sizeof *sorted);
	size_t *next = base_array(clusters, sizeof *next);
	*starts = base_array_zero(clusters + 1, sizeof **starts);
	bool done = keyed != NULL && rank != NULL && sorted != NULL && next != NULL && *starts != NULL;
	if (done) {
		key_clusters(keyed, order, table, columns, count);
		for (size_t i = 0; i < clusters; i++) {
			rank[keyed[i].cluster] = (uint32_t)i;
			next[i] = (*starts)[i];
			(*starts)[i + 1] = (*starts)[i] + table->clusters->counts[keyed[i].cluster];
		}
		for (size_t i = 0; i < rows; i++)
			sorted[next[rank[table->clusters->codes[order[i]]]]++] = order[i];
		memcpy(order, sorted, rows * sizeof *order);
	}
	free(keyed);
	free(rank);
	free(sorted);
	free(next);
	return done;
}
