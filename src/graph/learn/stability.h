/* Frequency with which each edge and each direction appears in both of two halves of the rows. */
#ifndef GRAPH_STABILITY_H
#define GRAPH_STABILITY_H

#include "graph/search/search.h"

/* Searches subsamples of the table of a finished search, each in one thread, and sets the frequencies of its graph.
 * Subsamples come in complementary pairs: half of the rows, drawn without replacement, and half of them from the rest
 * (Shah and Samworth 2013); an edge counts if both have it. Tests use a tenth of alpha, or a score better by ln 10
 * nats, and the level does not depend on the number of rows: an edge found in many pairs is credible. Subsample i has
 * the same rows in any thread. After cancelling, pairs of
 * which both were finished count. Cost: as many searches as subsamples, on half the rows. */
mixmi_status graph_stability(graph_search *search);

/* Searches only subsample `number`, from 1, and gives the same graph that graph_stability() counts. `search` has a
 * graph with its nodes. */
mixmi_status graph_one_subsample(mixmi_graph **out, graph_search *search, size_t number);

#endif
