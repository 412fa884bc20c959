/* Pictures of histograms through gnuplot. gnuplot sees no name of ours: its script comes in as standard input, from a
 * scratch file without a name, and the picture goes out as standard output, into another. It is copied to its place when it
 * is whole, so that nothing is left behind however the process ends before. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/file.h"
#include "plot/plot_figure.h"
#include "plot/process.h"

typedef struct format_facts {
	const char *ending;
	const char *first; /* how such a file starts, and what its last bytes hold when it is complete */
	const char *last;
} format_facts;

static const format_facts FORMATS[] = {
	[OUTPUT_SVG] = { ".svg", "<?xml", "</svg>" },
	[OUTPUT_PNG] = { ".png", "\x89PNG", "IEND" },
	[OUTPUT_PDF] = { ".pdf", "%PDF-", "%%EOF" },
};

static mixmi_status find_format(output_format *out, const char *path)
{
	size_t length = strlen(path);
	for (int i = OUTPUT_SVG; i <= OUTPUT_PDF; i++) {
		size_t ending = strlen(FORMATS[i].ending);
		if (length > ending && strcasecmp(path + length - ending, FORMATS[i].ending) == 0) {
			*out = (output_format)i;
			return MIXMI_OK;
		}
	}
	char shown[BASE_TEXT_SHOWN];
	return base_error(MIXMI_ERROR_USAGE, "the picture's name must end in .svg, .png or .pdf: \"%s\"",
	                  base_text_show(shown, path, length));
}

/* ----------------------------------------------------------------------------------------------- script */

void output_figure_remarks(char line[OUTPUT_LINE], const output_figure *figure)
{
	size_t rows = mixmi_table_rows(figure->table), hidden = 0;
	for (size_t i = 0; i < figure->info.columns; i++) {
		const output_axis *axis = &figure->axes[i];
		if (axis->shown_atoms < axis->column.atoms)
			output_line_add(line, "the %zu most frequent of %zu values on %s", axis->shown_atoms, axis->column.atoms,
			                i == 0 ? "x" : "y");
	}
	for (size_t row = 0; row < rows; row++) {
		bool outside = false, missing = false;
		for (size_t i = 0; i < figure->info.columns; i++) {
			const output_axis *axis = &figure->axes[i];
			double value = mixmi_table_value(figure->table, axis->table_column, row);
			double place = output_axis_place_row(axis, figure->table, row);
			missing = missing || value != value;
			outside = outside || place != place;
		}
		hidden += outside && !missing;
	}
	if (hidden > 0)
		output_line_add(line, "%zu row%s outside the picture", hidden, hidden == 1 ? " lies" : "s lie");
}

static mixmi_status write_script(int fd, output_format format, output_writer *write, void *context)
{
	int copy = dup(fd); /* the stream closes its descriptor, but gnuplot shall read from it */
	if (copy < 0)
		return base_error(MIXMI_ERROR_IO, "cannot write a scratch file: %s", strerror(errno));
	FILE *file = fdopen(copy, "w");
	if (file == NULL) {
		close(copy);
		return base_error_memory();
	}
	write(context, file, format);
	bool failed = ferror(file) != 0;
	failed = fclose(file) != 0 || failed;
	if (failed || lseek(fd, 0, SEEK_SET) != 0)
		return base_error(MIXMI_ERROR_IO, "cannot write a scratch file: %s", strerror(errno));
	return MIXMI_OK;
}

/* ---------------------------------------------------------------------------------------------- gnuplot */

/* The message among what gnuplot wrote as errors: it stands after the command and a mark, as "line 0: message". */
static mixmi_status report_failure(int errors, int code)
{
	char text[4096], shown[BASE_TEXT_SHOWN];
	ssize_t size = pread(errors, text, sizeof text - 1, 0);
	text[size > 0 ? size : 0] = '\0';
	const char *message = strstr(text, "line ");
	if (message == NULL)
		message = text + strspn(text, " \t\r\n");
	size_t length = strcspn(message, "\r\n");
	if (length == 0)
		return base_error(MIXMI_ERROR_IO, "gnuplot failed (exit code %d)", code);
	return base_error(MIXMI_ERROR_IO, "gnuplot failed: %s", base_text_show(shown, message, length));
}

