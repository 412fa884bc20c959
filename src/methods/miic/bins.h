/* Bins of a column: a number for each of its levels. */
#ifndef MIIC_BINS_H
#define MIIC_BINS_H

#include "methods/miic/miic_rows.h"

/* Bins are 0 .. count-1 in ascending order of levels, none of them empty. In a discrete column `of` is NULL: every level
 * is a bin. */
typedef struct miic_bins {
	size_t count;
	uint32_t *of; /* [levels] */
} miic_bins;

/* Room for the bins of a column, which are one bin at first. False: out of memory. */
bool miic_bins_init(miic_bins *bins, const miic_column *column);
void miic_bins_clear(miic_bins *bins);

void miic_bins_copy(miic_bins *to, const miic_bins *from, const miic_column *column);
void miic_bins_exchange(miic_bins *a, miic_bins *b);

/* About `wanted` bins with equally many rows. Equal values are not parted: a bin then ends after the last of them, and the
 * next ones catch up, so that there may be fewer bins. Discrete columns are left alone. */
void miic_bins_equal(miic_bins *bins, const miic_column *column, size_t wanted);

/* Bins that end before the given candidate bins of the column; the last of them is column->groups. */
void miic_bins_cut(miic_bins *bins, const miic_column *column, const uint32_t *ends, size_t count);

#endif
