/* Cells of Z, and the choice between comparing within them and regressing on functions of Z. */
#include "test/given.h"

#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "paper/cells/cell_numbers.h"
#include "regress/tree.h"
#include "test/constants.h"

static bool number_cells(test_given *g, const question_column *columns, size_t count)
{
	cells_coordinate *coordinates = base_array(count, sizeof *coordinates);
	g->cells = base_array_zero(g->entries, sizeof *g->cells);
	bool done = coordinates != NULL && g->cells != NULL;
	for (size_t j = 0; done && j < count; j++)
		coordinates[j] = (cells_coordinate){ columns[j].codes, 1, NULL, columns[j].distinct };
	g->cell_count = 1;
	if (done && count > 0)
		done = cells_rank(g->cells, &g->cell_count, coordinates, count, g->entries);
	free(coordinates);
	g->sizes = done ? base_array_zero(g->cell_count, sizeof *g->sizes) : NULL;
	if (g->sizes == NULL)
		return false;
	for (size_t i = 0; i < g->entries; i++)
		g->sizes[g->cells[i]] += g->times != NULL ? g->times[i] : 1;
	for (size_t c = 0; c < g->cell_count; c++)
		g->comparable += g->sizes[c] > 1 ? g->sizes[c] : 0;
	return true;
}

/* Adds a hash of a column's value to the key of each row: of the distance of a number from the median, or of the
 * number of rows of a label. */
static bool add_keys(uint64_t *keys, const question_column *c)
{
	uint64_t *of_code = base_array(c->distinct, sizeof *of_code);
	size_t below = 0;
	for (size_t code = 0; of_code != NULL && code < c->distinct; below += c->counts[code++]) {
		size_t above = c->rows - below - c->counts[code], gap = above > below ? above - below : below - above;
		uint64_t key = ((c->unordered ? c->counts[code] : gap) + 1) * UINT64_C(0x9E3779B97F4A7C15);
		of_code[code] = (key ^ (key >> 32)) * UINT64_C(0xBF58476D1CE4E5B9);
	}
	for (size_t i = 0; of_code != NULL && i < c->entries; i++)
		keys[i] += of_code[c->codes[i]] ^ (of_code[c->codes[i]] >> 29);
	free(of_code);
	return of_code != NULL;
}

/* Keys of the rows. They also order equally frequent labels of Z. */
static bool make_keys(test_given *g, question_column *columns, size_t count)
{
	g->row_keys = count > 0 ? base_array_zero(g->entries, sizeof *g->row_keys) : NULL;
	bool done = count == 0 || g->row_keys != NULL;
	for (size_t j = 0; done && j < count; j++)
		done = add_keys(g->row_keys, &columns[j]);
	for (size_t j = 0; done && j < count; j++)
		columns[j].row_keys = g->row_keys;
	return done;
}

/* Each cell costs one degree of freedom. With a single column of labels there is no alternative to cells. */
static bool cells_suffice(const test_given *g, const question_column *columns, size_t count)
{
	if (g->clusters != NULL && QUESTION_LEAST_ROWS * g->cell_count > g->clusters->occurring)
		return false;
	bool labels = true;
	for (size_t j = 0; j < count; j++)
		labels = labels && (columns[j].unordered || columns[j].occurring <= 2);
	return (labels && count == 1) ||
	       (double)g->cell_count <= (labels ? regress_most_share : test_most_cells) * (double)g->rows;
}

/* Columns of Z on the rows. */
typedef struct z_columns {
	size_t count;
	question_column *columns;
} z_columns;

static void z_columns_clear(z_columns *z)
{
	for (size_t j = 0; j < z->count; j++)
		question_column_clear(&z->columns[j]);
	free(z->columns);
}

static bool z_columns_init(z_columns *columns, const mixmi_table *table, const question_sample *rows, const size_t *z,
                           size_t z_count)
{
	*columns = (z_columns){ .columns = base_array_zero(z_count, sizeof *columns->columns) };
	bool done = columns->columns != NULL;
	for (; done && columns->count < z_count; columns->count += done)
		done = question_column_init(&columns->columns[columns->count], &table->columns[z[columns->count]], rows);
	if (!done)
		z_columns_clear(columns);
	return done;
}

