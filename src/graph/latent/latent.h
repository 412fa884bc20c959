/* Converts a skeleton to a PAG: causal conclusions that allow for unmeasured common causes. */
#ifndef GRAPH_LATENT_H
#define GRAPH_LATENT_H

#include "graph/search/search.h"

/* From the skeleton in search->graph: RFCI (rfci.h) with the ten rules of Zhang (2008), of which 5 to 7 concern selection bias and are
 * optional. The result is the PAG of a maximal ancestral graph that obeys background knowledge. */
mixmi_status graph_latent(graph_search *search);

#endif
