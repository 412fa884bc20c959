/* Which nodes lie on paths between two nodes: blocks (biconnected components) of the skeleton, by lists of neighbours. */
#ifndef GRAPH_BLOCKS_H
#define GRAPH_BLOCKS_H

#include "graph/graph.h"

/* Neighbours of every node, in no order. */
typedef struct graph_lists {
	size_t nodes;
	uint32_t *degrees;    /* [nodes] */
	uint32_t *neighbours; /* [nodes * nodes], those of a from a * nodes on */
} graph_lists;

/* The lists of a graph's edges; false: out of memory. To be cleared in any case. O(nodes^2). */
bool graph_lists_init(graph_lists *lists, const mixmi_graph *graph);
void graph_lists_clear(graph_lists *lists);

/* Takes an edge away, or adds one that is not there. O(neighbours). */
void graph_lists_cut(graph_lists *lists, size_t a, size_t b);
void graph_lists_join(graph_lists *lists, size_t a, size_t b);

/* Room for questions, one thread at a time. */
typedef struct graph_between {
	uint32_t *rooms; /* one allocation, cut into what blocks.c needs */
	bool *nodes;     /* [nodes] the latest answer */
} graph_between;

/* False: out of memory. To be cleared in any case. */
bool graph_between_init(graph_between *between, size_t nodes);
void graph_between_clear(graph_between *between);

/* between->nodes[c] becomes true for every node c that lies on a path from a to b which visits no node twice, whether a
 * and b are joined or not; the ends are not counted. O(nodes + edges). */
void graph_between_find(graph_between *between, const graph_lists *lists, size_t a, size_t b);

#endif
