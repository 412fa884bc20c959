/* Compares a learnt graph with the true one, and computes the CPDAG of a DAG: its skeleton and v-structures, closed
 * under Meek's rules (the same graph as in Chickering 1995). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/text.h"
#include "graph/model/graph.h"
#include "graph/orient/meek.h"

/* ---------------------------------------------------------------------------------------------- comparing */

typedef struct named {
	const char *name;
	size_t node;
} named;

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

/* Appends a name to a list in a message, if it fits. */
static void add_name(char *list, size_t size, const char *name)
{
	char shown[BASE_TEXT_SHOWN];
	size_t used = strlen(list);
	if (used + 8 < size)
		snprintf(list + used, size - used, "%s'%s'", used > 0 ? ", " : "", base_text_show(shown, name, strlen(name)));
}

/* Finds every name of `from` among the sorted names of the other graph; unknown names are added to `missing`. */
static void match(size_t *nodes, char *missing, size_t size, const mixmi_graph *from, const named *sorted, size_t count)
{
	*missing = '\0';
	for (size_t i = 0; i < from->nodes; i++) {
		named wanted = { from->names[i], 0 };
		const named *found = count > 0 ? bsearch(&wanted, sorted, count, sizeof *sorted, compare_names) : NULL;
		if (found == NULL)
			add_name(missing, size, from->names[i]);
		else if (nodes != NULL)
			nodes[i] = found->node;
	}
}

static named *sort_names(const mixmi_graph *graph)
{
	named *sorted = base_array(graph->nodes, sizeof *sorted);
	for (size_t i = 0; sorted != NULL && i < graph->nodes; i++)
		sorted[i] = (named){ graph->names[i], i };
	if (sorted != NULL)
		qsort(sorted, graph->nodes, sizeof *sorted, compare_names);
	return sorted;
}

mixmi_status graph_match(size_t *nodes, const mixmi_graph *learnt, const mixmi_graph *truth)
{
	enum { ROOM = 400 };
	char not_learnt[ROOM], not_true[ROOM];
	named *of_learnt = sort_names(learnt), *of_truth = sort_names(truth);
	mixmi_status status = MIXMI_OK;
	if (of_learnt == NULL || of_truth == NULL) {
		status = base_error_memory();
	} else {
		match(nodes, not_learnt, sizeof not_learnt, truth, of_learnt, learnt->nodes);
		match(NULL, not_true, sizeof not_true, learnt, of_truth, truth->nodes);
		if (*not_learnt != '\0' || *not_true != '\0')
			status = base_error(MIXMI_ERROR_DATA, "the graphs have different nodes;%s%s%s%s%s",
			                    *not_true != '\0' ? " not in the true one: " : "", not_true,
			                    *not_true != '\0' && *not_learnt != '\0' ? ";" : "",
			                    *not_learnt != '\0' ? " not in the learnt one: " : "", not_learnt);
	}
	free(of_learnt);
	free(of_truth);
	return status;
}

static void compare_pair(mixmi_comparison *c, const mixmi_graph *learnt, size_t i, size_t j, const mixmi_graph *truth,
                         size_t a, size_t b)
{
	bool there = graph_adjacent(learnt, i, j), should = graph_adjacent(truth, a, b);
	bool forward = graph_directed(learnt, i, j), backward = graph_directed(learnt, j, i);
	bool true_forward = graph_directed(truth, a, b), true_backward = graph_directed(truth, b, a);
	c->true_edges += should;
	c->learnt_edges += there;
	c->common_edges += there && should;
	c->true_arrows += true_forward || true_backward;
	c->learnt_arrows += forward || backward;
	c->common_arrows += (forward && true_forward) || (backward && true_backward);
	size_t at_j = learnt->mark[i * learnt->nodes + j] == truth->mark[a * truth->nodes + b];
	size_t at_i = learnt->mark[j * learnt->nodes + i] == truth->mark[b * truth->nodes + a];
	bool head_j = truth->mark[a * truth->nodes + b] == GRAPH_ARROW;
	bool head_i = truth->mark[b * truth->nodes + a] == GRAPH_ARROW;
	c->true_heads += (size_t)head_i + head_j;
	c->learnt_heads += learnt->mark[i * learnt->nodes + j] == GRAPH_ARROW;
	c->learnt_heads += learnt->mark[j * learnt->nodes + i] == GRAPH_ARROW;
	c->common_heads += (size_t)(head_i && at_i) + (size_t)(head_j && at_j);
	c->marks += there && should ? 2 : 0;
	c->common_marks += there && should ? at_i + at_j : 0;
	c->hamming += there != should || (there && at_i + at_j < 2);
}

static double share(size_t part, size_t whole)
{
	return whole > 0 ? (double)part / (double)whole : 1;
}

