/* How probable end marks are. */
#ifndef GRAPH_CERTAINTY_H
#define GRAPH_CERTAINTY_H

#include "graph/search/search.h"

/* The probability of an arrowhead or a tail if every graph with another mark there has a code that is longer by at least so many nats; NaN
 * for NaN. Measured, not derived: a code length is a model, and its nats are worth less than a likelihood's. */
double graph_probability_of_nats(double nats, bool head);

/* After search->graph has directions: sets the probabilities of their marks, and hides arrows whose head has one below the option
 * direction-threshold. */
mixmi_status graph_certainty(graph_search *search);

#endif
