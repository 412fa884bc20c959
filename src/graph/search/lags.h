/* Columns and lags of the nodes of a series, and what they say about questions (graph/series/series.h). */
#ifndef GRAPH_LAGS_H
#define GRAPH_LAGS_H

#include "graph/search/search.h"

/* Column and lag of each node. */
struct graph_series {
	bool
		published; /* the levels of PCMCI+: alpha throughout. Else as in a search by score: alpha at 1000 rows, and candidates stay
	                 * unless clearly separated */
	size_t lags; /* largest lag of an edge; nodes go back twice as far, for the parents of lagged nodes */
	size_t *lag; /* [nodes] */
	size_t *now; /* [nodes] the same column at the present */
	size_t *
		before; /* [nodes * (2 lags + 1)] for a node at the present: the node of the same column k steps earlier; SIZE_MAX: none */
};

/* Steps of time that nodes go back, and the present. */
size_t graph_series_reach(const graph_series *series);

/* A conditioning set with the candidates of the ends added, in ascending order, *count nodes. NULL: out of memory. The caller frees it. */
size_t *graph_series_given(size_t *count, const graph_search *search, size_t a, size_t b, const size_t *given,
                           size_t given_count);

/* Is the pair tested in the second stage? Otherwise the first stage separated it. */
bool graph_series_asks(const graph_search *search, size_t a, size_t b);

/* Can c be a common effect of a and b? Nodes of the past cannot. */
bool graph_series_open(const graph_search *search, size_t a, size_t b, size_t c);

#endif
