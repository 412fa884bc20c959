/* Picture of two columns, possibly given others: the cells of the grid coloured by observed versus expected rows, as in
 * a mosaic plot, with the rows as points. Given Z axes are ranks of residuals, and there is a panel per bin of Z. Numeric point
 * masses are narrow bars, or dots where two meet. Cost: cells and rows drawn. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/by_z.h"
#include "explain/words.h"
#include "paper/histogram/model.h"
#include "plot/colours.h"
#include "plot/legends.h"
#include "plot/plot_figure.h"
#include "plot/ratio_cells.h"

enum { MOST_POINTS = 2000, GAP = 16, HEADING = 40 };

/* State of a picture, besides the figure. */
typedef struct mosaic {
	const plot_figure *figure;
	plot_panels panels;
	plot_piece *pieces[2]; /* of x and of y */
	size_t counts[2];
	plot_ratios ratios;
	uint32_t *bins; /* [rows * columns] bins of the table's rows; NULL without Z */
	size_t across, down;
	double width, height; /* of a frame */
	double left, top;     /* of the first frame */
	double room[2];       /* for the labels of x and of y */
	double thin[2];       /* pixels of a point mass along x and along y */
	char remarks[PLOT_LINE];
} mosaic;

/* -------------------------------------------------------------------------------------------------- layout */

/* Pixels of a point mass: wide enough to be visible, separated from its neighbours, and in total at most a tenth of the
 * axis. */
static double thin_width(const plot_axis *axis, double length)
{
	double scale = length / (axis->upper - axis->lower), before = -INFINITY;
	double width = fmin(9, 0.1 * length / fmax(1, (double)axis->shown_atoms));
	for (size_t i = 0; i < axis->shown_atoms && !axis->bands; i++) {
		const plot_span *span = &axis->spans[axis->column.intervals + axis->ascending[i]];
		if (span->shown)
			width = fmin(width, 0.7 * scale * (span->lower - before));
		before = span->shown ? span->lower : before;
	}
	return fmax(width, 1.5);
}

static void add_remarks(mosaic *m)
{
	if (m->panels.found > m->panels.count)
		plot_line_add(m->remarks, "the %zu fullest of %zu bins of the given columns", m->panels.count, m->panels.found);
	plot_figure_remarks(m->remarks, m->figure);
}

static void lay_out(mosaic *m)
{
	const plot_figure *figure = m->figure;
	size_t panels = m->panels.count;
	bool one = panels <= 1;
	m->across = one ? 1 : panels == 3 ? 3 : panels <= 4 ? 2 : panels <= 9 ? 3 : 4;
	m->down = one ? 1 : (panels + m->across - 1) / m->across;
	m->width = one ? 470 : m->across == 2 ? 290 : m->across == 3 ? 250 : 215;
	m->height = one ? 400 : m->across == 2 ? 230 : m->across == 3 ? 205 : 175;
	m->room[0] = plot_axis_room(&figure->axes[0], 'x', m->width);
	m->room[1] = plot_axis_room(&figure->axes[1], 'y', m->height);
	m->left = m->room[1] + 30;
	m->top = plot_head_height(m->remarks) + (figure->z_count > 0 ? HEADING : 0);
	m->thin[0] = thin_width(&figure->axes[0], m->width);
	m->thin[1] = thin_width(&figure->axes[1], m->height);
}

static double step_down(const mosaic *m)
{
	return m->height + GAP + (m->figure->z_count > 0 ? HEADING : 0);
}

static plot_frame frame_of(const mosaic *m, size_t panel)
{
	return (plot_frame){ m->left + (double)(panel % m->across) * (m->width + GAP),
		                 m->top + (double)(panel / m->across) * step_down(m), m->width, m->height };
}

/* --------------------------------------------------------------------------------------------------- cells */

/* One cell: an area, a narrow bar for a point mass, or a dot where two meet. */
static void draw_cell(const mosaic *m, const plot_frame *frame, const plot_piece *x, const plot_piece *y)
{
	double observed = plot_observed(&m->ratios, x->bin, y->bin), expected = plot_expected(&m->ratios, x->bin, y->bin);
	bool thin = x->thin || y->thin;
	if (expected == 0 || (thin && observed == 0 && expected < 1))
		return;
	const plot_figure *figure = m->figure;
	io_buffer *svg = &figure->picture->svg;
	char colour[PLOT_COLOUR];
	double left = plot_frame_x(frame, &figure->axes[0], x->lower),
		   right = plot_frame_x(frame, &figure->axes[0], x->upper);
	double top = plot_frame_y(frame, &figure->axes[1], y->upper),
		   bottom = plot_frame_y(frame, &figure->axes[1], y->lower);
	double wider = x->thin ? m->thin[0] / 2 : 0, higher = y->thin ? m->thin[1] / 2 : 0;
	io_add(svg, "<rect");
	plot_svg_attribute(svg, "x", left - wider);
	plot_svg_attribute(svg, "y", top - higher);
	plot_svg_attribute(svg, "width", fmax(0.3, right - left + 2 * wider));
	plot_svg_attribute(svg, "height", fmax(0.3, bottom - top + 2 * higher));
	if (x->thin && y->thin)
		plot_svg_attribute(svg, "rx", fmin(wider, higher));
	io_addf(svg, " fill=\"%s\" stroke=\"%s\" stroke-width=\"0.5\"><title>%.0f rows, ",
	        plot_colour_ratio(colour, plot_log_ratio(observed, expected)), thin ? "#ffffff" : "#b4b4b4", observed);
	plot_svg_number(svg, round(10 * expected) / 10);
	io_add(svg, " expected</title></rect>\n");
}

