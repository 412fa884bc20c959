/* Parents and children of one node among many, without the graph of all. */
#ifndef GRAPH_NEIGHBOURHOOD_H
#define GRAPH_NEIGHBOURHOOD_H

#include "graph/choice.h"

/* What was decided about a column: kept, or separated by the set. */
typedef struct graph_finding {
	bool kept;
	graph_answer answer; /* that separated it, or the weakest that kept it */
	size_t *given;
	size_t given_count;
} graph_finding;

typedef struct graph_neighbourhood {
	graph_aim *aim;
	graph_finding *findings; /* [nodes]; that of the target says nothing */
	size_t *kept;            /* [kept_count] nodes, ascending */
	size_t kept_count;
	size_t largest; /* set */
	size_t within; /* largest set of neighbours and spouses: usually 2, as given more columns tests have little power */
} graph_neighbourhood;

/*
 * Max-min parents and children (Tsamardinos, Aliferis and Statnikov 2003): of the columns that no set has separated from the
 * target so far, the one whose weakest dependence is clearest joins, all of them where several tie, and every other is asked
 * about given the sets that this makes new. At the end those that joined are asked about given sets of the others. With more
 * than a hundred columns, false discoveries of the first step are held to five times alpha (Benjamini and Hochberg 1995). Sets have
 * up to three columns, or what option max-cond says, out of the 12 clearest. To be cleared in any case. Cost: a test a column, then
 * for most that depend on the target one or two.
 */
mixmi_status graph_neighbourhood_find(graph_neighbourhood *n, graph_aim *aim);
void graph_neighbourhood_clear(graph_neighbourhood *n);

/* Lists the nodes that are kept. */
void graph_neighbourhood_list(graph_neighbourhood *n);

/* Nodes that sets are made of, at most GRAPH_POOL: the clearest. */
enum { GRAPH_POOL = 12 };
typedef struct graph_pool {
	const size_t *nodes; /* ascending */
	size_t count;
	size_t with;    /* the node that every set has, apart from `nodes`; SIZE_MAX: none */
	size_t end;     /* the node that the others are to be separated from: the target, as a rule */
	size_t largest; /* set */
} graph_pool;

/* Asks about a node and the end of the pool given sets of the pool, the smaller first, until one separates them: *separated, and
 * f has that answer. Else f has the weakest. The two themselves are left out of the sets. */
mixmi_status graph_finding_try(graph_finding *f, graph_neighbourhood *n, size_t node, const graph_pool *pool,
                               bool *separated, graph_worker *worker);

/* f->answer becomes this one. False: out of memory. */
bool graph_finding_set(graph_finding *f, const graph_answer *answer, const size_t *given, size_t count);

/* Of many p-values of one step, those that chance explains: keep[i] becomes false where the adjusted p-value is above five times
 * alpha. Nothing changes for up to a hundred. p[i] is NaN where nothing was asked. */
mixmi_status graph_hold_discoveries(bool *keep, double *p, size_t count, const graph_aim *aim);

#endif
