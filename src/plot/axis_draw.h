/* Axes on the page: ticks, labels and names along a frame, and places in pixels. */
#ifndef PLOT_AXIS_DRAW_H
#define PLOT_AXIS_DRAW_H

#include "plot/plot_axis.h"
#include "plot/svg.h"

/* Where the data are drawn. */
typedef struct plot_frame {
	double left, top, width, height;
} plot_frame;

/* Pixels of a place, along the frame's width and its height. */
double plot_frame_x(const plot_frame *frame, const plot_axis *axis, double place);
double plot_frame_y(const plot_frame *frame, const plot_axis *axis, double place);

/* A number on an axis. */
typedef struct plot_tick {
	double place;
	char text[MIXMI_SHOWN];
} plot_tick;

enum { PLOT_TICKS = 24 };

/* Round numbers in [lower, upper], about `wanted` of them and at least `least` apart; returns how many. */
size_t plot_ticks(plot_tick ticks[PLOT_TICKS], double lower, double upper, double wanted, double least);

/* Pixels that the labels of an axis need beside a frame, below it ('x') of `length` pixels, or to its left ('y'). */
double plot_axis_room(const plot_axis *axis, char letter, double length);

/* Draws the labels of an axis below the frame or to its left: of categories their labels alone, of numbers ticks; and the
 * name at `distance` from the frame. */
void plot_axis_labels(io_buffer *svg, const plot_frame *frame, const plot_axis *axis, char letter);
void plot_axis_name(io_buffer *svg, const plot_frame *frame, const plot_axis *axis, char letter, double distance);

#endif
