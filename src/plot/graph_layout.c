/* Graph layout by Graphviz' library. Graphviz gets only numbers and sizes, no names, and its result is read in the
 * format "plain". It keeps global state, so one graph is laid out at a time. Its messages, which would go to standard
 * error, are caught and become our errors. Its context is created once and kept: the text layout of Graphviz 2.43 uses
 * the name of a font after gvFreeContext() has released it. */
#include "plot/graph_layout.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/platform.h"
#include "base/text.h"
#include "io/look.h"
#include "plot/graphviz.h"
#include "plot/svg.h"

static const double INCH = 72; /* pixels */

enum { CURVED = 300 }; /* with more edges they are straight: routing curves would take Graphviz minutes */

/* These three are protected by BASE_GUARD_LAYOUT: one thread at a time. */
static plot_graphviz graphviz;
static void *context;
static char complaint[BASE_TEXT_SHOWN]; /* the first of Graphviz' errors */

/* Graphviz passes a message in pieces: its level, then its text. */
static int catch_message(char *message)
{
	size_t length = strcspn(message, "\n");
	bool is_level = strncmp(message, "Error", 5) == 0 || strncmp(message, "Warning", 7) == 0;
	if (complaint[0] == '\0' && length > 0 && !is_level)
		base_text_show(complaint, message, length);
	return 0;
}

static mixmi_status report(const char *what)
{
	return base_error(MIXMI_ERROR_IO, "Graphviz could not %s the graph%s%s", what, complaint[0] != '\0' ? ": " : "",
	                  complaint);
}

/* ------------------------------------------------------------------------------------------------- question */

static void add_inches(io_buffer *dot, const char *name, double pixels)
{
	io_addf(dot, " %s=", name);
	plot_svg_number(dot, pixels / INCH);
}

static mixmi_status write_dot(char **text, const io_graph *view, const double *widths, double height)
{
	io_buffer dot = { 0 };
	size_t nodes = view->info.nodes, *by_name = base_array(nodes, sizeof *by_name);
	if (by_name == NULL)
		return base_error_memory();
	for (size_t i = 0; i < nodes; i++)
		by_name[view->rank[i]] = i;
	io_addf(&dot,
	        "digraph {\ngraph [nodesep=0.35 ranksep=0.55 overlap=false sep=\"+14\" splines=%s];\n"
	        "node [fixedsize=true label=\"\"];\nedge [dir=none label=\"\"];\n",
	        view->all > CURVED ? "line" : "true");
	for (size_t i = 0; i < nodes; i++) {
		bool discrete = strcmp(io_graph_type(view, by_name[i]), "discrete") == 0;
		io_addf(&dot, "n%zu [shape=%s", by_name[i], discrete ? "box" : "ellipse");
		add_inches(&dot, "width", widths[by_name[i]]);
		add_inches(&dot, "height", height);
		io_add(&dot, "];\n");
	}
	for (size_t i = 0; i < view->all; i++)
		io_addf(&dot, "n%zu -> n%zu;\n", view->edges[i].from, view->edges[i].to);
	io_add(&dot, "}\n");
	free(by_name);
	return io_buffer_take(text, &dot);
}

/* --------------------------------------------------------------------------------------------------- answer */

/* Reads the next word of a line of "plain"; length 0 at its end. */
static size_t next_word(const char **word, const char **cursor)
{
	*word = *cursor + strspn(*cursor, " ");
	size_t length = strcspn(*word, " \r\n");
	*cursor = *word + length;
	return length;
}

static bool read_number(double *out, const char **cursor)
{
	const char *word;
	size_t length = next_word(&word, cursor);
	return base_number_parse(out, word, length, '.') == BASE_NUMBER_FINITE;
}

/* The number after an "n". */
static bool read_node(size_t *out, const char **cursor, size_t nodes)
{
	const char *word;
	double number;
	size_t length = next_word(&word, cursor);
	if (length < 2 || word[0] != 'n' || base_number_parse(&number, word + 1, length - 1, '.') != BASE_NUMBER_FINITE)
		return false;
	*out = (size_t)number;
	return *out < nodes;
}

static bool read_point(plot_point *out, const char **cursor, const plot_layout *layout)
{
	double x, y;
	if (!read_number(&x, cursor) || !read_number(&y, cursor))
		return false;
	*out = (plot_point){ x * INCH, layout->height - y * INCH };
	return true;
}

static bool read_size(plot_layout *layout, const char *cursor)
{
	double scale;
	bool good =
		read_number(&scale, &cursor) && read_number(&layout->width, &cursor) && read_number(&layout->height, &cursor);
	layout->width *= INCH;
	layout->height *= INCH;
	return good;
}

