/* Assigns new rows to the bins of a fitted histogram. Each distinct value is looked up once; rows use its code. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/table.h"
#include "paper/histogram/model.h"

/* Index of the last edge that is at most `value`, for edges[0] <= value. */
static size_t interval_of(const hist_column *column, double value)
{
	size_t low = 0, high = column->intervals;
	while (high - low > 1) {
		size_t middle = (low + high) / 2;
		if (value >= column->edges[middle])
			low = middle;
		else
			high = middle;
	}
	return low;
}

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static uint32_t bin_of_number(const hist_column *column, double value)
{
	const double *atom = column->atoms == 0 ? NULL
	                                        : bsearch(&value, column->atom_values, column->atoms,
	                                                  sizeof *column->atom_values, compare_numbers);
	if (atom != NULL)
		return hist_column_atom_bin(column, (size_t)(atom - column->atom_values));
	if (column->intervals == 0 || value < column->edges[0] || value > column->edges[column->intervals])
		return MIXMI_NO_BIN;
	return (uint32_t)interval_of(column, value);
}

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A label and its bin, sorted by label for look-up, because the order in the histogram may be defined by the user. */
typedef struct labelled_bin {
	const char *label;
	uint32_t bin;
} labelled_bin;

static bool bins_of_labels(uint32_t *bins, const hist_column *column, const data_column *source)
{
	labelled_bin *sorted = base_array(column->atoms, sizeof *sorted);
	if (sorted == NULL)
		return false;
	for (size_t a = 0; a < column->atoms; a++)
		sorted[a] = (labelled_bin){ column->atom_labels[a], hist_column_atom_bin(column, a) };
	qsort(sorted, column->atoms, sizeof *sorted, compare_texts);
	for (size_t code = 0; code < source->distinct; code++) {
		const char *label = source->labels[code];
		const labelled_bin *found = bsearch(&label, sorted, column->atoms, sizeof *sorted, compare_texts);
		bins[code] = found != NULL ? found->bin : MIXMI_NO_BIN;
	}
	free(sorted);
	return true;
}

/* Bins of every distinct value of the source. */
static bool bins_of_codes(uint32_t *bins, const hist_column *column, const data_column *source)
{
	if (source->labels != NULL)
		return bins_of_labels(bins, column, source);
	for (size_t code = 0; code < source->distinct; code++)
		bins[code] = bin_of_number(column, source->values[code]);
	return true;
}

static mixmi_status assign_residual(uint32_t *bins, size_t stride, const hist_column *column, size_t rows)
{
	for (size_t row = 0; row < rows; row++)
		bins[row * stride] = isnan(column->ranks[row]) ? MIXMI_NO_BIN : bin_of_number(column, column->ranks[row]);
	return MIXMI_OK;
}

static mixmi_status assign_column(uint32_t *bins, size_t stride, const hist_column *column, const data_column *source,
                                  size_t rows)
{
	if (column->ranks != NULL)
		return assign_residual(bins, stride, column, rows);
	bool labelled = column->atom_labels != NULL;
	if (labelled != (source->labels != NULL) && source->distinct > 0) {
		char shown[BASE_TEXT_SHOWN];
		return base_error(MIXMI_ERROR_DATA, "column '%s' was fitted on %s, but here it holds %s",
		                  base_text_show(shown, column->name, strlen(column->name)), labelled ? "texts" : "numbers",
		                  labelled ? "numbers" : "texts");
	}
	uint32_t *bin_of = base_array(source->distinct, sizeof *bin_of);
	if (bin_of == NULL || !bins_of_codes(bin_of, column, source)) {
		free(bin_of);
		return base_error_memory();
	}
	for (size_t row = 0; row < rows; row++) {
		uint32_t code = source->codes[row];
		bins[row * stride] = code == DATA_MISSING ? MIXMI_NO_BIN : bin_of[code];
	}
	free(bin_of);
	return MIXMI_OK;
}

/* The table column that corresponds to column j of the histogram. */
static mixmi_status source_column(size_t *out, const mixmi_histogram *histogram, const mixmi_table *table,
                                  const size_t *columns, size_t j)
{
	if (columns == NULL)
		return data_table_find_name(out, table, histogram->columns[j].name);
	*out = columns[j];
	return data_check_column(table, *out);
}

mixmi_status mixmi_histogram_assign(uint32_t **bins, const mixmi_histogram *histogram, const mixmi_table *table,
                                    const size_t *columns)
{
	*bins = NULL;
	if (histogram->table_rows > 0)
		return base_error(MIXMI_ERROR_USAGE,
		                  "a grid of residuals has no bins for other rows: fit a histogram of the columns");
	return hist_assign(bins, histogram, table, columns);
}

mixmi_status hist_assign(uint32_t **bins, const mixmi_histogram *histogram, const mixmi_table *table,
                         const size_t *columns)
{
	*bins = NULL;
	if (histogram->table_rows > 0 && histogram->table_rows != table->rows)
		return base_error(MIXMI_ERROR_USAGE, "the grid is of a table of %zu rows, not %zu", histogram->table_rows,
		                  (size_t)table->rows);
	size_t stride = histogram->column_count;
	if (table->rows > SIZE_MAX / stride)
		return base_error_memory();
	uint32_t *assigned = base_array(table->rows * stride, sizeof *assigned);
	mixmi_status status = assigned != NULL ? MIXMI_OK : base_error_memory();
	for (size_t j = 0; status == MIXMI_OK && j < stride; j++) {
		size_t column;
		status = source_column(&column, histogram, table, columns, j);
		if (status == MIXMI_OK)
			status = assign_column(assigned + j, stride, &histogram->columns[j], &table->columns[column], table->rows);
	}
	if (status != MIXMI_OK) {
		free(assigned);
		return status;
	}
	*bins = assigned;
	return MIXMI_OK;
}
