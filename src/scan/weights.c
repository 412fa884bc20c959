/* Weights by rounds: the first function of every column, then the second, then products of first ones. A round is taken as a whole or
 * not at all, so that no column of Z comes before another. */
#include "scan/weights.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scan/column_features.h"
#include "scan/exact.h"

enum { MOST_WEIGHTS = 9, FEW = 6, MOST_INDICATED = 7, MOST_OF_COLUMN = 3 };

typedef struct weighing {
	size_t rows, count;
	double *values; /* [MOST_WEIGHTS][rows] */
} weighing;

/* Keeps the column of values after the last weight as one, if the weights before it leave something of it. */
static void keep(weighing *w)
{
	double *values = w->values + w->count * w->rows;
	const double least = 0.2; /* standard deviation that must be left */
	if (!(scan_standardise(values, w->rows) > 0))
		return;
	for (size_t j = 0; j < w->count; j++) {
		const double *other = w->values + j * w->rows;
		double c = scan_round(scan_dot(values, other, w->rows) / scan_dot(other, other, w->rows));
		for (size_t i = 0; i < w->rows; i++)
			values[i] = scan_round(values[i] - c * other[i]);
	}
	w->count += scan_standardise(values, w->rows) > least;
}

static bool add_cells(weighing *w, const uint32_t *cells, size_t cell_count)
{
	for (size_t c = 0; c + 1 < cell_count; c++) {
		double *values = w->values + w->count * w->rows;
		for (size_t i = 0; i < w->rows; i++)
			values[i] = cells[i] == c;
		keep(w);
	}
	return true;
}

static void add_copy(weighing *w, const double *a, const double *b)
{
	double *values = w->values + w->count * w->rows;
	for (size_t i = 0; i < w->rows; i++)
		values[i] = b != NULL ? a[i] * b[i] : a[i];
	keep(w);
}

/* Function number `round` of every column. */
static void add_round(weighing *w, const scan_features *features, size_t columns, size_t round)
{
	size_t more = 0;
	for (size_t j = 0; j < columns; j++)
		more += round < features[j].count;
	if (w->count + more > (round == 0 ? MOST_WEIGHTS : FEW))
		return;
	for (size_t j = 0; j < columns; j++)
		if (round < features[j].count)
			add_copy(w, features[j].values + round * w->rows, NULL);
}

static void add_products(weighing *w, const scan_features *features, size_t columns)
{
	if (w->count + columns * (columns - 1) / 2 > FEW)
		return;
	for (size_t a = 0; a < columns; a++)
		for (size_t b = a + 1; b < columns; b++)
			if (features[a].count > 0 && features[b].count > 0)
				add_copy(w, features[a].values, features[b].values);
}

static bool add_columns(weighing *w, const scan_column *columns, size_t count)
{
	scan_features *features = base_array_zero(count, sizeof *features);
	bool done = features != NULL;
	for (size_t j = 0; done && j < count; j++)
		done = scan_features_init(&features[j], &columns[j], MOST_OF_COLUMN);
	for (size_t round = 0; done && round < MOST_OF_COLUMN; round++) {
		add_round(w, features, count, round);
		if (round == 0)
			add_products(w, features, count);
	}
	for (size_t j = 0; features != NULL && j < count; j++)
		scan_features_clear(&features[j]);
	free(features);
	return done;
}

bool scan_weights_init(double **weights, size_t *count, const scan_column *columns, size_t column_count,
                       const uint32_t *cells, size_t cell_count)
{
	*weights = NULL;
	*count = 0;
	if (column_count == 0)
		return true;
	weighing w = { .rows = columns[0].rows };
	w.values = base_array(w.rows, MOST_WEIGHTS * sizeof *w.values);
	bool done = w.values != NULL && (cell_count <= MOST_INDICATED ? add_cells(&w, cells, cell_count)
	                                                              : add_columns(&w, columns, column_count));
	if (!done) {
		free(w.values);
		return false;
	}
	*weights = w.values;
	*count = w.count;
	return true;
}
