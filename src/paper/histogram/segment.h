/* The best cuts of one column with the bins of all others fixed: exact, by dynamic programming. */
#ifndef HISTOGRAM_SEGMENT_H
#define HISTOGRAM_SEGMENT_H

#include "paper/cells/complexity.h"
#include "paper/cells/xlogx.h"
#include "paper/histogram/candidate_grid.h"

/* The other columns, as far as segmentation needs them. */
typedef struct hist_other_columns {
	const uint32_t *ids; /* [tuples] joint cell in the bins of the other columns */
	size_t cells;        /* ids are below this */
	double grid_cells;   /* product of the other columns' numbers of bins, including empty cells */
} hist_other_columns;

/* Cuts of a column as group indices: interval i covers groups ends[i-1] .. ends[i]-1 (ends[-1] = 0). */
typedef struct hist_segmentation {
	size_t intervals;
	uint32_t *ends; /* [column->k_max], the last one in use equals column->groups */
} hist_segmentation;

/* Finds the segmentation of `column` into at most k_max intervals that minimises L(D, M). `current` is its current one;
 * *change is the change in stochastic complexity (data and parametric complexity, without cuts) in bits, negative for
 * an improvement. best->ends must have space for k_max entries. Cost: O(groups * entries + k_max groups^2), where
 * entries <= min(tuples, groups * cells) is the number of occupied (group, cell) pairs. Returns false if memory runs
 * out. */
bool hist_segment(hist_segmentation *best, double *change, const hist_grid *grid, const hist_grid_column *column,
                  const hist_segmentation *current, const hist_other_columns *around,
                  const cells_complexity *complexity, const cells_xlogx *xlogx);

/* log2 of the number of ways to choose `intervals` - 1 of k_init - 1 cuts. */
double hist_cut_bits(size_t k_init, size_t intervals);

#endif
