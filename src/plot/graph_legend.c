/* The legend below a graph. Each line is a sample, drawn as in the graph, with its meaning in words. */
#include "plot/graph_legend.h"

#include <math.h>
#include <stdio.h>

#include "plot/edge_draw.h"
#include "plot/svg.h"

enum { LINE = 19, COLUMN = 330, SAMPLE = 44, MOST_WRITTEN = 60 };

/* The symbols, in the order of the legend. */
typedef enum sign_kind {
	NUMERIC,
	DISCRETE,
	TREATMENT,
	OUTCOME,
	ADJUSTED,
	WIDTH,
	POSITIVE,
	NEGATIVE,
	NEITHER,
	DASHED,
	FREQUENCY,
	ARROW,
	POSSIBLE,
	UNDIRECTED,
	SAME,
	BIDIRECTED,
	CIRCLE,
	SIGNS
} sign_kind;

static const char *const MEANINGS[SIGNS] = {
	[NUMERIC] = "numeric column",
	[DISCRETE] = "discrete column",
	[TREATMENT] = "treatment",
	[OUTCOME] = "outcome",
	[ADJUSTED] = "adjusted for",
	[WIDTH] = "the wider, the stronger the dependence",
	[POSITIVE] = "+ more of one goes with more of the other",
	[NEGATIVE] = "\u2212 more of one goes with less of the other",
	[NEITHER] = "neither, or a column of texts",
	[DASHED] = "doubtful, decided on few rows, or undecided",
	[FREQUENCY] = "of the random splits, both halves have the edge",
	[ARROW] = "clear direction, or by knowledge",
	[POSSIBLE] = "possible direction, as often right as a coin",
	[UNDIRECTED] = "direction not known",
	[SAME] = "columns that carry the same information",
	[BIDIRECTED] = "a hidden common cause",
	[CIRCLE] = "tail or arrow, not known which",
};

plot_role plot_role_of(const plot_roles *roles, size_t node)
{
	if (roles == NULL)
		return PLOT_NO_ROLE;
	for (size_t i = 0; i < roles->count; i++)
		if (roles->adjusted[i] == node)
			return PLOT_ADJUSTED;
	return node == roles->treatment ? PLOT_TREATMENT : node == roles->outcome ? PLOT_OUTCOME : PLOT_NO_ROLE;
}

void plot_role_look(char out[PLOT_LOOK], plot_role role, bool discrete)
{
	bool end = role == PLOT_TREATMENT || role == PLOT_OUTCOME, set = role == PLOT_ADJUSTED;
	snprintf(out, PLOT_LOOK, "%sfill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"%s", discrete ? "rx=\"6\" " : "",
	         set        ? "#cfe8cf"
	         : discrete ? "#fde9d9"
	                    : "#e3edf7",
	         end || set ? "#1b2129"
	         : discrete ? IO_ORANGE
	                    : IO_BLUE,
	         end ? "2.8" : "1.2", role == PLOT_TREATMENT ? " stroke-dasharray=\"7 3\"" : "");
}

bool plot_graph_has_frequencies(const io_graph *view)
{
	for (size_t i = 0; i < view->all; i++)
		if (isfinite(view->edges[i].frequency))
			return true;
	return false;
}

bool plot_graph_writes_signs(const io_graph *view)
{
	return view->all <= MOST_WRITTEN;
}

static void find_marks(bool found[SIGNS], const mixmi_edge *edge)
{
	int32_t from = edge->mark_from, to = edge->mark_to;
	found[SAME] = found[SAME] || edge->same;
	if (edge->same)
		return;
	bool tail = from == MIXMI_MARK_TAIL || to == MIXMI_MARK_TAIL;
	bool arrow = from == MIXMI_MARK_ARROW || to == MIXMI_MARK_ARROW;
	found[edge->kind == MIXMI_ARROW_POSSIBLE ? POSSIBLE : ARROW] |= tail && arrow;
	found[UNDIRECTED] = found[UNDIRECTED] || (from == MIXMI_MARK_TAIL && to == MIXMI_MARK_TAIL);
	found[BIDIRECTED] = found[BIDIRECTED] || (from == MIXMI_MARK_ARROW && to == MIXMI_MARK_ARROW);
	found[CIRCLE] = found[CIRCLE] || from == MIXMI_MARK_CIRCLE || to == MIXMI_MARK_CIRCLE;
}

