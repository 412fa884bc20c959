/* Axes of pictures. Invariant: every shown span is in [lower, upper] of the axis, a range of moderate size around the
 * shown part of the data, so that neither 1e308 nor a denormal has to be drawn. */
#include "plot/plot_axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/special.h"
#include "base/text.h"
#include "data/table.h"
#include "plot/plot_range.h"

enum { MOST_BANDS = 60, MOST_LINES = 100 };

/* The bin exists, so reading it cannot fail. */
mixmi_bin plot_axis_bin(const plot_axis *axis, size_t bin)
{
	mixmi_bin out = { 0 };
	mixmi_histogram_get_bin(&out, sizeof out, axis->histogram, axis->index, bin);
	return out;
}

mixmi_atom plot_axis_atom(const plot_axis *axis, size_t atom)
{
	mixmi_atom out = { 0 };
	mixmi_histogram_get_atom(&out, sizeof out, axis->histogram, axis->index, atom);
	return out;
}

size_t plot_axis_spans(const plot_axis *axis)
{
	return axis->column.intervals + axis->shown_atoms;
}

size_t plot_axis_pieces(const plot_axis *axis, size_t bin)
{
	return (bin < axis->column.intervals) + axis->first[bin + 1] - axis->first[bin];
}

const plot_span *plot_axis_piece(const plot_axis *axis, size_t bin, size_t k)
{
	bool interval = bin < axis->column.intervals;
	return interval && k == 0 ? &axis->spans[bin]
	                          : &axis->spans[axis->column.intervals + axis->first[bin] + k - interval];
}

/* ------------------------------------------------------------------------------------------ shown atoms */

typedef struct ranked {
	uint64_t count; /* rows in its bin */
	size_t bin;
	size_t atom;
} ranked;

static int by_place(const void *a, const void *b)
{
	const ranked *x = a, *y = b;
	if (x->bin != y->bin)
		return x->bin > y->bin ? 1 : -1;
	return (x->atom > y->atom) - (x->atom < y->atom);
}

static int by_count(const void *a, const void *b)
{
	const ranked *x = a, *y = b;
	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return by_place(a, b);
}

static int by_atom(const void *a, const void *b)
{
	size_t x = ((const ranked *)a)->atom, y = ((const ranked *)b)->atom;
	return (x > y) - (x < y);
}

/* Lists the atoms that are drawn. */
static void list_atoms(plot_axis *axis, ranked *shown)
{
	qsort(shown, axis->shown_atoms, sizeof *shown, by_place);
	for (size_t i = 0; i < axis->shown_atoms; i++) {
		axis->atoms[i] = shown[i].atom;
		axis->first[shown[i].bin + 1]++;
		shown[i].bin = i;
	}
	for (size_t b = 0; b < axis->column.bins; b++)
		axis->first[b + 1] += axis->first[b];
	qsort(shown, axis->shown_atoms, sizeof *shown, by_atom);
	for (size_t i = 0; i < axis->shown_atoms; i++)
		axis->ascending[i] = shown[i].bin;
}

/* Selects the atoms of the fullest bins; in case of a tie the first. */
static mixmi_status choose_atoms(plot_axis *axis, size_t most)
{
	size_t atoms = axis->column.atoms;
	ranked *all = base_array(atoms, sizeof *all);
	axis->shown_atoms = atoms < most ? atoms : most;
	axis->atoms = base_array(axis->shown_atoms, sizeof *axis->atoms);
	axis->first = base_array_zero(axis->column.bins + 1, sizeof *axis->first);
	axis->ascending = base_array(axis->shown_atoms, sizeof *axis->ascending);
	axis->spans = base_array_zero(plot_axis_spans(axis), sizeof *axis->spans);
	bool done =
		all != NULL && axis->atoms != NULL && axis->first != NULL && axis->ascending != NULL && axis->spans != NULL;
	for (size_t i = 0; done && i < atoms; i++) {
		size_t bin = plot_axis_atom(axis, i).bin;
		all[i] = (ranked){ plot_axis_bin(axis, bin).count, bin, i };
	}
	if (done) {
		qsort(all, atoms, sizeof *all, by_count);
		list_atoms(axis, all);
	}
	free(all);
	return done ? MIXMI_OK : base_error_memory();
}

/* ------------------------------------------------------------------------------------------------ scale */

/* v / 10^exponent in two steps, because 10^exponent alone may overflow or underflow. */
static double divide_by_power(double v, int exponent)
{
	int half = exponent / 2;
	return v / pow(10, half) / pow(10, exponent - half);
}

int plot_exponent(double size)
{
	int magnitude = size > 0 ? (int)floor(log10(size)) : 0;
	return magnitude < -3 || magnitude > 5 ? 3 * (int)floor(magnitude / 3.0) : 0;
}

