/* Stored answers of a search: its own, and those of a checkpoint. */
#ifndef GRAPH_KEPT_ANSWERS_H
#define GRAPH_KEPT_ANSWERS_H

#include "graph/search/search.h"

/* Name of the test in the options, or of the user-supplied one. */
const char *graph_test_name(const mixmi_options *options);

/* Opens the checkpoint, if the options name one, for a search over this many nodes; `again`: questions may be repeated.
 * Must be closed in any case. */
mixmi_status graph_memory_open(graph_search *search, size_t nodes, bool again);

/* Writes the remaining answers and frees. `status` is that of the search so far and is returned if it is a failure: the
 * answers before it are in the checkpoint nevertheless. */
mixmi_status graph_memory_close(graph_search *search, mixmi_status status);

#endif
