/* The conditioning sets of a pair, one after the other: subsets of the first list, then those of the second that are not
 * subsets of the first as well. Nothing but the present one is kept. */
#ifndef GRAPH_SUBSETS_H
#define GRAPH_SUBSETS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct graph_subsets {
	const size_t *lists[2]; /* ascending */
	size_t counts[2];
	size_t size;
	size_t *places; /* [size] of the present set in its list */
	size_t *set;    /* [size] the present set, ascending */
	int list;       /* which list it is taken from */
	bool started;
} graph_subsets;

/* Begins with the subsets of `size` elements; lists, counts, places and set have been filled in, and places and set have
 * room for that many. */
void graph_subsets_start(graph_subsets *subsets, size_t size);

/* Moves on to the first or next set, in lexicographic order; false when there is none. */
bool graph_subsets_next(graph_subsets *subsets);

/* Puts a set into ascending order. */
void graph_set_sort(size_t *set, size_t count);

/* A copy of an ascending set with one more node, which is not in it; NULL: out of memory. */
size_t *graph_set_with(const size_t *set, size_t count, size_t node);

#endif
