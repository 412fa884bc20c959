/* Sets by which edges are taken away where there may be latent variables: from the possibly d-separating nodes of a pair (FCI),
 * or from its neighbours in the graph of a search by score. */
#ifndef GRAPH_POSSIBLE_H
#define GRAPH_POSSIBLE_H

#include "graph/latent/pag.h"
#include "graph/search/separators.h"

/* More sets than this for one pair are too many to ask about unless one insists: 2^12 for each end. */
enum { GRAPH_POSSIBLE_SETS = 8192 };

typedef struct graph_possible {
	graph_search *search;
	const graph_pag *pag; /* with the arrows of v-structures and no others; NULL: sets are of neighbours */
	bool *nodes;          /* [nodes * nodes] nodes[x * nodes + v]: v may stand in sets for x */
	size_t *pairs;        /* [count] joined pairs to be tried */
	size_t count;
	graph_separators *found; /* [count] */
} graph_possible;

/* Finds the nodes of every joined pair; without `pag`, only of those that have a neighbour in common. False: out of memory. To be cleared in any case. O(nodes^3) at worst, times the
 * neighbours of a node. */
bool graph_possible_init(graph_possible *possible, graph_search *search, const graph_pag *pag);
void graph_possible_clear(graph_possible *possible);

/* How many pairs have more than GRAPH_POSSIBLE_SETS sets of as many nodes as option max-cond allows; false: out of memory. */
bool graph_possible_crowded(size_t *pairs, const graph_possible *possible);

/* Asks about all sets, and takes away the edges of pairs that one separates. Cost: a test per set. */
mixmi_status graph_possible_use(graph_possible *possible);

#endif
