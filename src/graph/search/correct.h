/* How tests correct the graph that the search by score finds. The code of labels given labels is exact and is not corrected. The
 * code of numbers is a model:
 * - An edge of a family with numbers must pass the test given the other parents of its child. In each family the edge with the largest
 *   p above alpha is forbidden, and the order is searched again, until all edges pass.
 * - A pair without an edge that is dependent given the parents of its later end gets an edge whatever the code says. A model without
 *   the interaction may have mistaken a common effect for a cause, so the pair must also be dependent given each set that differs by
 *   one neighbour of both ends. If one of these sets separates it, the edge is forbidden.
 * Cost: one test per pair without a conditioning set, one per edge and per pair that is dependent without one or has a common
 * neighbour, and again where a family has changed. */
#ifndef GRAPH_CORRECT_H
#define GRAPH_CORRECT_H

#include "graph/search/order.h"
#include "graph/search/search.h"

/* The state of a search by score. */
typedef struct graph_scored {
	graph_search *search;
	graph_code code;
	order_limits limits;
	graph_order *order;
	bool *allowed, *required; /* [nodes * nodes] */
	bool *parents;            /* [nodes * nodes] parents[i * nodes + j]: j is a parent of i */
	bool *ancestors;          /* [nodes * nodes] */
	bool *closed;             /* by pair: tests separate it, and it gets no edge */
	bool *joined;             /* by pair: tests require an edge, whatever the code says */
	bool *dependent;          /* by pair: it is dependent without a conditioning set */
	bool *passed;             /* by pair: its edge has passed clearly, given the parents at that time */
	bool *touched;            /* [nodes] scratch */
	size_t *pairs;            /* [count] that are tested next */
	size_t count;
	bool stopped;
} graph_scored;

/* Was the search cancelled, or did it fail? */
bool graph_correct_is_over(const graph_scored *s, mixmi_status status);

/* Tests all pairs without a conditioning set, before the first order. */
mixmi_status graph_correct_screen(graph_scored *s);

/* Forbids edges that tests separate and adds edges that tests require. *again: the order has to be searched again. */
mixmi_status graph_correct(graph_scored *s, bool *again);

/* Tests the pairs of the final skeleton, for the evidence of the graph. */
mixmi_status graph_correct_evidence(graph_scored *s);

#endif
