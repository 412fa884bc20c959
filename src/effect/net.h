/* A graph as adjacency lists, and traversals of its edges: ancestors, descendants, m-connection. Marks are tails and
 * arrows: a DAG, a MAG, or a member of the class of a CPDAG or PAG. */
#ifndef EFFECT_NET_H
#define EFFECT_NET_H

#include "graph/model/graph.h"

/* An edge as seen from one of its ends. */
typedef struct effect_link {
	size_t node;         /* the other end */
	uint8_t here, there; /* graph_mark at this end and at the other */
} effect_link;

typedef struct effect_net {
	size_t nodes;
	size_t *starts;     /* [nodes + 1] */
	effect_link *links; /* of node v: starts[v] .. starts[v + 1] - 1, ascending */
} effect_net;

/* Returns false if memory runs out. Must be cleared in any case. O(nodes^2). */
bool effect_net_init(effect_net *net, const mixmi_graph *graph);
void effect_net_clear(effect_net *net);

/* Scratch memory of the traversals below. */
typedef struct effect_walk {
	size_t *queue;    /* [2 * nodes] */
	bool *ancestors;  /* [nodes] */
	bool *causal;     /* [nodes] nodes on directed paths from x to y, without x; set by effect_adjusts() */
	bool *forbidden;  /* [nodes] their descendants; set by effect_adjusts() */
	uint8_t *reached; /* [nodes] bit 1: along an edge with an arrow there, bit 0: with a tail; set by
	                   * effect_connect() */
} effect_walk;

bool effect_walk_init(effect_walk *walk, size_t nodes);
void effect_walk_clear(effect_walk *walk);

/* All ancestors of the nodes in `of`, including these; and all descendants. `out` and `of` may be the same. O(nodes +
 * edges). */
void effect_ancestors(bool *out, const bool *of, const effect_net *net, effect_walk *walk);
void effect_descendants(bool *out, const bool *of, const effect_net *net, effect_walk *walk);

/* Nodes m-connected to x given a set, in walk->reached. Arrows from x to nodes in `cut` (NULL: none) are ignored.
 * O(nodes + edges) for bounded degree; at worst O(sum of squared degrees). */
void effect_connect(const effect_net *net, size_t x, const bool *given, const bool *cut, effect_walk *walk);

/* True if the set is a valid adjustment set for the effect of x on y: no member descends from a node on a directed path
 * from x to y, and it blocks every other path (Shpitser et al. 2010; for MAGs, whose arrows out of x on such paths must
 * be visible, Perkovic et al. 2018). */
bool effect_adjusts(const effect_net *net, size_t x, size_t y, const bool *set, effect_walk *walk);

#endif
