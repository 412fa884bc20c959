/* Differences between the estimators: which counts around a row they use, and how these enter the sum. */
#ifndef NEIGHBOUR_RULE_H
#define NEIGHBOUR_RULE_H

#include "peers/neighbour/space.h"

/* The neighbourhood of one row: the distance to its k-th neighbour, and the space to count in. */
typedef struct neighbour_view {
	const neighbour_space *space;
	neighbour_query query;
	size_t k;
	double radius;
	uint32_t within; /* rows up to the k-th distance in all columns, including the row itself; 0: not counted yet */
} neighbour_view;

/* Rows at most as far as the k-th neighbour, or closer than it, in some of the columns. The row itself is counted,
 * except that nothing is closer than 0. */
uint32_t neighbour_closed(neighbour_view *view, neighbour_part part);
uint32_t neighbour_open(neighbour_view *view, neighbour_part part);

/* A row's counts, each at least 1: its term of the estimate is psi(joint) - f(xz) - f(yz) + g(z). */
typedef struct neighbour_terms {
	uint32_t joint, xz, yz, z;
} neighbour_terms;

typedef struct neighbour_rule {
	void (*look)(neighbour_terms *terms, neighbour_view *view);
	bool log_margins;   /* f is ln instead of psi */
	bool log_z;         /* g is ln instead of psi */
	bool less_1_over_k; /* subtract 1/k from the estimate */
	bool clip;          /* set a negative estimate to 0 */
} neighbour_rule;

/* The counts of fp, which without Z equal those of ksg 1. */
void neighbour_look_inside(neighbour_terms *terms, neighbour_view *view);

/* I(X;Y|Z) in nats, with the options neighbours and metric. X, Y and Z may have several columns. k >= rows is an error.
 * Constant columns carry no information and are omitted; if no X or no Y remains, the answer is exactly 0. All counts
 * are exact, so the answer has the same bits for any order of rows, columns, X and Y, and for any number of threads. Sets
 * only the estimate and the rows of `out`. About O(n log n) for few columns; memory O(n columns). */
mixmi_status neighbour_estimate(mixmi_answer *out, const neighbour_rule *rule, const mixmi_table *table,
                                const mixmi_question *question, const mixmi_options *options);

#endif
