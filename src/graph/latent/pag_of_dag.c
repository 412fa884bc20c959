/* The PAG of a DAG over some of its nodes, with the others latent: the result of a perfect search with latent
 * variables. Two nodes are adjacent if no set separates them; if any set does, their observed ancestors do (Richardson
 * and Spirtes 2002), so sets need not be enumerated. Adjacencies and ancestors are those of a MAG, whose PAG follows by rules (pag.c). Cost: O(observed^2 (nodes + edges)), then that of the rules. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "graph/latent/pag.h"
#include "graph/model/evidence.h"

/* Adjacency lists: those of node v are nodes[starts[v]] to nodes[starts[v + 1] - 1]. */
typedef struct links {
	size_t *starts, *nodes;
} links;

typedef struct hiding {
	const mixmi_graph *dag;
	size_t *node_of; /* [count] node of the DAG for each observed node */
	size_t count;
	bool *observed; /* [nodes] */
	links parents, children;
	bool *above;   /* [nodes * nodes] above[v * nodes + u]: u is v or an ancestor of v */
	size_t *queue; /* [nodes] scratch */
	bool *reached; /* [nodes] scratch */
	size_t *set;   /* [count] scratch */
} hiding;

/* ----------------------------------------------------------------------------------------------------- the DAG */

static bool points(const mixmi_graph *dag, size_t v, size_t u, bool to_children)
{
	return to_children ? graph_directed(dag, v, u) : graph_directed(dag, u, v);
}

static bool list_links(links *l, const mixmi_graph *dag, bool to_children)
{
	size_t count = 0;
	l->starts = base_array(dag->nodes + 1, sizeof *l->starts);
	l->nodes = base_array(dag->edges, sizeof *l->nodes);
	if (l->starts == NULL || l->nodes == NULL)
		return false;
	for (size_t v = 0; v < dag->nodes; v++) {
		l->starts[v] = count;
		for (size_t u = 0; u < dag->nodes; u++)
			if (u != v && points(dag, v, u, to_children))
				l->nodes[count++] = u;
	}
	l->starts[dag->nodes] = count;
	return true;
}

static void find_ancestors(hiding *h, size_t v)
{
	bool *above = h->above + v * h->dag->nodes;
	size_t tail = 0;
	above[v] = true;
	h->queue[tail++] = v;
	for (size_t head = 0; head < tail; head++)
		for (size_t i = h->parents.starts[h->queue[head]]; i < h->parents.starts[h->queue[head] + 1]; i++) {
			size_t parent = h->parents.nodes[i];
			if (!above[parent])
				h->queue[tail++] = parent;
			above[parent] = true;
		}
}

static mixmi_status find_observed(hiding *h, const char *const *names)
{
	char shown[BASE_TEXT_SHOWN];
	for (size_t i = 0; i < h->count; i++) {
		size_t node = 0;
		while (node < h->dag->nodes && strcmp(h->dag->names[node], names[i]) != 0)
			node++;
		bool there = node < h->dag->nodes;
		if (!there || h->observed[node])
			return base_error(there ? MIXMI_ERROR_USAGE : MIXMI_ERROR_DATA,
			                  there ? "node '%s' is given twice" : "the graph has no node '%s'",
			                  base_text_show(shown, names[i], strlen(names[i])));
		h->observed[node] = true;
		h->node_of[i] = node;
	}
	return MIXMI_OK;
}

static void clear(hiding *h)
{
	free(h->node_of);
	free(h->observed);
	free(h->parents.starts);
	free(h->parents.nodes);
	free(h->children.starts);
	free(h->children.nodes);
	free(h->above);
	free(h->queue);
	free(h->reached);
	free(h->set);
}

/* Must be cleared in any case. */
static mixmi_status init(hiding *h, const mixmi_graph *dag, const char *const *names, size_t count)
{
	size_t nodes = dag->nodes;
	*h = (hiding){ .dag = dag, .count = count };
	h->node_of = base_array(count, sizeof *h->node_of);
	h->observed = base_array_zero(nodes, sizeof *h->observed);
	h->above = base_array_zero(nodes * nodes, sizeof *h->above);
	h->queue = base_array(nodes, sizeof *h->queue);
	h->reached = base_array(nodes, sizeof *h->reached);
	h->set = base_array(count, sizeof *h->set);
	if (h->node_of == NULL || h->observed == NULL || h->above == NULL || h->queue == NULL || h->reached == NULL ||
	    h->set == NULL || !list_links(&h->parents, dag, false) || !list_links(&h->children, dag, true))
		return base_error_memory();
	for (size_t v = 0; v < nodes; v++)
		find_ancestors(h, v);
	return find_observed(h, names);
}

/* -------------------------------------------------------------------------------------------------- the skeleton */

static bool is_above(const hiding *h, size_t a, size_t b, size_t v)
{
	return h->above[a * h->dag->nodes + v] || h->above[b * h->dag->nodes + v];
}

