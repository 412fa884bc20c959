/* The generalised adjustment criterion. A set satisfies it if (amenability) every possibly directed path from x to y
 * begins with a visible edge out of x, (forbidden set) no member of the set is a possible descendant of a node on such
 * a path, and (blocking) it blocks every path of definite status that is not directed. Given the first two, blocking is
 * the same in all graphs of the class, so it is checked in one of them. */
#include "effect/adjust.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"

static graph_mark mark_at(const mixmi_graph *graph, size_t other, size_t node)
{
	return (graph_mark)graph->mark[other * graph->nodes + node];
}

/* --------------------------------------------------------------------------------------- possibly directed paths */

/* Nodes reached from those in `of` (or, backwards, from which those are reached) by paths without an arrow against
 * their direction, never through x. */
static void follow_possible(bool *out, const effect_criterion *c, bool forwards)
{
	const mixmi_graph *g = c->graph;
	size_t waiting = 0;
	for (size_t v = 0; v < g->nodes; v++)
		if (out[v])
			c->walk.queue[waiting++] = v;
	while (waiting > 0) {
		size_t v = c->walk.queue[--waiting];
		for (size_t w = 0; w < g->nodes; w++) {
			if (w == v || w == c->x || out[w] || !graph_adjacent(g, v, w))
				continue;
			if ((forwards ? mark_at(g, w, v) : mark_at(g, v, w)) == GRAPH_ARROW)
				continue;
			out[w] = true;
			c->walk.queue[waiting++] = w;
		}
	}
}

/* Whether the edge between x and v leaves x: it has no arrow at x. */
static bool leaves(const effect_criterion *c, size_t v)
{
	return v != c->x && graph_adjacent(c->graph, c->x, v) && mark_at(c->graph, v, c->x) != GRAPH_ARROW;
}

static bool find_paths(effect_criterion *c)
{
	size_t n = c->graph->nodes;
	bool *before = base_array_zero(n, sizeof *before);
	if (before == NULL)
		return false;
	for (size_t v = 0; v < n; v++)
		c->causal[v] = leaves(c, v);
	follow_possible(c->causal, c, true);
	before[c->y] = true;
	follow_possible(before, c, false);
	c->affects = c->causal[c->y];
	for (size_t v = 0; v < n; v++)
		c->causal[v] = c->causal[v] && before[v];
	memcpy(c->forbidden, c->causal, n * sizeof *c->forbidden);
	follow_possible(c->forbidden, c, true);
	free(before);
	return true;
}

/* ------------------------------------------------------------------------------------------------- visible edges */

/* In a MAG or PAG, x -> v may also have an unmeasured common cause, unless a node not adjacent to v has an edge into x,
 * or a path into x whose inner nodes are colliders and parents of v. */
static bool is_visible(const effect_criterion *c, size_t v)
{
	const mixmi_graph *g = c->graph;
	size_t n = g->nodes, waiting = 0;
	bool *seen = c->walk.ancestors, found = false;
	memset(seen, 0, n * sizeof *seen);
	seen[c->x] = true;
	c->walk.queue[waiting++] = c->x;
	while (waiting > 0 && !found) {
		size_t u = c->walk.queue[--waiting];
		for (size_t w = 0; w < n && !found; w++) {
			if (w == u || w == v || !graph_adjacent(g, u, w) || mark_at(g, w, u) != GRAPH_ARROW)
				continue;
			found = !graph_adjacent(g, w, v);
			if (!found && !seen[w] && mark_at(g, u, w) == GRAPH_ARROW && graph_directed(g, w, v)) {
				seen[w] = true;
				c->walk.queue[waiting++] = w;
			}
		}
	}
	return found;
}

static void find_blamed(effect_criterion *c)
{
	bool hidden = c->kind == EFFECT_MAG || c->kind == EFFECT_PAG;
	c->blamed = SIZE_MAX;
	for (size_t v = 0; v < c->graph->nodes && c->blamed == SIZE_MAX; v++)
		if (leaves(c, v) && c->causal[v] && (!graph_directed(c->graph, c->x, v) || (hidden && !is_visible(c, v))))
			c->blamed = v;
}

