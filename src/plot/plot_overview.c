/* All columns of a table as small pictures: numbers as the density of the default preset, with point masses as bars;
 * categories as bars of the most frequent labels. Every picture has its own scale, because it is meant to show shapes,
 * not sizes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "plot/plot_figure.h"

enum { ACROSS = 4, CELL_WIDTH = 300, CELL_HEIGHT = 205, MOST_COLUMNS = 200, MOST_BARS = 6, LABEL_ROOM = 96 };

typedef struct overview {
	const mixmi_table *table;
	const mixmi_options *options;
	size_t count; /* columns that are drawn */
	plot_picture picture;
} overview;

/* The area for the data of a column. */
static plot_frame frame_of(size_t column)
{
	return (plot_frame){ (double)(column % ACROSS) * CELL_WIDTH + 18, (double)(column / ACROSS) * CELL_HEIGHT + 50,
		                 CELL_WIDTH - 36, CELL_HEIGHT - 80 };
}

/* ------------------------------------------------------------------------------------------------------- numbers */

static mixmi_status draw_numbers(overview *o, size_t column)
{
	mixmi_histogram *histogram = NULL;
	plot_figure figure = { .picture = &o->picture, .table = o->table, .options = o->options, .axis_count = 1 };
	mixmi_status status = mixmi_histogram_fit(&histogram, o->table, &column, 1, o->options);
	if (status == MIXMI_OK) {
		figure.histogram = histogram;
		mixmi_histogram_describe(&figure.info, sizeof figure.info, histogram);
		status = plot_axis_init(&figure.axes[0], histogram, 0, o->table);
	}
	plot_frame frame = frame_of(column);
	if (status == MIXMI_OK)
		plot_density_draw(&figure, &frame);
	plot_axis_clear(&figure.axes[0]);
	mixmi_histogram_free(histogram);
	return status;
}

/* -------------------------------------------------------------------------------------------------------- labels */

/* Codes of the most frequent labels, or of the first labels of an ordered column; returns their number. */
static size_t choose_bars(size_t *codes, const uint64_t *counts, const mixmi_column *about)
{
	size_t bars = about->distinct < MOST_BARS ? about->distinct : MOST_BARS, used = 0;
	for (size_t i = 0; i < bars; i++) {
		size_t best = about->distinct;
		for (size_t code = 0; code < about->distinct; code++) {
			bool taken = false;
			for (size_t k = 0; k < used; k++)
				taken = taken || codes[k] == code;
			if (!taken && (best == about->distinct || (!about->ordered && counts[code] > counts[best])))
				best = code;
		}
		codes[used++] = best;
	}
	return used;
}

static void draw_bars(overview *o, size_t column, const mixmi_column *about, const uint64_t *counts,
                      const double *levels)
{
	size_t codes[MOST_BARS], bars = choose_bars(codes, counts, about);
	plot_frame frame = frame_of(column);
	double most = 1, height = fmin(22, frame.height / fmax(1, (double)bars));
	for (size_t i = 0; i < bars; i++)
		most = fmax(most, (double)counts[codes[i]]);
	for (size_t i = 0; i < bars; i++) {
		char number[MIXMI_SHOWN];
		const char *label = mixmi_table_label(o->table, column, codes[i]);
		double y = frame.top + (double)i * height, share = (double)counts[codes[i]] / most;
		mixmi_show_value(number, levels[codes[i]], about->unit);
		plot_svg_text(&o->picture.svg, frame.left + LABEL_ROOM - 6, y + height / 2 + 4,
		              &(plot_style){ .size = 11, .anchor = 'e', .room = LABEL_ROOM - 8, .colour = IO_GREY },
		              label != NULL ? label : number);
		plot_svg_rect(&o->picture.svg, frame.left + LABEL_ROOM, y + 2, (frame.width - LABEL_ROOM) * share, height - 4,
		              "fill=\"" IO_PALE_BLUE "\" stroke=\"" IO_BLUE "\" stroke-width=\"0.7\"");
	}
	if (about->distinct > bars) {
		char more[64];
		snprintf(more, sizeof more, "and %zu more", about->distinct - bars);
		plot_svg_text(&o->picture.svg, frame.left + LABEL_ROOM, frame.top + (double)bars * height + 12,
		              &(plot_style){ .size = 10, .colour = IO_GREY }, more);
	}
}

