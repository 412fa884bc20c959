/* The search by score: the order of columns, and parents for each, by which the table has the shortest code. */
#ifndef GRAPH_SCORE_H
#define GRAPH_SCORE_H

#include "graph/search/search.h"

/* Finds a directed graph, which becomes search->parents; search->graph gets its skeleton, and from tests the evidence. */
mixmi_status graph_score_run(graph_search *search);

/* Releases what it left in the search: parents, order. */
void graph_score_clear(graph_search *search);

#endif
