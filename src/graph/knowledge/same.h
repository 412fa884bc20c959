/* Columns that carry the same information: one of them is searched, the others are joined to it afterwards. */
#ifndef GRAPH_SAME_H
#define GRAPH_SAME_H

#include "graph/core/graph.h"
#include "graph/core/members.h"
#include "graph/knowledge/rules.h"

typedef struct graph_same {
	graph_members searched; /* one column of each class; node_of is NULL */
	size_t *stands_for_it;  /* [all] by node of all columns: the one that is searched in its place, or itself */
	size_t *node_of;        /* [all] its node in the search; SIZE_MAX: another one is searched in its place */
	size_t *place_of;       /* [all] in the caller's list */
	graph_rules rules;      /* between all columns */
	bool wanted;
} graph_same;

/* Finds the classes among `all` (data/repetition.h), unless they are not `wanted`. Of a class the first of these is searched: one that
 * knowledge speaks of, a measure, a column of labels; then by name. O(columns^2 rows) at worst. To be cleared in any case. False: out
 * of memory. */
bool graph_same_find(graph_same *same, const graph_members *all, const mixmi_table *table,
                     const mixmi_knowledge *knowledge, bool wanted);
void graph_same_clear(graph_same *same);

/* The graph with all columns, in the caller's order: with edges "same", those that knowledge requires of columns that were not
 * searched, and the list of columns that are functions of others, found at level alpha. Frees `graph` in any case. NULL: out of
 * memory. */
mixmi_graph *graph_same_restore(mixmi_graph *graph, const graph_same *same, const graph_members *all,
                                const mixmi_table *table, double alpha);

#endif
