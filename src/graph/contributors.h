/* Sets that explain a pair's dependence, grown one column at a time. */
#ifndef GRAPH_CONTRIBUTORS_H
#define GRAPH_CONTRIBUTORS_H

#include "graph/blocks.h"
#include "graph/search.h"

typedef enum graph_tried {
	GRAPH_NO_SETS = 0, /* there was no set of that size to ask about, or the work was cancelled */
	GRAPH_TRIED,
	GRAPH_SEPARATED
} graph_tried;

/* Evidence for dependence in nats, for comparing the answers of one test: minus the logarithm of p; beyond the smallest p, and
 * for tests without one, what is measured. */
double graph_nats(const graph_answer *answer);

/* Looks for a set of at most `size` neighbours of one of two nodes, lying on paths between them, that separates the pair.
 * `evidence` becomes the answer that did so, or else the weakest of those that did not, and stays as it is where the
 * work is cancelled. Needs search->marginal. *out: a graph_tried. */
mixmi_status graph_contributors_try(uint8_t *out, graph_evidence *evidence, graph_search *search,
                                    const graph_lists *lists, size_t pair, size_t size, graph_worker *worker);

#endif
