/* Is there a directed acyclic graph with the edges, directions and v-structures of a graph? */
#ifndef GRAPH_EXTENSION_H
#define GRAPH_EXTENSION_H

#include "graph/search/search.h"

/* Gives search->graph the directions that all directed acyclic graphs of a class have that obey background knowledge: of the class of
 * search->parents, or after a search without them of an acyclic graph with the directions of search->graph and as few v-structures besides
 * its own as a greedy choice finds. A conflict says that directions had to change, or that an edge was removed because knowledge leaves
 * only cycles for it. O(nodes^2 neighbours^2). */
mixmi_status graph_settle_class(graph_search *search);

#endif
