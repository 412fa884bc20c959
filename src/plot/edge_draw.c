/* Draws edges. A line ends where its mark begins, so that a thick line does not extend beyond the tip of an arrow: the
 * last cubic segment is cut at a distance from the node equal to the length of the mark (de Casteljau). */
#include "plot/edge_draw.h"

#include <math.h>

#include "io/look.h"
#include "plot/svg.h"

static const double CLEAR_SIGN = 0.1;

int plot_edge_sign(const mixmi_edge *edge)
{
	return edge->sign >= CLEAR_SIGN ? 1 : edge->sign <= -CLEAR_SIGN ? -1 : 0;
}

plot_edge_look plot_edge_look_of(const mixmi_edge *edge)
{
	double strength = edge->strength;
	int sign = plot_edge_sign(edge);
	return (plot_edge_look){
		.width = isfinite(strength) ? 0.8 + 3.2 * fmin(fmax(strength, 0), 1) : 1.2,
		.colour = sign > 0   ? IO_BLUE
		          : sign < 0 ? IO_ORANGE
		                     : IO_GREY,
		.dashed = edge->doubtful || edge->few_rows || edge->undecided,
		.twice = edge->same,
		.mark_from = edge->same ? MIXMI_MARK_TAIL : edge->mark_from,
		.mark_to = edge->same ? MIXMI_MARK_TAIL : edge->mark_to,
		.hollow_from = edge->kind_from == MIXMI_ARROW_POSSIBLE,
		.hollow_to = edge->kind == MIXMI_ARROW_POSSIBLE,
	};
}

static plot_point between(plot_point a, plot_point b, double t)
{
	return (plot_point){ a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t };
}

/* Cuts a cubic segment at t and keeps the first part. */
static void keep_first(plot_point p[4], double t)
{
	plot_point a = between(p[0], p[1], t), b = between(p[1], p[2], t), c = between(p[2], p[3], t);
	plot_point d = between(a, b, t), e = between(b, c, t);
	p[1] = a;
	p[2] = d;
	p[3] = between(d, e, t);
}

static plot_point point_at(const plot_point p[4], double t)
{
	plot_point q[4] = { p[0], p[1], p[2], p[3] };
	keep_first(q, t);
	return q[3];
}

plot_point plot_edge_middle(const plot_point *points, size_t count)
{
	size_t pieces = (count - 1) / 3, piece = pieces / 2;
	if (pieces == 0)
		return between(points[0], points[count - 1], 0.5);
	return point_at(points + 3 * piece, pieces % 2 == 1 ? 0.5 : 0);
}

/* Cuts the segment at `distance` from its end, within its second half. */
static void shorten(plot_point p[4], double distance)
{
	plot_point end = p[3];
	double low = 0.3, high = 1;
	for (int i = 0; i < 30; i++) {
		double t = (low + high) / 2;
		plot_point q = point_at(p, t);
		if (hypot(q.x - end.x, q.y - end.y) > distance)
			low = t;
		else
			high = t;
	}
	keep_first(p, low);
}

static void turn(plot_point p[4])
{
	plot_point first = p[0], second = p[1];
	p[0] = p[3];
	p[1] = p[2];
	p[2] = second;
	p[3] = first;
}

static double mark_length(int32_t mark, double width)
{
	return mark == MIXMI_MARK_ARROW ? 8 + 1.6 * width : mark == MIXMI_MARK_CIRCLE ? 7 + width : 0;
}

