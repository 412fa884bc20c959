/* Writing SVG: shapes and texts at places in pixels, y downwards. What is written does not depend on the locale or the
 * machine; a failed allocation is remembered by the buffer. `look` holds attributes in our own words, such as
 * "fill='#fff'"; foreign text goes in only as text, where it is escaped. */
#ifndef PLOT_SVG_H
#define PLOT_SVG_H

#include "io/buffer.h"
#include "io/look.h"

/* Begins a picture of this size on white; `title` (may be foreign) is what a screen reader says of it. */
void plot_svg_begin(io_buffer *svg, double width, double height, const char *title);
void plot_svg_end(io_buffer *svg);

/* A number of pixels, to the hundredth; and an attribute with it. */
void plot_svg_number(io_buffer *svg, double value);
void plot_svg_attribute(io_buffer *svg, const char *name, double value);

/* Foreign text, escaped. */
void plot_svg_escape(io_buffer *svg, const char *text);

void plot_svg_rect(io_buffer *svg, double x, double y, double width, double height, const char *look);
void plot_svg_line(io_buffer *svg, double x1, double y1, double x2, double y2, const char *look);
void plot_svg_circle(io_buffer *svg, double x, double y, double radius, const char *look);

/* <title>, the text that a pointer over the element before shows: foreign text, cut where it is very long. */
void plot_svg_tip(io_buffer *svg, const char *text);

/* How a text is set. Zero means: from its start, level, dark, as long as it is. */
typedef struct plot_style {
	double size;
	char anchor;        /* 's'tart, 'm'iddle or 'e'nd at the place */
	double turn;        /* degrees, clockwise */
	const char *colour; /* NULL: PLOT_DARK */
	double room;        /* pixels; a longer text is cut, and whole in its tip; 0: any */
	bool bold;
} plot_style;

#define PLOT_DARK "#222222"

void plot_svg_text(io_buffer *svg, double x, double y, const plot_style *style, const char *text);

#endif
