/* What each arrowhead rests on: background knowledge, a clear v-structure, or neither. */
#ifndef GRAPH_KINDS_H
#define GRAPH_KINDS_H

#include "graph/search/search.h"

/* Sets the kinds of all arrowheads of search->graph, whose marks and probabilities are final. At most one test per unshielded
 * collider and one per pair of its ends. */
mixmi_status graph_arrow_kinds(graph_search *search);

#endif
