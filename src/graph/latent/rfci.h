/* RFCI: a PAG without sets from possibly d-separating nodes, which may have too many edges but no false mark. */
#ifndef GRAPH_RFCI_H
#define GRAPH_RFCI_H

#include "graph/latent/pag.h"

/* From the skeleton that search->graph has to a PAG (Colombo, Maathuis, Kalisch and Richardson 2012, algorithms 4.4 and 4.5).
 * Before a v-structure or a discriminating path is believed, its edges are asked about given what separated its ends; an edge
 * that this separates goes, the clearest first (all that tie), and what rested on it is looked at again. Required edges
 * stay. */
mixmi_status graph_rfci(graph_search *search, graph_pag *pag);

#endif
