/* The columns of a question as ranks. All that is known of a numeric value is how many rows lie below it, so no increasing
 * map of a column changes anything that follows. */
#ifndef ESTIMATE_RANKED_H
#define ESTIMATE_RANKED_H

#include "data/table.h"

/* Places are where the search may cut, equally full; steps are where a cut may be moved to afterwards. Places divide well:
 * a grid of 2, 3, 4, 6, 8, 12, 16, 24 or 48 equally full bins lies on them. */
enum {
	ESTIMATE_PLACES = 48,
	ESTIMATE_STEPS = 16, /* to a place */
	ESTIMATE_ALL_STEPS = ESTIMATE_PLACES * ESTIMATE_STEPS
};

typedef enum estimate_role { ESTIMATE_X, ESTIMATE_Y, ESTIMATE_Z } estimate_role;

/* A column has an ordered part, atoms, or both. Atoms are the values of a discrete column, and in a numeric one the spikes:
 * values that occur often and far more often than the values next to them (a detection limit, the zero of a price). Numbers
 * that merely repeat, as counts and rounded measurements do, stay in the ordered part. */
typedef struct estimate_column {
	const data_column *source;
	estimate_role role;
	size_t places; /* ESTIMATE_PLACES, or 0 without an ordered part */
	size_t atoms;
	uint32_t *atom_codes;     /* [atoms] the source's codes, ascending */
	uint32_t *atoms_of_whole; /* [atoms] in a part of the rows: their numbers among those of all; else NULL */
	bool nominal;             /* atoms are texts: their order means nothing */
	uint32_t *lowest;  /* [ESTIMATE_ALL_STEPS] the source's least code in each step; UINT32_MAX where no row is ... */
	uint32_t *highest; /* ... and its greatest; NULL without an ordered part */
	uint32_t *steps;   /* [fine.count] step, or estimate_steps() + atom */
	uint32_t *symbols; /* [tuples.count] place, or places + atom */
} estimate_column;

/* Classifies the codes of a column: marks[code] is the number of its atom, or DATA_MARK_ORDERED or DATA_MARK_UNUSED of data/atoms.h. */
void estimate_find_atoms(uint32_t *marks, size_t *atoms, size_t *ordered, const data_column *source,
                         const uint32_t *counts, int64_t threshold);

/* Steps of a column: ESTIMATE_ALL_STEPS, or none without an ordered part. */
static inline size_t estimate_steps(const estimate_column *column)
{
	return column->places * ESTIMATE_STEPS;
}

/* Rows that agree in all columns are one tuple with a count. Tuples are in lexicographic order, so nothing that is computed
 * from them depends on the order of rows. */
typedef struct estimate_tuples {
	size_t count;
	uint32_t *rows; /* [count] rows in each */
} estimate_tuples;

typedef struct estimate_ranks {
	size_t rows;
	size_t rows_dropped;
	size_t column_count;
	estimate_column *columns;
	estimate_tuples fine;   /* that agree in steps */
	estimate_tuples tuples; /* that agree in symbols */
} estimate_ranks;

/* Prepares table columns in the roles given. O(rows + distinct values) per column, and one numbering of tuples. Of a part of the rows
 * (estimate/thinning.h) the atoms are those that `whole` has, as far as they occur; NULL: they are found here. */
mixmi_status estimate_ranks_init(estimate_ranks *ranks, const mixmi_table *table, const size_t *columns,
                                 const estimate_role *roles, size_t column_count, const estimate_ranks *whole,
                                 const mixmi_options *options);
void estimate_ranks_clear(estimate_ranks *ranks);

#endif
