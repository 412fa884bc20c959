/* Writes SVG. Invariant: the result is well-formed XML for any texts, because user text is added only through
 * plot_svg_escape(), and numbers are written digit by digit from integer hundredths of a pixel. */
#include "plot/svg.h"

#include <math.h>
#include <string.h>

#include "plot/shown_text.h"

void plot_svg_number(io_buffer *svg, double value)
{
	const double most = 1e7;
	double kept = isnan(value) ? 0 : fmax(-most, fmin(most, value));
	long long hundredths = llround(kept * 100);
	if (hundredths < 0)
		io_add_char(svg, '-');
	hundredths = hundredths < 0 ? -hundredths : hundredths;
	io_addf(svg, "%lld", hundredths / 100);
	int rest = (int)(hundredths % 100);
	if (rest % 10 != 0)
		io_addf(svg, ".%02d", rest);
	else if (rest != 0)
		io_addf(svg, ".%d", rest / 10);
}

void plot_svg_attribute(io_buffer *svg, const char *name, double value)
{
	io_addf(svg, " %s=\"", name);
	plot_svg_number(svg, value);
	io_add_char(svg, '"');
}

void plot_svg_escape(io_buffer *svg, const char *text)
{
	char one[PLOT_CHARACTER];
	while (plot_text_next(one, &text)) {
		switch (one[0]) {
		case '<':
			io_add(svg, "&lt;");
			break;
		case '>':
			io_add(svg, "&gt;");
			break;
		case '&':
			io_add(svg, "&amp;");
			break;
		case '"':
			io_add(svg, "&quot;");
			break;
		default:
			io_add(svg, one);
		}
	}
}

void plot_svg_begin(io_buffer *svg, double width, double height, const char *title)
{
	io_add(svg, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"");
	plot_svg_attribute(svg, "width", width);
	plot_svg_attribute(svg, "height", height);
	io_add(svg, " viewBox=\"0 0 ");
	plot_svg_number(svg, width);
	io_add_char(svg, ' ');
	plot_svg_number(svg, height);
	io_add(svg, "\" role=\"img\" font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\">\n");
	plot_svg_tip(svg, title);
	plot_svg_rect(svg, 0, 0, width, height, "fill=\"#ffffff\"");
}

void plot_svg_end(io_buffer *svg)
{
	io_add(svg, "</svg>\n");
}

void plot_svg_rect(io_buffer *svg, double x, double y, double width, double height, const char *look)
{
	io_add(svg, "<rect");
	plot_svg_attribute(svg, "x", x);
	plot_svg_attribute(svg, "y", y);
	plot_svg_attribute(svg, "width", fmax(0, width));
	plot_svg_attribute(svg, "height", fmax(0, height));
	io_add_char(svg, ' ');
	io_add(svg, look);
	io_add(svg, "/>\n");
}

void plot_svg_line(io_buffer *svg, double x1, double y1, double x2, double y2, const char *look)
{
	io_add(svg, "<line");
	plot_svg_attribute(svg, "x1", x1);
	plot_svg_attribute(svg, "y1", y1);
	plot_svg_attribute(svg, "x2", x2);
	plot_svg_attribute(svg, "y2", y2);
	io_add_char(svg, ' ');
	io_add(svg, look);
	io_add(svg, "/>\n");
}

void plot_svg_circle(io_buffer *svg, double x, double y, double radius, const char *look)
{
	io_add(svg, "<circle");
	plot_svg_attribute(svg, "cx", x);
	plot_svg_attribute(svg, "cy", y);
	plot_svg_attribute(svg, "r", radius);
	io_add_char(svg, ' ');
	io_add(svg, look);
	io_add(svg, "/>\n");
}

void plot_svg_tip(io_buffer *svg, const char *text)
{
	char kept[PLOT_TEXT];
	plot_text_fit(kept, text, 1, PLOT_TEXT);
	io_add(svg, "<title>");
	plot_svg_escape(svg, kept);
	io_add(svg, "</title>\n");
}

static void add_look(io_buffer *svg, double x, double y, const plot_style *style)
{
	plot_svg_attribute(svg, "font-size", style->size);
	io_addf(svg, " fill=\"%s\"", style->colour != NULL ? style->colour : PLOT_DARK);
	if (style->anchor == 'm' || style->anchor == 'e')
		io_addf(svg, " text-anchor=\"%s\"", style->anchor == 'm' ? "middle" : "end");
	if (style->bold)
		io_add(svg, " font-weight=\"bold\"");
	if (style->turn == 0)
		return;
	io_add(svg, " transform=\"rotate(");
	plot_svg_number(svg, style->turn);
	io_add_char(svg, ' ');
	plot_svg_number(svg, x);
	io_add_char(svg, ' ');
	plot_svg_number(svg, y);
	io_add(svg, ")\"");
}

void plot_svg_text(io_buffer *svg, double x, double y, const plot_style *style, const char *text)
{
	char shown[PLOT_TEXT];
	bool whole = plot_text_fit(shown, text, style->size, style->room > 0 ? style->room : 1e6);
	io_add(svg, "<text");
	plot_svg_attribute(svg, "x", x);
	plot_svg_attribute(svg, "y", y);
	add_look(svg, x, y, style);
	io_add_char(svg, '>');
	plot_svg_escape(svg, shown);
	if (!whole)
		plot_svg_tip(svg, text);
	io_add(svg, "</text>\n");
}
