/* Valid adjustment sets: the generalised adjustment criterion (Perkovic et al. 2018) for DAGs, CPDAGs, MAGs and
 * PAGs. */
#ifndef EFFECT_ADJUST_H
#define EFFECT_ADJUST_H

#include "effect/member.h"
#include "effect/net.h"

/* Data of the criterion for x and y in a graph. */
typedef struct effect_criterion {
	const mixmi_graph *graph;
	effect_kind kind;
	mixmi_graph *member; /* of the class; blocked paths are the same in all members */
	effect_net net;      /* of the member */
	effect_walk walk;
	size_t x, y;
	bool *causal;    /* [nodes] on possibly directed paths from x to y, without x */
	bool *forbidden; /* [nodes] possible descendants of these */
	bool affects;    /* y is a possible descendant of x */
	size_t blamed;   /* the node of the first edge out of x that is not visible; SIZE_MAX: all are visible, the graph is
		         * amenable */
} effect_criterion;

/* MIXMI_ERROR_USAGE if x or y is not a node or both are the same, MIXMI_ERROR_DATA as in effect_member(). Must be
 * cleared in any case. */
mixmi_status effect_criterion_init(effect_criterion *c, const mixmi_graph *graph, size_t x, size_t y, bool latent);
void effect_criterion_clear(effect_criterion *c);

/* Whether the set, [nodes], satisfies the criterion. */
bool effect_criterion_holds(effect_criterion *c, const bool *set);

#endif
