/* Weights are added in rounds: the first function of every column, products of two of them, then the second and the
 * third functions. A round is added completely or not at all, so that the columns of Z are treated alike. */
#include "test/weights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "question/column_features.h"
#include "question/counted.h"

typedef struct weighing {
	size_t entries, count;
	const uint32_t *times; /* of entries (question/rows.h) */
	double *values;        /* [TEST_MOST_WEIGHTS][entries] */
} weighing;

/* Adds the values after the last weight as a weight, unless earlier weights determine them. */
static void keep(weighing *w)
{
	double *values = w->values + w->count * w->entries;
	if (!(question_counted_standardise(values, w->times, w->entries) > 0))
		return;
	for (size_t j = 0; j < w->count; j++) {
		const double *other = w->values + j * w->entries;
		double c = base_round(question_counted_dot(values, other, w->times, w->entries) /
		                      question_counted_dot(other, other, w->times, w->entries));
		for (size_t i = 0; i < w->entries; i++)
			values[i] = base_round(values[i] - c * other[i]);
	}
	w->count += question_counted_standardise(values, w->times, w->entries) > sqrt(question_least_share);
}

/* Indicators of all cells. */
static void add_cells(weighing *w, const uint32_t *cells, size_t cell_count)
{
	for (size_t c = 0; c < cell_count; c++) {
		double *values = w->values + w->count * w->entries;
		for (size_t i = 0; i < w->entries; i++)
			values[i] = cells[i] == c;
		w->count += question_counted_standardise(values, w->times, w->entries) > 0;
	}
}

/* Powers of the centred rank, which span all functions of a column with few values. Reversing the column changes
 * only the signs of odd powers. */
static void add_powers(weighing *w, const question_column *column)
{
	double by_code[TEST_MOST_WEIGHTS], rows = (double)column->rows;
	uint32_t place[TEST_MOST_WEIGHTS] = { 0 };
	size_t found = 0;
	double below = 0;
	for (size_t code = 0; code < column->distinct && found < TEST_MOST_WEIGHTS; code++) {
		if (column->counts[code] == 0)
			continue;
		place[found] = (uint32_t)code;
		by_code[found++] = (2 * below + column->counts[code] - rows) / rows;
		below += column->counts[code];
	}
	for (size_t power = 1; power < found; power++) {
		double *values = w->values + w->count * w->entries;
		for (size_t i = 0; i < w->entries; i++) {
			size_t k = 0;
			while (place[k] != column->codes[i])
				k++;
			values[i] = by_code[k];
			for (size_t p = 1; p < power; p++)
				values[i] *= by_code[k];
		}
		keep(w);
	}
}

static void add_copy(weighing *w, const double *a, const double *b)
{
	double *values = w->values + w->count * w->entries;
	for (size_t i = 0; i < w->entries; i++)
		values[i] = b != NULL ? a[i] * b[i] : a[i];
	keep(w);
}

static bool is_usable(const question_features *f, size_t number)
{
	return number < f->count && !f->tied[number];
}

/* Function number `round` of every column. */
static void add_round(weighing *w, const question_features *features, size_t columns, size_t round)
{
	size_t more = 0;
	for (size_t j = 0; j < columns; j++)
		more += is_usable(&features[j], round);
	if (w->count + more > TEST_MOST_WEIGHTS)
		return;
	for (size_t j = 0; j < columns; j++)
		if (is_usable(&features[j], round))
			add_copy(w, features[j].values + round * w->entries, NULL);
}

static void add_products(weighing *w, const question_features *features, size_t columns)
{
	size_t usable = 0;
	for (size_t j = 0; j < columns; j++)
		usable += is_usable(&features[j], 0);
	if (usable > 0 && w->count + usable * (usable - 1) / 2 > TEST_MOST_WEIGHTS)
		return;
	for (size_t a = 0; a < columns; a++)
		for (size_t b = a + 1; b < columns; b++)
			if (is_usable(&features[a], 0) && is_usable(&features[b], 0))
				add_copy(w, features[a].values, features[b].values);
}

static bool add_columns(weighing *w, const question_column *columns, size_t count)
{
	question_features *features = base_array_zero(count, sizeof *features);
	bool done = features != NULL;
	for (size_t j = 0; done && j < count; j++)
		done = question_features_init(&features[j], &columns[j], TEST_WEIGHTS_OF_COLUMN);
	for (size_t round = 0; done && round < TEST_WEIGHTS_OF_COLUMN; round++) {
		add_round(w, features, count, round);
		if (round == 0)
			add_products(w, features, count);
	}
	for (size_t j = 0; features != NULL && j < count; j++)
		question_features_clear(&features[j]);
	free(features);
	return done;
}

/* True if a column has more than two values without an order. */
static bool has_labels(const question_column *columns, size_t count)
{
	for (size_t j = 0; j < count; j++)
		if (columns[j].unordered && columns[j].occurring > 2)
			return true;
	return false;
}

bool test_weights_init(double **weights, size_t *count, const question_column *columns, size_t column_count,
                       const uint32_t *cells, size_t cell_count)
{
	*weights = NULL;
	*count = 0;
	if (column_count == 0)
		return true;
	weighing w = { .entries = columns[0].entries, .times = columns[0].times };
	w.values = base_array(w.entries, TEST_MOST_WEIGHTS * sizeof *w.values);
	bool done = w.values != NULL;
	if (done && cell_count <= TEST_MOST_WEIGHTS && has_labels(columns, column_count))
		add_cells(&w, cells, cell_count);
	else if (done && cell_count <= TEST_MOST_WEIGHTS && column_count == 1)
		add_powers(&w, &columns[0]);
	else if (done)
		done = add_columns(&w, columns, column_count);
	if (!done) {
		free(w.values);
		return false;
	}
	*weights = base_shrink(w.values, w.count * w.entries, sizeof *w.values);
	*count = w.count;
	return true;
}
