/* Legends. The bar is drawn in steps, not as a gradient, because gradients need ids that are unique in a page with
 * several pictures. */
#include "plot/legends.h"

#include <math.h>
#include <stdio.h>

#include "plot/colours.h"

enum { STEPS = 41 };

/* Without this the edges of the steps would blend with the background. */
#define CRISP "shape-rendering=\"crispEdges\""

void plot_legend_ratio(io_buffer *svg, double left, double top, double height)
{
	static const char *const words[] = { "a quarter, or fewer", "half as many", "as many as expected", "twice as many",
		                                 "4 times as many, or more" };
	const plot_style head = { .size = 12, .room = PLOT_LEGEND_WIDTH };
	const plot_style word = { .size = 11.5, .colour = IO_GREY, .room = PLOT_LEGEND_WIDTH - 30 };
	const double above = 42;
	plot_svg_text(svg, left, top + 10, &head, "Rows, compared with");
	plot_svg_text(svg, left, top + 26, &head, "what independence expects");
	double bar = fmin(height - above, 240), step = bar / STEPS;
	for (int i = 0; i < STEPS; i++) {
		char colour[PLOT_COLOUR], look[64];
		double ratio = PLOT_WIDEST_RATIO * (1 - 2 * (i + 0.5) / STEPS);
		snprintf(look, sizeof look, "fill=\"%s\" " CRISP, plot_colour_ratio(colour, ratio));
		plot_svg_rect(svg, left, top + above + i * step, 16, step + 0.4, look);
	}
	for (int i = 0; i < 5; i++) {
		double y = top + above + bar * (1 - i / 4.0);
		plot_svg_line(svg, left + 16, y, left + 20, y, "stroke=\"" IO_GREY "\"");
		plot_svg_text(svg, left + 25, fmin(fmax(y + 4, top + above + 9), top + above + bar), &word, words[i]);
	}
}

void plot_legend_strength(io_buffer *svg, double left, double top, double width)
{
	static const char *const words[] = { "0", "0.25", "0.5", "0.75", "1" };
	const plot_style text = { .size = 11, .colour = IO_GREY, .anchor = 'm' };
	for (int i = 0; i < STEPS; i++) {
		char colour[PLOT_COLOUR], look[64];
		snprintf(look, sizeof look, "fill=\"%s\" " CRISP, plot_colour_strength(colour, (i + 0.5) / STEPS));
		plot_svg_rect(svg, left + i * width / STEPS, top, width / STEPS + 0.4, 12, look);
	}
	for (int i = 0; i < 5; i++)
		plot_svg_text(svg, left + width * i / 4, top + 25, &text, words[i]);
}
