/* Heat map of the strength of dependence between columns. Up to some tens of columns every cell is a separate shape
 * with a tooltip; beyond that, cells of the same colour are one path, so that a map of 300 columns stays below a few
 * megabytes. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "plot/colours.h"
#include "plot/heat_matrix.h"
#include "plot/legends.h"
#include "plot/picture_file.h"
#include "plot/shown_text.h"
#include "plot/svg.h"

enum { HEAD = 106, MARGIN = 16, SHADES = 64, TIPS = 60 };

static const double LONGEST_NAME = 190, LARGEST_CELL = 46, SMALLEST_CELL = 8, WRITTEN_CELL = 34, WHOLE = 880;

typedef struct heat_map {
	const plot_matrix *matrix;
	const mixmi_table *table;
	io_buffer *svg;
	double cell, font;
	double left, top;        /* of the first cell */
	double across, down;     /* total pixels of the cells */
	double names_x, names_y; /* space for the names below and to the left */
	bool level;              /* names below are horizontal */
} heat_map;

static double widest_name(const heat_map *h, const size_t *columns, size_t count)
{
	double most = 0;
	for (size_t i = 0; i < count; i++) {
		char shown[PLOT_TEXT];
		plot_text_fit(shown, mixmi_table_name(h->table, columns[i]), h->font, LONGEST_NAME);
		most = fmax(most, plot_text_width(shown, h->font));
	}
	return most;
}

static void lay_out(heat_map *h)
{
	const plot_matrix *m = h->matrix;
	double longest = (double)(m->rows > m->columns ? m->rows : m->columns);
	h->cell = fmax(SMALLEST_CELL, fmin(LARGEST_CELL, floor(WHOLE / longest)));
	if (!m->square) /* rows are those of a list */
		h->cell = fmin(h->cell, 24);
	h->font = fmin(12, fmax(6.8, 0.84 * h->cell));
	h->names_y = widest_name(h, m->row_columns, m->rows) + 8;
	h->names_x = widest_name(h, m->column_columns, m->columns);
	double width = m->square ? h->cell : fmax(h->cell, 60);
	h->level = h->names_x <= width - 4;
	h->names_x = h->level ? h->font + 8 : h->names_x + 10;
	h->left = MARGIN + h->names_y;
	h->top = HEAD;
	h->across = width * (double)m->columns;
	h->down = h->cell * (double)m->rows;
}

static double width_of(const heat_map *h)
{
	return h->across / (double)h->matrix->columns;
}

static double strength_at(const heat_map *h, size_t i, size_t j)
{
	return h->matrix->strengths[i * h->matrix->columns + j];
}

static bool is_same(const heat_map *h, size_t i, size_t j)
{
	return h->matrix->row_columns[i] == h->matrix->column_columns[j];
}

static void add_tip(const heat_map *h, size_t i, size_t j)
{
	char shown[PLOT_TEXT], number[IO_NUMBER];
	io_add(h->svg, "<title>");
	plot_text_fit(shown, mixmi_table_name(h->table, h->matrix->row_columns[i]), 12, 300);
	plot_svg_escape(h->svg, shown);
	io_add(h->svg, ", ");
	plot_text_fit(shown, mixmi_table_name(h->table, h->matrix->column_columns[j]), 12, 300);
	plot_svg_escape(h->svg, shown);
	io_addf(h->svg, ": %s</title>",
	        isnan(strength_at(h, i, j)) ? "no answer" : io_number(number, strength_at(h, i, j), 3));
}

