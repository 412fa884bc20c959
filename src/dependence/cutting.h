/* One part of a column, its places or its atoms, and the best ways to cut it. */
#ifndef DEPENDENCE_CUTTING_H
#define DEPENDENCE_CUTTING_H

#include "dependence/surroundings.h"

enum { DEPENDENCE_RESOLUTIONS = 9 };

/* The cells that the rows of each unit lie in. */
typedef struct dependence_unit_cells {
	size_t *first; /* [units + 1] */
	dependence_entry *entries;
} dependence_unit_cells;

/* A sequence of units between which the part may be cut. Cleared memory is a part that the column has not got. */
typedef struct dependence_part {
	bool ordered; /* places rather than atoms */
	size_t units;
	uint32_t *sequence; /* the part's symbols, unit by unit */
	size_t *bounds;     /* [units + 1] where each unit starts in it */
	size_t most;        /* bins at most */
	double *least;      /* [most + 1] least bits by number of bins, what says the bins included */
	double *said;       /* [most + 1] bits of `least` that say the bins */
	double apart;       /* every atom a bin of its own: data bits; infinite where that is among the above anyway */

	/* what `least` has been found by */
	dependence_unit_cells cells; /* of the surroundings, without rows alone in theirs: they never change a sum */
	dependence_unit_cells own;   /* of the other columns in its role; only where there are any */
	uint64_t *rows;              /* [units] */
	double *cost;                /* triangle: data bits of units a .. b-1 as one bin at b(b-1)/2 + a */
	double *tables; /* by resolution, [bins - 1][end]: least data bits of the first `end` blocks of that resolution */
	size_t tables_at[DEPENDENCE_RESOLUTIONS];
	size_t *resolution; /* [most + 1] which one `least` is at */
} dependence_part;

/* Least bits of a column's ordered part, or of its atoms, for every number of bins. False: out of memory; the part can be
 * cleared all the same. */
bool dependence_part_of_places(dependence_part *part, const dependence_view *view);
bool dependence_part_of_atoms(dependence_part *part, const dependence_view *view);
void dependence_part_clear(dependence_part *part);

/* Where the bins of the best way to make `bins` bins (1 .. most) end, in units. */
void dependence_part_trace(size_t *ends, const dependence_part *part, size_t bins);

#endif
