/* Frequencies of edges and directions in subsamples. */
#ifndef GRAPH_FREQUENCIES_H
#define GRAPH_FREQUENCIES_H

#include "base/parcel.h"
#include "graph/model/graph.h"

/* The edges of the graph of one subsample; all zero: its search was not finished. */
typedef struct graph_edges {
	bool finished;
	size_t count;
	uint32_t *pairs;     /* [count] pair numbers */
	uint8_t *directions; /* [count] 1: from the smaller node to the larger, 2: reversed, 0: neither */
} graph_edges;

/* Lists the edges of a graph; serialises them for another process. Returns false if memory runs out. */
bool graph_edges_list(graph_edges *edges, const mixmi_graph *graph);
void graph_edges_put(base_parcel *parcel, const graph_edges *edges);
bool graph_edges_take(base_parcel *parcel, graph_edges *edges);
void graph_edges_clear(graph_edges *edges);

/* Sets the frequencies of a graph with the same nodes. Elements 2k and 2k + 1 are a complementary pair, which counts if
 * both were finished; a last one without a partner does not count. Returns false if memory runs out. */
bool graph_fill_frequencies(mixmi_graph *graph, const graph_edges *found, size_t count);

#endif
