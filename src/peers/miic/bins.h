/* Bins of a column: a number per level. */
#ifndef MIIC_BINS_H
#define MIIC_BINS_H

#include "peers/miic/miic_rows.h"

/* Bins are 0 .. count-1 in ascending order of levels; none is empty. In a discrete column `of` is NULL: every level is
 * a bin. */
typedef struct miic_bins {
	size_t count;
	uint32_t *of; /* [levels] */
} miic_bins;

/* Allocates the bins of a column, initially one bin. Returns false if memory runs out. */
bool miic_bins_init(miic_bins *bins, const miic_column *column);
void miic_bins_clear(miic_bins *bins);

void miic_bins_copy(miic_bins *to, const miic_bins *from, const miic_column *column);
void miic_bins_exchange(miic_bins *a, miic_bins *b);

/* About `wanted` bins with equal numbers of rows. Ties are not split: a bin then ends after the last of them, and the
 * following ones are adjusted, so there may be fewer bins. Discrete columns are not changed. */
void miic_bins_equal(miic_bins *bins, const miic_column *column, size_t wanted);

/* Bins that end before the given candidate bins of the column; the last of these is column->groups. */
void miic_bins_cut(miic_bins *bins, const miic_column *column, const uint32_t *ends, size_t count);

#endif
