/* Tables that several tests use. */
#ifndef TESTS_TABLES_H
#define TESTS_TABLES_H

#include "unit.h"

/* A table of numeric columns named a, b, c, ... given column by column. */
static inline mixmi_table *numeric_table(const double *values, size_t rows, size_t columns)
{
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, rows));
	for (size_t j = 0; j < columns; j++) {
		char name[] = { (char)('a' + j), '\0' };
		assert_ok(mixmi_table_add_values(table, name, MIXMI_NUMERIC, values + j * rows, NULL));
	}
	return table;
}

/* `columns` mixed columns that depend on each other: Gaussian, count, zero-inflated, heavy-tailed, in turn. */
static inline double *mixed_values(size_t rows, size_t columns, uint64_t seed)
{
	double *values = malloc(rows * columns * sizeof *values);
	for (size_t i = 0; i < rows; i++) {
		double common = test_normal(&seed);
		for (size_t j = 0; j < columns; j++) {
			double x = 0.8 * common + 0.6 * test_normal(&seed);
			double *value = &values[j * rows + i];
			*value = j % 4 == 0 ? x : j % 4 == 1 ? floor(2 * fabs(x)) : j % 4 == 2 ? (x < 0 ? 0 : x) : exp(1.5 * x);
		}
	}
	return values;
}

/* Fits all columns of a table. */
static inline mixmi_histogram *fit_all(const mixmi_table *table, const mixmi_options *options)
{
	size_t columns[32], count = mixmi_table_columns(table);
	for (size_t j = 0; j < count; j++)
		columns[j] = j;
	mixmi_histogram *histogram;
	assert_ok(mixmi_histogram_fit(&histogram, table, columns, count, options));
	return histogram;
}

/* Two histograms are the same to the last bit: bins, cells, score. `scale`: edges of the second are this times the
 * first's, in which case scores and volumes are left aside. */
static inline void assert_same_histogram(const mixmi_histogram *a, const mixmi_histogram *b, double scale)
{
	mixmi_histogram_info x, y;
	mixmi_histogram_describe(&x, sizeof x, a);
	mixmi_histogram_describe(&y, sizeof y, b);
	assert_true(x.rows == y.rows && x.columns == y.columns && x.cells == y.cells && x.grid_cells == y.grid_cells);
	assert_true(x.rounds == y.rounds && x.converged == y.converged);
	assert_true(scale != 1 || (x.score == y.score && x.score_data == y.score_data));
	for (size_t j = 0; j < x.columns; j++) {
		mixmi_histogram_column c, d;
		assert_ok(mixmi_histogram_get_column(&c, sizeof c, a, j));
		assert_ok(mixmi_histogram_get_column(&d, sizeof d, b, j));
		assert_true(c.bins == d.bins && c.intervals == d.intervals && c.k_init == d.k_init && c.type == d.type);
		for (size_t i = 0; i < c.bins; i++) {
			mixmi_bin p, q;
			assert_ok(mixmi_histogram_get_bin(&p, sizeof p, a, j, i));
			assert_ok(mixmi_histogram_get_bin(&q, sizeof q, b, j, i));
			assert_true(p.count == q.count && p.is_atom == q.is_atom);
			assert_true((p.label == NULL) == (q.label == NULL) && (p.label == NULL || strcmp(p.label, q.label) == 0));
			assert_true(p.label != NULL || (scale * p.lower == q.lower && scale * p.upper == q.upper));
			assert_true(scale != 1 || p.volume == q.volume);
		}
	}
	for (size_t i = 0; i < x.cells; i++) {
		mixmi_cell p, q;
		assert_ok(mixmi_histogram_get_cell(&p, sizeof p, a, i));
		assert_ok(mixmi_histogram_get_cell(&q, sizeof q, b, i));
		assert_true(p.count == q.count && memcmp(p.bins, q.bins, x.columns * sizeof *p.bins) == 0);
	}
}

#endif
