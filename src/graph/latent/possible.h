/* Sets used to remove edges if there may be latent variables: from the possible d-separating nodes of a pair (FCI), or
 * from its neighbours in the graph of a score-based search. */
#ifndef GRAPH_POSSIBLE_H
#define GRAPH_POSSIBLE_H

#include "graph/latent/pag.h"
#include "graph/search/separators.h"

/* More sets for one pair are tested only on request: 2^12 for each end. */
enum { GRAPH_POSSIBLE_SETS = 8192 };

typedef struct graph_possible {
	graph_search *search;
	const graph_pag *pag; /* with the arrows of v-structures only; NULL: sets of neighbours */
	bool *nodes;          /* [nodes * nodes] nodes[x * nodes + v]: v may be in sets for x */
	size_t *pairs;        /* [count] adjacent pairs to test */
	size_t count;
	graph_separators *found; /* [count] */
} graph_possible;

/* Finds the nodes of every adjacent pair; without `pag`, only of those with a common neighbour. Returns false if memory
 * runs out. Must be cleared in any case. At worst O(nodes^3), times the neighbours of a node. */
bool graph_possible_init(graph_possible *possible, graph_search *search, const graph_pag *pag);
void graph_possible_clear(graph_possible *possible);

/* Counts the pairs with more than GRAPH_POSSIBLE_SETS sets up to the size that option max-cond allows; returns false if
 * memory runs out. */
bool graph_possible_crowded(size_t *pairs, const graph_possible *possible);

/* Tests all sets, and removes the edges of pairs that one separates. Cost: one test per set. */
mixmi_status graph_possible_use(graph_possible *possible);

#endif
