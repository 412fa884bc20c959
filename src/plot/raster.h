/* Converts SVG to PNG and PDF with librsvg and Cairo, which are loaded when they are first needed. */
#ifndef PLOT_RASTER_H
#define PLOT_RASTER_H

#include "io/buffer.h"

typedef enum plot_format { PLOT_SVG, PLOT_PNG, PLOT_PDF } plot_format;

/* True if the libraries are installed. */
bool plot_raster_present(void);

/* Appends the picture `svg` of this size in pixels to `out` in another format: PNG with two dots per pixel, PDF with 96
 * pixels per inch. MIXMI_ERROR_LIMIT, with a message that names the package to install, if there is no librsvg. */
mixmi_status plot_raster(io_buffer *out, plot_format format, const io_buffer *svg, double width, double height);

#endif
