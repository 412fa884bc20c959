/* The bins of rows in the grid of an answer, from what is public: intervals of values or of ranks, and atoms that are
 * numbers. */
#ifndef TESTS_GRID_BINS_H
#define TESTS_GRID_BINS_H

#include "unit.h"

static inline uint32_t bin_of_value(const mixmi_histogram *histogram, size_t column, double value)
{
	mixmi_histogram_column about;
	assert_ok(mixmi_histogram_get_column(&about, sizeof about, histogram, column));
	for (size_t i = 0; i < about.atoms; i++) {
		mixmi_atom atom;
		assert_ok(mixmi_histogram_get_atom(&atom, sizeof atom, histogram, column, i));
		if (atom.value == value)
			return (uint32_t)atom.bin;
	}
	for (size_t b = 0; b < about.intervals; b++) {
		mixmi_bin bin;
		assert_ok(mixmi_histogram_get_bin(&bin, sizeof bin, histogram, column, b));
		if (value >= bin.lower && (value < bin.upper || (b + 1 == about.intervals && value == bin.upper)))
			return (uint32_t)b;
	}
	return MIXMI_NO_BIN;
}

static inline size_t column_named(const mixmi_table *table, const char *name)
{
	size_t column = 0;
	while (strcmp(mixmi_table_name(table, column), name) != 0)
		column++;
	return column;
}

/* bins[rows][columns of the histogram]. The caller frees them. */
static inline uint32_t *bins_of_rows(const mixmi_histogram *histogram, const mixmi_table *table)
{
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, sizeof info, histogram);
	size_t rows = mixmi_table_rows(table);
	uint32_t *bins = malloc(rows * info.columns * sizeof *bins);
	double *values = malloc(rows * sizeof *values);
	assert_true(bins != NULL && values != NULL);
	for (size_t j = 0; j < info.columns; j++) {
		mixmi_histogram_column about;
		assert_ok(mixmi_histogram_get_column(&about, sizeof about, histogram, j));
		size_t column = column_named(table, about.name);
		if (about.residual)
			assert_ok(mixmi_histogram_ranks(values, rows, histogram, j));
		for (size_t i = 0; i < rows; i++)
			bins[i * info.columns + j] =
				bin_of_value(histogram, j, about.residual ? values[i] : mixmi_table_value(table, column, i));
	}
	free(values);
	return bins;
}

#endif
