/* Range of an axis. A linear axis over the whole range would show a heavy-tailed column as a single spike. Therefore a
 * positive, skewed column gets a logarithmic axis, and long tails are left out; the caller states in the picture how
 * many rows are not shown. */
#include "plot/plot_range.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"

enum { SAMPLE = 100000 };

static const double LONG_TAIL = 10;
static const double KEPT_TAIL = 3;
static const double HEAVY_ATOM = 0.01;

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Smallest and largest value of all bins, and of the heavy atoms, whose values are listed in ascending order. */
typedef struct extent {
	double lower, upper;
	double positive; /* smallest of the intervals and of the atoms other than 0 */
	double *heavy;   /* at most 1 / HEAVY_ATOM */
	size_t heavy_count;
} extent;

static mixmi_status find_extent(extent *out, const plot_axis *axis)
{
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, sizeof info, axis->histogram);
	*out = (extent){ .lower = INFINITY, .upper = -INFINITY, .positive = INFINITY };
	out->heavy = base_array((size_t)(1 / HEAVY_ATOM) + 1, sizeof *out->heavy);
	if (out->heavy == NULL)
		return base_error_memory();
	for (size_t i = 0; i < axis->column.intervals; i++) {
		mixmi_bin bin = plot_axis_bin(axis, i);
		out->lower = fmin(out->lower, bin.lower);
		out->positive = fmin(out->positive, bin.lower);
		out->upper = fmax(out->upper, bin.upper);
	}
	for (size_t i = 0; i < axis->column.atoms; i++) {
		mixmi_atom atom = plot_axis_atom(axis, i);
		mixmi_bin bin = plot_axis_bin(axis, atom.bin);
		out->lower = fmin(out->lower, atom.value);
		if (atom.value != 0)
			out->positive = fmin(out->positive, atom.value);
		out->upper = fmax(out->upper, atom.value);
		if ((double)bin.count / bin.volume >= HEAVY_ATOM * (double)info.rows)
			out->heavy[out->heavy_count++] = atom.value;
	}
	return MIXMI_OK;
}

/* The sorted values of some rows, without missing ones and heavy atoms. */
static mixmi_status sample_rows(double **out, size_t *count, const extent *all, const plot_axis *axis,
                                const mixmi_table *table)
{
	size_t rows = mixmi_table_rows(table), step = rows / SAMPLE + 1;
	*count = 0;
	*out = base_array(rows / step + 1, sizeof **out);
	if (*out == NULL)
		return base_error_memory();
	for (size_t row = 0; row < rows; row += step) {
		double value = mixmi_table_value(table, axis->table_column, row);
		if (isnan(value) || bsearch(&value, all->heavy, all->heavy_count, sizeof value, ascending) != NULL)
			continue;
		(*out)[(*count)++] = value;
	}
	qsort(*out, *count, sizeof **out, ascending);
	return MIXMI_OK;
}

static void leave_out_tails(double *lower, double *upper, const double *sorted, size_t count)
{
	if (count == 0)
		return;
	size_t skipped = count / 20;
	double low = sorted[skipped], high = sorted[count - 1 - skipped];
	double width = high - low;
	if (!(width > 0) || !isfinite(width))
		return;
	if (*upper - high > LONG_TAIL * width)
		*upper = high + KEPT_TAIL * width;
	if (low - *lower > LONG_TAIL * width)
		*lower = low - KEPT_TAIL * width;
}

/* Whether a logarithmic axis is better: the middle 90% span more than a factor of 30, far more above the median than
 * below, and nearly symmetrically on a logarithmic axis. */
static bool is_skewed(const double *sorted, size_t count)
{
	const double factor = 30, lopsided = 4;
	if (count < 20 || sorted[0] <= 0)
		return false;
	double low = sorted[count / 20], middle = sorted[count / 2], high = sorted[count - 1 - count / 20];
	double above = log(high / middle), below = log(middle / low);
	return high / low >= factor && high - middle > lopsided * (middle - low) && above < lopsided * below &&
	       below < lopsided * above;
}

/* The range in decades, from the sample and the bins; the sample is replaced by its logarithms. */
static void choose_decades(plot_range *out, const extent *all, double *sorted, size_t count)
{
	double lower = log10(all->positive), upper = log10(all->upper);
	for (size_t i = 0; i < count; i++)
		sorted[i] = log10(sorted[i]);
	leave_out_tails(&lower, &upper, sorted, count);
	out->logarithmic = true;
	out->has_zero = all->lower == 0;
	out->lower = pow(10, lower);
	out->upper = pow(10, upper);
}

static void choose(plot_range *out, const extent *all, const plot_axis *axis, double *sorted, size_t count)
{
	*out = (plot_range){ .lower = all->lower, .upper = all->upper };
	if (axis->column.unit == MIXMI_PLAIN && all->lower >= 0 && all->positive > 0 && is_skewed(sorted, count))
		choose_decades(out, all, sorted, count);
	else
		leave_out_tails(&out->lower, &out->upper, sorted, count);
	for (size_t i = 0; i < all->heavy_count; i++) {
		if (all->heavy[i] != 0 || !out->logarithmic)
			out->lower = fmin(out->lower, all->heavy[i]);
		out->upper = fmax(out->upper, all->heavy[i]);
	}
}

mixmi_status plot_range_find(plot_range *out, const plot_axis *axis, const mixmi_table *table)
{
	extent all;
	double *sample = NULL;
	size_t count = 0;
	mixmi_status status = find_extent(&all, axis);
	if (status == MIXMI_OK)
		status = sample_rows(&sample, &count, &all, axis, table);
	if (status == MIXMI_OK)
		choose(out, &all, axis, sample, count);
	free(all.heavy);
	free(sample);
	return status;
}
