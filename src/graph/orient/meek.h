/* Directions that follow from others: background knowledge, acyclicity, and Meek's rules. */
#ifndef GRAPH_MEEK_H
#define GRAPH_MEEK_H

#include "graph/model/graph.h"
#include "graph/model/rules.h"

/* Nodes a - c - b with a < b and no edge between a and b. */
typedef struct graph_triple {
	uint32_t a, b, c;
	uint32_t verdict; /* see orient.c; of no use here */
	double nats;      /* by which the verdict beats its opposite; NaN: not known */
} graph_triple;

typedef struct graph_directions {
	mixmi_graph *graph;
	const graph_rules *rules;
	const graph_triple *ambiguous; /* triples of which nobody knows whether c is a collider; sorted, may be NULL */
	size_t ambiguous_count;
	const graph_triple *others; /* triples of which that is known; sorted, may be NULL */
	size_t other_count;
	bool
		in_turn; /* rules see what came before them in the order of nodes; else all see the same, and that order decides nothing */
	size_t *stack;   /* [nodes] scratch */
	bool *seen;      /* [nodes] scratch */
	bool *reported;  /* [nodes * nodes] arrows that were refused and said so */
	uint8_t *wanted; /* [nodes * nodes] scratch */
	double *certain; /* [nodes * nodes] of those that are wanted */
} graph_directions;

/* False: out of memory. To be cleared in any case. */
bool graph_directions_init(graph_directions *d, mixmi_graph *graph, const graph_rules *rules);
void graph_directions_clear(graph_directions *d);

/* May an undirected edge become from -> to? Not where knowledge forbids it, nor where there is a way back along arrows
 * (from an earlier to a later tier counts as one). O(nodes^2) at worst. */
bool graph_may_point(graph_directions *d, size_t from, size_t to);

/* Does the arrow from -> to lie on a way back to where it comes from, along arrows or into a later tier? */
bool graph_on_cycle(graph_directions *d, size_t from, size_t to);

/* Why it may not: what follows "which" or "but" in a message. */
const char *graph_why_not(graph_directions *d, size_t from, size_t to);

/* For sorting triples and finding them: by c, then a, then b. */
int graph_triple_compare(const void *x, const void *y);

/* Applies Meek's rules 1 to 4 (Meek 1995) until they bring nothing more. An arrow is as probable as the least probable of what it
 * follows from (graph_probability_of_nats). An arrow that graph_may_point() refuses is left
 * out, and reported as a conflict; so are arrows that follow both ways or close a cycle together, unless one comes before
 * the other (in_turn). The outcome is acyclic if it was before. False: out of memory. */
bool graph_meek(graph_directions *d);

#endif
