/* The other parents of a target's children. */
#ifndef GRAPH_SPOUSES_H
#define GRAPH_SPOUSES_H

#include "graph/target/neighbourhood.h"

/* A candidate: a column that may share an effect with the target. */
typedef struct graph_spouse {
	size_t node;
	size_t over;           /* the common neighbour */
	graph_finding finding; /* given the set that separates the two plus the neighbour; kept: it is a spouse */
} graph_spouse;

/* All zero: no search was made. */
typedef struct graph_spouses {
	graph_neighbourhood *own; /* of the target */
	graph_spouse *list;       /* [count] */
	size_t count, capacity;
} graph_spouses;

/* Examines the neighbours of the neighbours. A neighbour that a set of its own neighbours separates from the target is
 * removed: it was kept because the target's neighbours alone cannot separate it. A column is a spouse through neighbour
 * X if each of the two is among the other's neighbours, and if the sets that separate it best from the target do not
 * contain X. Must be cleared in any case. Cost: a local search for each neighbour and each spouse, and some tests for
 * each candidate. */
mixmi_status graph_spouses_find(graph_spouses *spouses, graph_neighbourhood *own);
void graph_spouses_clear(graph_spouses *spouses);

/* The clearest finding that makes a node a spouse; NULL: it is not one. */
const graph_spouse *graph_spouses_over(const graph_spouses *spouses, size_t node);

#endif