/* Reads the clusters of rows. */
static bool take_clusters(test_given *g, const mixmi_table *table, const question_sample *rows)
{
	if (table->clusters == NULL)
		return true;
	g->clusters = base_array_zero(1, sizeof *g->clusters);
	if (g->clusters == NULL || !question_column_init(g->clusters, table->clusters, rows))
		return false;
	g->clusters->clusters = true;
	return true;
}

/* Sines and scores of ranks, which all columns share. */
static bool share_ranks(test_given *given, z_columns *z)
{
	bool done = given->ranks.rows == given->rows || question_rank_waves_init(&given->ranks, given->rows);
	for (size_t j = 0; j < z->count; j++)
		z->columns[j].ranks = &given->ranks;
	return done;
}

bool test_given_init(test_given *given, const mixmi_table *table, const question_sample *rows, const size_t *z,
                     size_t z_count)
{
	*given = (test_given){ .rows = rows->count, .entries = rows->entries, .times = rows->times };
	z_columns columns;
	if (!z_columns_init(&columns, table, rows, z, z_count))
		return false;
	bool done = take_clusters(given, table, rows) && number_cells(given, columns.columns, columns.count) &&
	            make_keys(given, columns.columns, columns.count);
	if (done && z_count > 0 && cells_suffice(given, columns.columns, columns.count))
		given->manner = TEST_BY_CELLS;
	else if (done && z_count > 0) {
		given->manner = TEST_BY_REGRESSION;
		given->comparable = given->rows;
		done = share_ranks(given, &columns);
	}
	done = done && test_weights_init(&given->weights, &given->weight_count, columns.columns, columns.count,
	                                 given->cells, given->cell_count);
	z_columns_clear(&columns);
	if (!done)
		test_given_clear(given);
	return done;
}

/* Clusters follow the columns of Z: the regression has a random effect per cluster, which stays in the residuals. */
static bool add_clusters(test_given *given, z_columns *columns)
{
	question_column *grown = base_array(columns->count + 1, sizeof *grown);
	if (grown == NULL)
		return false;
	memcpy(grown, columns->columns, columns->count * sizeof *grown);
	grown[columns->count] = *given->clusters;
	grown[columns->count].owned_codes = grown[columns->count].owned_counts = NULL;
	free(columns->columns);
	given->columns = columns->columns = grown;
	given->column_count = ++columns->count;
	return true;
}

bool test_given_prepare(test_given *given, const mixmi_table *table, const question_sample *rows, const size_t *z,
                        size_t z_count)
{
	z_columns columns;
	if (given->manner != TEST_BY_REGRESSION || given->ready)
		return true;
	if (!z_columns_init(&columns, table, rows, z, z_count))
		return false;
	given->columns = columns.columns;
	given->column_count = columns.count;
	if (given->clusters != NULL && !add_clusters(given, &columns))
		return false;
	given->leaf = base_array(given->rows, sizeof *given->leaf);
	given->ready = given->leaf != NULL && share_ranks(given, &columns) &&
	               regress_regressors_init(&given->functions, columns.columns, columns.count, given->row_keys,
	                                       TEST_FUNCTIONS_PER_ROW);
	given->leaf_count = given->ready ? regress_groups(given->leaf, &given->functions) : 0;
	return given->leaf_count > 0;
}

void test_given_clear(test_given *given)
{
	if (given->clusters != NULL)
		question_column_clear(given->clusters);
	free(given->clusters);
	free(given->cells);
	free(given->sizes);
	free(given->row_keys);
	free(given->leaf);
	free(given->weights);
	question_rank_waves_clear(&given->ranks);
	regress_regressors_clear(&given->functions);
	z_columns_clear(&(z_columns){ given->column_count, given->columns });
	memset(given, 0, sizeof *given);
}

size_t test_given_size(const test_given *g)
{
	return regress_regressors_size(&g->functions) + sizeof *g + g->ranks.rows * sizeof *g->ranks.at +
	       g->weight_count * g->entries * sizeof *g->weights +
	       ((g->leaf != NULL ? 4 : 3) * g->entries + g->cell_count) * sizeof(uint32_t);
}
