/* The two kinds of pictures of a histogram, and what stands over both. */
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
	const size_t *z;   /* columns of the histogram that are held in each part of the picture */
	size_t z_count;
	const struct explain_groups *groups; /* answers for the bins of Z; NULL: none */
} plot_figure;

/* One column: density steps with point masses as bars, or bars for categories. */
mixmi_status plot_figure_one(const plot_figure *figure);

/* The density alone, with its axis but without a scale of heights: for a small picture among others. */
void plot_density_draw(const plot_figure *figure, const plot_frame *frame);

/* Two columns: cells coloured by observed against expected rows, with the rows of the table as points; given Z, one part
 * for each of its bins. */
mixmi_status plot_figure_two(const plot_figure *figure);

/* Room for a line of facts. */
enum { PLOT_LINE = 512 };

/* Appends to a line, formatted, with ", " between the pieces; what does not fit is cut. */
void plot_line_add(char line[PLOT_LINE], const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Begins a picture of this size with what stands over it, from `left`: names, facts, remarks (our own words; may be
 * empty). It is so many pixels high. */
double plot_head_height(const char *remarks);
void plot_figure_head(const plot_figure *figure, double width, double height, double left, const char *facts,
                      const char *remarks);

/* Remarks that both make: on atoms and rows that are not drawn. */
void plot_figure_remarks(char line[PLOT_LINE], const plot_figure *figure);

/* Places of rows that are drawn as points: false for most rows of a long table, always the same ones. `spread` is in
 * [-0.5, 0.5), for points that would lie on each other. */
bool plot_point_drawn(uint64_t row, size_t rows, size_t most);
double plot_point_spread(uint64_t row, int side);

#endif
