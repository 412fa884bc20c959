/* The columns of a question as ranks. Only the number of rows below a value is used, so estimates are invariant under increasing maps of a column. */
#ifndef ESTIMATE_RANKED_H
#define ESTIMATE_RANKED_H

#include "data/table.h"
#include "estimate/constants.h"
#include "question/question.h"

/* A column has an ordered part, atoms, or both. Atoms are the values of a discrete column, and the point masses of a numeric one: values that occur often
 * and far more often than their neighbours, such as a detection limit or a price of zero. Counts and rounded measurements stay in the ordered part. The
 * symbols of a column are the places of its ordered part, equally full if there are no ties, followed by its atoms. */
typedef struct estimate_column {
	const data_column *source;
	question_role role;
	size_t places; /* 0: no ordered part */
	size_t atoms;
	size_t symbols;       /* places + atoms */
	bool nominal;         /* atoms are labels without an order */
	uint32_t *atom_codes; /* [atoms] the source's codes, ascending */
	uint32_t *lowest;     /* [places] the source's smallest code in each place, UINT32_MAX if it is empty ... */
	uint32_t *highest;    /* ... and its largest */
	uint32_t *rows;       /* [symbols] */
	uint32_t *at;         /* [tuples] symbol */
	uint32_t *first;      /* [symbols + 1] where each symbol starts in ... */
	uint32_t *sorted;     /* ... [tuples] by symbol, in their order */
} estimate_column;

/* Rows that agree in all columns form one tuple with a count. Tuples are in lexicographic order, so results do not depend on the order of rows. */
typedef struct estimate_ranks {
	size_t rows;
	size_t places; /* of an ordered part */
	size_t column_count;
	estimate_column *columns;
	size_t tuples;
	uint32_t *times; /* [tuples] rows in each */
	uint32_t *tuple; /* [rows] */
} estimate_ranks;

/* Sets marks[code] to the number of an atom, or to DATA_MARK_ORDERED or DATA_MARK_UNUSED (data/atoms.h). */
void estimate_find_atoms(uint32_t *marks, size_t *atoms, size_t *ordered, const data_column *source, int64_t threshold);

/* Prepares columns of a table without missing values. places: of every ordered part; threshold: fewest rows of a point mass. O(rows + distinct values)
 * per column. False: out of memory; the ranks can still be cleared. */
bool estimate_ranks_init(estimate_ranks *ranks, const mixmi_table *table, const size_t *columns,
                         const question_role *roles, size_t column_count, size_t places, int64_t threshold);
void estimate_ranks_clear(estimate_ranks *ranks);

#endif
