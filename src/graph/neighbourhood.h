/* Parents and children of one node among many, without the graph of all. */
#ifndef GRAPH_NEIGHBOURHOOD_H
#define GRAPH_NEIGHBOURHOOD_H

#include "graph/choice.h"

/* What was decided about a column: kept, or separated by the set. */
typedef struct graph_finding {
	bool kept;
	graph_answer answer; /* that separated it, or the weakest that kept it */
	graph_answer plain;  /* given nothing */
	size_t *given;
	size_t given_count;
} graph_finding;

typedef struct graph_neighbourhood {
	graph_aim *aim;
	size_t centre;           /* node */
	graph_finding *findings; /* [nodes]; that of the centre says nothing */
	size_t *kept;            /* [kept_count] nodes, ascending */
	size_t kept_count;
	size_t size; /* of the sets at present */
} graph_neighbourhood;

/* PC-simple in a stable form (Buehlmann, Kalisch and Maathuis 2010): level by level, a column goes that some set of those
 * that are left separates from the centre. With more than a hundred columns, false discoveries of the first level are held
 * to five times alpha (Benjamini and Hochberg 1995). Sets have up to three columns, or what option max-cond says. To be
 * cleared in any case. Cost: one test a column, then at most 1000 for each that is left and size. */
mixmi_status graph_neighbourhood_find(graph_neighbourhood *n, graph_aim *aim, size_t centre);
void graph_neighbourhood_clear(graph_neighbourhood *n);

#endif
