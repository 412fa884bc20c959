/* The two kinds of pictures of a histogram, and their common heading. */
#ifndef PLOT_PLOT_FIGURE_H
#define PLOT_PLOT_FIGURE_H

#include "plot/axis_draw.h"
#include "plot/picture_file.h"

typedef struct plot_figure {
	plot_picture *picture;
	const mixmi_histogram *histogram;
	const mixmi_table *table;
	const mixmi_options *options; /* NULL: none */
	mixmi_histogram_info info;
	size_t axis_count; /* 1 or 2 */
	plot_axis axes[2]; /* x, and y */
	const size_t *z;   /* columns of the histogram that are fixed in each panel */
	size_t z_count;
	const struct answers_groups *groups; /* answers for the bins of Z; NULL: none */
} plot_figure;

/* One column: density steps with point masses as bars, or bars for categories. */
mixmi_status plot_figure_one(const plot_figure *figure);

/* The density alone, with its axis but without a scale of heights, for small pictures. */
void plot_density_draw(const plot_figure *figure, const plot_frame *frame);

/* Two columns: cells coloured by observed versus expected rows, with the rows of the table as points; given Z, one
 * panel per bin of Z. */
mixmi_status plot_figure_two(const plot_figure *figure);

/* Buffer size for a line of text. */
enum { PLOT_LINE = 512 };

/* Appends formatted text to a line, with ", " between the pieces; text that does not fit is truncated. */
void plot_line_add(char line[PLOT_LINE], const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Height in pixels of the heading. Starts a picture of this size with the heading from `left`: names, key numbers,
 * remarks (not user text; may be empty). */
double plot_head_height(const char *remarks);
void plot_figure_head(const plot_figure *figure, double width, double height, double left, const char *facts,
                      const char *remarks);

/* Common remarks: atoms and rows that are not drawn. */
void plot_figure_remarks(char line[PLOT_LINE], const plot_figure *figure);

/* Whether a row is drawn as a point: false for most rows of a long table, always the same ones. `spread` is in [-0.5,
 * 0.5), for points that would coincide. */
bool plot_point_drawn(uint64_t row, size_t rows, size_t most);
double plot_point_spread(uint64_t row, int side);

#endif