/* Areas first, then bars, then dots, so that none is covered. */
static void draw_cells(const mosaic *m, const plot_frame *frame)
{
	for (int thin = 0; thin <= 2; thin++)
		for (size_t i = 0; i < m->counts[0]; i++)
			for (size_t j = 0; j < m->counts[1]; j++)
				if (m->pieces[0][i].thin + m->pieces[1][j].thin == thin)
					draw_cell(m, frame, &m->pieces[0][i], &m->pieces[1][j]);
}

/* -------------------------------------------------------------------------------------------------- points */

/* Pixels by which a point may be moved, so that points with the same value are visible: within its band, its point
 * mass, or its rounding step. */
static double slack(const mosaic *m, int side, double place)
{
	const plot_axis *axis = &m->figure->axes[side];
	double scale = (side == 0 ? m->width : m->height) / (axis->upper - axis->lower);
	if (axis->bands)
		return 0.76 * scale;
	for (size_t i = 0; i < m->counts[side]; i++)
		if (m->pieces[side][i].thin && m->pieces[side][i].lower == place)
			return 0.7 * m->thin[side];
	bool rounded = axis->step > 0 && !axis->logarithmic && axis->column.unit == MIXMI_PLAIN;
	return rounded ? fmin(12, 0.7 * scale * axis->step / pow(10, axis->exponent)) : 0;
}

static bool lies_in(const mosaic *m, size_t panel, size_t row)
{
	return m->bins == NULL || plot_panels_find(&m->panels, m->bins + row * m->panels.columns) == panel;
}

static void draw_points(const mosaic *m, const plot_frame *frame, size_t panel)
{
	const plot_figure *figure = m->figure;
	io_buffer *svg = &figure->picture->svg;
	size_t rows = mixmi_table_rows(figure->table), most = MOST_POINTS;
	io_addf(svg, "<g fill=\"#111111\" fill-opacity=\"%s\">\n", rows > 1000 ? "0.35" : "0.5");
	for (size_t row = 0; row < rows; row++) {
		if (!plot_point_drawn(row, rows, most) || !lies_in(m, panel, row))
			continue;
		double x = plot_axis_place_row(&figure->axes[0], figure->table, row);
		double y = plot_axis_place_row(&figure->axes[1], figure->table, row);
		if (isnan(x) || isnan(y))
			continue;
		io_add(svg, "<circle");
		plot_svg_attribute(svg, "cx",
		                   plot_frame_x(frame, &figure->axes[0], x) + slack(m, 0, x) * plot_point_spread(row, 0));
		plot_svg_attribute(svg, "cy",
		                   plot_frame_y(frame, &figure->axes[1], y) + slack(m, 1, y) * plot_point_spread(row, 1));
		io_addf(svg, " r=\"%s\"/>\n", rows > 1000 ? "1.2" : "1.6");
	}
	io_add(svg, "</g>\n");
}

/* -------------------------------------------------------------------------------------------------- panels */

/* The answer for the rows of one panel; NULL: none. */
static const mixmi_answer *answer_of(const plot_figure *figure, const char *words)
{
	const answers_groups *groups = figure->groups;
	for (size_t i = 0; groups != NULL && i < groups->count; i++)
		if (strcmp(groups->groups[i].words, words) == 0)
			return &groups->groups[i].answer;
	return NULL;
}

/* The estimate, as in --by-z. If there is none, the plug-in value of the drawn bins, labelled as such. */
static void add_information(char facts[PLOT_LINE], const plot_panel *p, const mixmi_answer *answer)
{
	char number[IO_NUMBER];
	if (answer == NULL)
		plot_line_add(facts, "plug-in I = %s nats", io_number(number, p->information, 3));
	else if (answer->status != MIXMI_OK)
		plot_line_add(facts, "too few to test");
	else if (answer->verdict == MIXMI_UNDECIDED)
		plot_line_add(facts, "undecided");
	else
		plot_line_add(facts, "I = %s nats", io_number(number, answer->estimate, 3));
}

static void draw_heading(const mosaic *m, const plot_frame *frame, size_t panel)
{
	const plot_figure *figure = m->figure;
	const plot_panel *p = &m->panels.panels[panel];
	const uint32_t *bins = m->panels.bins + m->panels.order[p->first] * m->panels.columns;
	io_buffer *svg = &figure->picture->svg;
	explain_text text = { 0 };
	explain_add_cell(&text, figure->histogram, figure->z, figure->z_count, bins);
	svg->failed = svg->failed || text.failed;
	char facts[PLOT_LINE] = "";
	plot_line_add(facts, "%llu rows", (unsigned long long)p->rows);
	if (!text.failed)
		add_information(facts, p, answer_of(figure, text.bytes));
	if (!svg->failed)
		plot_svg_text(svg, frame->left, frame->top - 20, &(plot_style){ .size = 12.5, .room = m->width }, text.bytes);
	plot_svg_text(svg, frame->left, frame->top - 6, &(plot_style){ .size = 11, .colour = IO_GREY }, facts);
	free(text.bytes);
}

