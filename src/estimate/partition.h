/* One part of a column, its places or its atoms, and the best ways to cut it. */
#ifndef ESTIMATE_PARTITION_H
#define ESTIMATE_PARTITION_H

#include "estimate/other_columns.h"

enum { ESTIMATE_RESOLUTIONS = 9 };

/* The cells that the rows of each unit lie in. */
typedef struct estimate_unit_cells {
	size_t *first; /* [units + 1] */
	estimate_entry *entries;
} estimate_unit_cells;

/* A sequence of units between which the part may be cut. Cleared memory is a part that the column has not got. */
typedef struct estimate_part {
	bool ordered; /* places rather than atoms */
	size_t units;
	uint32_t *sequence; /* the part's symbols, unit by unit */
	size_t *bounds;     /* [units + 1] where each unit starts in it */
	size_t most;        /* bins at most */
	double *least;      /* [most + 1] least bits by number of bins, what says the bins included */
	double *said;       /* [most + 1] bits of `least` that say the bins */
	double separate;    /* every atom a bin of its own: data bits; infinite where that is among the above anyway */

	/* what `least` has been found by */
	estimate_unit_cells cells; /* of the other columns, without rows alone in theirs: they never change a sum */
	estimate_unit_cells own;   /* of the other columns in its role; only where there are any */
	uint64_t *rows;            /* [units] */
	double *cost;              /* triangle: data bits of units a .. b-1 as one bin at b(b-1)/2 + a */
	double *tables; /* by resolution, [bins - 1][end]: least data bits of the first `end` blocks of that resolution */
	size_t tables_at[ESTIMATE_RESOLUTIONS];
	size_t *resolution; /* [most + 1] which one `least` is at */
} estimate_part;

/* Least bits of a column's ordered part, or of its atoms, for every number of bins. False: out of memory; the part can be
 * cleared all the same. */
bool estimate_part_of_places(estimate_part *part, const estimate_view *view);
bool estimate_part_of_atoms(estimate_part *part, const estimate_view *view);
void estimate_part_clear(estimate_part *part);

/* Where the bins of the best way to make `bins` bins (1 .. most) end, in units. */
void estimate_part_trace(size_t *ends, const estimate_part *part, size_t bins);

#endif
