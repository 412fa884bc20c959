/* Is there a directed acyclic graph with the edges, directions and v-structures of a graph? */
#ifndef GRAPH_EXTENSION_H
#define GRAPH_EXTENSION_H

#include "graph/search/search.h"

/* Directs search->graph anew if no directed acyclic graph has its edges and directions, and no v-structure besides its own: then
 * an acyclic graph that has as few others as a greedy choice finds gives the directions of its class. Adds a conflict that says so. The
 * directed part must be acyclic. O(nodes^2 neighbours^2). */
mixmi_status graph_settle_class(graph_search *search);

#endif