/* Observed nodes are conditioned on, so paths end there. */
static void reach(hiding *h, size_t v, size_t *tail)
{
	if (!h->reached[v] && !h->observed[v])
		h->queue[(*tail)++] = v;
	h->reached[v] = true;
}

static void reach_parents(hiding *h, size_t v, size_t *tail)
{
	for (size_t i = h->parents.starts[v]; i < h->parents.starts[v + 1]; i++)
		reach(h, h->parents.nodes[i], tail);
}

/* Whether a path through latent nodes connects a and b in the moral graph of their ancestors. */
static bool is_joined(hiding *h, size_t a, size_t b)
{
	size_t tail = 0;
	memset(h->reached, 0, h->dag->nodes * sizeof *h->reached);
	h->reached[a] = true;
	h->queue[tail++] = a;
	for (size_t head = 0; head < tail && !h->reached[b]; head++) {
		size_t v = h->queue[head];
		reach_parents(h, v, &tail);
		for (size_t i = h->children.starts[v]; i < h->children.starts[v + 1]; i++) {
			size_t child = h->children.nodes[i];
			if (!is_above(h, a, b, child))
				continue;
			reach(h, child, &tail);
			reach_parents(h, child, &tail);
		}
	}
	return h->reached[b];
}

/* Stores the observed ancestors of two nodes as their separating set. */
static bool separate(mixmi_graph *graph, hiding *h, size_t i, size_t k)
{
	const graph_answer answer = { GRAPH_INDEPENDENT, NAN, NAN, NAN, NAN, NAN, 0 };
	size_t count = 0;
	for (size_t c = 0; c < h->count; c++)
		if (c != i && c != k && is_above(h, h->node_of[i], h->node_of[k], h->node_of[c]))
			h->set[count++] = c;
	return graph_evidence_set(&graph->evidence[graph_pair(graph, i, k)], &answer, h->set, count);
}

static bool join_nodes(mixmi_graph *graph, hiding *h, const graph_rules *rules)
{
	for (size_t i = 0; i < h->count; i++)
		for (size_t k = i + 1; k < h->count; k++) {
			bool forbidden = graph_rules_forbid_edge(rules, i, k);
			graph->evidence[graph_pair(graph, i, k)].by_knowledge = forbidden;
			if (graph_rules_require(rules, i, k) || (!forbidden && is_joined(h, h->node_of[i], h->node_of[k])))
				graph_set_marks(graph, i, k, GRAPH_CIRCLE, GRAPH_CIRCLE);
			else if (!forbidden && !separate(graph, h, i, k))
				return false;
		}
	return true;
}

/* ------------------------------------------------------------------------------------------------------ the marks */

/* The MAG has a tail at an ancestor and an arrowhead at any other node. */
static mixmi_status set_marks(mixmi_graph *graph, const hiding *h, const graph_rules *rules)
{
	graph_pag pag;
	size_t n = graph->nodes;
	uint8_t *member = base_array_copy(graph->mark, n * n, sizeof *member);
	mixmi_status status = graph_pag_init(&pag, graph) && member != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; member != NULL && i < n; i++)
		for (size_t k = 0; k < n; k++)
			if (graph_adjacent(graph, i, k))
				member[i * n + k] = h->above[h->node_of[i] * h->dag->nodes + h->node_of[k]] ? GRAPH_TAIL : GRAPH_ARROW;
	if (status == MIXMI_OK)
		status = graph_pag_of_member(&pag, rules, member);
	graph_pag_clear(&pag);
	free(member);
	return status;
}

static mixmi_status make(mixmi_graph *graph, hiding *h, const graph_rules *rules)
{
	mixmi_status status = join_nodes(graph, h, rules) ? set_marks(graph, h, rules) : base_error_memory();
	if (status == MIXMI_OK && !graph_index(graph))
		status = base_error_memory();
	graph->kind = GRAPH_PAG;
	graph->complete = true;
	return status;
}

mixmi_status mixmi_graph_pag(mixmi_graph **out, const mixmi_graph *dag, const char *const *names, size_t count,
                             const mixmi_knowledge *knowledge)
{
	hiding h = { 0 };
	graph_rules rules = { 0 };
	mixmi_graph *graph = NULL;
	*out = NULL;
	mixmi_status status = graph_check_dag(dag);
	if (status == MIXMI_OK)
		status = init(&h, dag, names, count);
	if (status == MIXMI_OK) {
		graph = graph_new(names, NULL, count);
		bool good = graph != NULL && graph_rules_init(&rules, knowledge, names, count);
		rules.latent = true;
		status = good ? make(graph, &h, &rules) : base_error_memory();
	}
	if (status == MIXMI_OK)
		*out = graph;
	else
		mixmi_graph_free(graph);
	graph_rules_clear(&rules);
	clear(&h);
	return status;
}
