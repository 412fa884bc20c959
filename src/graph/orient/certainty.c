/* How certain directions are. After a search by score, this is derived from the difference in nats between the code of the graph and that
 * of the best graph without the direction. All graphs of a class have the same compelled arrows, so a graph without one is of another
 * class. It is searched from the best order with the arrow barred; each graph that is found counts for all edges in which it differs. Cost: three climbs of the order for each arrow and for each undirected path of three nodes. */
#include "graph/orient/certainty.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/search/order.h"

typedef struct weighing {
	graph_search *search;
	mixmi_graph *graph;
	bool *parents; /* [nodes * nodes] of an alternative */
	double *least; /* by pair: length of the shortest alternative that has the edge otherwise */
	bool stopped;
} weighing;

static bool is_undirected(const mixmi_graph *graph, size_t a, size_t b)
{
	return graph_adjacent(graph, a, b) && !graph_directed(graph, a, b) && !graph_directed(graph, b, a);
}

/* Has the alternative a -> b <- c with a and c not joined? */
static bool is_in_collider(const weighing *w, size_t a, size_t b)
{
	size_t n = w->graph->nodes;
	for (size_t c = 0; w->parents[b * n + a] && c < n; c++)
		if (c != a && w->parents[b * n + c] && !w->parents[a * n + c] && !w->parents[c * n + a])
			return true;
	return false;
}

/* Does the alternative lack the arrow, or the line? */
static bool differs(const weighing *w, size_t a, size_t b)
{
	size_t n = w->graph->nodes;
	if (graph_directed(w->graph, a, b))
		return !w->parents[b * n + a];
	if (graph_directed(w->graph, b, a))
		return !w->parents[a * n + b];
	return (!w->parents[b * n + a] && !w->parents[a * n + b]) || is_in_collider(w, a, b) || is_in_collider(w, b, a);
}

/* The best graph found in which a node is no parent of some others, and what it says about all edges. */
static mixmi_status weigh(weighing *w, size_t parent, const size_t *children, size_t count)
{
	const mixmi_graph *graph = w->graph;
	double length;
	if (!graph_order_without(w->search->order, w->parents, &length, parent, children, count, &w->stopped))
		return base_error_memory();
	for (size_t a = 0; !w->stopped && a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++) {
			double *least = &w->least[graph_pair(graph, a, b)];
			if (graph_adjacent(graph, a, b) && length < *least && differs(w, a, b))
				*least = length;
		}
	return MIXMI_OK;
}

static mixmi_status weigh_arrows(weighing *w)
{
	mixmi_status status = MIXMI_OK;
	for (size_t a = 0; a < w->graph->nodes; a++)
		for (size_t b = 0; status == MIXMI_OK && !w->stopped && b < w->graph->nodes; b++)
			if (graph_directed(w->graph, a, b) && !graph_rules_forbid(w->search->rules, b, a))
				status = weigh(w, a, &b, 1);
	return status;
}

/* a - b - c, not both of them arrows: alternatives in which b is a collider. */
static mixmi_status weigh_lines(weighing *w)
{
	const mixmi_graph *g = w->graph;
	mixmi_status status = MIXMI_OK;
	for (size_t b = 0; b < g->nodes; b++)
		for (size_t a = 0; a < g->nodes; a++)
			for (size_t c = a + 1; status == MIXMI_OK && !w->stopped && c < g->nodes; c++)
				if (a != b && c != b && graph_adjacent(g, a, b) && graph_adjacent(g, c, b) &&
				    !graph_adjacent(g, a, c) && (is_undirected(g, a, b) || is_undirected(g, b, c)))
					status = weigh(w, b, (const size_t[]){ a, c }, 2);
	return status;
}

/* The odds of an arrow are 1 + nats. Fitted as (1 + nats)^s over 112 networks of the choosing half and of one seed: s = .96. */
double graph_certainty_of_nats(double nats)
{
	return isnan(nats) ? NAN : isinf(nats) ? 1 : 1 - 1 / (2 + fmax(nats, 0));
}

/* Of a line the odds are (nats + .05)^.4, fitted likewise. If the true edge is an arrow, the usual reason is another edge that was
 * not found and that no alternative has. So evidence beyond MOST_NATS does not count. */
static double certainty_of_line(double nats)
{
	static const double MOST_NATS = 100, LEAST_NATS = 0.05, SLOPE = 0.4;
	double odds = pow(fmin(fmax(nats, 0), MOST_NATS) + LEAST_NATS, SLOPE);
	return odds / (1 + odds);
}

static void put(const weighing *w)
{
	const mixmi_graph *g = w->graph;
	double best = graph_order_length(w->search->order);
	for (size_t a = 0; a < g->nodes; a++)
		for (size_t b = a + 1; b < g->nodes; b++) {
			size_t pair = graph_pair(g, a, b);
			double *certainty = &g->evidence[pair].certainty, nats = w->least[pair] - best;
			bool forward = graph_directed(g, a, b), backward = graph_directed(g, b, a);
			if (graph_rules_forbid(w->search->rules, forward ? b : a, forward ? a : b) && (forward || backward))
				*certainty = 1;
			else if (graph_adjacent(g, a, b))
				*certainty = forward || backward ? graph_certainty_of_nats(nats) : certainty_of_line(nats);
		}
}

static mixmi_status weigh_all(graph_search *search)
{
	size_t nodes = search->graph->nodes, pairs = nodes * (nodes - 1) / 2;
	weighing w = { .search = search, .graph = search->graph };
	w.parents = base_array(nodes * nodes, sizeof *w.parents);
	w.least = base_array(pairs, sizeof *w.least);
	mixmi_status status = w.parents != NULL && w.least != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < pairs; i++)
		w.least[i] = INFINITY;
	if (status == MIXMI_OK)
		status = weigh_arrows(&w);
	if (status == MIXMI_OK)
		status = weigh_lines(&w);
	if (status == MIXMI_OK && !w.stopped)
		put(&w);
	free(w.parents);
	free(w.least);
	return status;
}

/* ------------------------------------------------------------------------------------------------ possible directions */

static void apply_threshold(mixmi_graph *g, double threshold)
{
	for (size_t a = 0; a < g->nodes; a++)
		for (size_t b = 0; b < g->nodes; b++) {
			graph_evidence *e = a != b ? &g->evidence[graph_pair(g, a, b)] : NULL;
			if (e == NULL || !graph_directed(g, a, b) || e->certainty == 0 || e->certainty >= threshold)
				continue;
			graph_set_undirected(g, a, b);
			e->possible = 1 + b;
		}
}

mixmi_status graph_certainty(graph_search *search)
{
	bool latent = search->options->latent != 0;
	mixmi_status status = MIXMI_OK;
	search->graph->threshold = search->options->direction_threshold;
	if (search->sample > 0)
		return MIXMI_OK;
	if (search->order != NULL && !latent)
		status = weigh_all(search);
	if (status != MIXMI_OK || search->watch->cancelled)
		return status;
	apply_threshold(search->graph, search->options->direction_threshold);
	return graph_causes(search);
}
