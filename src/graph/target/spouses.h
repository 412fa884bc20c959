/* The other parents of a target's children. */
#ifndef GRAPH_SPOUSES_H
#define GRAPH_SPOUSES_H

#include "graph/target/neighbourhood.h"

/* A column that may share an effect with the target. */
typedef struct graph_spouse {
	size_t node;
	size_t over;           /* the neighbour of both */
	graph_finding finding; /* given what separates the two, and the neighbour; kept: it is a spouse */
} graph_spouse;

/* All zero: nothing was looked for. */
typedef struct graph_spouses {
	graph_neighbourhood *own; /* of the target */
	graph_spouse *list;       /* [count] */
	size_t count, capacity;
} graph_spouses;

/*
 * Looks at the neighbours' own neighbours. A neighbour that a set around itself separates from the target goes: it had been kept
 * because the target's neighbours alone cannot separate it. A column is a spouse over neighbour X if each of the two is among the
 * other's neighbours, and if what separates it from the target best does so without X. To be cleared in any case. Cost: a local
 * search for each neighbour and each spouse, and some tests for each candidate.
 */
mixmi_status graph_spouses_find(graph_spouses *spouses, graph_neighbourhood *own);
void graph_spouses_clear(graph_spouses *spouses);

/* Why a node is a spouse: its clearest finding over a neighbour; NULL: it is none. */
const graph_spouse *graph_spouses_over(const graph_spouses *spouses, size_t node);

#endif
