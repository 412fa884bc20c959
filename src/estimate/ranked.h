/* The columns of a question as ranks. All that is known of a numeric value is how many rows lie below it, so no increasing
 * map of a column changes anything that follows. */
#ifndef ESTIMATE_RANKED_H
#define ESTIMATE_RANKED_H

#include "data/table.h"
#include "estimate/constants.h"
#include "question/question.h"

/* A column has an ordered part, atoms, or both. Atoms are the values of a discrete column, and in a numeric one the spikes:
 * values that occur often and far more often than the values next to them (a detection limit, the zero of a price). Numbers
 * that merely repeat, as counts and rounded measurements do, stay in the ordered part. Its symbols are the places of the
 * ordered part, equally full where values differ, and then the atoms. */
typedef struct estimate_column {
	const data_column *source;
	question_role role;
	size_t places; /* those of all ranks, or 0 without an ordered part */
	size_t atoms;
	size_t symbols;       /* places + atoms */
	bool nominal;         /* atoms are texts: their order means nothing */
	uint32_t *atom_codes; /* [atoms] the source's codes, ascending */
	uint32_t *lowest;     /* [places] the source's least code in each place; UINT32_MAX where no row is ... */
	uint32_t *highest;    /* ... and its greatest */
	uint32_t *rows;       /* [symbols] */
	uint32_t *at;         /* [tuples] symbol */
	uint32_t *first;      /* [symbols + 1] where each symbol starts in ... */
	uint32_t *sorted;     /* ... [tuples] by symbol, in their order */
} estimate_column;

/* Rows that agree in all columns are one tuple with a count. Tuples are in lexicographic order, so nothing that is computed
 * from them depends on the order of rows. */
typedef struct estimate_ranks {
	size_t rows;
	size_t places; /* of an ordered part */
	size_t column_count;
	estimate_column *columns;
	size_t tuples;
	uint32_t *times; /* [tuples] rows in each */
	uint32_t *tuple; /* [rows] */
} estimate_ranks;

/* What each code of a column is: marks[code] is the number of its atom, or DATA_MARK_ORDERED or DATA_MARK_UNUSED of data/atoms.h. */
void estimate_find_atoms(uint32_t *marks, size_t *atoms, size_t *ordered, const data_column *source, int64_t threshold);

/* Prepares columns of a table without missing values in the roles given. O(rows + distinct values) per column, and one numbering of tuples.
 * places: equally full ones that ordered parts have; threshold: rows that a point mass has. False: out of memory; the ranks can be cleared all the same. */
bool estimate_ranks_init(estimate_ranks *ranks, const mixmi_table *table, const size_t *columns,
                         const question_role *roles, size_t column_count, size_t places, int64_t threshold);
void estimate_ranks_clear(estimate_ranks *ranks);

#endif
