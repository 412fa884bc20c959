/* Cells of Z, and the choice between comparing within them and regressing on functions of Z. */
#include "scan/given.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "histogram/rank.h"
#include "scan/exact.h"
#include "scan/z_functions.h"

static bool number_cells(scan_given *g, const scan_column *columns, size_t count)
{
	hist_coordinate *coordinates = base_array(count, sizeof *coordinates);
	g->cells = base_array_zero(g->rows, sizeof *g->cells);
	bool done = coordinates != NULL && g->cells != NULL;
	for (size_t j = 0; done && j < count; j++)
		coordinates[j] = (hist_coordinate){ columns[j].codes, 1, NULL, columns[j].distinct };
	g->cell_count = 1;
	if (done && count > 0)
		done = hist_rank(g->cells, &g->cell_count, coordinates, count, g->rows);
	free(coordinates);
	g->sizes = done ? base_array_zero(g->cell_count, sizeof *g->sizes) : NULL;
	if (g->sizes == NULL)
		return false;
	for (size_t i = 0; i < g->rows; i++)
		g->sizes[g->cells[i]]++;
	for (size_t c = 0; c < g->cell_count; c++)
		g->comparable += g->sizes[c] > 1 ? g->sizes[c] : 0;
	return true;
}

/* Within cells a row is lost for each of them. Labels allow for no other comparison, as long as a third of the rows is left; numbers
 * do, and are compared within cells if hardly anything is lost by it. */
static bool cells_suffice(const scan_given *g, const scan_column *columns, size_t count)
{
	size_t left = g->rows - g->cell_count;
	bool labels = true;
	for (size_t j = 0; j < count; j++)
		labels = labels && (columns[j].unordered || columns[j].occurring <= 2);
	return labels ? 3 * left >= g->rows || count == 1 : 10 * left >= 6 * g->rows;
}

static bool prepare_regression(scan_given *g, const scan_column *columns, size_t count)
{
	scan_functions f;
	if (!scan_functions_init(&f, columns, count))
		return false;
	double *gram = base_array(f.count, f.count * sizeof *gram);
	bool done = gram != NULL && scan_products(gram, f.values, f.count, f.values, f.count, g->rows, true);
	for (size_t k = 0; done && k < f.count * f.count; k++)
		gram[k] /= (double)g->rows;
	done = done && scan_ridge_init(&g->ridge, gram, f.weights, f.count, g->rows) &&
	       scan_steps_init(&g->steps, columns, count);
	g->functions = f.values;
	g->count = f.count;
	g->comparable = g->rows;
	f.values = NULL;
	scan_functions_clear(&f);
	free(gram);
	return done;
}

/* The columns of Z by what is in them; those that cannot be told apart stay in the order of the table. */
static void sort_columns(size_t *sorted, const mixmi_table *table, const size_t *z, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t k = i;
		for (; k > 0 && scan_column_compare(&table->columns[sorted[k - 1]], &table->columns[z[i]]) > 0; k--)
			sorted[k] = sorted[k - 1];
		sorted[k] = z[i];
	}
}

static bool prepare(scan_given *g, const scan_column *columns, size_t count)
{
	if (!number_cells(g, columns, count))
		return false;
	g->manner = count == 0 ? SCAN_NOTHING_GIVEN
	            : cells_suffice(g, columns, count) ? SCAN_BY_CELLS
	                                               : SCAN_BY_REGRESSION;
	return g->manner != SCAN_BY_REGRESSION || prepare_regression(g, columns, count);
}

bool scan_given_init(scan_given *given, const mixmi_table *table, const data_rows *rows, const size_t *z,
                     size_t z_count)
{
	*given = (scan_given){ .rows = rows->count };
	scan_column *columns = base_array_zero(z_count, sizeof *columns);
	size_t *sorted = base_array(z_count, sizeof *sorted), made = 0;
	bool done = columns != NULL && sorted != NULL;
	if (done)
		sort_columns(sorted, table, z, z_count);
	for (; done && made < z_count; made += done)
		done = scan_column_init(&columns[made], &table->columns[sorted[made]], rows);
	done = done && prepare(given, columns, z_count);
	for (size_t j = 0; columns != NULL && j < made; j++)
		scan_column_clear(&columns[j]);
	free(columns);
	free(sorted);
	if (!done)
		scan_given_clear(given);
	return done;
}

void scan_given_clear(scan_given *given)
{
	free(given->cells);
	free(given->sizes);
	free(given->functions);
	scan_ridge_clear(&given->ridge);
	scan_steps_clear(&given->steps);
	memset(given, 0, sizeof *given);
}
