/* How often each edge and each direction appears when the rows are drawn again. */
#ifndef GRAPH_BOOTSTRAP_H
#define GRAPH_BOOTSTRAP_H

#include "graph/search.h"

/* Searches options->bootstrap resamples of the table of a finished search, each in one thread, and fills in the frequencies
 * of its graph. Resample i has the same rows whoever draws it. After cancelling, those that were finished count. */
mixmi_status graph_bootstrap(graph_search *search);

#endif
