/* The direction and the shape of what an edge stands for. */
#ifndef GRAPH_SIGN_H
#define GRAPH_SIGN_H

#include "graph/search/search.h"

/* Fills in the profiles of all edges, and which separations are doubtful. */
mixmi_status graph_finish_evidence(graph_search *search);

#endif
