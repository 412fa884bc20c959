/* Columns that carry the same information: one of them is searched, and the others are joined to it afterwards. Totals of sums are joined
 * to their parts afterwards too. */
#ifndef GRAPH_SAME_H
#define GRAPH_SAME_H

#include "graph/model/graph.h"
#include "graph/model/members.h"
#include "graph/model/rules.h"
#include "graph/model/totals.h"

typedef struct graph_same {
	graph_members searched; /* one column of each class; node_of is NULL */
	size_t *stands_for_it;  /* [all] by node of all columns: its representative in the search, or itself */
	size_t *node_of;        /* [all] its node in the search; SIZE_MAX: another column represents it */
	size_t *place_of;       /* [all] position in the caller's list */
	graph_rules rules;      /* between all columns */
	graph_sum *totals;      /* [total_count] sums, whose totals are not searched either */
	size_t total_count;
	bool wanted;
} graph_same;

/* Finds the classes among `all` (data/repetition.h), unless they are not `wanted`. The representative of a class is the
 * first of these that exists: a column mentioned by knowledge, a measurement, a column of labels; then by name. At
 * worst O(columns^2 rows). Must be cleared in any case. Returns false if memory runs out. */
bool graph_same_find(graph_same *same, const graph_members *all, const mixmi_table *table,
                     const mixmi_knowledge *knowledge, bool wanted);
void graph_same_clear(graph_same *same);

/* The graph with all columns, in the caller's order: with edges "same", edges that knowledge requires for columns that
 * were not searched, and the list of columns that are functions of others, found at level alpha. Frees `graph` in any
 * case. NULL if memory runs out. */
mixmi_graph *graph_same_restore(mixmi_graph *graph, const graph_same *same, const graph_members *all,
                                const mixmi_table *table, double alpha);

#endif