/* Finds the symbols that occur. */
static void find_signs(bool found[SIGNS], const io_graph *view, const plot_roles *roles)
{
	bool signs = false, neither = false;
	for (int i = 0; i < SIGNS; i++)
		found[i] = false;
	for (size_t i = 0; i < view->all; i++) {
		const mixmi_edge *edge = &view->edges[i];
		int sign = plot_edge_sign(edge);
		found[sign > 0 ? POSITIVE : NEGATIVE] = found[sign > 0 ? POSITIVE : NEGATIVE] || sign != 0;
		signs = signs || sign != 0;
		neither = neither || sign == 0;
		found[WIDTH] = found[WIDTH] || isfinite(edge->estimate);
		found[DASHED] = found[DASHED] || edge->doubtful || edge->few_rows || edge->undecided;
		const mixmi_edge shown = io_edge_as_shown(view, edge);
		find_marks(found, &shown);
	}
	found[NEITHER] = signs && neither;
	found[NUMERIC] = found[DISCRETE] = view->has_discrete && view->has_numeric;
	found[TREATMENT] = found[OUTCOME] = roles != NULL;
	found[ADJUSTED] = roles != NULL && roles->count > 0;
	found[FREQUENCY] = plot_graph_has_frequencies(view);
}

static size_t across(double width)
{
	return width >= 3.0 * COLUMN ? 3 : width >= 2.0 * COLUMN ? 2 : 1;
}

static size_t count_signs(const bool found[SIGNS])
{
	size_t count = 0;
	for (int i = 0; i < SIGNS; i++)
		count += found[i];
	return count;
}

double plot_graph_legend_height(const io_graph *view, const plot_roles *roles, double width)
{
	bool found[SIGNS];
	find_signs(found, view, roles);
	size_t columns = across(width), count = count_signs(found);
	return count > 0 ? (double)((count + columns - 1) / columns) * LINE + 14 : 0;
}

/* A small node; a node with a role is a box. */
static void draw_node(io_buffer *svg, double x, double y, sign_kind kind)
{
	char look[PLOT_LOOK];
	plot_role_look(look, kind < TREATMENT ? PLOT_NO_ROLE : PLOT_TREATMENT + (kind - TREATMENT), kind != NUMERIC);
	if (kind != NUMERIC) {
		plot_svg_rect(svg, x + 9, y - 6, 26, 12, look);
		return;
	}
	io_addf(svg, "<ellipse %s", look);
	plot_svg_attribute(svg, "cx", x + 22);
	plot_svg_attribute(svg, "cy", y);
	io_add(svg, " rx=\"14\" ry=\"6.5\"/>\n");
}

static void draw_width(io_buffer *svg, double x, double y)
{
	for (int i = 0; i < 3; i++) {
		plot_edge_look look = { .width = 0.8 + 1.6 * i, .colour = IO_GREY };
		plot_edge_line(svg, (plot_point){ x + 15 * i, y }, (plot_point){ x + 15 * i + 12, y }, &look);
	}
}

static void draw_sample(io_buffer *svg, sign_kind kind, double x, double y)
{
	static const plot_edge_look looks[SIGNS] = {
		[POSITIVE] = { .width = 2, .colour = IO_BLUE },
		[NEGATIVE] = { .width = 2, .colour = IO_ORANGE },
		[NEITHER] = { .width = 2, .colour = IO_GREY },
		[DASHED] = { .width = 1.6, .colour = IO_GREY, .dashed = true },
		[ARROW] = { .width = 1.4, .colour = IO_GREY, .mark_to = MIXMI_MARK_ARROW },
		[POSSIBLE] = { .width = 1.4, .colour = IO_GREY, .hollow_to = true, .mark_to = MIXMI_MARK_ARROW },
		[UNDIRECTED] = { .width = 1.4, .colour = IO_GREY },
		[SAME] = { .twice = true },
		[BIDIRECTED] = { .width = 1.4, .colour = IO_GREY, .mark_from = MIXMI_MARK_ARROW, .mark_to = MIXMI_MARK_ARROW },
		[CIRCLE] = { .width = 1.4, .colour = IO_GREY, .mark_from = MIXMI_MARK_CIRCLE },
	};
	if (kind <= ADJUSTED)
		draw_node(svg, x, y, kind);
	else if (kind == WIDTH)
		draw_width(svg, x, y);
	else if (kind == FREQUENCY)
		plot_svg_text(svg, x + SAMPLE / 2.0, y + 4, &(plot_style){ .size = 11, .anchor = 'm' }, "in 93%");
	else
		plot_edge_line(svg, (plot_point){ x, y }, (plot_point){ x + SAMPLE, y }, &looks[kind]);
}

void plot_graph_legend(io_buffer *svg, const io_graph *view, const plot_roles *roles, double left, double top,
                       double width)
{
	bool found[SIGNS];
	size_t columns = across(width), shown = 0;
	find_signs(found, view, roles);
	size_t lines = (count_signs(found) + columns - 1) / columns;
	for (int i = 0; i < SIGNS; i++) {
		if (!found[i])
			continue;
		double x = left + (double)(shown / lines) * COLUMN, y = top + ((double)(shown % lines) + 0.5) * LINE;
		draw_sample(svg, (sign_kind)i, x, y);
		plot_svg_text(svg, x + SAMPLE + 10, y + 4,
		              &(plot_style){ .size = 11.5, .colour = IO_GREY, .room = COLUMN - SAMPLE - 14 }, MEANINGS[i]);
		shown++;
	}
}
