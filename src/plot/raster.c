/* Loads librsvg and Cairo with dlopen() and runs them in this process, so that a cancelled picture leaves no other
 * process behind. Their types are only passed on, so their headers are not needed; the library names contain the
 * version of the binary interface. Text is rendered with the fonts found by fontconfig. */
#include "plot/raster.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/library.h"
#include "base/text.h"

/* GError of GLib, and RsvgRectangle. */
typedef struct failure {
	uint32_t domain;
	int code;
	const char *message;
} failure;

typedef struct rectangle {
	double x, y, width, height;
} rectangle;

typedef int write_function(void *closure, const unsigned char *data, unsigned length); /* cairo_write_func_t */

typedef struct raster_library {
	void *(*image)(int format, int width, int height);                               /* cairo_image_surface_create */
	void *(*pdf)(write_function *write, void *closure, double width, double height); /* cairo_pdf_surface_create_... */
	int (*to_png)(void *surface, write_function *write, void *closure);   /* cairo_surface_write_to_png_stream */
	void *(*context)(void *surface);                                      /* cairo_create */
	void (*free_context)(void *context);                                  /* cairo_destroy */
	void (*finish)(void *surface);                                        /* cairo_surface_finish */
	int (*status)(void *surface);                                         /* cairo_surface_status */
	void (*free_surface)(void *surface);                                  /* cairo_surface_destroy */
	void *(*handle)(const uint8_t *data, size_t length, failure **error); /* rsvg_handle_new_from_data */
	int (*render)(void *handle, void *context, const rectangle *area, failure **error); /* ..._render_document */
	void (*free_handle)(void *handle);                                                  /* g_object_unref */
	void (*free_error)(failure *error);                                                 /* g_error_free */
} raster_library;

enum { IMAGE, PDF, TO_PNG, CONTEXT, FREE_CONTEXT, FINISH, STATUS, FREE_SURFACE, CAIRO };
enum { HANDLE, RENDER, RSVG };

static bool load(raster_library *out)
{
	static const char *const cairo_names[] = { "libcairo.so.2", "libcairo.2.dylib", NULL };
	static const char *const rsvg_names[] = { "librsvg-2.so.2", "librsvg-2.2.dylib", NULL };
	static const char *const object_names[] = { "libgobject-2.0.so.0", "libgobject-2.0.0.dylib", NULL };
	static const char *const glib_names[] = { "libglib-2.0.so.0", "libglib-2.0.0.dylib", NULL };
	base_symbol cairo[CAIRO] = { { "cairo_image_surface_create", NULL },
		                         { "cairo_pdf_surface_create_for_stream", NULL },
		                         { "cairo_surface_write_to_png_stream", NULL },
		                         { "cairo_create", NULL },
		                         { "cairo_destroy", NULL },
		                         { "cairo_surface_finish", NULL },
		                         { "cairo_surface_status", NULL },
		                         { "cairo_surface_destroy", NULL } };
	base_symbol rsvg[RSVG] = { { "rsvg_handle_new_from_data", NULL }, { "rsvg_handle_render_document", NULL } };
	base_symbol object = { "g_object_unref", NULL }, glib = { "g_error_free", NULL };
	if (!base_library_load(cairo, CAIRO, cairo_names) || !base_library_load(rsvg, RSVG, rsvg_names) ||
	    !base_library_load(&object, 1, object_names) || !base_library_load(&glib, 1, glib_names))
		return false;
	*out = (raster_library){
		.image = (void *(*)(int, int, int))cairo[IMAGE].address,
		.pdf = (void *(*)(write_function *, void *, double, double))cairo[PDF].address,
		.to_png = (int (*)(void *, write_function *, void *))cairo[TO_PNG].address,
		.context = (void *(*)(void *))cairo[CONTEXT].address,
		.free_context = (void (*)(void *))cairo[FREE_CONTEXT].address,
		.finish = (void (*)(void *))cairo[FINISH].address,
		.status = (int (*)(void *))cairo[STATUS].address,
		.free_surface = (void (*)(void *))cairo[FREE_SURFACE].address,
		.handle = (void *(*)(const uint8_t *, size_t, failure **))rsvg[HANDLE].address,
		.render = (int (*)(void *, void *, const rectangle *, failure **))rsvg[RENDER].address,
		.free_handle = (void (*)(void *))object.address,
		.free_error = (void (*)(failure *))glib.address,
	};
	return true;
}

static raster_library library; /* protected by BASE_GUARD_RASTER: one thread at a time */

/* The guard must be held. */
static bool is_loaded(void)
{
	return library.image != NULL || load(&library);
}

bool plot_raster_present(void)
{
	base_guard_take(BASE_GUARD_RASTER);
	bool present = is_loaded();
	base_guard_leave(BASE_GUARD_RASTER);
	return present;
}

/* A cairo_write_func_t. */
static int append(void *closure, const unsigned char *data, unsigned length)
{
	enum { SUCCESS = 0, WRITE_ERROR = 11 };
	io_buffer *out = closure;
	io_add_bytes(out, (const char *)data, length);
	return out->failed ? WRITE_ERROR : SUCCESS;
}

static mixmi_status cannot_draw(failure *error)
{
	char shown[BASE_TEXT_SHOWN];
	mixmi_status status =
		base_error(MIXMI_ERROR_IO, "librsvg could not draw the picture: %s",
	               error != NULL ? base_foreign_reason(shown, error->message) : "out of memory, or too large");
	if (error != NULL)
		library.free_error(error);
	return status;
}

static mixmi_status render(void *surface, const io_buffer *svg, double width, double height)
{
	failure *error = NULL;
	const rectangle all = { 0, 0, width, height };
	void *handle = library.handle((const uint8_t *)svg->text, svg->length, &error);
	if (handle == NULL)
		return cannot_draw(error);
	void *context = library.context(surface);
	bool drawn = library.render(handle, context, &all, &error) != 0;
	library.free_context(context);
	library.free_handle(handle);
	return drawn && library.status(surface) == 0 ? MIXMI_OK : cannot_draw(error);
}

static mixmi_status draw(io_buffer *out, plot_format format, const io_buffer *svg, double width, double height)
{
	enum { ARGB32 = 0, DOTS = 2 };
	const double point = 0.75; /* per pixel */
	bool png = format == PLOT_PNG;
	double scale = png ? DOTS : point;
	void *surface = png ? library.image(ARGB32, (int)ceil(scale * width), (int)ceil(scale * height))
	                    : library.pdf(append, out, scale * width, scale * height);
	mixmi_status status =
		library.status(surface) == 0 ? render(surface, svg, scale * width, scale * height) : cannot_draw(NULL);
	if (status == MIXMI_OK && png && library.to_png(surface, append, out) != 0)
		status = base_error_memory();
	library.finish(surface);
	library.free_surface(surface);
	return status == MIXMI_OK && out->failed ? base_error_memory() : status;
}

mixmi_status plot_raster(io_buffer *out, plot_format format, const io_buffer *svg, double width, double height)
{
	base_guard_take(BASE_GUARD_RASTER);
	mixmi_status status =
		is_loaded()
			? draw(out, format, svg, width, height)
			: base_error(MIXMI_ERROR_LIMIT, "PNG and PDF are drawn by librsvg, which could not be loaded: install it "
	                                        "(Debian's package librsvg2-2), or use a file name that ends in .svg");
	base_guard_leave(BASE_GUARD_RASTER);
	return status;
}
