/* The greedy search: edges are added and taken away one at a time, the clearest first, each judged given the parents that the
 * graph gives it. */
#ifndef GRAPH_GREEDY_H
#define GRAPH_GREEDY_H

#include "graph/ahead.h"
#include "graph/equivalence.h"
#include "graph/search.h"

/* A pair; on the way also one that knowledge forbids. */
typedef struct greedy_pair {
	size_t pair, a, b;
	graph_move *moves; /* that would join it, and that the test supports */
	size_t count, capacity;
	bool stale;    /* moves may not be those of the present class: the pair is listed to be looked at */
	bool screened; /* hardly dependent given nothing: looked at only while the two have a neighbour in common */
	bool failed;   /* some of its moves gave no class */
	bool listed;   /* among those with moves */
	bool closed;   /* `evidence` separates it clearly: never joined again */
	bool required; /* always joined: by background knowledge, or because no test can tell */
	graph_evidence evidence; /* of a closed pair; in the end of every one */
} greedy_pair;

/* A pair that has moves, with the evidence for the best one that has not failed; NaN: there is none. */
typedef struct greedy_candidate {
	double nats;
	size_t place; /* in `pairs` */
} greedy_candidate;

/* A search on its way; pieces of work read all of it and write to their own pair. */
typedef struct graph_greedy {
	graph_search *search;
	graph_ahead *ahead; /* questions are foreseen there and not asked; NULL: this is the search itself */
	graph_class class;
	bool from_start;    /* it begins with what search->graph has, and not without edges */
	greedy_pair *pairs; /* by number of the pair */
	size_t count;
	size_t *stale; /* [count] places in `pairs` that are stale, in no order; ... */
	size_t stale_count;
	greedy_candidate *candidates; /* [count] ... and those that have moves, in no order */
	size_t candidate_count;
	size_t *work; /* [count] places in `pairs` that a stage is about, ... */
	size_t work_count;
	graph_move *found; /* [count] ... and by place in `work`, the move that a stage about deletions found */
	bool *any;         /* [count] it did */
	bool *closed;      /* by pair of the graph: see greedy_pair */
	double *keys;      /* by node: what decides between moves that are supported alike */
} graph_greedy;

/* Finds the skeleton and the class, which becomes search->class; search->graph gets the skeleton and the evidence. While the
 * search is under way, and after it was cancelled, search->graph has what the balanced search found. So it has, and says so, where
 * the class would have an edge that knowledge forbids, or no place for a pair that no test separates. */
mixmi_status graph_greedy_run(graph_search *search);

/* Makes the moves of a pair stale. */
void graph_greedy_make_stale(graph_greedy *g, size_t place);

/* Is move m preferred to n? `sign` is 1 where more evidence is better, -1 where less is. */
bool graph_greedy_is_better(const graph_greedy *g, const graph_move *m, const graph_move *n, int sign);

/* The evidence for the best move of a pair that has not failed, and its place in *best; NaN: there is none. */
double graph_greedy_best_move(const graph_greedy *g, const greedy_pair *pair, size_t *best);

/* Stages: fills in the moves of stale pairs; finds for joined pairs the deletion that the test supports most; closes joined
 * pairs that a few of their neighbours separate clearly; puts evidence into every pair. The joined ones are listed in `work`. */
mixmi_status graph_greedy_find_moves(graph_greedy *g);
mixmi_status graph_greedy_find_deletions(graph_greedy *g);
mixmi_status graph_greedy_close_clear(graph_greedy *g);
mixmi_status graph_greedy_find_evidence(graph_greedy *g);

#endif
