/* How probable end marks are. After a search by score, the probability of a mark is derived from the difference in nats between the code
 * of the graph and that of the best graph whose class has another mark at this end, or no edge. All graphs of a class have the same
 * compelled arrows, so a graph without one is of another class. It is searched from the best order with the arrow barred; each graph that
 * is found counts for all marks in which its class differs. Cost: three climbs of the order for each arrow and for each undirected path of
 * three nodes. */
#include "graph/orient/certainty.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/search/correct.h"

typedef struct weighing {
	graph_search *search;
	mixmi_graph *graph;
	bool *parents; /* [nodes * nodes] of an alternative: j is a parent of i at i * nodes + j */
	bool *heads;   /* [nodes * nodes] the arrows i -> j that all graphs of its class have */
	double *
		least; /* [nodes * nodes] nats that the nearest alternative with another mark at j of the edge between i and j lacks */
	bool stopped;
} weighing;

static bool is_undirected(const mixmi_graph *graph, size_t a, size_t b)
{
	return graph_adjacent(graph, a, b) && !graph_directed(graph, a, b) && !graph_directed(graph, b, a);
}

static bool has_head(const mixmi_graph *graph, size_t a, size_t b)
{
	return graph->mark[a * graph->nodes + b] == GRAPH_ARROW;
}

/* --------------------------------------------------------------------------------------------- class of an alternative */

static bool is_joined(const weighing *w, size_t a, size_t b)
{
	return w->parents[a * w->graph->nodes + b] || w->parents[b * w->graph->nodes + a];
}

/* Has the alternative x -> y <- c with x and c not joined, or does background knowledge forbid y -> x? */
static bool is_compelled_at_first(const weighing *w, size_t x, size_t y)
{
	size_t n = w->graph->nodes;
	for (size_t c = 0; c < n; c++)
		if (c != x && w->parents[y * n + c] && !is_joined(w, x, c))
			return true;
	return graph_rules_forbid(w->search->rules, y, x);
}

/* Meek's rules for an arrow of the alternative: x -> y if some w makes y -> x a v-structure or a cycle. */
static bool follows(const weighing *w, size_t x, size_t y)
{
	size_t n = w->graph->nodes;
	const bool *heads = w->heads;
	for (size_t v = 0; v < n; v++) {
		if (v == x || v == y || !is_joined(w, v, x))
			continue;
		if ((heads[v * n + x] && !is_joined(w, v, y)) || (heads[x * n + v] && heads[v * n + y]))
			return true;
		for (size_t u = 0; u < n; u++) /* v -> y <- u or v -> u -> y */
			if (u != x && heads[u * n + y] &&
			    ((heads[v * n + y] && u != v && is_joined(w, u, x) && !is_joined(w, u, v)) ||
			     (heads[v * n + u] && !is_joined(w, v, y))))
				return true;
	}
	return false;
}

static void find_heads(weighing *w)
{
	size_t n = w->graph->nodes;
	for (size_t x = 0; x < n; x++)
		for (size_t y = 0; y < n; y++)
			w->heads[x * n + y] = w->parents[y * n + x] && is_compelled_at_first(w, x, y);
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t x = 0; x < n; x++)
			for (size_t y = 0; y < n; y++)
				if (w->parents[y * n + x] && !w->heads[x * n + y] && follows(w, x, y))
					w->heads[x * n + y] = changed = true;
	}
}

/* ----------------------------------------------------------------------------------------------------------- alternatives */

/* Has the alternative edges that the best graph lacks, all of them between labels? */
static bool adds_labels_only(const weighing *w)
{
	const code_column *columns = w->search->scored->code.columns;
	bool any = false;
	for (size_t a = 0; a < w->graph->nodes; a++)
		for (size_t b = 0; b < a; b++) {
			if (!is_joined(w, a, b) || graph_adjacent(w->graph, a, b))
				continue;
			any = true;
			if (columns[a].levels == NULL || columns[b].levels == NULL)
				return false;
		}
	return any;
}

/* Pairs that no test could decide are no edges of any graph. */
static void drop_undecided(weighing *w)
{
	for (size_t a = 0; a < w->graph->nodes; a++)
		for (size_t b = 0; b < w->graph->nodes; b++)
			if (a != b && graph_is_undecided(w->graph, a, b))
				w->parents[a * w->graph->nodes + b] = false;
}

/* A graph of this length: what it says about all end marks. */
static void compare(weighing *w, double length)
{
	/* An edge between labels costs little where the rows could not show it, such as between rare levels, so an alternative that adds
	 * one is near whatever the data are: (1 + nats) counts as much as this many times that of others. */
	static const double ADDED = 1.5;
	size_t n = w->graph->nodes;
	double nats = length - graph_order_length(w->search->order);
	drop_undecided(w);
	if (adds_labels_only(w))
		nats = ADDED * (1 + nats) - 1;
	find_heads(w);
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++)
			if (a != b && graph_adjacent(w->graph, a, b) && nats < w->least[a * n + b] &&
			    (!is_joined(w, a, b) || w->heads[a * n + b] != has_head(w->graph, a, b)))
				w->least[a * n + b] = nats;
}