/* gnuplot does not notice a full disk, so the file is looked at: how it starts, and that its end is there. */
static bool is_whole(int picture, output_format format)
{
	char bytes[64];
	const format_facts *facts = &FORMATS[format];
	size_t first = strlen(facts->first), last = strlen(facts->last);
	if (pread(picture, bytes, first, 0) != (ssize_t)first || memcmp(bytes, facts->first, first) != 0)
		return false;
	off_t end = lseek(picture, 0, SEEK_END);
	ssize_t size = pread(picture, bytes, sizeof bytes, end > (off_t)sizeof bytes ? end - (off_t)sizeof bytes : 0);
	for (size_t i = 0; size > 0 && i + last <= (size_t)size; i++)
		if (memcmp(bytes + i, facts->last, last) == 0)
			return true;
	return false;
}

static mixmi_status run_gnuplot(int script, int picture, output_format format, const char *path,
                                const mixmi_options *options)
{
	static const char *const arguments[] = { "gnuplot", "-d", "-", NULL }; /* -d: without the user's settings */
	output_process process;
	int errors;
	mixmi_status status = output_file_scratch(&errors);
	if (status != MIXMI_OK)
		return status;
	status = output_process_run(&process, arguments, (const int[]){ script, picture, errors }, options);
	if (status == MIXMI_OK && !process.found)
		status = base_error(MIXMI_ERROR_IO, "pictures need gnuplot, which was not found: install it (on Debian and "
		                                    "Ubuntu the package gnuplot-nox)");
	else if (status == MIXMI_OK && process.code != 0)
		status = report_failure(errors, process.code);
	else if (status == MIXMI_OK && !is_whole(picture, format)) {
		char shown[BASE_TEXT_SHOWN];
		status = base_error(MIXMI_ERROR_IO, "could not write all of \"%s\": is the disk full?",
		                    base_text_show(shown, path, strlen(path)));
	}
	close(errors);
	return status;
}

static mixmi_status draw(output_writer *write, void *context, output_format format, const char *path,
                         const mixmi_options *options)
{
	int script, picture = -1;
	mixmi_status status = output_file_scratch(&script);
	if (status == MIXMI_OK)
		status = output_file_scratch(&picture);
	if (status == MIXMI_OK)
		status = write_script(script, format, write, context);
	if (status == MIXMI_OK)
		status = run_gnuplot(script, picture, format, path, options);
	if (status == MIXMI_OK)
		status = output_file_copy(path, picture);
	if (script >= 0)
		close(script);
	if (picture >= 0)
		close(picture);
	return status;
}

mixmi_status output_draw(output_writer *write, void *context, const mixmi_options *options, const char *path)
{
	output_format format = OUTPUT_SVG;
	mixmi_status status = find_format(&format, path);
	return status == MIXMI_OK ? draw(write, context, format, path, options) : status;
}

/* The script of a histogram. */
static void write_figure(void *context, FILE *file, output_format format)
{
	output_figure *figure = context;
	figure->file = file;
	output_script_look(file, format);
	if (figure->info.columns == 1)
		output_figure_one(figure);
	else
		output_figure_two(figure);
	figure->file = NULL;
}

mixmi_status mixmi_histogram_plot(const mixmi_histogram *histogram, const mixmi_table *table,
                                  const mixmi_options *options, const char *path)
{
	output_format format = OUTPUT_SVG;
	output_figure figure = { .histogram = histogram, .table = table };
	if (histogram == NULL || table == NULL || path == NULL)
		return base_error(MIXMI_ERROR_USAGE, "a picture needs a histogram, a table and a path");
	mixmi_status status = find_format(&format, path);
	if (status != MIXMI_OK)
		return status;
	mixmi_histogram_describe(&figure.info, sizeof figure.info, histogram);
	if (figure.info.columns < 1 || figure.info.columns > 2)
		return base_error(MIXMI_ERROR_USAGE, "only histograms of one or two columns can be drawn, this has %zu",
		                  figure.info.columns);
	for (size_t i = 0; i < figure.info.columns && status == MIXMI_OK; i++)
		status = output_axis_init(&figure.axes[i], histogram, i, table);
	if (status == MIXMI_OK)
		status = draw(write_figure, &figure, format, path, options);
	for (size_t i = 0; i < figure.info.columns; i++)
		output_axis_clear(&figure.axes[i]);
	return status;
}
