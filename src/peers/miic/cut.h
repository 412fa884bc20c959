/* The best cuts of one column with all other bins fixed: exact, by dynamic programming over candidate bins. */
#ifndef MIIC_CUT_H
#define MIIC_CUT_H

#include "peers/miic/cost.h"
#include "peers/miic/miic_cells.h"

/* The objective: I(A; column and given) - sum over cells of (column, given) of log2 R(count, K) - penalty per cut,
 * where K is the number of values of A. */
typedef struct miic_goal {
	const miic_cells *given;
	const miic_cells *joint; /* of A and given: refines given */
	miic_complexity *complexity;
	double penalty; /* bits per cut */
} miic_goal;

/* Stores the best bins in `best`. Among solutions within 1e-5 nats the first one found is kept: first the undivided
 * one, then that with the earliest last cut. Cost: O(groups * entries + groups^2), where entries <= min(items, groups *
 * joint cells) is the number of occupied pairs of candidate bin and cell. Returns false if memory runs out. */
bool miic_cut(miic_bins *best, const miic_sample *sample, const miic_column *column, const miic_goal *goal,
              const miic_cost *cost);

#endif