/* The best graph found in which a node is no parent of some others. */
static mixmi_status weigh(weighing *w, size_t parent, const size_t *children, size_t count)
{
	double length;
	if (!graph_order_without(w->search->order, w->parents, &length, parent, children, count, &w->stopped))
		return base_error_memory();
	if (!w->stopped)
		compare(w, length);
	return MIXMI_OK;
}

static mixmi_status weigh_heads(weighing *w)
{
	mixmi_status status = MIXMI_OK;
	for (size_t a = 0; a < w->graph->nodes; a++)
		for (size_t b = 0; status == MIXMI_OK && !w->stopped && b < w->graph->nodes; b++)
			if (a != b && has_head(w->graph, a, b) && !graph_rules_forbid(w->search->rules, b, a))
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

/* An arrow, a line and the reversed arrow are the edges that there can be: a head is right in one of them, a tail in two. So a tail has
 * twice the odds of a head with as much evidence. The odds of a head are ((1 + nats) / EVEN)^SLOPE. Fitted on 161 networks of the choosing
 * half and of one seed: EVEN 3.1, SLOPE 1.56. */
double graph_probability_of_nats(double nats, bool head)
{
	static const double EVEN = 3, SLOPE = 1.5;
	double odds = (head ? 1 : 2) * pow((1 + fmax(nats, 0)) / EVEN, SLOPE);
	return isnan(nats) ? NAN : isinf(nats) ? 1 : odds / (1 + odds);
}

/* A head says that b does not cause a, a tail that it does: without latent variables, that a does not cause b. */
static bool is_known(const weighing *w, size_t a, size_t b)
{
	const graph_rules *rules = w->search->rules;
	if (has_head(w->graph, a, b))
		return graph_rules_forbid(rules, b, a);
	return graph_rules_forbid(rules, a, b) && (w->graph->kind != GRAPH_PAG || graph_rules_require(rules, a, b));
}

/* Of the mark at b of the edge between a and b; 0: unknown. With latent variables the score is a model of arrowheads alone, and only of
 * those that it has itself. */
static double probability_at(const weighing *w, size_t a, size_t b)
{
	static const double MOST_NATS =
		40; /* beyond, the usual reason for a wrong mark is an edge that no alternative has */
	const mixmi_graph *g = w->graph;
	double nats = fmin(w->least[a * g->nodes + b], MOST_NATS);
	if (is_known(w, a, b))
		return 1;
	if (g->kind == GRAPH_PAG && (!has_head(g, a, b) || nats <= 0))
		return 0;
	return graph_probability_of_nats(nats, has_head(g, a, b));
}

static void put(const weighing *w)
{
	const mixmi_graph *g = w->graph;
	for (size_t a = 0; a < g->nodes; a++)
		for (size_t b = 0; b < g->nodes; b++)
			if (a != b && graph_adjacent(g, a, b) && !g->evidence[graph_pair(g, a, b)].same)
				*graph_probability(g, a, b) = probability_at(w, a, b);
}

static mixmi_status weigh_all(graph_search *search)
{
	size_t nodes = search->graph->nodes;
	weighing w = { .search = search, .graph = search->graph };
	w.parents = base_array_copy(search->parents, nodes * nodes, sizeof *w.parents);
	w.heads = base_array(nodes * nodes, sizeof *w.heads);
	w.least = base_array(nodes * nodes, sizeof *w.least);
	mixmi_status status = w.parents != NULL && w.heads != NULL && w.least != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < nodes * nodes; i++)
		w.least[i] = INFINITY;
	if (status == MIXMI_OK) {
		compare(&w, graph_order_length(search->order)); /* tests may have changed the best graph */
		status = weigh_heads(&w);
	}
	if (status == MIXMI_OK && search->graph->kind != GRAPH_PAG)
		status = weigh_lines(&w);
	if (status == MIXMI_OK && !w.stopped)
		put(&w);
	free(w.parents);
	free(w.heads);
	free(w.least);
	return status;
}

/* ------------------------------------------------------------------------------------------------ hidden directions */

static void apply_threshold(mixmi_graph *g, double threshold)
{
	for (size_t a = 0; a < g->nodes; a++)
		for (size_t b = 0; b < g->nodes; b++) {
			double head = a != b && graph_directed(g, a, b) ? *graph_probability(g, a, b) : 0;
			if (head == 0 || head >= threshold)
				continue;
			graph_set_undirected(g, a, b);
			*graph_probability(g, a, b) = *graph_probability(g, b, a) = 0; /* of the marks that are hidden */
		}
}

mixmi_status graph_certainty(graph_search *search)
{
	mixmi_status status = MIXMI_OK;
	search->graph->threshold = search->options->direction_threshold;
	if (search->sample > 0)
		return MIXMI_OK;
	if (search->order != NULL && search->parents != NULL)
		status = weigh_all(search);
	if (status != MIXMI_OK || search->watch->cancelled)
		return status;
	if (search->graph->kind != GRAPH_PAG) /* which has circles for marks that are not known */
		apply_threshold(search->graph, search->options->direction_threshold);
	return MIXMI_OK;
}
