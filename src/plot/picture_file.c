/* Writes pictures to files. A picture is built in memory and converted there if it is not SVG. Then the file is
 * written, without a name until it is complete, so that nothing is left behind if the process is killed. */
#include "plot/picture_file.h"

#include <string.h>

#include "base/error.h"
#include "base/progress.h"
#include "base/text.h"
#include "io/file.h"

mixmi_status plot_format_of(plot_format *out, const char *path)
{
	static const char *const endings[] = { [PLOT_SVG] = ".svg", [PLOT_PNG] = ".png", [PLOT_PDF] = ".pdf" };
	size_t length = strlen(path);
	for (int i = PLOT_SVG; i <= PLOT_PDF; i++)
		if (length > 4 && base_text_alike(path + length - 4, endings[i])) {
			*out = (plot_format)i;
			return MIXMI_OK;
		}
	char shown[BASE_TEXT_SHOWN];
	return base_error(MIXMI_ERROR_USAGE, "the picture's name must end in .svg, .png or .pdf: \"%s\"",
	                  base_text_show(shown, path, length));
}

mixmi_status plot_goes_on(const mixmi_options *options)
{
	bool goes_on = options == NULL || base_progress(options, "drawing", 0, 0);
	return goes_on ? MIXMI_OK : base_error(MIXMI_ERROR_CANCELLED, "cancelled while drawing");
}

static mixmi_status save(const plot_picture *picture, plot_format format, const mixmi_options *options,
                         const char *path)
{
	io_buffer other = { 0 };
	const io_buffer *bytes = &picture->svg;
	mixmi_status status = MIXMI_OK;
	if (format != PLOT_SVG) {
		status = plot_raster(&other, format, &picture->svg, picture->width, picture->height);
		bytes = &other;
	}
	if (status == MIXMI_OK)
		status = plot_goes_on(options);
	if (status == MIXMI_OK)
		status = io_file_put(path, bytes->text, bytes->length);
	io_buffer_clear(&other);
	return status;
}

mixmi_status plot_picture_save(plot_picture *picture, const mixmi_options *options, const char *path)
{
	plot_format format = PLOT_SVG;
	mixmi_status status = picture->svg.failed ? base_error_memory() : plot_format_of(&format, path);
	if (status == MIXMI_OK)
		status = plot_goes_on(options);
	if (status == MIXMI_OK)
		status = save(picture, format, options, path);
	io_buffer_clear(&picture->svg);
	return status;
}
