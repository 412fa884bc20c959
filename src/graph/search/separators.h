/* Sets that separate a pair: looking for them, and keeping the best. */
#ifndef GRAPH_SEPARATORS_H
#define GRAPH_SEPARATORS_H

#include "graph/search/search.h"

/* A set that separates the pair. */
typedef struct graph_separator {
	size_t pair;
	size_t order; /* in which the sets of the pair were tried */
	graph_answer answer;
	size_t *given; /* ascending; NULL where given_count is 0 */
	size_t given_count;
} graph_separator;

typedef struct graph_separators {
	graph_separator *items;
	size_t count, capacity;
} graph_separators;

void graph_separators_clear(graph_separators *separators);

/* The clearest independence: the largest p, then the smallest estimate, then the one that was tried first; NULL if there is
 * none. */
const graph_separator *graph_separators_best(const graph_separators *separators);

/* Negative if s is clearer independence than t by its answer, 0 if they tie. */
int graph_separator_order(const graph_separator *s, const graph_separator *t);

/* The best of them as it travels to another process, which is all that is asked for there; false: out of memory. */
void graph_separators_put(base_parcel *parcel, const graph_separators *separators);
bool graph_separators_take(base_parcel *parcel, graph_separators *separators);

/* Nodes that sets are made of: subsets of the first list, and those of the second. Both ascend; the second may be empty. */
typedef struct graph_pool {
	const size_t *lists[2];
	size_t counts[2];
} graph_pool;

/* Asks about the sets of `from` to `to` nodes of the pool in ascending order of size, up to the first size of which some
 * separate the pair; all of those are added to `out`. Of a joined pair the weakest of the other answers becomes its evidence. `room` has
 * place for 2 * to. Cost: one test per set that was not asked about before. */
mixmi_status graph_separators_smallest(graph_separators *out, graph_search *search, size_t pair, const graph_pool *pool,
                                       size_t from, size_t to, size_t *room, graph_worker *worker);

/* Takes the pair's edge away for the best of its sets, which becomes its evidence; does nothing where there is none. False:
 * out of memory. */
bool graph_separators_cut(const graph_separators *separators, mixmi_graph *graph, size_t pair);

#endif