/* ------------------------------------------------------------------------------------------------- the criterion */

mixmi_status effect_criterion_init(effect_criterion *c, const mixmi_graph *graph, size_t x, size_t y, bool latent)
{
	*c = (effect_criterion){ .graph = graph, .x = x, .y = y };
	if (x >= graph->nodes || y >= graph->nodes)
		return base_error(MIXMI_ERROR_USAGE, "the graph has %zu nodes, and no node %zu", graph->nodes,
		                  x >= graph->nodes ? x : y);
	if (x == y)
		return base_error(MIXMI_ERROR_USAGE, "treatment and outcome are the same node");
	mixmi_status status = effect_member(&c->kind, &c->member, graph, latent);
	if (status != MIXMI_OK)
		return status;
	c->causal = base_array(graph->nodes, sizeof *c->causal);
	c->forbidden = base_array(graph->nodes, sizeof *c->forbidden);
	bool done = c->causal != NULL && c->forbidden != NULL && effect_net_init(&c->net, c->member) &&
	            effect_walk_init(&c->walk, graph->nodes) && find_paths(c);
	if (!done)
		return base_error_memory();
	find_blamed(c);
	return MIXMI_OK;
}

void effect_criterion_clear(effect_criterion *c)
{
	mixmi_graph_free(c->member);
	effect_net_clear(&c->net);
	effect_walk_clear(&c->walk);
	free(c->causal);
	free(c->forbidden);
	*c = (effect_criterion){ 0 };
}

bool effect_criterion_holds(effect_criterion *c, const bool *set)
{
	if (c->blamed != SIZE_MAX)
		return false;
	for (size_t v = 0; v < c->graph->nodes; v++)
		if (set[v] && c->forbidden[v])
			return false;
	return effect_adjusts(&c->net, c->x, c->y, set, &c->walk);
}

/* Sets the message to the reason why the set does not satisfy the criterion. */
static void explain(const effect_criterion *c, const bool *set)
{
	char shown[2][BASE_TEXT_SHOWN];
	const char *const *names = (const char *const *)c->graph->names;
	base_text_show(shown[0], names[c->x], strlen(names[c->x]));
	if (c->blamed != SIZE_MAX) {
		base_text_show(shown[1], names[c->blamed], strlen(names[c->blamed]));
		base_error(MIXMI_OK, "no set is one, as the edge between '%s' and '%s' can be confounded or reversed", shown[0],
		           shown[1]);
		return;
	}
	for (size_t v = 0; v < c->graph->nodes; v++)
		if (set[v] && c->forbidden[v]) {
			base_text_show(shown[1], names[v], strlen(names[v]));
			base_error(MIXMI_OK, "'%s' is on a causal path from '%s', or a descendant of one", shown[1], shown[0]);
			return;
		}
	base_error(MIXMI_OK, "it leaves a path open that is not causal; 'mixmi adjust' lists adjustment sets");
}

mixmi_status mixmi_graph_adjusts(bool *out, const mixmi_graph *graph, size_t x, size_t y, const size_t *set,
                                 size_t count, const mixmi_options *options)
{
	mixmi_options settled;
	effect_criterion c;
	*out = false;
	base_options_settle(&settled, options);
	mixmi_status status = effect_criterion_init(&c, graph, x, y, settled.latent == 1);
	bool *nodes = base_array_zero(graph->nodes, sizeof *nodes);
	if (status == MIXMI_OK && nodes == NULL)
		status = base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < count; i++) {
		if (set[i] >= graph->nodes)
			status = base_error(MIXMI_ERROR_USAGE, "the graph has %zu nodes, and no node %zu", graph->nodes, set[i]);
		else
			nodes[set[i]] = true;
	}
	if (status == MIXMI_OK)
		*out = effect_criterion_holds(&c, nodes);
	if (status == MIXMI_OK && !*out)
		explain(&c, nodes);
	effect_criterion_clear(&c);
	free(nodes);
	return status;
}
