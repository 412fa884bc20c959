/* How often each edge and each direction appears in both of two halves of the rows. */
#ifndef GRAPH_STABILITY_H
#define GRAPH_STABILITY_H

#include "graph/search/search.h"

/* Subsamples to search: by option stability, or by bootstrap, its other name; an even number, as they come in pairs. */
size_t graph_subsamples(const mixmi_options *options);

/* Searches subsamples of the table of a finished search, each in one thread, and fills in the frequencies of its graph.
 * Subsamples come in complementary pairs: half of the rows, drawn without replacement, and half of them from the rest
 * (Shah and Samworth 2013), and an edge counts where both have it. Tests go at a tenth of alpha, or by a score that is
 * ln 10 nats better, and the level does not go with the rows: what shows in many pairs is to be believed. Subsample i has
 * the same rows whoever draws it, and with option latent the search that was chosen for the whole. After cancelling, pairs of which both were finished count. Cost: as many searches as subsamples, on half the rows. */
mixmi_status graph_stability(graph_search *search);

/* Searches subsample `number` alone, from 1: the same graph as graph_stability() counts. `search` has a graph for its nodes, and
 * with option latent search->relaxed says which search the whole was given. */
mixmi_status graph_one_subsample(mixmi_graph **out, graph_search *search, size_t number);

#endif
