/* Converts a skeleton to a PAG: causal conclusions that allow for unmeasured common causes. */
#ifndef GRAPH_LATENT_H
#define GRAPH_LATENT_H

#include "graph/search/search.h"

/* FCI-stable (Spirtes, Meek and Richardson 1999; Colombo and Maathuis 2014) from the skeleton in search->graph: sets of
 * possible d-separating nodes, v-structures, then the ten rules of Zhang (2008), of which 5 to 7 concern selection bias
 * and are optional. RFCI (graph/rfci.h) is used instead if option latent-search asks for it, or if that is auto and the
 * skeleton comes from a score-based search or some pair has more than 8192 sets; search->graph->search is then
 * "rfci". */
mixmi_status graph_latent(graph_search *search);

#endif
