/* How certain directions are. */
#ifndef GRAPH_CERTAINTY_H
#define GRAPH_CERTAINTY_H

#include "graph/search/search.h"

/* The certainty of a direction that is shorter than its best alternative by so many nats; NaN for NaN. Measured, not derived: a
 * code length is a model, and its nats are worth less than a likelihood's. */
double graph_certainty_of_nats(double nats);

/* After search->graph has directions: sets the certainty of each, turns directions below the option direction-threshold
 * into possible ones, and finds which of the others are genuine. */
mixmi_status graph_certainty(graph_search *search);

/* Of each arrow: is its tail proven too (causes.c)? */
mixmi_status graph_causes(graph_search *search);

#endif
