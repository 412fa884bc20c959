/* From the skeleton to a CPDAG: background knowledge, v-structures, Meek's rules. */
#ifndef GRAPH_ORIENT_H
#define GRAPH_ORIENT_H

#include "graph/search/search.h"

/* Directs the edges of search->graph. Directions that background knowledge leaves no choice about come first, then the
 * v-structures by search->options->v_rule in the order of names, then Meek's rules. A v-structure that would turn an arrow
 * round, contradict knowledge or close a cycle is left out and reported as a conflict. The conservative and the majority
 * rule count the separating sets among the neighbours of both ends, and the one that was found first. The middle of a
 * triple whose ends background knowledge separates has not been judged by any test and counts as ambiguous. */
mixmi_status graph_orient(graph_search *search);

#endif
