/* Stages of a search whose pieces other processes may share, be they ranks that run at the same time or shards that run
 * when they can. Whoever did a piece, in the end every process knows the same. */
#ifndef GRAPH_SHARE_H
#define GRAPH_SHARE_H

#include "graph/search/search.h"

/* What the pieces of a stage leave behind, for the processes that did not do them. `context` is that of the pieces. */
typedef struct graph_outcome {
	/* The pair that a piece asks about; NULL: no question of this stage can have been asked before. */
	size_t (*pair)(void *context, size_t index);
	void (*put)(base_parcel *parcel, void *context, size_t index);
	bool (*take)(base_parcel *parcel, void *context, size_t index); /* false: out of memory */
} graph_outcome;

/* graph_search_work() for a stage that is shared. */
mixmi_status graph_search_share(graph_search *search, const char *stage, const char *unit, size_t count,
                                graph_piece *piece, const graph_outcome *outcome, void *context);

/* Every process gets all answers so far, and the common status; where there is only this one, `status` comes back. */
mixmi_status graph_search_share_all(graph_search *search, mixmi_status status);

#endif
