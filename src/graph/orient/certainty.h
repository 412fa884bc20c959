/* How certain the directions of edges are. */
#ifndef GRAPH_CERTAINTY_H
#define GRAPH_CERTAINTY_H

#include "graph/search/search.h"

/* The certainty of a v-structure that tests prefer to its alternative by so many nats (search pc-stable); NaN for NaN. */
double graph_certainty_of_nats(double nats);

/* Sets how certain each direction of search->graph is, makes directions below option direction-threshold possible ones, and finds
 * which of the others are genuine. */
mixmi_status graph_certainty(graph_search *search);

/* Finds for each arrow whether its tail is proven as well (causes.c). */
mixmi_status graph_causes(graph_search *search);

#endif
