/* Sign and shape of the dependence along an edge. */
#ifndef GRAPH_SIGN_H
#define GRAPH_SIGN_H

#include "graph/search/search.h"

/* Sets the profiles of all edges, and marks doubtful separations. */
mixmi_status graph_finish_evidence(graph_search *search);

#endif
