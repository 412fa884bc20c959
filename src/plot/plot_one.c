/* Picture of one column. Probability is area throughout: the height of a step is the density of its interval, and a
 * point mass is a bar whose area is its probability in the same unit, as wide as space permits. Categories are bars of
 * their probabilities. */
#include <math.h>
#include <stdio.h>

#include "plot/plot_figure.h"

enum { WIDTH = 760, LEFT = 76, RIGHT = 24, HEIGHT = 340, MOST_RUG = 800 };

/* Vertical scale of a picture: the largest value shown, in units of 10^exponent. */
typedef struct height_scale {
	double top;
	int exponent;
	double bar; /* width of the bar of a point mass, in units of the axis */
	bool steps, bars;
} height_scale;

/* Density of an interval, probability of an atom (the mean in a group). */
static double height_of(const plot_figure *figure, const plot_span *span)
{
	return fmin(exp(log((double)span->count / (double)figure->info.rows) - span->log_volume), 1e300);
}

static bool is_atom(const plot_axis *axis, size_t span)
{
	return span >= axis->column.intervals;
}

/* Largest density of the shown intervals (or probability of the shown atoms). */
static double highest(const plot_figure *figure, bool of_atoms)
{
	const plot_axis *axis = &figure->axes[0];
	double most = 0;
	for (size_t i = 0; i < plot_axis_spans(axis); i++)
		if (axis->spans[i].shown && is_atom(axis, i) == of_atoms)
			most = fmax(most, height_of(figure, &axis->spans[i]));
	return most;
}

/* Smallest distance between two shown point masses, at most the width of the axis. */
static double least_gap(const plot_axis *axis)
{
	const plot_span *atoms = axis->spans + axis->column.intervals;
	double gap = axis->upper - axis->lower;
	for (size_t i = 1; i < axis->shown_atoms; i++) {
		const plot_span *a = &atoms[axis->ascending[i - 1]], *b = &atoms[axis->ascending[i]];
		if (a->shown && b->shown && b->lower > a->lower)
			gap = fmin(gap, b->lower - a->lower);
	}
	return gap;
}

/* Bar width for which the highest bar is twice as high as the highest step, within the limits of visibility and
 * neighbouring bars. */
static double bar_width(const plot_axis *axis, double density, double probability)
{
	double range = axis->upper - axis->lower, wanted = density > 0 ? probability / (2 * density) : 0.02 * range;
	return fmin(fmax(fmin(wanted, 0.06 * range), 0.008 * range), 0.8 * least_gap(axis));
}

static height_scale choose_scale(const plot_figure *figure)
{
	const plot_axis *axis = &figure->axes[0];
	double density = highest(figure, false), probability = highest(figure, true);
	height_scale s = { .steps = density > 0, .bars = probability > 0, .bar = 1 };
	if (s.bars && !axis->bands && s.steps) /* without steps, the height of a point mass is its probability */
		s.bar = bar_width(axis, density, probability);
	double most = fmax(density, probability / s.bar);
	s.exponent = plot_exponent(most);
	s.top = most * 1.06;
	return s;
}

static double pixels(const plot_frame *frame, const height_scale *s, double height)
{
	return frame->top + frame->height * (1 - fmin(height / s->top, 1));
}

/* The outline of the steps, from the baseline back to the baseline. */
static void draw_steps(const plot_figure *figure, const plot_frame *frame, const height_scale *s)
{
	const plot_axis *axis = &figure->axes[0];
	io_buffer *svg = &figure->picture->svg;
	double bottom = frame->top + frame->height;
	bool begun = false;
	io_add(svg, "<path fill=\"" IO_PALE_BLUE "\" stroke=\"" IO_BLUE "\" stroke-width=\"1.5\" d=\"M");
	for (size_t i = 0; i < axis->column.intervals; i++) {
		const plot_span *span = &axis->spans[i];
		if (!span->shown)
			continue;
		if (!begun) {
			plot_svg_number(svg, plot_frame_x(frame, axis, span->lower));
			io_add_char(svg, ' ');
			plot_svg_number(svg, bottom);
		}
		begun = true;
		io_add_char(svg, 'V');
		plot_svg_number(svg, pixels(frame, s, height_of(figure, span)));
		io_add_char(svg, 'H');
		plot_svg_number(svg, plot_frame_x(frame, axis, span->upper));
	}
	io_add_char(svg, 'V');
	plot_svg_number(svg, bottom);
	io_add(svg, "\"/>\n");
}

