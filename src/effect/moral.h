/* The moral graph of a DAG or MAG over the ancestors of two nodes: nodes are joined if they are connected by an edge or
 * a collider path. A set of ancestors m-separates the two nodes if and only if it separates them in the moral graph
 * (Richardson and Spirtes 2002), so that separating sets are those of an undirected graph. */
#ifndef EFFECT_MORAL_H
#define EFFECT_MORAL_H

#include "effect/net.h"

typedef struct effect_moral {
	size_t nodes;
	size_t a, b;
	bool *inside;  /* [nodes] ancestors of a or b, without nodes that are not allowed in sets */
	bool *joined;  /* [nodes * nodes] */
	bool *reached; /* [nodes] scratch */
	size_t *queue; /* [nodes] scratch */
} effect_moral;

/* The moral graph over the ancestors of a and b. Nodes not in `allowed` (NULL: all are allowed) are removed and their
 * neighbours joined, so that separating sets consist of allowed nodes. Arrows from a to nodes in `cut` (NULL: none) are
 * ignored. Returns false if memory runs out. Must be cleared in any case. O(nodes^3). */
bool effect_moral_init(effect_moral *moral, const effect_net *net, size_t a, size_t b, const bool *allowed,
                       const bool *cut);
void effect_moral_clear(effect_moral *moral);

/* The minimal separating set nearest to a, which is unique, [nodes]. Returns false if there is no separating set.
 * O(nodes^2). */
bool effect_nearest_separator(bool *set, effect_moral *moral);

/* Calls `use` with every minimal separating set, until it returns false or `most` sets have been listed. Returns false
 * if memory runs out. Takata (2010), O(nodes^3) per set. */
bool effect_list_separators(effect_moral *moral, size_t most, bool (*use)(void *context, const bool *set),
                            void *context);

#endif
