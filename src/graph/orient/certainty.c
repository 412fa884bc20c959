/* How certain directions are. After a search by score this is the difference in nats between the code of the graph and the code of the
 * best graph without the direction. All graphs of a class have the same compelled arrows, so a graph without one belongs to another
 * class. It is searched from the best order with the arrow forbidden, and each graph that is found counts for all edges whose direction
 * it lacks. Cost: three climbs of the order per arrow and per undirected path of three nodes. */
#include "graph/orient/certainty.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/search/order.h"

/* An alternative that has all edges of the graph and further ones explains the data as well; it only says that an edge may be missing.
 * One that lacks an edge or reverses it explains them otherwise. */
enum { OTHERWISE, WITH_MORE_EDGES, KINDS };

typedef struct weighing {
	graph_search *search;
	mixmi_graph *graph;
	bool *parents;        /* [nodes * nodes] of an alternative */
	double *least[KINDS]; /* by pair: length of the shortest alternative without its direction */
	bool stopped;
} weighing;

static bool is_undirected(const mixmi_graph *graph, size_t a, size_t b)
{
	return graph_adjacent(graph, a, b) && !graph_directed(graph, a, b) && !graph_directed(graph, b, a);
}

/* Has the alternative a -> b <- c, with a and c not adjacent? */
static bool is_in_collider(const weighing *w, size_t a, size_t b)
{
	size_t n = w->graph->nodes;
	for (size_t c = 0; w->parents[b * n + a] && c < n; c++)
		if (c != a && w->parents[b * n + c] && !w->parents[a * n + c] && !w->parents[c * n + a])
			return true;
	return false;
}

/* Does the alternative lack the arrow, or the undirected edge? */
static bool differs(const weighing *w, size_t a, size_t b)
{
	size_t n = w->graph->nodes;
	if (graph_directed(w->graph, a, b))
		return !w->parents[b * n + a];
	if (graph_directed(w->graph, b, a))
		return !w->parents[a * n + b];
	return (!w->parents[b * n + a] && !w->parents[a * n + b]) || is_in_collider(w, a, b) || is_in_collider(w, b, a);
}

static int kind_of(const weighing *w)
{
	size_t n = w->graph->nodes, more = 0;
	for (size_t a = 0; a < n; a++)
		for (size_t b = a + 1; b < n; b++) {
			bool adjacent = w->parents[a * n + b] || w->parents[b * n + a];
			if (!adjacent && graph_adjacent(w->graph, a, b))
				return OTHERWISE;
			more += adjacent && !graph_adjacent(w->graph, a, b);
		}
	return more > 0 ? WITH_MORE_EDGES : OTHERWISE;
}

/* Searches the best graph in which a node is no parent of some others, and compares it with all edges. */
static mixmi_status weigh(weighing *w, size_t parent, const size_t *children, size_t count)
{
	const mixmi_graph *graph = w->graph;
	double length;
	if (!graph_order_without(w->search->order, w->parents, &length, parent, children, count, &w->stopped))
		return base_error_memory();
	if (w->stopped)
		return MIXMI_OK;
	double *lengths = w->least[kind_of(w)];
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++) {
			double *least = &lengths[graph_pair(graph, a, b)];
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

/* a - b - c, not both of them arrows: the alternative is that b is a collider. */
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

double graph_certainty_of_nats(double nats)
{
	return isnan(nats) ? NAN : isinf(nats) ? 1 : 1 - 1 / (2 + fmax(nats, 0));
}

static double of_odds(double odds)
{
	return isinf(odds) ? 1 : odds / (1 + odds);
}

/* The odds were fitted to arrows of the choosing half and of random networks of one seed: METHOD.md, section 13. */
static double certainty_of_arrow(const double nats[KINDS])
{
	static const double LEAST_NATS = 0.5, FACTOR = 0.7, POWER = 1.25;
	return of_odds(fmin(FACTOR * (nats[OTHERWISE] + LEAST_NATS), pow(1 + nats[WITH_MORE_EDGES], POWER)));
}

/* Likewise. If an undirected edge is an arrow in truth, the reason is mostly an edge that was not found, which no alternative has. So
 * more than MOST_NATS make it no more certain. */
static double certainty_of_line(const double nats[KINDS])
{
	static const double MOST_NATS = 50, LEAST_NATS = 0.05, FACTOR = 0.7, POWER = 0.8;
	double least = fmin(fmin(nats[OTHERWISE], nats[WITH_MORE_EDGES]), MOST_NATS);
	return of_odds(FACTOR * pow(least + LEAST_NATS, POWER));
}

static void put(const weighing *w)
{
	const mixmi_graph *g = w->graph;
	double best = graph_order_length(w->search->order);
	for (size_t a = 0; a < g->nodes; a++)
		for (size_t b = a + 1; b < g->nodes; b++) {
			size_t pair = graph_pair(g, a, b);
			double *certainty = &g->evidence[pair].certainty, nats[KINDS];
			for (int k = 0; k < KINDS; k++)
				nats[k] = fmax(w->least[k][pair] - best, 0);
			bool forward = graph_directed(g, a, b), backward = graph_directed(g, b, a);
			if (graph_rules_forbid(w->search->rules, forward ? b : a, forward ? a : b) && (forward || backward))
				*certainty = 1;
			else if (graph_adjacent(g, a, b))
				*certainty = forward || backward ? certainty_of_arrow(nats) : certainty_of_line(nats);
		}
}

static mixmi_status weigh_all(graph_search *search)
{
	size_t nodes = search->graph->nodes, pairs = nodes * (nodes - 1) / 2;
	weighing w = { .search = search, .graph = search->graph };
	w.parents = base_array(nodes * nodes, sizeof *w.parents);
	mixmi_status status = w.parents != NULL ? MIXMI_OK : base_error_memory();
	for (int k = 0; k < KINDS; k++) {
		w.least[k] = base_array(pairs, sizeof *w.least[k]);
		if (w.least[k] == NULL)
			status = base_error_memory();
		for (size_t i = 0; w.least[k] != NULL && i < pairs; i++)
			w.least[k][i] = INFINITY;
	}
	if (status == MIXMI_OK)
		status = weigh_arrows(&w);
	if (status == MIXMI_OK)
		status = weigh_lines(&w);
	if (status == MIXMI_OK && !w.stopped)
		put(&w);
	free(w.parents);
	for (int k = 0; k < KINDS; k++)
		free(w.least[k]);
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
