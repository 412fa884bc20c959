/* Pictures of graphs through Graphviz' library: the text that graph_dot.c writes is laid out and drawn in memory, and only
 * then written, as a file that appears whole. Graphviz keeps its state in globals, so one picture is drawn at a time; its
 * messages, which would go to standard error, are caught and become ours. Its context is made once and kept: the text
 * layout of Graphviz 2.43 remembers the name of a font that gvFreeContext() would release, and looks at it again later. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "base/text.h"
#include "io/file.h"
#include "io/graph_view.h"
#include "plot/graphviz.h"

/* Graphviz' name of the format that a path asks for; NULL: none. */
static const char *find_format(const char *path)
{
	static const char *const formats[] = { "svg", "png", "pdf" };
	size_t length = strlen(path);
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (length > 4 && path[length - 4] == '.' && strcasecmp(path + length - 3, formats[i]) == 0)
			return formats[i];
	return NULL;
}

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
/* These three are guarded by the mutex. */
static plot_graphviz graphviz;
static void *context;
static char complaint[BASE_TEXT_SHOWN]; /* the first of Graphviz' errors */

/* Graphviz hands over a message in pieces: its level, then its text. */
static int catch_message(char *message)
{
	size_t length = strcspn(message, "\n");
	bool is_level = strncmp(message, "Error", 5) == 0 || strncmp(message, "Warning", 7) == 0;
	if (complaint[0] == '\0' && length > 0 && !is_level)
		base_text_show(complaint, message, length);
	return 0;
}

static void set(void *graph, const char *key, const char *value)
{
	graphviz.set(graph, PLOT_WHOLE_GRAPH, (char *)key, value);
}

/* What is said under the picture: what shapes and widths mean, as far as they differ. */
static void add_legend(void *graph, const output_graph *view)
{
	bool strengths = false;
	char legend[160] = "\\n"; /* some room above it */
	for (size_t i = 0; i < view->info.edges; i++)
		strengths = strengths || view->edges[i].estimate == view->edges[i].estimate;
	if (view->has_discrete && view->has_numeric)
		strcat(legend, "ellipse: numeric, box: discrete\\n");
	if (strengths)
		strcat(legend, "width: strength of the dependence\\n");
	set(graph, "label", strlen(legend) > 2 ? legend : "");
	set(graph, "labelloc", "b");
	set(graph, "fontsize", "10");
	set(graph, "fontcolor", "#555555");
}

static mixmi_status report(const char *what)
{
	return base_error(MIXMI_ERROR_IO, "Graphviz could not %s the graph%s%s", what, complaint[0] != '\0' ? ": " : "",
	                  complaint);
}

static mixmi_status render(void *graph, const char *format, const char *path)
{
	char *bytes = NULL;
	unsigned count = 0;
	mixmi_status status = MIXMI_OK;
	if (graphviz.render(context, graph, format, &bytes, &count) != 0 || bytes == NULL || count == 0)
		status = report("draw");
	else
		status = output_file_put(path, bytes, count);
	graphviz.free_render(bytes);
	return status;
}

/* A graph with arrows is drawn in layers, one without by springs. */
static mixmi_status lay_out(void *graph, const output_graph *view, const char *format, const char *path)
{
	const char *engine = view->directed > 0 || view->info.edges == 0 ? "dot" : "neato";
	add_legend(graph, view);
	set(graph, "overlap", "false");
	set(graph, "sep", "+12");
	set(graph, "splines", "true");
	if (strcmp(format, "png") == 0)
		set(graph, "dpi", "192");
	bool done = graphviz.lay_out(context, graph, engine) == 0;
	mixmi_status status = done ? render(graph, format, path) : report("lay out");
	graphviz.free_layout(context, graph);
	return status;
}

static mixmi_status draw_loaded(const char *dot, const output_graph *view, const char *format, const char *path)
{
	complaint[0] = '\0';
	int (*before)(char *) = graphviz.catch_errors(catch_message);
	if (context == NULL)
		context = graphviz.context();
	void *graph = graphviz.read(dot);
	mixmi_status status = context != NULL && graph != NULL ? lay_out(graph, view, format, path) : report("take in");
	if (graph != NULL)
		graphviz.close(graph);
	graphviz.catch_errors(before);
	return status;
}

static mixmi_status draw(const char *dot, const output_graph *view, const char *format, const char *path)
{
	pthread_mutex_lock(&one_at_a_time);
	mixmi_status status = graphviz.context == NULL ? plot_graphviz_load(&graphviz) : MIXMI_OK;
	if (status == MIXMI_OK)
		status = draw_loaded(dot, view, format, path);
	pthread_mutex_unlock(&one_at_a_time);
	return status;
}

mixmi_status mixmi_graph_plot(const mixmi_graph *graph, const char *path)
{
	if (graph == NULL || path == NULL)
		return base_error(MIXMI_ERROR_USAGE, "a picture needs a graph and a path");
	const char *format = find_format(path);
	char shown[BASE_TEXT_SHOWN];
	if (format == NULL)
		return base_error(MIXMI_ERROR_USAGE, "the picture's name must end in .svg, .png or .pdf: \"%s\"",
		                  base_text_show(shown, path, strlen(path)));
	output_graph view;
	output_buffer dot = { 0 };
	char *text = NULL;
	mixmi_status status = output_graph_init(&view, graph);
	if (status == MIXMI_OK) {
		output_graph_dot(&dot, &view);
		status = output_buffer_take(&text, &dot);
	}
	if (status == MIXMI_OK)
		status = draw(text, &view, format, path);
	output_graph_clear(&view);
	free(text);
	return status;
}