static mixmi_status compare(mixmi_comparison *out, const mixmi_graph *learnt, const mixmi_graph *truth)
{
	size_t *nodes = base_array(truth->nodes, sizeof *nodes);
	mixmi_status status = nodes != NULL ? graph_match(nodes, learnt, truth) : base_error_memory();
	for (size_t a = 0; status == MIXMI_OK && a < truth->nodes; a++)
		for (size_t b = a + 1; b < truth->nodes; b++)
			compare_pair(out, learnt, nodes[a], nodes[b], truth, a, b);
	free(nodes);
	if (status != MIXMI_OK)
		return status;
	out->precision = share(out->common_edges, out->learnt_edges);
	out->recall = share(out->common_edges, out->true_edges);
	double sum = out->precision + out->recall;
	out->f1 = sum > 0 ? 2 * out->precision * out->recall / sum : 0;
	out->arrow_precision = share(out->common_arrows, out->learnt_arrows);
	out->arrow_recall = share(out->common_arrows, out->true_arrows);
	out->head_precision = share(out->common_heads, out->learnt_heads);
	out->head_recall = share(out->common_heads, out->true_heads);
	return MIXMI_OK;
}

mixmi_status mixmi_graph_compare(mixmi_comparison *out, size_t size, const mixmi_graph *learnt,
                                 const mixmi_graph *truth)
{
	mixmi_comparison found = { 0 };
	mixmi_status status = compare(&found, learnt, truth);
	if (status != MIXMI_OK)
		found = (mixmi_comparison){ .precision = NAN,
			                        .recall = NAN,
			                        .f1 = NAN,
			                        .arrow_precision = NAN,
			                        .arrow_recall = NAN,
			                        .head_precision = NAN,
			                        .head_recall = NAN };
	base_give(out, size, &found, sizeof found);
	return status;
}

/* ---------------------------------------------------------------------------------------- CPDAG of a DAG */

/* Repeatedly removes nodes without incoming arrows; the nodes of a cycle remain. */
static bool is_acyclic(const mixmi_graph *dag, size_t *parents)
{
	size_t nodes = dag->nodes, left = nodes;
	bool found = true;
	for (size_t to = 0; to < nodes; to++) {
		parents[to] = 0;
		for (size_t from = 0; from < nodes; from++)
			parents[to] += graph_directed(dag, from, to);
	}
	while (left > 0 && found) {
		found = false;
		for (size_t node = 0; node < nodes; node++) {
			if (parents[node] != 0)
				continue;
			parents[node] = SIZE_MAX; /* removed */
			found = true;
			left--;
			for (size_t to = 0; to < nodes; to++)
				parents[to] -= graph_directed(dag, node, to);
		}
	}
	return left == 0;
}

mixmi_status graph_check_dag(const mixmi_graph *dag)
{
	for (size_t a = 0; a < dag->nodes; a++)
		for (size_t b = a + 1; b < dag->nodes; b++) {
			char x[BASE_TEXT_SHOWN], y[BASE_TEXT_SHOWN];
			if (graph_adjacent(dag, a, b) && !graph_directed(dag, a, b) && !graph_directed(dag, b, a))
				return base_error(MIXMI_ERROR_DATA,
				                  "the graph is not a DAG: the edge between '%s' and '%s' has no direction",
				                  base_text_show(x, dag->names[a], strlen(dag->names[a])),
				                  base_text_show(y, dag->names[b], strlen(dag->names[b])));
		}
	size_t *parents = base_array(dag->nodes, sizeof *parents);
	if (parents == NULL)
		return base_error_memory();
	bool acyclic = is_acyclic(dag, parents);
	free(parents);
	return acyclic ? MIXMI_OK : base_error(MIXMI_ERROR_DATA, "the graph is not a DAG: it has a directed cycle");
}

/* Whether a -> c is part of a v-structure: another parent of c is not adjacent to a. */
static bool is_compelled(const mixmi_graph *dag, size_t a, size_t c)
{
	for (size_t b = 0; b < dag->nodes; b++)
		if (b != a && graph_directed(dag, b, c) && !graph_adjacent(dag, a, b))
			return true;
	return false;
}

static void copy_v_structures(mixmi_graph *out, const mixmi_graph *dag)
{
	for (size_t a = 0; a < dag->nodes; a++)
		for (size_t c = 0; c < dag->nodes; c++) {
			if (!graph_directed(dag, a, c))
				continue;
			if (is_compelled(dag, a, c))
				graph_set_directed(out, a, c);
			else
				graph_set_undirected(out, a, c);
		}
}

mixmi_status mixmi_graph_cpdag(mixmi_graph **out, const mixmi_graph *dag)
{
	*out = NULL;
	mixmi_status status = graph_check_dag(dag);
	if (status != MIXMI_OK)
		return status;
	mixmi_graph *graph = graph_new((const char *const *)dag->names, dag->types, dag->nodes);
	if (graph == NULL)
		return base_error_memory();
	const graph_rules nothing = { .nodes = dag->nodes };
	graph_directions directions;
	copy_v_structures(graph, dag);
	bool done = graph_directions_init(&directions, graph, &nothing) && graph_meek(&directions) && graph_index(graph);
	graph_directions_clear(&directions);
	if (!done) {
		mixmi_graph_free(graph);
		return base_error_memory();
	}
	*out = graph;
	return MIXMI_OK;
}
