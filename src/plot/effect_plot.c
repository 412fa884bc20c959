/* Picture of an effect: the mean of the outcome, or the risk of each of its labels, at values of the treatment,
 * adjusted with its interval and unadjusted for comparison. A numeric treatment gives a curve, levels give dots. One
 * panel per outcome and adjustment set. The curve has gaps where there is no support. Cost: number of points. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "plot/axis_draw.h"
#include "plot/picture_file.h"
#include "plot/plot_figure.h"

enum {
	MOST_PARTS = 12,
	WIDTH = 430,
	HEIGHT = 280,
	GAP = 24,
	HEADING = 22,
	BELOW = 52,
	RIGHT = 20,
	HEAD = 68,
	LEGEND = 26
};

static const char line_look[] = "stroke=\"" IO_BLUE "\" stroke-width=\"2\"";
static const char crude_look[] = "stroke=\"#8c8c8c\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\"";
static const char grid_look[] = "stroke=\"#e4e4e4\" stroke-width=\"1\"";
static const char reference_look[] = "stroke=\"#b4b4b4\" stroke-width=\"1\" stroke-dasharray=\"2 3\"";

/* Input of the picture. */
typedef struct effect_picture {
	const mixmi_effect *effect;
	const mixmi_table *table;
	mixmi_effect_info info;
	int32_t unit; /* mixmi_unit of the treatment */
	io_buffer *svg;
	size_t parts, across;
	double left; /* of the first frame */
} effect_picture;

/* One outcome with one adjustment set, in its frame. */
typedef struct part {
	size_t set, outcome;
	plot_frame frame;
	double low[2], high[2]; /* range of the treatment and of the outcome */
	mixmi_effect_point *points;
} part;

static mixmi_effect_point point_at(const effect_picture *e, const part *p, size_t index)
{
	mixmi_effect_point point = { 0 };
	(void)mixmi_effect_point_at(&point, sizeof point, e->effect, p->set, p->outcome, index); /* exists, so this cannot
	                                                                                          * fail */
	return point;
}

/* ------------------------------------------------------------------------------------------------------- places */

static double x_of(const part *p, double place)
{
	return p->frame.left + (place - p->low[0]) / (p->high[0] - p->low[0]) * p->frame.width;
}

static double y_of(const part *p, double place)
{
	return p->frame.top + p->frame.height - (place - p->low[1]) / (p->high[1] - p->low[1]) * p->frame.height;
}

/* Values of a numeric treatment, or the positions of levels. */
static double place_of(const effect_picture *e, const part *p, size_t index)
{
	return e->info.curve ? p->points[index].value : (double)index;
}

static void widen(part *p, int side, double value)
{
	if (isnan(value))
		return;
	p->low[side] = fmin(p->low[side], value);
	p->high[side] = fmax(p->high[side], value);
}

static void find_ranges(part *p, const effect_picture *e)
{
	for (int side = 0; side < 2; side++) {
		p->low[side] = INFINITY;
		p->high[side] = -INFINITY;
	}
	for (size_t i = 0; i < e->info.points; i++) {
		const mixmi_effect_point *point = &p->points[i];
		widen(p, 0, place_of(e, p, i));
		widen(p, 1, point->crude);
		widen(p, 1, point->lower);
		widen(p, 1, point->upper);
		widen(p, 1, point->band_lower);
		widen(p, 1, point->band_upper);
	}
	for (int side = 0; side < 2; side++) {
		double width = p->high[side] - p->low[side];
		double margin = side == 0 && !e->info.curve ? 0.5 : width > 0 ? 0.04 * width : 0.5;
		p->low[side] = isfinite(width) ? p->low[side] - margin : 0;
		p->high[side] = isfinite(width) ? p->high[side] + margin : 1;
	}
}

/* ------------------------------------------------------------------------------------------------------- drawing */

static void draw_frame(const effect_picture *e, const part *p)
{
	const plot_frame *f = &p->frame;
	const plot_style numbers = { .size = 11, .anchor = 'e' }, below = { .size = 11, .anchor = 'm', .room = 90 };
	plot_tick ticks[PLOT_TICKS];
	size_t count = plot_ticks(ticks, p->low[1], p->high[1], 6, 0);
	for (size_t i = 0; i < count; i++) {
		double y = y_of(p, ticks[i].place);
		plot_svg_line(e->svg, f->left, y, f->left + f->width, y, grid_look);
		plot_svg_text(e->svg, f->left - 6, y + 4, &numbers, ticks[i].text);
	}
	count = e->info.curve ? plot_ticks(ticks, p->low[0], p->high[0], 6, 0) : 0;
	for (size_t i = 0; i < count; i++) {
		char text[MIXMI_SHOWN];
		if (e->unit != MIXMI_PLAIN)
			mixmi_show_value(text, ticks[i].place, e->unit);
		plot_svg_text(e->svg, x_of(p, ticks[i].place), f->top + f->height + 17, &below,
		              e->unit != MIXMI_PLAIN ? text : ticks[i].text);
	}
	for (size_t i = 0; i < e->info.points && !e->info.curve; i++) {
		char text[MIXMI_SHOWN];
		const char *label = p->points[i].label;
		if (label == NULL)
			mixmi_show_value(text, p->points[i].value, e->unit);
		plot_svg_text(e->svg, x_of(p, (double)i), f->top + f->height + 17,
		              &(plot_style){ .size = 11, .anchor = 'm', .room = f->width / (double)e->info.points - 4 },
		              label != NULL ? label : text);
	}
	plot_svg_rect(e->svg, f->left, f->top, f->width, f->height, "fill=\"none\" stroke=\"#8c8c8c\"");
}

