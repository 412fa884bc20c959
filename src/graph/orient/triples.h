/* Unshielded triples a - c - b and whether c is a collider. */
#ifndef GRAPH_TRIPLES_H
#define GRAPH_TRIPLES_H

#include "graph/orient/meek.h"
#include "graph/search/search.h"

typedef enum graph_triple_verdict {
	GRAPH_NO_COLLIDER = 0,
	GRAPH_COLLIDER,
	GRAPH_AMBIGUOUS,
	GRAPH_OPPOSED /* a collider that contradicts another: set by who orients */
} graph_triple_verdict;

/* All unshielded triples of the skeleton, by a, then b, then c, judged by the rule that the options name. The caller frees
 * *triples. */
mixmi_status graph_triples_judge(graph_triple **triples, size_t *count, graph_search *search);

#endif
