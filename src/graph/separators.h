/* Sets that separate a pair: looking for them, and keeping the best. */
#ifndef GRAPH_SEPARATORS_H
#define GRAPH_SEPARATORS_H

#include "graph/blocks.h"
#include "graph/search.h"

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

/* The best of them as it travels to another process, which is all that is asked for there; false: out of memory. */
void graph_separators_put(base_parcel *parcel, const graph_separators *separators);
bool graph_separators_take(base_parcel *parcel, graph_separators *separators);

/* Asks about the sets of `size` nodes from either of two lists in ascending order. Those that separate the pair are added to
 * `out`, at most some of the best; the weakest of the others becomes the pair's evidence. Where there are very many sets,
 * the lists are made shorter: they keep what explains most of the pair's dependence on its own. `room` has place for
 * 2 * size. */
mixmi_status graph_separators_among(graph_separators *out, graph_search *search, size_t pair, size_t *const lists[2],
                                    size_t counts[2], size_t size, size_t *room, graph_worker *worker);

/* Keeps of a list of candidates the `kept` that explain most of the pair's dependence, each on its own. */
mixmi_status graph_separators_choose(size_t *list, size_t *count, size_t kept, graph_search *search, size_t pair,
                                     graph_worker *worker);

/* Does every node of the set lie on a path between the two, and the whole of it next to one of them? */
bool graph_separator_fits(const graph_separator *separator, const mixmi_graph *graph, const graph_lists *lists,
                          graph_between *between);

#endif
