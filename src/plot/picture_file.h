/* A picture under construction, and its output to a file whose name determines the format. */
#ifndef PLOT_PICTURE_FILE_H
#define PLOT_PICTURE_FILE_H

#include "plot/raster.h"

typedef struct plot_picture {
	io_buffer svg; /* the whole document */
	double width, height;
} plot_picture;

/* The format by the extension of a path, ignoring case; an unknown extension is a usage error. */
mixmi_status plot_format_of(plot_format *out, const char *path);

/* Writes the finished picture; the file is written completely or not at all. The progress callback of `options` (NULL:
 * none) is called before each step and may cancel: MIXMI_ERROR_CANCELLED. The picture is cleared, also on failure. */
mixmi_status plot_picture_save(plot_picture *picture, const mixmi_options *options, const char *path);

/* Calls the callback; MIXMI_ERROR_CANCELLED if it asks to stop. */
mixmi_status plot_goes_on(const mixmi_options *options);

#endif