static bool read_edge(plot_layout *layout, const char *cursor, const io_graph *view)
{
	size_t from, to, edge = 0;
	double count;
	if (!read_node(&from, &cursor, view->info.nodes) || !read_node(&to, &cursor, view->info.nodes) ||
	    !read_number(&count, &cursor) || !(count >= 2))
		return false;
	while (edge < view->all && (view->edges[edge].from != from || view->edges[edge].to != to))
		edge++;
	if (edge == view->all)
		return false;
	layout->edges[edge] = (plot_curve){ layout->point_count, (size_t)count };
	for (size_t i = 0; i < (size_t)count; i++)
		if (!read_point(&layout->points[layout->point_count++], &cursor, layout))
			return false;
	return true;
}

/* A line is at least twice as long as the number of its points, so `points` is large enough. */
static bool read_plain(plot_layout *layout, const char *text, const io_graph *view)
{
	bool good = true;
	for (const char *line = text; good && *line != '\0'; line += strcspn(line, "\n"), line += *line == '\n') {
		const char *cursor = line, *word;
		size_t length = next_word(&word, &cursor), node;
		if (length == 5 && memcmp(word, "graph", 5) == 0)
			good = read_size(layout, cursor);
		else if (length == 4 && memcmp(word, "node", 4) == 0)
			good = read_node(&node, &cursor, view->info.nodes) && read_point(&layout->nodes[node], &cursor, layout);
		else if (length == 4 && memcmp(word, "edge", 4) == 0)
			good = read_edge(layout, cursor, view);
	}
	return good;
}

static mixmi_status take_answer(plot_layout *layout, const char *text, const io_graph *view)
{
	layout->nodes = base_array_zero(view->info.nodes, sizeof *layout->nodes);
	layout->edges = base_array_zero(view->all, sizeof *layout->edges);
	layout->points = base_array(strlen(text) / 2 + 1, sizeof *layout->points);
	if (layout->nodes == NULL || layout->edges == NULL || layout->points == NULL)
		return base_error_memory();
	return read_plain(layout, text, view) ? MIXMI_OK : report("describe");
}

/* -------------------------------------------------------------------------------------------------- the whole */

/* Layers if there are arrows, otherwise springs. */
static const char *engine_for(const io_graph *view)
{
	bool arrows = view->all == 0;
	for (size_t i = 0; i < view->all && !arrows; i++)
		arrows = view->edges[i].mark_from == MIXMI_MARK_ARROW || view->edges[i].mark_to == MIXMI_MARK_ARROW;
	return arrows ? "dot" : "neato";
}

static mixmi_status lay_out(plot_layout *layout, void *graph, const io_graph *view)
{
	char *bytes = NULL;
	unsigned count = 0;
	mixmi_status status = MIXMI_OK;
	if (graphviz.lay_out(context, graph, engine_for(view)) != 0)
		status = report("lay out");
	else if (graphviz.render(context, graph, "plain", &bytes, &count) != 0 || bytes == NULL || count == 0)
		status = report("describe");
	else
		status = take_answer(layout, bytes, view);
	graphviz.free_render(bytes);
	graphviz.free_layout(context, graph);
	return status;
}

static mixmi_status ask(plot_layout *layout, const char *dot, const io_graph *view)
{
	complaint[0] = '\0';
	int (*before)(char *) = graphviz.catch_errors(catch_message);
	if (context == NULL)
		context = graphviz.context();
	void *graph = graphviz.read(dot);
	mixmi_status status = context != NULL && graph != NULL ? lay_out(layout, graph, view) : report("take in");
	if (graph != NULL)
		graphviz.close(graph);
	graphviz.catch_errors(before);
	return status;
}

mixmi_status plot_layout_init(plot_layout *layout, const io_graph *view, const double *widths, double height)
{
	char *dot = NULL;
	*layout = (plot_layout){ 0 };
	mixmi_status status = write_dot(&dot, view, widths, height);
	if (status != MIXMI_OK)
		return status;
	base_guard_take(BASE_GUARD_LAYOUT);
	status = graphviz.context == NULL ? plot_graphviz_load(&graphviz) : MIXMI_OK;
	if (status == MIXMI_OK)
		status = ask(layout, dot, view);
	base_guard_leave(BASE_GUARD_LAYOUT);
	free(dot);
	return status;
}

void plot_layout_clear(plot_layout *layout)
{
	free(layout->nodes);
	free(layout->edges);
	free(layout->points);
	*layout = (plot_layout){ 0 };
}
