/* The best division of the units of a column into runs, given the cells of the other columns: the dynamic programme
 * over the last cut, for 1, 2, ... runs. Cost: units times the pairs of a unit and a cell that hold rows, and units^2
 * per number of runs. */
#ifndef ANSWER_RUNS_H
#define ANSWER_RUNS_H

#include "answer/bits.h"

/* The rows of each unit in each cell. */
typedef struct answer_spread {
	size_t units, cells;
	const size_t *start;   /* [units + 1] of a unit's pairs */
	const uint32_t *cell;  /* [pairs] each at most once per unit */
	const uint32_t *count; /* [pairs] rows, above 0 */
} answer_spread;

typedef struct answer_runs {
	size_t k;
	uint32_t *bin; /* [units] */
	double length; /* the sum below, of all k the least */
} answer_runs;

/* Minimises over k <= most and over divisions of order[units] into k runs:
 *     sum over cells of `same` in a run of c log2 c - the same for `other` + price[k - 1].
 * Of divisions of equal length, that with fewest runs and the first of the last cuts. `same` is coarser than
 * `other`. */
answer_runs answer_runs_best(base_arena *arena, const answer_bits *bits, const answer_spread *same,
                             const answer_spread *other, const uint32_t *order, const double *price, size_t most);

/* Sum of c log2 c over the cells of each bin. */
double answer_spread_sum(base_arena *arena, const answer_bits *bits, const answer_spread *spread, const uint32_t *bin,
                         size_t bins);

#endif
