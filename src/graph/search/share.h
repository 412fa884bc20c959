/* Stages of a search whose pieces are shared with other processes: ranks that run at the same time, or shards that run
 * independently. In the end every process has the same results. */
#ifndef GRAPH_SHARE_H
#define GRAPH_SHARE_H

#include "graph/search/search.h"

/* Results of the pieces of a stage, for the processes that did not do them. `context` is that of the pieces. */
typedef struct graph_outcome {
	/* The pair that a piece asks about; NULL: no question of this stage can have been asked before. */
	size_t (*pair)(void *context, size_t index);
	void (*put)(base_parcel *parcel, void *context, size_t index);
	bool (*take)(base_parcel *parcel, void *context, size_t index); /* false if memory runs out */
} graph_outcome;

/* graph_search_work() for a shared stage. */
mixmi_status graph_search_share(graph_search *search, const char *stage, const char *unit, size_t count,
                                graph_piece *piece, const graph_outcome *outcome, void *context);

#endif
