/* Number of bins that the histogram gives to independent Gaussian columns: the mean over the columns. The subject is
 * the number of columns. */
#include <math.h>
#include <stdlib.h>

#include "cell.h"
#include "draw.h"
#include "method.h"
#include "summary.h"

enum { MOST = 9 };

static mixmi_status gaussians(mixmi_table **out, const cell *c, size_t columns, uint64_t seed, uint64_t number)
{
	mixmi_status status = mixmi_table_new(out, c->rows);
	if (status != MIXMI_OK)
		return status;
	double *values = malloc(c->rows * sizeof *values);
	if (values == NULL)
		status = MIXMI_ERROR_MEMORY;
	draw d;
	draw_init(&d, seed, "bins", cell_number(c, number));
	for (size_t j = 0; status == MIXMI_OK && j < columns; j++) {
		const char name[] = { 'x', (char)('1' + j), '\0' };
		for (size_t i = 0; i < c->rows; i++)
			values[i] = draw_normal(&d);
		status = mixmi_table_add_values(*out, name, MIXMI_NUMERIC, values, NULL);
	}
	free(values);
	if (status != MIXMI_OK)
		mixmi_table_free(*out);
	return status;
}

static mixmi_status count_bins(double *out, const mixmi_table *table, size_t columns, const mixmi_options *options)
{
	static const size_t all[MOST] = { 0, 1, 2, 3, 4, 5, 6, 7, 8 };
	mixmi_histogram *histogram;
	mixmi_status status = mixmi_histogram_fit(&histogram, table, all, columns, options);
	if (status != MIXMI_OK)
		return status;
	double sum = 0;
	for (size_t j = 0; status == MIXMI_OK && j < columns; j++) {
		mixmi_histogram_column column;
		status = mixmi_histogram_get_column(&column, sizeof column, histogram, j);
		sum += (double)column.bins;
	}
	*out = sum / (double)columns;
	mixmi_histogram_free(histogram);
	return status;
}

static mixmi_status run(double *values, const cell *c, uint64_t seed, uint64_t number)
{
	size_t columns = (size_t)atoi(c->subject);
	mixmi_options *options;
	mixmi_table *table;
	mixmi_status status = method_estimator(&options, c->method, seed, number);
	if (status == MIXMI_OK)
		status = gaussians(&table, c, columns, seed, number);
	if (status != MIXMI_OK) {
		mixmi_options_free(options);
		return status;
	}
	status = count_bins(values, table, columns, options);
	mixmi_table_free(table);
	mixmi_options_free(options);
	return status;
}

static void write_row(FILE *file, const cell *c, const double *values)
{
	fprintf(file, "%s,%zu,%s,%zu", c->subject, c->rows, c->method, c->draws);
	summary_write_pair(file, summary_of(values, c->draws, 1));
	summary_write(file, sqrt((double)c->rows));
	fputc('\n', file);
}

const kind kind_bins = { .name = "bins",
	                     .what = "bins of Gaussian columns, by rows and by columns",
	                     .header = "columns,n,method,draws,bins,bins_se,sqrt_n",
	                     .values = 1,
	                     .run = run,
	                     .write = write_row };