static mixmi_status draw_labels(overview *o, size_t column, const mixmi_column *about)
{
	uint64_t *counts = base_array(about->distinct, sizeof *counts);
	double *levels = base_array(about->distinct, sizeof *levels);
	mixmi_status status =
		counts != NULL && levels != NULL ? mixmi_table_counts(counts, o->table, column) : base_error_memory();
	if (status == MIXMI_OK)
		status = mixmi_table_levels(levels, o->table, column);
	if (status == MIXMI_OK)
		draw_bars(o, column, about, counts, levels);
	free(counts);
	free(levels);
	return status;
}

/* ----------------------------------------------------------------------------------------------------------- all */

static void draw_head(overview *o, const plot_frame *frame, const mixmi_column *about)
{
	char kind[96], missing[64];
	snprintf(kind, sizeof kind, "%s", about->kind);
	if (strcmp(about->kind, "rounded") == 0) {
		char number[IO_NUMBER];
		snprintf(kind, sizeof kind, "rounded to %s", io_number(number, about->step, 6));
	}
	plot_svg_text(&o->picture.svg, frame->left, frame->top - 26, &(plot_style){ .size = 13, .room = frame->width },
	              about->name);
	plot_svg_text(&o->picture.svg, frame->left, frame->top - 11, &(plot_style){ .size = 10.5, .colour = IO_GREY },
	              kind);
	snprintf(missing, sizeof missing, "%zu missing", about->missing);
	if (about->missing > 0)
		plot_svg_text(&o->picture.svg, frame->left + frame->width, frame->top - 11,
		              &(plot_style){ .size = 10.5, .colour = IO_GREY, .anchor = 'e' }, missing);
}

static mixmi_status draw_column(overview *o, size_t column)
{
	mixmi_column about;
	mixmi_status status = mixmi_table_column(&about, sizeof about, o->table, column, o->options);
	if (status != MIXMI_OK)
		return status;
	plot_frame frame = frame_of(column);
	draw_head(o, &frame, &about);
	if (about.type == MIXMI_NUMERIC && about.distinct > 1)
		status = draw_numbers(o, column);
	else if (about.distinct > 0)
		status = draw_labels(o, column, &about);
	return status == MIXMI_OK ? plot_goes_on(o->options) : status;
}

static mixmi_status draw(overview *o)
{
	size_t across = o->count < ACROSS ? o->count : ACROSS;
	o->picture.width = (double)(across * CELL_WIDTH);
	o->picture.height = (double)((o->count + ACROSS - 1) / ACROSS * CELL_HEIGHT + 12);
	plot_svg_begin(&o->picture.svg, o->picture.width, o->picture.height, "Every column of the table");
	mixmi_status status = MIXMI_OK;
	for (size_t j = 0; j < o->count && status == MIXMI_OK; j++)
		status = draw_column(o, j);
	plot_svg_end(&o->picture.svg);
	return status;
}

mixmi_status mixmi_table_plot(const mixmi_table *table, const mixmi_options *options, const char *path)
{
	overview o = { .table = table, .options = options, .count = mixmi_table_columns(table) };
	plot_format format;
	if (path == NULL || o.count == 0)
		return base_error(MIXMI_ERROR_USAGE, "a picture needs a table with columns and a path");
	if (o.count > MOST_COLUMNS)
		return base_error(MIXMI_ERROR_LIMIT,
		                  "a picture shows at most %d columns, not %zu: choose some with option only", MOST_COLUMNS,
		                  o.count);
	mixmi_status status = plot_format_of(&format, path);
	if (status == MIXMI_OK)
		status = draw(&o);
	if (status == MIXMI_OK)
		status = plot_picture_save(&o.picture, options, path);
	io_buffer_clear(&o.picture.svg);
	return status;
}