static void draw_cell(const heat_map *h, size_t i, size_t j)
{
	char colour[PLOT_COLOUR], written[16];
	double strength = strength_at(h, i, j), x = h->left + (double)j * width_of(h), y = h->top + (double)i * h->cell;
	if (is_same(h, i, j))
		return;
	io_add(h->svg, "<rect");
	plot_svg_attribute(h->svg, "x", x);
	plot_svg_attribute(h->svg, "y", y);
	plot_svg_attribute(h->svg, "width", width_of(h));
	plot_svg_attribute(h->svg, "height", h->cell);
	io_addf(h->svg, " fill=\"%s\" stroke=\"#ffffff\" stroke-width=\"0.8\">",
	        isnan(strength) ? "#d9d9d9" : plot_colour_strength(colour, strength));
	add_tip(h, i, j);
	io_add(h->svg, "</rect>\n");
	if (isnan(strength) || width_of(h) < WRITTEN_CELL || h->cell < 15)
		return;
	int hundredths = (int)lround(100 * strength);
	snprintf(written, sizeof written, "%d.%02d", hundredths / 100, hundredths % 100);
	plot_style style = { .size = 11, .anchor = 'm', .colour = strength > 0.4 ? "#ffffff" : PLOT_DARK };
	plot_svg_text(h->svg, x + width_of(h) / 2, y + h->cell / 2 + 4, &style, strength == 0 ? "0" : written);
}

static void draw_each(const heat_map *h)
{
	for (size_t i = 0; i < h->matrix->rows; i++)
		for (size_t j = 0; j < h->matrix->columns; j++)
			draw_cell(h, i, j);
}

/* The path of a cell: 0 for the background, SHADES for no answer. */
static int shade_of(const heat_map *h, size_t i, size_t j)
{
	double strength = strength_at(h, i, j);
	if (is_same(h, i, j))
		return -1;
	return isnan(strength) ? SHADES : (int)fmin(SHADES - 1, ceil(strength * (SHADES - 1)));
}

/* All cells of a shade, with runs of neighbours joined. */
static void draw_shade(const heat_map *h, int shade)
{
	char colour[PLOT_COLOUR];
	bool begun = false;
	for (size_t i = 0; i < h->matrix->rows; i++)
		for (size_t j = 0; j < h->matrix->columns; j++) {
			size_t first = j;
			while (j < h->matrix->columns && shade_of(h, i, j) == shade)
				j++;
			if (j == first)
				continue;
			if (!begun)
				io_addf(h->svg, "<path fill=\"%s\" d=\"",
				        shade == SHADES ? "#d9d9d9" : plot_colour_strength(colour, (double)shade / (SHADES - 1)));
			begun = true;
			io_add_char(h->svg, 'M');
			plot_svg_number(h->svg, h->left + (double)first * width_of(h));
			io_add_char(h->svg, ' ');
			plot_svg_number(h->svg, h->top + (double)i * h->cell);
			io_add_char(h->svg, 'h');
			plot_svg_number(h->svg, (double)(j - first) * width_of(h));
			io_add_char(h->svg, 'v');
			plot_svg_number(h->svg, h->cell);
			io_add_char(h->svg, 'h');
			plot_svg_number(h->svg, -(double)(j - first) * width_of(h));
			io_add_char(h->svg, 'z');
		}
	if (begun)
		io_add(h->svg, "\"/>\n");
}

static mixmi_status draw_cells(const heat_map *h, const mixmi_options *options)
{
	char colour[PLOT_COLOUR], look[32];
	if (h->matrix->rows <= TIPS && h->matrix->columns <= TIPS) {
		draw_each(h);
		return plot_goes_on(options);
	}
	snprintf(look, sizeof look, "fill=\"%s\"", plot_colour_strength(colour, 0));
	plot_svg_rect(h->svg, h->left, h->top, h->across, h->down, look);
	mixmi_status status = MIXMI_OK;
	for (int shade = 1; shade <= SHADES && status == MIXMI_OK; shade++) {
		draw_shade(h, shade);
		status = plot_goes_on(options);
	}
	return status;
}

static void draw_names(const heat_map *h)
{
	const plot_matrix *m = h->matrix;
	plot_style style = { .size = h->font, .room = LONGEST_NAME, .anchor = 'e' };
	for (size_t i = 0; i < m->rows; i++)
		plot_svg_text(h->svg, h->left - 5, h->top + ((double)i + 0.5) * h->cell + 0.35 * h->font, &style,
		              mixmi_table_name(h->table, m->row_columns[i]));
	style.anchor = h->level ? 'm' : 'e';
	style.turn = h->level ? 0 : -90;
	for (size_t j = 0; j < m->columns; j++)
		plot_svg_text(h->svg, h->left + ((double)j + 0.5) * width_of(h) + (h->level ? 0 : 0.35 * h->font),
		              h->top + h->down + (h->level ? h->font + 4 : 6), &style,
		              mixmi_table_name(h->table, m->column_columns[j]));
}