/* A short tick for every row, or for a subset. */
static void draw_rug(const plot_figure *figure, const plot_frame *frame)
{
	const plot_axis *axis = &figure->axes[0];
	io_buffer *svg = &figure->picture->svg;
	size_t rows = mixmi_table_rows(figure->table);
	io_add(svg, "<path stroke=\"" IO_GREY "\" stroke-width=\"0.6\" stroke-opacity=\"0.6\" d=\"M0 0");
	for (size_t row = 0; row < rows; row++) {
		double place = plot_axis_place_row(axis, figure->table, row);
		if (isnan(place) || !plot_point_drawn(row, rows, MOST_RUG))
			continue;
		io_add_char(svg, 'M');
		plot_svg_number(svg, plot_frame_x(frame, axis, place));
		io_add_char(svg, ' ');
		plot_svg_number(svg, frame->top + frame->height);
		io_add(svg, "v-7");
	}
	io_add(svg, "\"/>\n");
}

/* The tooltip of a bar: its value and share. */
static void add_bar_tip(io_buffer *svg, const plot_axis *axis, size_t atom, double share)
{
	mixmi_atom about = plot_axis_atom(axis, axis->atoms[atom]);
	char value[MIXMI_SHOWN], line[PLOT_LINE];
	mixmi_show_value(value, about.value, axis->column.unit);
	io_add(svg, "<title>");
	plot_svg_escape(svg, about.label != NULL ? about.label : value);
	snprintf(line, sizeof line, ": probability %.4f", share);
	plot_svg_escape(svg, line);
	io_add(svg, "</title>");
}

static void draw_bars(const plot_figure *figure, const plot_frame *frame, const height_scale *s)
{
	const plot_axis *axis = &figure->axes[0];
	io_buffer *svg = &figure->picture->svg;
	double scale = frame->width / (axis->upper - axis->lower), bottom = frame->top + frame->height;
	double width = (axis->bands ? 0.72
	                : s->steps  ? s->bar
	                            : fmin(0.8 * least_gap(axis), 0.02 / scale * frame->width)) *
	               scale;
	for (size_t i = 0; i < axis->shown_atoms; i++) {
		const plot_span *span = &axis->spans[axis->column.intervals + i];
		if (!span->shown)
			continue;
		double share = height_of(figure, span), top = pixels(frame, s, share / s->bar);
		io_add(svg, "<rect");
		plot_svg_attribute(svg, "x", plot_frame_x(frame, axis, (span->lower + span->upper) / 2) - width / 2);
		plot_svg_attribute(svg, "y", top);
		plot_svg_attribute(svg, "width", fmax(width, 0.5));
		plot_svg_attribute(svg, "height", bottom - top);
		io_add(svg, axis->bands ? " fill=\"" IO_PALE_BLUE "\" stroke=\"" IO_BLUE "\">"
		                        : " fill=\"" IO_ORANGE "\" fill-opacity=\"0.75\" stroke=\"none\">");
		add_bar_tip(svg, axis, i, share);
		io_add(svg, "</rect>\n");
	}
}

