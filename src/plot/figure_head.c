/* Common parts of pictures of one and two columns: names and key numbers above them, remarks on omitted parts, and the
 * choice of rows that are drawn as points, which depends only on their numbers. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "plot/plot_figure.h"
#include "plot/shown_text.h"

void plot_line_add(char line[PLOT_LINE], const char *format, ...)
{
	size_t used = strlen(line);
	if (used > 0 && used + 2 < PLOT_LINE) {
		memcpy(line + used, ", ", sizeof ", ");
		used += 2;
	}
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(line + used, PLOT_LINE - used, format, arguments);
	va_end(arguments);
}

/* Adds a name, truncated to its share of the title. */
static void add_name(io_buffer *title, const char *before, const char *name, double room)
{
	char shown[PLOT_TEXT];
	plot_text_fit(shown, name, 17, room);
	io_add(title, before);
	io_add(title, shown);
}

static void add_title(io_buffer *title, const plot_figure *figure, double width)
{
	double room = (width - 40) / (double)(figure->axis_count + figure->z_count);
	for (size_t i = 0; i < figure->axis_count; i++)
		add_name(title, i == 0 ? "" : " \u00d7 ", figure->axes[i].column.name, fmax(80, room));
	for (size_t i = 0; i < figure->z_count; i++) {
		mixmi_histogram_column column;
		if (mixmi_histogram_get_column(&column, sizeof column, figure->histogram, figure->z[i]) == MIXMI_OK)
			add_name(title, i == 0 ? " given " : ", ", column.name, fmax(80, room));
	}
	io_add_char(title, '\0');
}

double plot_head_height(const char *remarks)
{
	return *remarks != '\0' ? 76 : 60;
}

void plot_figure_head(const plot_figure *figure, double width, double height, double left, const char *facts,
                      const char *remarks)
{
	io_buffer title = { 0 }, *svg = &figure->picture->svg;
	figure->picture->width = width;
	figure->picture->height = height;
	add_title(&title, figure, width - left);
	svg->failed = svg->failed || title.failed;
	if (!svg->failed) {
		plot_svg_begin(svg, width, height, title.text);
		plot_svg_text(svg, left, 26, &(plot_style){ .size = 17, .room = width - left - 10 }, title.text);
		plot_svg_text(svg, left, 45, &(plot_style){ .size = 12, .colour = IO_GREY, .room = width - left - 10 }, facts);
		if (*remarks != '\0')
			plot_svg_text(svg, left, 61, &(plot_style){ .size = 11, .colour = IO_GREY, .room = width - left - 10 },
			              remarks);
	}
	io_buffer_clear(&title);
}

void plot_figure_remarks(char line[PLOT_LINE], const plot_figure *figure)
{
	size_t rows = mixmi_table_rows(figure->table), hidden = 0;
	for (size_t i = 0; i < figure->axis_count; i++) {
		const plot_axis *axis = &figure->axes[i];
		if (axis->shown_atoms < axis->column.atoms)
			plot_line_add(line, "the %zu most frequent of %zu values on %s", axis->shown_atoms, axis->column.atoms,
			              i == 0 ? "x" : "y");
	}
	for (size_t row = 0; row < rows; row++) {
		bool outside = false, missing = false;
		for (size_t i = 0; i < figure->axis_count; i++) {
			const plot_axis *axis = &figure->axes[i];
			missing = missing || isnan(mixmi_table_value(figure->table, axis->table_column, row));
			outside = outside || isnan(plot_axis_place_row(axis, figure->table, row));
		}
		hidden += outside && !missing;
	}
	if (hidden > 0)
		plot_line_add(line, "%zu row%s outside the picture", hidden, hidden == 1 ? " lies" : "s lie");
}

/* A pseudo-random number in [0, 1) for a row. */
static double draw(uint64_t x)
{
	for (int i = 0; i < 3; i++)
		x = (x ^ x >> 32) * 0x9E3779B97F4A7C15U; /* 2^64 over the golden ratio */
	return (double)(x >> 11) / 9007199254740992.0;
}

bool plot_point_drawn(uint64_t row, size_t rows, size_t most)
{
	return rows <= most || draw(3 * row + 1) < (double)most / (double)rows;
}

double plot_point_spread(uint64_t row, int side)
{
	return draw(3 * row + 2 + (uint64_t)side) - 0.5;
}