/* A gap in a logarithmic axis, between 0 and the rest. */
static void draw_gaps(const mosaic *m, const plot_frame *frame)
{
	static const char look[] = "stroke=\"" IO_PALE_GREY "\" stroke-dasharray=\"2 3\"";
	const plot_axis *x = &m->figure->axes[0], *y = &m->figure->axes[1];
	io_buffer *svg = &m->figure->picture->svg;
	double bottom = frame->top + frame->height, right = frame->left + frame->width;
	if (x->logarithmic && isfinite(x->zero)) {
		double at = plot_frame_x(frame, x, x->zero + (x->zero - x->lower));
		plot_svg_line(svg, at, frame->top, at, bottom, look);
	}
	if (y->logarithmic && isfinite(y->zero)) {
		double at = plot_frame_y(frame, y, y->zero + (y->zero - y->lower));
		plot_svg_line(svg, frame->left, at, right, at, look);
	}
}

static mixmi_status draw_panel(mosaic *m, size_t panel)
{
	const plot_figure *figure = m->figure;
	io_buffer *svg = &figure->picture->svg;
	plot_frame frame = frame_of(m, panel);
	bool lowest = panel + m->across >= m->panels.count;
	plot_ratios_fill(&m->ratios, &m->panels, panel);
	if (figure->z_count > 0)
		draw_heading(m, &frame, panel);
	plot_svg_rect(svg, frame.left, frame.top, frame.width, frame.height, "fill=\"#ffffff\" stroke=\"#d5d5d5\"");
	draw_cells(m, &frame);
	draw_gaps(m, &frame);
	draw_points(m, &frame, panel);
	if (lowest)
		plot_axis_labels(svg, &frame, &figure->axes[0], 'x');
	if (panel % m->across == 0)
		plot_axis_labels(svg, &frame, &figure->axes[1], 'y');
	return plot_goes_on(figure->options);
}

static void draw_head(const mosaic *m, double width, double height)
{
	const plot_figure *figure = m->figure;
	const mixmi_histogram_column *x = &figure->axes[0].column, *y = &figure->axes[1].column;
	char facts[PLOT_LINE] = "";
	size_t rows = mixmi_table_rows(figure->table);
	plot_line_add(facts, "%zu rows", figure->info.rows);
	plot_line_add(facts, "%zu \u00d7 %zu bins", x->bins, y->bins);
	if (rows > MOST_POINTS)
		plot_line_add(facts, "points: 1 in %.0f rows", round((double)rows / MOST_POINTS));
	plot_figure_head(figure, width, height, m->left, facts, m->remarks);
}

static mixmi_status draw(mosaic *m)
{
	const plot_figure *figure = m->figure;
	io_buffer *svg = &figure->picture->svg;
	mixmi_status status = MIXMI_OK;
	add_remarks(m);
	lay_out(m);
	plot_frame all = { m->left, m->top, (double)m->across * (m->width + GAP) - GAP,
		               (double)(m->down - 1) * step_down(m) + m->height };
	double legend = all.left + all.width + 24;
	draw_head(m, legend + PLOT_LEGEND_WIDTH, all.top + all.height + m->room[0] + 34);
	for (size_t i = 0; i < m->panels.count && status == MIXMI_OK; i++)
		status = draw_panel(m, i);
	plot_axis_name(svg, &all, &figure->axes[0], 'x', m->room[0] + 8);
	plot_axis_name(svg, &all, &figure->axes[1], 'y', m->room[1] + 2);
	plot_legend_ratio(svg, legend, m->top, all.height);
	plot_svg_end(svg);
	return status;
}

mixmi_status plot_figure_two(const plot_figure *figure)
{
	mosaic m = { .figure = figure };
	const plot_axis *x = &figure->axes[0], *y = &figure->axes[1];
	mixmi_status status =
		plot_panels_init(&m.panels, figure->histogram, x->index, y->index, figure->z, figure->z_count);
	for (int side = 0; side < 2 && status == MIXMI_OK; side++)
		status = plot_pieces(&m.pieces[side], &m.counts[side], &figure->axes[side]);
	if (status == MIXMI_OK)
		status = plot_ratios_init(&m.ratios, m.pieces[0], m.counts[0], x->column.bins, m.pieces[1], m.counts[1],
		                          y->column.bins);
	if (status == MIXMI_OK && figure->z_count > 0)
		status = hist_assign(&m.bins, figure->histogram, figure->table, NULL);
	if (status == MIXMI_OK)
		status = draw(&m);
	plot_panels_clear(&m.panels);
	free(m.pieces[0]);
	free(m.pieces[1]);
	plot_ratios_clear(&m.ratios);
	mixmi_free(m.bins);
	return status;
}
