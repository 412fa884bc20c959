/* The best cuts of one column while all other bins are held: exact, by dynamic programming over candidate bins. */
#ifndef MIIC_CUT_H
#define MIIC_CUT_H

#include "methods/miic/cost.h"
#include "methods/miic/miic_cells.h"

/* What is maximised: I(A; column and given) - sum over cells of (column, given) of log2 R(their count, K) - penalty for
 * each cut, where K is the number of values of A. */
typedef struct miic_goal {
	const miic_cells *given;
	const miic_cells *joint; /* of A and given: refines given */
	miic_complexity *complexity;
	double penalty; /* bits per cut */
} miic_goal;

/* Puts the best bins into `best`. Of solutions that are within 1e-5 nats the one that is found first is kept: first the
 * undivided one, then that with the earliest last cut. Cost: O(groups * entries + groups^2), entries <= min(items, groups *
 * joint cells) being the occupied pairs of candidate bin and cell. False: out of memory. */
bool miic_cut(miic_bins *best, const miic_sample *sample, const miic_column *column, const miic_goal *goal,
              const cells_xlogx *xlogx);

#endif
