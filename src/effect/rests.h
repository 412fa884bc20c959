/* Possible arrows that an answer from a graph rests on. */
#ifndef EFFECT_RESTS_H
#define EFFECT_RESTS_H

#include "graph/model/graph.h"

enum { EFFECT_RESTS_ROOM = 400 };

/* *count: possible arrows between possible causes of x and y, which decide about paths and adjustment sets; none if x has no effect on y
 * also without these arrows' directions. out: the first of them, as "a -?> b, c -?> d and 2 more". MIXMI_ERROR_MEMORY. */
mixmi_status effect_rests_on(char out[EFFECT_RESTS_ROOM], size_t *count, const mixmi_graph *graph, size_t x, size_t y);

#endif
