/* How the estimators differ: which counts around a row they look at, and how these enter the sum. */
#ifndef NEIGHBOUR_RULE_H
#define NEIGHBOUR_RULE_H

#include "methods/neighbour/space.h"

/* One row's neighbourhood: the distance to its k-th neighbour, and where to count. */
typedef struct neighbour_view {
	const neighbour_space *space;
	neighbour_query query;
	size_t k;
	double radius;
	uint32_t within; /* rows as near as the k-th neighbour in all columns, itself included; 0: not counted yet */
} neighbour_view;

/* Rows no farther than the k-th neighbour, or nearer than it, in a part of the columns; the row itself counts as one,
 * except that nothing is nearer than 0. */
uint32_t neighbour_closed(neighbour_view *view, neighbour_part part);
uint32_t neighbour_open(neighbour_view *view, neighbour_part part);

/* A row's counts, each 1 or more: its share of the estimate is psi(joint) - f(xz) - f(yz) + g(z). */
typedef struct neighbour_terms {
	uint32_t joint, xz, yz, z;
} neighbour_terms;

typedef struct neighbour_rule {
	const char *name;
	void (*look)(neighbour_terms *terms, neighbour_view *view);
	bool conditional;   /* takes a Z */
	bool log_margins;   /* f is ln instead of psi */
	bool log_z;         /* g is ln instead of psi */
	bool less_1_over_k; /* the estimate is 1/k less */
	bool clip;          /* an estimate below 0 is given as 0 */
} neighbour_rule;

extern const neighbour_rule neighbour_rule_ksg_1;
extern const neighbour_rule neighbour_rule_ksg_2;
extern const neighbour_rule neighbour_rule_fp;
extern const neighbour_rule neighbour_rule_mixed_ksg;
extern const neighbour_rule neighbour_rule_ravk;
extern const neighbour_rule neighbour_rule_ms;

/* The counts of fp, which without Z are those of ksg 1. */
void neighbour_look_inside(neighbour_terms *terms, neighbour_view *view);

#endif