/* The end of the run of points, starting at `first`, that have both numbers. */
static size_t end_of_run(const part *p, size_t first, size_t count, bool band)
{
	size_t end = first;
	while (end < count && !isnan(band ? p->points[end].band_lower : p->points[end].lower))
		end++;
	return end;
}

/* The area between two curves, run by run. */
static void draw_area(const effect_picture *e, const part *p, bool band, const char *look)
{
	for (size_t first = 0, end; first < e->info.points; first = end + 1) {
		end = end_of_run(p, first, e->info.points, band);
		if (end < first + 2)
			continue;
		io_add(e->svg, "<polygon points=\"");
		for (size_t i = first; i < 2 * end - first; i++) {
			size_t at = i < end ? i : 2 * end - 1 - i;
			const mixmi_effect_point *q = &p->points[at];
			double value = i < end ? (band ? q->band_lower : q->lower) : band ? q->band_upper : q->upper;
			plot_svg_number(e->svg, x_of(p, place_of(e, p, at)));
			io_add_char(e->svg, ',');
			plot_svg_number(e->svg, y_of(p, value));
			io_add_char(e->svg, ' ');
		}
		io_addf(e->svg, "\" %s/>\n", look);
	}
}

static void draw_line(const effect_picture *e, const part *p, bool crude)
{
	for (size_t i = 1; i < e->info.points; i++) {
		double from = crude ? p->points[i - 1].crude : p->points[i - 1].mean,
			   to = crude ? p->points[i].crude : p->points[i].mean;
		if (!isnan(from) && !isnan(to))
			plot_svg_line(e->svg, x_of(p, place_of(e, p, i - 1)), y_of(p, from), x_of(p, place_of(e, p, i)),
			              y_of(p, to), crude ? crude_look : line_look);
	}
}

static void draw_curve(const effect_picture *e, const part *p)
{
	double reference = x_of(p, p->points[e->info.reference].value);
	draw_area(e, p, true, "fill=\"#dbe7f3\"");
	draw_area(e, p, false, "fill=\"#a9c7e2\"");
	plot_svg_line(e->svg, reference, p->frame.top, reference, p->frame.top + p->frame.height, reference_look);
	draw_line(e, p, true);
	draw_line(e, p, false);
}

static void draw_levels(const effect_picture *e, const part *p)
{
	const double aside = 0.12;
	for (size_t i = 0; i < e->info.points; i++) {
		const mixmi_effect_point *q = &p->points[i];
		double x = x_of(p, (double)i - aside / 2);
		if (!isnan(q->lower))
			plot_svg_line(e->svg, x, y_of(p, q->lower), x, y_of(p, q->upper), line_look);
		if (!isnan(q->mean))
			plot_svg_circle(e->svg, x, y_of(p, q->mean), 4.5,
			                i == e->info.reference ? "fill=\"#ffffff\" stroke=\"" IO_BLUE "\" stroke-width=\"2\""
			                                       : "fill=\"" IO_BLUE "\"");
		if (!isnan(q->crude))
			plot_svg_circle(e->svg, x_of(p, (double)i + aside / 2), y_of(p, q->crude), 3.5,
			                "fill=\"none\" stroke=\"#8c8c8c\" stroke-width=\"1.5\"");
	}
}

/* ------------------------------------------------------------------------------------------------------ the texts */

static void add_set(char line[PLOT_LINE], const effect_picture *e, size_t set)
{
	mixmi_effect_set s;
	(void)mixmi_effect_set_at(&s, sizeof s, e->effect, set);
	size_t used = (size_t)snprintf(line, PLOT_LINE, "adjusted for %s", s.count == 0 ? "nothing" : "");
	for (size_t i = 0; i < s.count && used < PLOT_LINE; i++)
		used += (size_t)snprintf(line + used, PLOT_LINE - used, "%s%s", i > 0 ? ", " : "",
		                         mixmi_table_name(e->table, s.columns[i]));
}

static void draw_heading(const effect_picture *e, const part *p)
{
	mixmi_effect_outcome outcome;
	char line[PLOT_LINE] = "", set[PLOT_LINE];
	(void)mixmi_effect_outcome_at(&outcome, sizeof outcome, e->effect, p->set, p->outcome);
	if (outcome.label != NULL)
		plot_line_add(line, "risk of %s", outcome.label);
	if (e->info.sets > 1) {
		add_set(set, e, p->set);
		plot_line_add(line, "%s", set);
	}
	if (*line != '\0')
		plot_svg_text(e->svg, p->frame.left, p->frame.top - 7,
		              &(plot_style){ .size = 12, .bold = true, .room = p->frame.width }, line);
	plot_svg_text(e->svg, p->frame.left + p->frame.width / 2, p->frame.top + p->frame.height + 38,
	              &(plot_style){ .size = 12, .anchor = 'm', .room = p->frame.width },
	              mixmi_table_name(e->table, e->info.x));
}

