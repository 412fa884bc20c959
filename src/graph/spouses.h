/* The other parents of a target's children. */
#ifndef GRAPH_SPOUSES_H
#define GRAPH_SPOUSES_H

#include "graph/neighbourhood.h"

/* By neighbour of the target that was asked over, and by node; all zero: nothing was looked for. */
typedef struct graph_spouses {
	graph_neighbourhood *own; /* of the target */
	size_t *over;             /* [count] neighbours, ascending */
	size_t count;
	graph_finding *findings; /* [count * nodes] kept: depends on the target given sets with that neighbour */
} graph_spouses;

/*
 * Looks for spouses, and corrects the neighbourhood by them. A column that some set separates from the target is a spouse over
 * neighbour X if it depends on the target once X joins that set, and given X with sets of the other neighbours and spouses.
 * A neighbour goes that sets of neighbours and spouses separate: descendants of the target that depend on it through a
 * spouse. To be cleared in any case. Cost: a test for each neighbour and each other column, and some for each that is found.
 */
mixmi_status graph_spouses_find(graph_spouses *spouses, graph_neighbourhood *own);
void graph_spouses_clear(graph_spouses *spouses);

/* Why a node is a spouse: its clearest finding over a neighbour; NULL: it is none. */
const graph_finding *graph_spouses_over(const graph_spouses *spouses, size_t node);

#endif