static void draw_heights(const plot_figure *figure, const plot_frame *frame, const height_scale *s)
{
	const plot_axis *axis = &figure->axes[0];
	io_buffer *svg = &figure->picture->svg;
	plot_tick ticks[PLOT_TICKS];
	double unit = pow(10, s->exponent);
	size_t count = plot_ticks(ticks, 0, s->top / unit, 6, 0);
	for (size_t i = 0; i < count; i++) {
		double y = pixels(frame, s, ticks[i].place * unit);
		plot_svg_line(svg, frame->left, y, frame->left + frame->width, y, "stroke=\"#e4e4e4\" stroke-width=\"0.7\"");
		plot_svg_text(svg, frame->left - 8, y + 4, &(plot_style){ .size = 12, .anchor = 'e', .colour = IO_GREY },
		              ticks[i].text);
	}
	char name[PLOT_LINE] = "";
	plot_line_add(name, "%s",
	              !s->steps           ? "probability"
	              : axis->logarithmic ? "density per factor of ten (area is probability)"
	                                  : "density (area is probability)");
	if (s->exponent != 0)
		plot_line_add(name, "in units of 1e%d", s->exponent);
	plot_svg_text(svg, frame->left - 54, frame->top + frame->height / 2,
	              &(plot_style){ .size = 13, .anchor = 'm', .turn = -90 }, name);
}

/* Explains the orange bars. */
static void draw_key(const plot_figure *figure, const plot_frame *frame)
{
	io_buffer *svg = &figure->picture->svg;
	double right = frame->left + frame->width;
	plot_svg_rect(svg, right - 12, frame->top + 2, 10, 10, "fill=\"" IO_ORANGE "\" fill-opacity=\"0.75\"");
	plot_svg_text(svg, right - 18, frame->top + 11, &(plot_style){ .size = 11, .anchor = 'e', .colour = IO_GREY },
	              "single values (point masses): area is probability");
}

static void draw_head(const plot_figure *figure, const plot_frame *frame, double below, const height_scale *s,
                      const char *remarks)
{
	const mixmi_histogram_column *column = &figure->axes[0].column;
	char facts[PLOT_LINE] = "";
	plot_line_add(facts, "%zu rows", figure->info.rows);
	if (column->intervals > 0)
		plot_line_add(facts, "%zu interval%s", column->intervals, column->intervals == 1 ? "" : "s");
	if (column->atoms > 0)
		plot_line_add(facts, "%zu %s%s", column->atoms, s->steps ? "point mass" : "value",
		              column->atoms == 1 ? ""
		              : s->steps         ? "es"
		                                 : "s");
	plot_figure_head(figure, WIDTH, frame->top + frame->height + below, frame->left, facts, remarks);
}

/* Steps, then bars on top, and the axis below. */
static void draw_shapes(const plot_figure *figure, const plot_frame *frame, const height_scale *s)
{
	io_buffer *svg = &figure->picture->svg;
	double bottom = frame->top + frame->height;
	if (s->steps)
		draw_steps(figure, frame, s);
	if (s->bars)
		draw_bars(figure, frame, s);
	plot_svg_line(svg, frame->left, bottom, frame->left + frame->width, bottom, "stroke=\"" IO_GREY "\"");
	plot_axis_labels(svg, frame, &figure->axes[0], 'x');
}

void plot_density_draw(const plot_figure *figure, const plot_frame *frame)
{
	const height_scale s = choose_scale(figure);
	draw_shapes(figure, frame, &s);
}

mixmi_status plot_figure_one(const plot_figure *figure)
{
	const plot_axis *axis = &figure->axes[0];
	const height_scale s = choose_scale(figure);
	char remarks[PLOT_LINE] = "";
	plot_figure_remarks(remarks, figure);
	const plot_frame frame = { LEFT, plot_head_height(remarks), WIDTH - LEFT - RIGHT, HEIGHT };
	double room = plot_axis_room(axis, 'x', frame.width);
	draw_head(figure, &frame, room + 34, &s, remarks);
	draw_heights(figure, &frame, &s);
	draw_shapes(figure, &frame, &s);
	if (s.steps)
		draw_rug(figure, &frame);
	if (s.bars && s.steps)
		draw_key(figure, &frame);
	plot_axis_name(&figure->picture->svg, &frame, axis, 'x', room + 8);
	plot_svg_end(&figure->picture->svg);
	return MIXMI_OK;
}
