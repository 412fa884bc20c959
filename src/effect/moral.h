/* The moral graph of a DAG or MAG over the ancestors of two nodes: nodes are joined if an edge or a path of colliders joins them. A set of
 * ancestors m-separates the two nodes exactly where it separates them in the moral graph (Richardson and Spirtes 2002), so that
 * separating sets are those of an undirected graph. */
#ifndef EFFECT_MORAL_H
#define EFFECT_MORAL_H

#include "effect/net.h"

typedef struct effect_moral {
	size_t nodes;
	size_t a, b;
	bool *inside;  /* [nodes] ancestors of a or b, without those that no set may have */
	bool *joined;  /* [nodes * nodes] */
	bool *reached; /* [nodes] scratch */
	size_t *queue; /* [nodes] scratch */
} effect_moral;

/* The moral graph over the ancestors of a and b. Nodes that `allowed` (NULL: all are) lacks are taken out, their neighbours joined, so that
 * what separates a and b afterwards is a set of allowed nodes. Arrows from a to nodes in `cut` (NULL: none) count as absent. False: out of memory. To be cleared in any case. O(nodes^3). */
bool effect_moral_init(effect_moral *moral, const effect_net *net, size_t a, size_t b, const bool *allowed,
                       const bool *cut);
void effect_moral_clear(effect_moral *moral);

/* The minimal separating set nearest to a, which is unique, [nodes]. False: nothing separates them. O(nodes^2). */
bool effect_nearest_separator(bool *set, effect_moral *moral);

/* Calls `use` with every minimal separating set, until it says false or `most` sets have been listed. False: out of memory. Takata (2010), O(nodes^3)
 * per set. */
bool effect_list_separators(effect_moral *moral, size_t most, bool (*use)(void *context, const bool *set),
                            void *context);

#endif
