/* A class of directed acyclic graphs with the same separations, as its CPDAG, which edges are added to and taken from
 * (Chickering 2002, Optimal structure identification with greedy search). */
#ifndef GRAPH_EQUIVALENCE_H
#define GRAPH_EQUIVALENCE_H

#include "graph/blocks.h"

/* points[a * nodes + b]: some graph of the class has a -> b. So a -> b in all of them has points one way, an undirected edge
 * both ways. */
typedef struct graph_class {
	size_t nodes;
	uint8_t *points;   /* [nodes * nodes] */
	graph_lists lists; /* neighbours, in no order */
	uint8_t *before;   /* [nodes * nodes] scratch: points before a move */
	uint32_t *removed; /* [nodes] scratch: when a node was removed, from 1 */
	uint32_t *waiting; /* [nodes] scratch: nodes to be looked at */
	bool *listed;      /* [nodes] scratch: a node is among them */
} graph_class;

/* A move of one edge, x -> y. Insert: chosen neighbours of y, which are not next to x, come to point to y as well. Delete:
 * chosen nodes next to both come to be children of both. */
enum { GRAPH_MOST_CHOSEN = 3 };
typedef struct graph_move {
	uint32_t x, y;
	uint32_t chosen[GRAPH_MOST_CHOSEN];
	uint32_t count; /* of chosen */
	uint32_t given; /* size of the set that the move was judged by */
	double nats;    /* evidence for dependence given that set */
} graph_move;

/* The class without edges; false: out of memory. To be cleared in any case. */
bool graph_class_init(graph_class *c, size_t nodes);
void graph_class_clear(graph_class *c);

/* The class without edges where `graph` is NULL; else that of a graph of which some edges have directions, without the edges
 * that `left_out` has (by pair). Where no acyclic graph has these directions and no further v-structures, nodes that break least
 * of that are put last, and among those that break as much the one with the least key. */
void graph_class_start(graph_class *c, const mixmi_graph *graph, const bool *left_out, const double *keys);

bool graph_class_joined(const graph_class *c, size_t a, size_t b);
bool graph_class_directed(const graph_class *c, size_t from, size_t to);
bool graph_class_undirected(const graph_class *c, size_t a, size_t b);

/* Makes the move where that gives a class; else the class stays as it is, and the answer is false. Inserting takes a set that
 * is a clique and blocks every way from y to x along undirected edges and arrows. O(nodes^2 + edges neighbours^2). */
bool graph_class_insert(graph_class *c, const graph_move *move);
bool graph_class_delete(graph_class *c, const graph_move *move);

/* After a move that was made: has it changed what moves of this node are made of, an edge at it or one between two neighbours that it
 * may choose? A pair of which neither end is touched has the moves, the edge and the neighbours in common that it had. */
bool graph_class_touched(const graph_class *c, const graph_move *move, size_t node);

/* The sets that a move of x -> y is judged by, one for each choice of at most GRAPH_MOST_CHOSEN nodes: the parents of y, and
 * those undirected neighbours of y that are next to x, with the chosen (insert) or without them (delete). Only choices whose
 * neighbours are a clique are moves at all. */
typedef struct graph_choices {
	const graph_class *class;
	size_t x, y;
	bool deletes;
	size_t *optional, *always; /* to choose from, and in the set whatever is chosen but what a deletion chooses */
	size_t optional_count, always_count;
	size_t places[GRAPH_MOST_CHOSEN], count; /* of the present choice in `optional` */
	bool started, any;                       /* any: some choice of that size is a move */
	size_t *given;                           /* the present set, ascending */
	size_t given_count;
} graph_choices;

/* False: out of memory. To be cleared in any case. Parents of y are among `always` then. */
bool graph_choices_init(graph_choices *choices, const graph_class *c, size_t x, size_t y, bool deletes);
void graph_choices_clear(graph_choices *choices);
bool graph_choices_next(graph_choices *choices);
graph_move graph_choices_move(const graph_choices *choices);

#endif
