/* Parents and children of one node among many, without the graph of all. */
#ifndef GRAPH_NEIGHBOURHOOD_H
#define GRAPH_NEIGHBOURHOOD_H

#include "graph/target/choice.h"

/* What was decided about a column: kept, or separated by the set. */
typedef struct graph_finding {
	bool kept;
	bool by_rate;        /* discarded because false discoveries are held to a rate, and not by the level below */
	graph_answer answer; /* that separated it, or the weakest that kept it */
	double level;        /* that its p-value was compared with; NaN without p */
	size_t *given;
	size_t given_count;
} graph_finding;

typedef struct graph_neighbourhood {
	graph_aim *aim;
	size_t centre;           /* whose neighbours they are */
	graph_finding *findings; /* [nodes]; that of the centre says nothing */
	size_t *kept;            /* [kept_count] nodes, ascending */
	size_t kept_count;
	size_t largest; /* set */
} graph_neighbourhood;

/*
 * Max-min parents and children (Tsamardinos, Aliferis and Statnikov 2003): of the columns that no set has separated from the
 * centre so far, the one whose weakest dependence is clearest joins, all of them where several tie, and every other is asked
 * about given the sets that this makes new. At the end those that joined are asked about given sets of the others. To be looked
 * at at all, a column must depend on the centre by the level that goes with the number of columns (search.c), and with more than
 * a hundred false discoveries of this first step are held to five times alpha (Benjamini and Hochberg 1995); what has passed is
 * taken away by the level of one question. Sets have up to two columns, or what option max-cond says, out of the 12 clearest. To
 * be cleared in any case. Cost: a test per column, then for most that depend on the centre one or two.
 */
mixmi_status graph_neighbourhood_find(graph_neighbourhood *n, graph_aim *aim, size_t centre);
void graph_neighbourhood_clear(graph_neighbourhood *n);

/* Lists the nodes that are kept. */
void graph_neighbourhood_list(graph_neighbourhood *n);

/* Sets are made of at most so many nodes: the clearest. */
enum { GRAPH_CLEAREST = 12 };

/* f->answer becomes this one, with its level. False: out of memory. */
bool graph_finding_set(graph_finding *f, const graph_answer *answer, double level, const size_t *given, size_t count);

#endif
