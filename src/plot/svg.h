/* Writes SVG: shapes and texts at positions in pixels, y downwards. The output does not depend on the locale or the
 * machine; the buffer remembers a failed allocation. `look` has trusted attributes such as "fill='#fff'"; user text is
 * added only as text, where it is escaped. */
#ifndef PLOT_SVG_H
#define PLOT_SVG_H

#include "io/buffer.h"
#include "io/look.h"

/* Starts a picture of this size on white; `title` (may be user text) is read by screen readers. */
void plot_svg_begin(io_buffer *svg, double width, double height, const char *title);
void plot_svg_end(io_buffer *svg);

/* A number of pixels, rounded to hundredths; and an attribute with it. */
void plot_svg_number(io_buffer *svg, double value);
void plot_svg_attribute(io_buffer *svg, const char *name, double value);

/* User text, escaped. */
void plot_svg_escape(io_buffer *svg, const char *text);

void plot_svg_rect(io_buffer *svg, double x, double y, double width, double height, const char *look);
void plot_svg_line(io_buffer *svg, double x1, double y1, double x2, double y2, const char *look);
void plot_svg_circle(io_buffer *svg, double x, double y, double radius, const char *look);

/* <title>, the tooltip of the previous element: user text, truncated if it is very long. */
void plot_svg_tip(io_buffer *svg, const char *text);

/* Style of a text. Zero means: from its start, horizontal, dark, not truncated. */
typedef struct plot_style {
	double size;
	char anchor;        /* 's'tart, 'm'iddle or 'e'nd of the text at the position */
	double turn;        /* degrees, clockwise */
	const char *colour; /* NULL: PLOT_DARK */
	double room;        /* pixels; a longer text is truncated, and complete in its tooltip; 0: no limit */
	bool bold;
} plot_style;

#define PLOT_DARK "#222222"

void plot_svg_text(io_buffer *svg, double x, double y, const plot_style *style, const char *text);

#endif
