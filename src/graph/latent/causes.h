/* Genuine and putative causes. */
#ifndef GRAPH_CAUSES_H
#define GRAPH_CAUSES_H

#include "graph/search/search.h"

/* Of each arrow: is its tail proven too? */
mixmi_status graph_causes(graph_search *search);

#endif
