/* Sets of neighbours that separate pairs with an edge. */
#ifndef GRAPH_NEIGHBOURS_H
#define GRAPH_NEIGHBOURS_H

#include "graph/search/search.h"

/* After a search by score: tests the adjacent pairs with a common neighbour given sets of neighbours of either end, and removes those
 * that one separates (Ogarrio, Spirtes and Ramsey 2016). A score adds an edge because of a latent variable only next to a path through
 * the nodes that this variable joins. Cost: one test per set. */
mixmi_status graph_neighbour_sets(graph_search *search);

#endif
