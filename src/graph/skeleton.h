/* The skeleton: which nodes are joined at all. */
#ifndef GRAPH_SKELETON_H
#define GRAPH_SKELETON_H

#include "graph/search.h"

/* Fills in search->graph, which has no edges yet, with undirected edges and the evidence of every pair. PC-stable (Colombo
 * and Maathuis 2014): level l asks about sets of l neighbours, and edges are removed at the end of a level only. The sets
 * of a pair are tried in the order of names, first neighbours of the first node, then those of the second. Cost: a test
 * for each pair and set; at most 2 binom(d, l) a pair at level l in a graph with d neighbours a node. */
mixmi_status graph_skeleton(graph_search *search);

/* The same by the search that weighs removing against keeping, see balanced.c. */
mixmi_status graph_balanced(graph_search *search);

/* -- what both have in common */

/* Joins every pair that may have an edge. */
void graph_skeleton_join_all(graph_search *search);

/* Lists the joined pairs that are to be tested and have neighbours enough for sets of this size; returns how many. `room`
 * has place for all nodes twice, `pairs` for all pairs. */
size_t graph_skeleton_list(size_t *pairs, const graph_search *search, size_t size, size_t *room);

#endif
