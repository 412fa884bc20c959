/* Parents and children of one node among many, without learning the whole graph. */
#ifndef GRAPH_NEIGHBOURHOOD_H
#define GRAPH_NEIGHBOURHOOD_H

#include "graph/target/choice.h"

/* The decision about a column: kept, or separated by the set. */
typedef struct graph_finding {
	bool kept;
	bool by_rate;        /* discarded by the false discovery rate, and not by the level below */
	graph_answer answer; /* the one that separated it, or the weakest one that kept it */
	double level;        /* significance level of its p-value; NaN without p */
	size_t *given;
	size_t given_count;
} graph_finding;

typedef struct graph_neighbourhood {
	graph_aim *aim;
	size_t centre;           /* the node whose neighbours are searched */
	graph_finding *findings; /* [nodes]; that of the centre is unused */
	size_t *kept;            /* [kept_count] nodes, ascending */
	size_t kept_count;
	size_t largest; /* maximum size of a set */
} graph_neighbourhood;

/* Max-min parents and children (Tsamardinos, Aliferis and Statnikov 2003). Among the columns not yet separated from the
 * centre, the one whose weakest dependence is clearest joins (all of them in case of a tie), and every other is tested
 * given the new sets that this allows. At the end, the joined columns are tested given sets of the others. To be
 * considered, a column must depend on the centre at the level for this number of columns (search.c); with more than a
 * hundred columns, the false discovery rate of this first step is limited to five times alpha (Benjamini and Hochberg
 * 1995). Later tests use the level of a single question. Sets have up to two columns, or option max-cond, out of the 12
 * clearest. Must be cleared in any case. Cost: one test per column, then one or two for most of those that depend on
 * the centre. */
mixmi_status graph_neighbourhood_find(graph_neighbourhood *n, graph_aim *aim, size_t centre);
void graph_neighbourhood_clear(graph_neighbourhood *n);

/* Lists the nodes that are kept. */
void graph_neighbourhood_list(graph_neighbourhood *n);

/* Maximum number of nodes from which sets are formed: the clearest. */
enum { GRAPH_CLEAREST = 12 };

/* Excludes p-values that are consistent with chance: keep[i] becomes false if the adjusted p-value is above five times alpha.
 * Does nothing for up to a hundred p-values. p[i] is NaN if there was no test; the p-values become adjusted ones. */
mixmi_status graph_hold_discoveries(bool *keep, double *p, size_t count, const graph_aim *aim);

/* Sets f->answer and its level. Returns false if memory runs out. */
bool graph_finding_set(graph_finding *f, const graph_answer *answer, double level, const size_t *given, size_t count);

#endif