static void draw_head(const effect_picture *e, double width)
{
	char title[PLOT_LINE], facts[PLOT_LINE];
	const char *x = mixmi_table_name(e->table, e->info.x), *y = mixmi_table_name(e->table, e->info.y);
	snprintf(title, sizeof title, "effect of %s on %s", x, y);
	if (e->info.sets == 1)
		add_set(facts, e, 0);
	else
		snprintf(facts, sizeof facts, "not identified: one part per set of parents of the treatment");
	plot_svg_text(e->svg, e->left, 26, &(plot_style){ .size = 17, .room = width - e->left - RIGHT }, title);
	plot_svg_text(e->svg, e->left, 45, &(plot_style){ .size = 12, .colour = IO_GREY, .room = width - e->left - RIGHT },
	              facts);
}

static void draw_legend(const effect_picture *e, double top, double width)
{
	char text[PLOT_LINE];
	double percent = 100 * e->info.confidence;
	if (e->info.curve)
		snprintf(text, sizeof text, "adjusted, with %g%% intervals (light: simultaneous); dashed: unadjusted", percent);
	else
		snprintf(text, sizeof text, "dot: adjusted, with %g%% interval; hollow: reference; grey ring: unadjusted",
		         percent);
	plot_svg_text(e->svg, e->left, top, &(plot_style){ .size = 11, .colour = IO_GREY, .room = width - e->left - 4 },
	              text);
}

/* --------------------------------------------------------------------------------------------------------- whole */

static mixmi_status draw_part(const effect_picture *e, size_t number)
{
	double step = WIDTH + e->left, down = HEADING + HEIGHT + BELOW + GAP;
	part p = { .set = number / e->info.outcomes, .outcome = number % e->info.outcomes };
	p.frame = (plot_frame){ e->left + (double)(number % e->across) * step,
		                    HEAD + HEADING + (double)(number / e->across) * down, WIDTH, HEIGHT };
	p.points = base_array(e->info.points, sizeof *p.points);
	if (p.points == NULL)
		return base_error_memory();
	for (size_t i = 0; i < e->info.points; i++)
		p.points[i] = point_at(e, &p, i);
	find_ranges(&p, e);
	draw_frame(e, &p);
	if (e->info.curve)
		draw_curve(e, &p);
	else
		draw_levels(e, &p);
	draw_heading(e, &p);
	free(p.points);
	return MIXMI_OK;
}

static mixmi_status draw(plot_picture *picture, effect_picture *e)
{
	mixmi_status status = MIXMI_OK;
	size_t down = (e->parts + e->across - 1) / e->across;
	picture->width = (double)e->across * (WIDTH + e->left) + RIGHT;
	picture->height = HEAD + (double)down * (HEADING + HEIGHT + BELOW + GAP) - GAP + LEGEND;
	plot_svg_begin(e->svg, picture->width, picture->height, "Effect of one column on another");
	draw_head(e, picture->width);
	for (size_t i = 0; status == MIXMI_OK && i < e->parts; i++)
		status = draw_part(e, i);
	draw_legend(e, picture->height - 12, picture->width);
	plot_svg_end(e->svg);
	return status;
}

mixmi_status mixmi_effect_plot(const mixmi_effect *effect, const mixmi_table *table, const mixmi_options *options,
                               const char *path)
{
	plot_format format;
	plot_picture picture = { 0 };
	mixmi_column column;
	if (effect == NULL || table == NULL || path == NULL)
		return base_error(MIXMI_ERROR_USAGE, "a picture needs an effect, a table and a path");
	effect_picture e = { .effect = effect, .table = table, .svg = &picture.svg, .left = 70 };
	mixmi_effect_describe(&e.info, sizeof e.info, effect);
	mixmi_status status = plot_format_of(&format, path);
	if (status == MIXMI_OK)
		status = plot_goes_on(options);
	if (status == MIXMI_OK && e.info.sets == 0)
		status = base_error(MIXMI_ERROR_DATA, "there is no effect to draw: %s",
		                    e.info.affects ? e.info.reason : "no directed path leads to the outcome");
	if (status == MIXMI_OK)
		status = mixmi_table_column(&column, sizeof column, table, e.info.x, options);
	if (status != MIXMI_OK)
		return status;
	e.unit = column.unit;
	e.parts = e.info.sets * e.info.outcomes;
	e.parts = e.parts > MOST_PARTS ? MOST_PARTS : e.parts;
	e.across = e.parts == 1 ? 1 : e.parts <= 4 ? 2 : 3;
	status = draw(&picture, &e);
	if (status == MIXMI_OK)
		status = plot_picture_save(&picture, options, path);
	io_buffer_clear(&picture.svg);
	return status;
}
