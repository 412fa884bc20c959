/* What a search remembers: answers of its own, and those of a checkpoint. */
#ifndef GRAPH_KEPT_ANSWERS_H
#define GRAPH_KEPT_ANSWERS_H

#include "graph/search/search.h"

/* Name of the test by option, or of the program's own. */
const char *graph_test_name(const mixmi_options *options);

/* Opens the checkpoint, if the options name one, for a search over so many nodes; `again`: questions may come again. To be
 * closed in any case. */
mixmi_status graph_memory_open(graph_search *search, size_t nodes, bool again);

/* Writes what is left and frees. `status` is that of the search so far and stays if it is a failure: the answers that came in
 * before it are in the checkpoint all the same. */
mixmi_status graph_memory_close(graph_search *search, mixmi_status status);

#endif