/* Draws the mark with its outer end at `tip`, on a line that comes from `back`. */
static void draw_mark(io_buffer *svg, int32_t mark, bool hollow, plot_point tip, plot_point back,
                      const plot_edge_look *look)
{
	double length = mark_length(mark, look->width), far = hypot(tip.x - back.x, tip.y - back.y);
	if (length == 0 || far == 0)
		return;
	plot_point u = { (tip.x - back.x) / far, (tip.y - back.y) / far };
	if (mark == MIXMI_MARK_CIRCLE) {
		io_addf(svg, "<circle fill=\"#ffffff\" stroke=\"%s\" stroke-width=\"1.3\"", look->colour);
		plot_svg_attribute(svg, "cx", tip.x - u.x * length / 2);
		plot_svg_attribute(svg, "cy", tip.y - u.y * length / 2);
		plot_svg_attribute(svg, "r", length / 2 - 0.6);
		io_add(svg, "/>\n");
		return;
	}
	double half = 0.42 * length;
	const plot_point corners[3] = { tip,
		                            { tip.x - u.x * length - u.y * half, tip.y - u.y * length + u.x * half },
		                            { tip.x - u.x * length + u.y * half, tip.y - u.y * length - u.x * half } };
	io_addf(svg, hollow ? "<path fill=\"#ffffff\" stroke=\"%s\" d=\"" : "<path fill=\"%s\" d=\"", look->colour);
	for (int i = 0; i < 3; i++) {
		io_add_char(svg, i == 0 ? 'M' : 'L');
		plot_svg_number(svg, corners[i].x);
		io_add_char(svg, ' ');
		plot_svg_number(svg, corners[i].y);
	}
	io_add(svg, "z\"/>\n");
}

static void add_piece(io_buffer *svg, const plot_point p[4], bool first)
{
	io_add(svg, first ? "M" : "");
	for (int i = first ? 0 : 1; i < 4; i++) {
		io_add_char(svg, i == 1 ? 'C' : ' ');
		plot_svg_number(svg, p[i].x);
		io_add_char(svg, ' ');
		plot_svg_number(svg, p[i].y);
	}
}

/* A double line is a wide line with a white one on top. */
static void draw_twice(io_buffer *svg, const plot_point *points, size_t count)
{
	plot_edge_draw(svg, points, count, &(plot_edge_look){ .width = 5, .colour = IO_GREY });
	plot_edge_draw(svg, points, count, &(plot_edge_look){ .width = 2.4, .colour = "#ffffff" });
}

void plot_edge_draw(io_buffer *svg, const plot_point *points, size_t count, const plot_edge_look *look)
{
	if (look->twice) {
		draw_twice(svg, points, count);
		return;
	}
	size_t pieces = (count - 1) / 3;
	plot_point tips[2] = { points[0], points[3 * pieces] }, backs[2] = { points[1], points[3 * pieces - 1] };
	double short_from = 0.8 * mark_length(look->mark_from, look->width);
	double short_to = 0.8 * mark_length(look->mark_to, look->width);
	io_addf(svg, "<path fill=\"none\" stroke=\"%s\"%s", look->colour, look->dashed ? " stroke-dasharray=\"6 4\"" : "");
	plot_svg_attribute(svg, "stroke-width", look->width);
	io_add(svg, " d=\"");
	for (size_t i = 0; i < pieces; i++) {
		plot_point p[4] = { points[3 * i], points[3 * i + 1], points[3 * i + 2], points[3 * i + 3] };
		if (i + 1 == pieces && short_to > 0) {
			shorten(p, short_to);
			backs[1] = p[3];
		}
		if (i == 0 && short_from > 0) {
			turn(p);
			shorten(p, short_from);
			backs[0] = p[3];
			turn(p);
		}
		add_piece(svg, p, i == 0);
	}
	io_add(svg, "\"/>\n");
	draw_mark(svg, look->mark_from, look->hollow_from, tips[0], backs[0], look);
	draw_mark(svg, look->mark_to, look->hollow_to, tips[1], backs[1], look);
}

void plot_edge_line(io_buffer *svg, plot_point from, plot_point to, const plot_edge_look *look)
{
	const plot_point points[4] = { from, between(from, to, 1 / 3.0), between(from, to, 2 / 3.0), to };
	plot_edge_draw(svg, points, 4, look);
}