/* "given a, b" for the columns of Z that all questions share with the first. */
static void add_given(io_buffer *line, const mixmi_answers *answers, const mixmi_table *table)
{
	mixmi_question q;
	if (mixmi_answers_count(answers) == 0 || mixmi_answers_question(&q, answers, 0) != MIXMI_OK)
		return;
	for (size_t i = 0; i < q.z_count; i++) {
		char shown[PLOT_TEXT];
		plot_text_fit(shown, mixmi_table_name(table, q.z[i]), 12, 120);
		io_add(line, i == 0 ? ", given " : ", ");
		io_add(line, shown);
	}
}

static void draw_head(const heat_map *h, double width, double height, const mixmi_answers *answers)
{
	const plot_matrix *m = h->matrix;
	io_buffer facts = { 0 };
	if (m->square)
		io_addf(&facts, "%zu columns, %zu pair%s", m->rows, mixmi_answers_count(answers), m->rows == 2 ? "" : "s");
	else if (m->rows < m->found_rows)
		io_addf(&facts, "the %zu strongest of %zu columns", m->rows, m->found_rows);
	else
		io_addf(&facts, "%zu columns against %zu", m->rows, m->columns);
	add_given(&facts, answers, h->table);
	if (m->unanswered > 0)
		io_addf(&facts, ", grey: no answer");
	io_add_char(&facts, '\0');
	h->svg->failed = h->svg->failed || facts.failed;
	if (!h->svg->failed) {
		double room = width - 2 * MARGIN;
		plot_svg_begin(h->svg, width, height, "Strength of dependence between columns");
		plot_svg_text(h->svg, MARGIN, 26, &(plot_style){ .size = 17, .room = room }, "Strength of dependence");
		plot_svg_text(h->svg, MARGIN, 45, &(plot_style){ .size = 12, .colour = IO_GREY, .room = room }, facts.text);
		plot_legend_strength(h->svg, MARGIN + 6, 58, 190);
		plot_svg_text(h->svg, MARGIN + 212, 69, &(plot_style){ .size = 11, .colour = IO_GREY },
		              "0: independent, 1: one");
		plot_svg_text(h->svg, MARGIN + 212, 83, &(plot_style){ .size = 11, .colour = IO_GREY }, "determines the other");
	}
	io_buffer_clear(&facts);
}

static mixmi_status draw(plot_picture *picture, const plot_matrix *matrix, const mixmi_answers *answers,
                         const mixmi_table *table, const mixmi_options *options)
{
	heat_map h = { .matrix = matrix, .table = table, .svg = &picture->svg };
	lay_out(&h);
	picture->width = fmax(380, h.left + h.across + MARGIN);
	picture->height = h.top + h.down + h.names_x + MARGIN;
	draw_head(&h, picture->width, picture->height, answers);
	mixmi_status status = draw_cells(&h, options);
	draw_names(&h);
	plot_svg_end(h.svg);
	return status;
}

mixmi_status mixmi_answers_plot(const mixmi_answers *answers, const mixmi_table *table, const mixmi_options *options,
                                const char *path)
{
	if (answers == NULL || table == NULL || path == NULL || mixmi_answers_count(answers) == 0)
		return base_error(MIXMI_ERROR_USAGE, "a picture needs answers, their table and a path");
	plot_matrix matrix;
	plot_picture picture = { 0 };
	plot_format format;
	mixmi_status status = plot_format_of(&format, path);
	if (status != MIXMI_OK)
		return status;
	status = plot_matrix_init(&matrix, answers, table);
	if (status == MIXMI_OK)
		status = draw(&picture, &matrix, answers, table, options);
	if (status == MIXMI_OK)
		status = plot_picture_save(&picture, options, path);
	io_buffer_clear(&picture.svg);
	plot_matrix_clear(&matrix);
	return status;
}
