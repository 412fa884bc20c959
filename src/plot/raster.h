/* PNG and PDF from SVG, by librsvg and Cairo. Both are loaded when the first such picture is drawn. */
#ifndef PLOT_RASTER_H
#define PLOT_RASTER_H

#include "io/buffer.h"

typedef enum plot_format { PLOT_SVG, PLOT_PNG, PLOT_PDF } plot_format;

/* True if the libraries are there. */
bool plot_raster_present(void);

/* Appends the picture `svg` of this size in pixels to `out` in another format: PNG with two dots a pixel, PDF with 96
 * pixels an inch. MIXMI_ERROR_LIMIT, with the package to install in the message, where there is no librsvg. */
mixmi_status plot_raster(io_buffer *out, plot_format format, const io_buffer *svg, double width, double height);

#endif
