/* Observed versus expected: count(x, y) n / (count(x) count(y)) among the rows of a panel. Memory is used only for the
 * bins that are drawn, at most some hundreds per side. */
#include "plot/ratio_cells.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"

/* Bands of a bin are adjacent, so they are one piece; an interval covers its own point masses. */
static void add_bin(plot_piece *pieces, size_t *count, const plot_axis *axis, size_t bin, bool thin)
{
	size_t parts = plot_axis_pieces(axis, bin);
	if (parts == 0)
		return;
	const plot_span *first = plot_axis_piece(axis, bin, 0), *last = plot_axis_piece(axis, bin, parts - 1);
	if (!first->thin) {
		double upper = axis->bands ? last->upper : first->upper;
		if (first->shown && !thin)
			pieces[(*count)++] = (plot_piece){ first->lower, upper, bin, false };
		return;
	}
	for (size_t k = 0; thin && k < parts; k++) {
		const plot_span *span = plot_axis_piece(axis, bin, k);
		if (span->shown)
			pieces[(*count)++] = (plot_piece){ span->lower, span->upper, bin, true };
	}
}

mixmi_status plot_pieces(plot_piece **out, size_t *count, const plot_axis *axis)
{
	*count = 0;
	*out = base_array(plot_axis_spans(axis), sizeof **out);
	if (*out == NULL)
		return base_error_memory();
	for (int thin = 0; thin < 2; thin++)
		for (size_t bin = 0; bin < axis->column.bins; bin++)
			add_bin(*out, count, axis, bin, thin == 1);
	return MIXMI_OK;
}

/* Numbers the bins with a piece, in the order of the pieces. */
static size_t number_bins(size_t *numbers, size_t all, const plot_piece *pieces, size_t count)
{
	size_t used = 0;
	for (size_t b = 0; b < all; b++)
		numbers[b] = SIZE_MAX;
	for (size_t i = 0; i < count; i++)
		if (numbers[pieces[i].bin] == SIZE_MAX)
			numbers[pieces[i].bin] = used++;
	return used;
}

mixmi_status plot_ratios_init(plot_ratios *ratios, const plot_piece *x, size_t x_count, size_t all_x,
                              const plot_piece *y, size_t y_count, size_t all_y)
{
	*ratios = (plot_ratios){ .all_x = all_x, .all_y = all_y };
	ratios->number_x = base_array(all_x, sizeof *ratios->number_x);
	ratios->number_y = base_array(all_y, sizeof *ratios->number_y);
	ratios->margin_x = base_array(all_x, sizeof *ratios->margin_x);
	ratios->margin_y = base_array(all_y, sizeof *ratios->margin_y);
	if (ratios->number_x == NULL || ratios->number_y == NULL || ratios->margin_x == NULL || ratios->margin_y == NULL)
		return base_error_memory();
	ratios->bins_x = number_bins(ratios->number_x, all_x, x, x_count);
	ratios->bins_y = number_bins(ratios->number_y, all_y, y, y_count);
	ratios->observed = base_array(ratios->bins_x * ratios->bins_y, sizeof *ratios->observed);
	return ratios->observed != NULL ? MIXMI_OK : base_error_memory();
}

static void clear_numbers(double *numbers, size_t count)
{
	for (size_t i = 0; i < count; i++)
		numbers[i] = 0;
}

void plot_ratios_fill(plot_ratios *ratios, const plot_panels *panels, size_t panel)
{
	const plot_panel *p = &panels->panels[panel];
	clear_numbers(ratios->observed, ratios->bins_x * ratios->bins_y);
	clear_numbers(ratios->margin_x, ratios->all_x);
	clear_numbers(ratios->margin_y, ratios->all_y);
	ratios->rows = (double)p->rows;
	for (size_t i = p->first; i < p->first + p->count; i++) {
		const uint32_t *bins = panels->bins + panels->order[i] * panels->columns;
		double count = (double)panels->counts[panels->order[i]];
		size_t x = ratios->number_x[bins[panels->x]], y = ratios->number_y[bins[panels->y]];
		ratios->margin_x[bins[panels->x]] += count;
		ratios->margin_y[bins[panels->y]] += count;
		if (x != SIZE_MAX && y != SIZE_MAX)
			ratios->observed[x * ratios->bins_y + y] += count;
	}
}

void plot_ratios_clear(plot_ratios *ratios)
{
	free(ratios->number_x);
	free(ratios->number_y);
	free(ratios->observed);
	free(ratios->margin_x);
	free(ratios->margin_y);
	*ratios = (plot_ratios){ 0 };
}

double plot_observed(const plot_ratios *ratios, size_t bin_x, size_t bin_y)
{
	return ratios->observed[ratios->number_x[bin_x] * ratios->bins_y + ratios->number_y[bin_y]];
}

double plot_expected(const plot_ratios *ratios, size_t bin_x, size_t bin_y)
{
	return ratios->margin_x[bin_x] * ratios->margin_y[bin_y] / ratios->rows;
}

double plot_log_ratio(double observed, double expected)
{
	return log2((observed + 1) / (expected + 1));
}
