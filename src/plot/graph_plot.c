/* Pictures of graphs through Graphviz' library: the text that graph_dot.c writes is laid out and drawn, into a file that
 * appears whole. Graphviz keeps its state in globals, so one picture is drawn at a time; its messages, which would go to
 * standard error, are caught and become ours. Its context is made once and kept: the text layout of Graphviz 2.43 remembers
 * the name of a font that gvFreeContext() would release, and looks at it again in the next picture. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/error.h"
#include "base/text.h"
#include "io/file.h"
#include "io/graph_view.h"

#ifdef MIXMI_GRAPHVIZ
#include <graphviz/cgraph.h>
#include <graphviz/gvc.h>
#include <pthread.h>
#endif

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

#ifdef MIXMI_GRAPHVIZ

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static GVC_t *context;                  /* this and the next one are guarded by the mutex */
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

static void set(Agraph_t *graph, const char *key, const char *value)
{
	agattr(graph, AGRAPH, (char *)key, (char *)value);
}

/* What is said under the picture: what shapes and widths mean, as far as they differ. */
static void add_legend(Agraph_t *graph, const output_graph *view)
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

static mixmi_status write_all(int fd, const char *bytes, size_t count, const char *path)
{
	char shown[BASE_TEXT_SHOWN];
	while (count > 0) {
		ssize_t written = write(fd, bytes, count);
		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return base_error(MIXMI_ERROR_IO, "cannot write \"%s\": %s", base_text_show(shown, path, strlen(path)),
			                  strerror(errno));
		bytes += written;
		count -= (size_t)written;
	}
	return MIXMI_OK;
}

static mixmi_status report(const char *what)
{
	return base_error(MIXMI_ERROR_IO, "Graphviz could not %s the graph%s%s", what, complaint[0] != '\0' ? ": " : "",
	                  complaint);
}

/* The picture goes through memory: Graphviz does not tell when it could not write all of a file. */
static mixmi_status render(Agraph_t *graph, const char *format, int fd, const char *path)
{
	char *data = NULL;
	unsigned int length = 0;
	if (gvRenderData(context, graph, format, &data, &length) != 0 || data == NULL || length == 0) {
		gvFreeRenderData(data);
		return report("draw");
	}
	mixmi_status status = write_all(fd, data, length, path);
	gvFreeRenderData(data);
	return status;
}

/* A graph with arrows is drawn in layers, one without by springs. */
static mixmi_status lay_out(const char *dot, const output_graph *view, const char *format, int fd, const char *path)
{
	const char *engine = view->directed > 0 || view->info.edges == 0 ? "dot" : "neato";
	if (context == NULL)
		context = gvContext();
	Agraph_t *graph = agmemread(dot);
	mixmi_status status = context != NULL && graph != NULL ? MIXMI_OK : report("take in");
	if (status == MIXMI_OK) {
		add_legend(graph, view);
		set(graph, "overlap", "false");
		set(graph, "sep", "+12");
		set(graph, "splines", "true");
		if (strcmp(format, "png") == 0)
			set(graph, "dpi", "192");
		status = gvLayout(context, graph, engine) == 0 ? render(graph, format, fd, path) : report("lay out");
		gvFreeLayout(context, graph);
	}
	if (graph != NULL)
		agclose(graph);
	return status;
}

static mixmi_status draw(const char *dot, const output_graph *view, const char *format, int fd, const char *path)
{
	pthread_mutex_lock(&one_at_a_time);
	complaint[0] = '\0';
	agusererrf before = agseterrf(catch_message);
	mixmi_status status = lay_out(dot, view, format, fd, path);
	agseterrf(before);
	pthread_mutex_unlock(&one_at_a_time);
	return status;
}

#else

static mixmi_status draw(const char *dot, const output_graph *view, const char *format, int fd, const char *path)
{
	(void)dot;
	(void)view;
	(void)format;
	(void)fd;
	(void)path;
	return base_error(MIXMI_ERROR_USAGE, "this library was built without Graphviz, which draws graphs; write the graph "
	                                     "as DOT and draw that, or build again with libgraphviz-dev installed");
}

#endif

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
	output_file file = { .fd = -1 };
	char *text = NULL;
	mixmi_status status = output_graph_init(&view, graph);
	if (status == MIXMI_OK) {
		output_graph_dot(&dot, &view);
		status = output_buffer_take(&text, &dot);
	}
	if (status == MIXMI_OK)
		status = output_file_begin(&file, path);
	if (status == MIXMI_OK)
		status = draw(text, &view, format, file.fd, path);
	if (status == MIXMI_OK)
		status = output_file_commit(&file);
	output_file_end(&file);
	output_graph_clear(&view);
	free(text);
	return status;
}
