/* From a skeleton to a PAG: what can be said of causes when some of them may not be among the columns. */
#ifndef GRAPH_LATENT_H
#define GRAPH_LATENT_H

#include "graph/search/search.h"

/* FCI-stable (Spirtes, Meek and Richardson 1999; Colombo and Maathuis 2014) from the skeleton that search->graph has: sets
 * from the possibly d-separating nodes, v-structures, then the ten rules of Zhang (2008), of which 5 to 7 speak of
 * selection bias and are asked for by option. Where option latent-search says so, or leaves it open and the skeleton is of a
 * search by score or some pair has more than 8192 sets, RFCI (graph/rfci.h); then search->graph->search is "rfci". */
mixmi_status graph_latent(graph_search *search);

#endif
