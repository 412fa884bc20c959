/* Orientation of a PAG: marks, and the rules that set them. During a sweep, rules use the marks from before it and only
 * record what they require; marks on which they agree are set at its end. The result therefore does not depend on the
 * order of nodes or rules. */
#ifndef GRAPH_PAG_H
#define GRAPH_PAG_H

#include "graph/orient/meek.h"
#include "graph/search/search.h"

typedef struct graph_pag {
	mixmi_graph *graph;
	graph_triple *ambiguous; /* owned; triples for which it is unknown whether c is a collider; sorted, may be NULL */
	size_t ambiguous_count;
	bool selection;   /* rows may have been selected */
	bool changed;     /* the last sweep set a mark */
	uint8_t *wanted;  /* [nodes * nodes] marks that rules require at b of the edge between a and b: see pag.c */
	size_t *queue;    /* [nodes] scratch */
	size_t *distance; /* [nodes] scratch */
	size_t *ends;     /* [nodes] scratch */
	bool *seen;       /* [nodes] scratch */
	size_t *path;     /* [nodes] scratch */
	size_t budget;    /* remaining steps of the current search for a path */
	/* Whether rule 4 can trust the edge between x and y of a discriminating path from d, which is not adjacent to c, to
	 * c. NULL: it trusts every edge. */
	bool (*believes)(void *context, size_t d, size_t c, size_t x, size_t y);
	void *context;
	bool waits;            /* some edge of a path was not trusted */
	const uint8_t *member; /* [nodes * nodes] marks of a MAG, whose PAG is wanted; NULL: tests decide */
} graph_pag;

/* Returns false if memory runs out. Must be cleared in any case. */
bool graph_pag_init(graph_pag *pag, mixmi_graph *graph);
void graph_pag_clear(graph_pag *pag);

/* The mark at b of the edge between a and b. */
static inline graph_mark graph_pag_mark(const graph_pag *pag, size_t a, size_t b)
{
	return (graph_mark)pag->graph->mark[a * pag->graph->nodes + b];
}

/* Records that a rule requires an arrow or a tail at b. It is set at the end of the sweep if there is a circle and no
 * rule requires the other mark; otherwise the circle stays permanently and is listed as a conflict. */
void graph_pag_want(graph_pag *pag, size_t a, size_t b, graph_mark mark);

/* Whether a - c - b is unshielded, with c known to be or not to be a collider. */
bool graph_pag_is_open(const graph_pag *pag, size_t a, size_t c, size_t b);

/* Sets the initial marks of the current skeleton: circles, background knowledge (if a cannot cause b, the edge has an
 * arrow at a; a required a -> b has a tail at a), and the v-structures by the rule in the options. Edges may join nodes that a set
 * separates, so a verdict on a triple counts only if it agrees with the set that separated its ends; otherwise the triple is ambiguous and
 * listed as a conflict. May be called again. */
mixmi_status graph_pag_begin(graph_pag *pag, graph_search *search);

/* Sets the marks that all MAGs have that are equivalent to one with these marks and the skeleton of pag->graph, and that obey background
 * knowledge as far as this one does. */
mixmi_status graph_pag_of_member(graph_pag *pag, const graph_rules *rules, const uint8_t *member);

/* Applies the rules until no mark changes or, with pag->waits, until a path must be checked first. Fails only if memory
 * runs out. Cost: at worst O(nodes^4) per sweep for the rules about three or four nodes; searches for paths are limited
 * to the length at which they reach 100,000 steps, which leaves circles. */
mixmi_status graph_pag_close(graph_pag *pag);

/* Rules 5, 9 and 10, which search for paths: pag_paths.c. Each for one edge between a and b, as in Zhang's paper. */
void graph_pag_rule_5(graph_pag *pag, size_t a, size_t b);
void graph_pag_rule_9(graph_pag *pag, size_t a, size_t c);
void graph_pag_rule_10(graph_pag *pag, size_t a, size_t c);

#endif