double plot_axis_place(const plot_axis *axis, double value)
{
	if (axis->logarithmic)
		return value > 0 ? log10(value) : value == 0 ? axis->zero : -INFINITY;
	return divide_by_power(value - axis->offset, axis->exponent);
}

/* On a logarithmic axis a point mass at 0 is drawn to the left of the rest, after a gap. */
static void choose_decades(plot_axis *axis, const plot_range *range)
{
	double low = log10(range->lower), high = log10(range->upper), width = fmax(high - low, 0.1);
	axis->logarithmic = true;
	axis->lower = low - 0.03 * width;
	axis->upper = high + 0.03 * width;
	axis->zero = -INFINITY;
	if (range->has_zero) {
		axis->zero = low - 0.1 * width;
		axis->lower = low - 0.15 * width;
	}
}

/* Chooses offset and exponent so that tick labels have few digits, and the range with its margin. */
static void choose_scale(plot_axis *axis, double lower, double upper)
{
	double size = fmax(fabs(lower), fabs(upper));
	if (upper > lower && upper - lower < 1e-6 * size) {
		size = upper - lower;
		double unit = pow(10, floor(log10(size)));
		axis->offset = floor(lower / unit) * unit; /* a number with few digits */
	}
	axis->exponent = plot_exponent(size);
	double low = plot_axis_place(axis, lower), high = plot_axis_place(axis, upper);
	double margin = 0.03 * (high - low);
	if (!(margin > 0))
		margin = low != 0 ? 0.1 * fabs(low) : 1;
	axis->lower = low - margin;
	axis->upper = high + margin;
}

/* ------------------------------------------------------------------------------------------------ spans */

/* ln(upper - lower), also if the difference overflows. */
static double log_width(double lower, double upper)
{
	double width = upper - lower;
	return isfinite(width) ? log(width) : log(upper / 2 - lower / 2) + BASE_LN2;
}

static double within(double x, double lower, double upper)
{
	return x < lower ? lower : x > upper ? upper : x;
}

/* ln of the width of an interval in units of the axis, which are decades on a logarithmic one. */
static double log_extent(const plot_axis *axis, const mixmi_bin *bin)
{
	if (axis->logarithmic)
		return log(log10(bin->upper) - log10(bin->lower));
	double volume = bin->atoms > 0 && isfinite(bin->volume) ? log(bin->volume) : log_width(bin->lower, bin->upper);
	return volume - axis->exponent * log(10);
}

static void place_interval(const plot_axis *axis, plot_span *span, const mixmi_bin *bin)
{
	double low = plot_axis_place(axis, bin->lower), high = plot_axis_place(axis, bin->upper);
	*span = (plot_span){
		.lower = within(low, axis->lower, axis->upper),
		.upper = within(high, axis->lower, axis->upper),
		.log_volume = log_extent(axis, bin),
		.count = bin->count,
		.shown = high > axis->lower && low < axis->upper,
	};
}

static void place_atom(const plot_axis *axis, plot_span *span, double value, const mixmi_bin *bin)
{
	double place = plot_axis_place(axis, value), kept = within(place, axis->lower, axis->upper);
	*span = (plot_span){
		.lower = kept,
		.upper = kept,
		.log_volume = isfinite(bin->volume) ? log(bin->volume) : log_width(bin->lower, bin->upper),
		.count = bin->count,
		.shown = place >= axis->lower && place <= axis->upper,
		.thin = true,
	};
}

