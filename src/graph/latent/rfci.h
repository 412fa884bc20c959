/* RFCI: a PAG without tests of possible d-separating sets, which may have too many edges but no false mark. */
#ifndef GRAPH_RFCI_H
#define GRAPH_RFCI_H

#include "graph/latent/pag.h"

/* Converts the skeleton in search->graph to a PAG (Colombo, Maathuis, Kalisch and Richardson 2012, algorithms 4.4 and
 * 4.5). Before a v-structure or a discriminating path is used, its edges are tested given the set that separated its
 * ends. An edge that this separates is removed, the clearest first (with ties together), and conclusions based on it
 * are checked again. Required edges are kept. */
mixmi_status graph_rfci(graph_search *search, graph_pag *pag);

#endif
