/* A picture that is being drawn, and its way into a file whose name says the format. */
#ifndef PLOT_PICTURE_FILE_H
#define PLOT_PICTURE_FILE_H

#include "plot/raster.h"

typedef struct plot_picture {
	io_buffer svg; /* the whole document */
	double width, height;
} plot_picture;

/* The format that the ending of a path asks for, in either case of letters; a usage error where it asks for none. */
mixmi_status plot_format_of(plot_format *out, const char *path);

/* Writes the finished picture; the file appears whole or not at all. The progress callback of `options` (NULL: none) is
 * asked before each step: MIXMI_ERROR_CANCELLED. The picture is cleared, also on failure. */
mixmi_status plot_picture_save(plot_picture *picture, const mixmi_options *options, const char *path);

/* Asks the callback; MIXMI_ERROR_CANCELLED if it says to stop. */
mixmi_status plot_goes_on(const mixmi_options *options);

#endif