static mixmi_status init_numbers(plot_axis *axis, const mixmi_table *table)
{
	plot_range range;
	mixmi_status status = plot_range_find(&range, axis, table);
	if (status != MIXMI_OK)
		return status;
	if (range.logarithmic)
		choose_decades(axis, &range);
	else
		choose_scale(axis, range.lower, range.upper);
	for (size_t i = 0; i < axis->column.intervals; i++) {
		mixmi_bin bin = plot_axis_bin(axis, i);
		place_interval(axis, &axis->spans[i], &bin);
	}
	for (size_t i = 0; i < axis->shown_atoms; i++) {
		mixmi_atom atom = plot_axis_atom(axis, axis->atoms[i]);
		mixmi_bin bin = plot_axis_bin(axis, atom.bin);
		place_atom(axis, &axis->spans[axis->column.intervals + i], atom.value, &bin);
	}
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------ bands */

typedef struct labelled {
	const char *label;
	int32_t band;
} labelled;

static int by_label(const void *a, const void *b)
{
	return strcmp(((const labelled *)a)->label, ((const labelled *)b)->label);
}

/* The table may differ from the one to which the histogram was fitted, so its codes are matched by their texts. */
static mixmi_status match_labels(plot_axis *axis, const mixmi_table *table)
{
	labelled sorted[MOST_BANDS];
	for (size_t i = 0; i < axis->shown_atoms; i++)
		sorted[i] = (labelled){ plot_axis_atom(axis, axis->atoms[i]).label, (int32_t)i };
	qsort(sorted, axis->shown_atoms, sizeof *sorted, by_label);
	axis->bands_of_codes = base_array(axis->code_count, sizeof *axis->bands_of_codes);
	if (axis->bands_of_codes == NULL)
		return base_error_memory();
	for (size_t code = 0; code < axis->code_count; code++) {
		labelled wanted = { mixmi_table_label(table, axis->table_column, code), -1 };
		const labelled *found = bsearch(&wanted, sorted, axis->shown_atoms, sizeof *sorted, by_label);
		axis->bands_of_codes[code] = found != NULL ? found->band : -1;
	}
	return MIXMI_OK;
}

static mixmi_status init_bands(plot_axis *axis, const mixmi_table *table)
{
	size_t before = SIZE_MAX;
	for (size_t i = 0; i < axis->shown_atoms; i++) {
		size_t number = plot_axis_atom(axis, axis->atoms[i]).bin;
		mixmi_bin bin = plot_axis_bin(axis, number);
		axis->spans[i] = (plot_span){
			.lower = (double)i - 0.5,
			.upper = (double)i + 0.5,
			.log_volume = log(bin.volume),
			.count = bin.count,
			.shown = true,
			.follows = number == before,
		};
		before = number;
	}
	axis->lower = -0.5;
	axis->upper = (double)axis->shown_atoms - 0.5;
	return axis->column.has_labels ? match_labels(axis, table) : MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------- axis */

static mixmi_status find_in_table(plot_axis *axis, const mixmi_table *table)
{
	char shown[BASE_TEXT_SHOWN];
	mixmi_column found = { 0 };
	mixmi_status status = data_table_find_name(&axis->table_column, table, axis->column.name);
	if (status == MIXMI_OK)
		status = mixmi_table_column(&found, sizeof found, table, axis->table_column, NULL);
	if (status != MIXMI_OK)
		return status;
	base_text_show(shown, axis->column.name, strlen(axis->column.name));
	if (found.has_labels != axis->column.has_labels)
		return base_error(MIXMI_ERROR_USAGE, "column \"%s\" holds %s in the table but %s in the histogram", shown,
		                  found.has_labels ? "texts" : "numbers", found.has_labels ? "numbers" : "texts");
	axis->code_count = found.distinct;
	axis->step = found.step;
	return MIXMI_OK;
}

mixmi_status plot_axis_init(plot_axis *axis, const mixmi_histogram *histogram, size_t column, const mixmi_table *table)
{
	*axis = (plot_axis){ .histogram = histogram, .index = column };
	mixmi_status status = mixmi_histogram_get_column(&axis->column, sizeof axis->column, histogram, column);
	if (status != MIXMI_OK)
		return status;
	axis->bands = axis->column.has_labels || (axis->column.type == MIXMI_DISCRETE && axis->column.atoms <= MOST_BANDS);
	status = find_in_table(axis, table);
	if (status == MIXMI_OK)
		status = choose_atoms(axis, axis->bands ? MOST_BANDS : MOST_LINES);
	if (status != MIXMI_OK)
		return status;
	return axis->bands ? init_bands(axis, table) : init_numbers(axis, table);
}

void plot_axis_clear(plot_axis *axis)
{
	free(axis->spans);
	free(axis->atoms);
	free(axis->first);
	free(axis->ascending);
	free(axis->bands_of_codes);
	*axis = (plot_axis){ 0 };
}

/* The i-th value of the atoms that are drawn, in ascending order. */
static double value_at(const plot_axis *axis, size_t i)
{
	return plot_axis_atom(axis, axis->atoms[axis->ascending[i]]).value;
}

/* Band of a number, or -1. */
static int32_t find_band(const plot_axis *axis, double value)
{
	size_t low = 0, high = axis->shown_atoms;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (value_at(axis, middle) < value)
			low = middle + 1;
		else
			high = middle;
	}
	return low < axis->shown_atoms && value_at(axis, low) == value ? (int32_t)axis->ascending[low] : -1;
}

double plot_axis_place_row(const plot_axis *axis, const mixmi_table *table, size_t row)
{
	double value = mixmi_table_value(table, axis->table_column, row);
	if (isnan(value))
		return value;
	if (axis->bands) {
		int32_t band = axis->column.has_labels ? axis->bands_of_codes[(size_t)value] : find_band(axis, value);
		return band >= 0 ? (double)band : NAN;
	}
	double place = plot_axis_place(axis, value);
	return place >= axis->lower && place <= axis->upper ? place : NAN;
}
