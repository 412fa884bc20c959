/* Drawing of axes: ticks, labels and names along a frame, and positions in pixels. */
#ifndef PLOT_AXIS_DRAW_H
#define PLOT_AXIS_DRAW_H

#include "plot/plot_axis.h"
#include "plot/svg.h"

/* The area for the data. */
typedef struct plot_frame {
	double left, top, width, height;
} plot_frame;

/* Pixels of a position, along the frame's width and its height. */
double plot_frame_x(const plot_frame *frame, const plot_axis *axis, double place);
double plot_frame_y(const plot_frame *frame, const plot_axis *axis, double place);

/* A labelled position on an axis. */
typedef struct plot_tick {
	double place;
	char text[MIXMI_SHOWN];
} plot_tick;

enum { PLOT_TICKS = 24 };

/* Round numbers in [lower, upper], about `wanted` of them and at least `least` apart; returns their number. */
size_t plot_ticks(plot_tick ticks[PLOT_TICKS], double lower, double upper, double wanted, double least);

/* Pixels needed by the labels of an axis outside a frame: below it ('x', `length` pixels wide) or to its left ('y'). */
double plot_axis_room(const plot_axis *axis, char letter, double length);

/* Draws the labels of an axis below the frame or to its left: category labels, or ticks for numbers; and the name at
 * `distance` from the frame. */
void plot_axis_labels(io_buffer *svg, const plot_frame *frame, const plot_axis *axis, char letter);
void plot_axis_name(io_buffer *svg, const plot_frame *frame, const plot_axis *axis, char letter, double distance);

#endif
