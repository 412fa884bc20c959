/* The skeleton: which nodes are joined at all. */
#ifndef GRAPH_SKELETON_H
#define GRAPH_SKELETON_H

#include "graph/search/search.h"

/* Fills in search->graph, which has no edges yet, with undirected edges and the evidence of every pair. PC-stable (Colombo
 * and Maathuis 2014): level l asks about sets of l neighbours, and edges are removed at the end of a level only. The sets
 * of a pair are tried in the order of names, first neighbours of the first node, then those of the second; with option v-rule
 * max-p the one with the largest p separates, not the first. Cost: a test
 * for each pair and set; at most 2 binom(d, l) per pair at level l in a graph with d neighbours per node. */
mixmi_status graph_skeleton(graph_search *search);

/* The same from the edges that search->graph has. */
mixmi_status graph_skeleton_levels(graph_search *search);

#endif
