/* Orienting a PAG: marks, and the rules that set them. Rules look at the marks as they stood before a sweep and only say what
 * they want; what they agree on is set at its end. So neither the order of nodes nor that of rules decides anything. */
#ifndef GRAPH_PAG_H
#define GRAPH_PAG_H

#include "graph/orient/meek.h"
#include "graph/search/search.h"

typedef struct graph_pag {
	mixmi_graph *graph;
	graph_triple *ambiguous; /* own; triples of which nobody knows whether c is a collider; sorted, may be NULL */
	size_t ambiguous_count;
	bool selection;   /* rows may have been selected */
	bool changed;     /* the last sweep set a mark */
	uint8_t *wanted;  /* [nodes * nodes] which marks rules want at b of the edge between a and b: see pag.c */
	size_t *queue;    /* [nodes] scratch */
	size_t *distance; /* [nodes] scratch */
	size_t *ends;     /* [nodes] scratch */
	bool *seen;       /* [nodes] scratch */
	size_t *path;     /* [nodes] scratch */
	size_t budget;    /* steps that the present search for a path may still take */
	/* May rule 4 believe the edge between x and y of a discriminating path from d, which is not adjacent to c, to c? NULL: it may
	 * believe every edge. */
	bool (*believes)(void *context, size_t d, size_t c, size_t x, size_t y);
	void *context;
	bool waits; /* some edge of a path was not believed */
} graph_pag;

/* False: out of memory. To be cleared in any case. */
bool graph_pag_init(graph_pag *pag, mixmi_graph *graph);
void graph_pag_clear(graph_pag *pag);

/* The mark at b of the edge between a and b. */
static inline graph_mark graph_pag_mark(const graph_pag *pag, size_t a, size_t b)
{
	return (graph_mark)pag->graph->mark[a * pag->graph->nodes + b];
}

/* A rule wants an arrow or a tail at b. It comes there at the end of the sweep if there is a circle and no rule wants the other
 * one; else the circle stays for good, which is listed as a conflict. */
void graph_pag_want(graph_pag *pag, size_t a, size_t b, graph_mark mark);

/* Is a - c - b unshielded, with c known to be a collider or known not to be one? */
bool graph_pag_is_open(const graph_pag *pag, size_t a, size_t c, size_t b);

/* How marks begin. */
typedef struct graph_pag_start {
	bool report; /* ambiguous triples go to the conflicts */
	bool by_set; /* a verdict on a triple must be that of the set which separated its ends, else it is ambiguous */
} graph_pag_start;

/* Marks of the present skeleton: circles, background knowledge (where a may not cause b, the edge has an arrow at a; a
 * required a -> b has a tail at a), and the v-structures by the rule that the options name. May be called again. */
mixmi_status graph_pag_begin(graph_pag *pag, graph_search *search, graph_pag_start how);

/* Applies the rules until they bring nothing more, or, with pag->waits, until a path has to be believed first. Fails for lack of
 * memory only. Cost: O(nodes^4) a sweep at worst for the rules that look at three or four nodes; searches for paths are cut off
 * at the length at which they come to 100,000 steps, which leaves circles. */
mixmi_status graph_pag_close(graph_pag *pag);

/* Rules 5, 9 and 10, which look for paths: pag_paths.c. Each for one edge between a and b, as Zhang writes them. */
void graph_pag_rule_5(graph_pag *pag, size_t a, size_t b);
void graph_pag_rule_9(graph_pag *pag, size_t a, size_t c);
void graph_pag_rule_10(graph_pag *pag, size_t a, size_t c);

#endif
