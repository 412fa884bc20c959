/* A search from the first question to directions and estimates. */
#ifndef GRAPH_RUN_H
#define GRAPH_RUN_H

#include "graph/search/search.h"

/* Skeleton and directions; what is known so far if search->watch->cancelled. */
mixmi_status graph_search_run(graph_search *search);

#endif
