/* The best bins of one column while those of all others are held. */
#ifndef DEPENDENCE_DIVIDE_H
#define DEPENDENCE_DIVIDE_H

#include "base/xlogx.h"
#include "dependence/division.h"
#include "histogram/complexity.h"

/* What dividing a column needs to know of the rest of the model. */
typedef struct dependence_around {
	const uint32_t *cells; /* [tuples] joint cell of the other columns' bins */
	size_t cell_count;
	const uint32_t
		*own_cells; /* [cell_count] joint cell of the other columns in this one's role; NULL if it is alone */
	size_t own_cell_count;
	double bins[3]; /* products of the numbers of bins of the other columns, by role */
} dependence_around;

/* What all divisions of one search share. */
typedef struct dependence_costs {
	hist_complexity complexity;
	base_xlogx xlogx;
	size_t most; /* bins a column */
	double
		*known; /* [DEPENDENCE_KNOWN + 1] complexity in bits by number of cells, NaN until it has been asked for; NULL
	                  where several threads work at once */
} dependence_costs;

enum { DEPENDENCE_KNOWN = 4096 };

/* Parametric complexity in bits of bins[0] x bins[1] x bins[2] cells whose margins are known: R(n, cells), counted for the
 * share of its parameters that margins leave open. Infinite for more cells than rows, where it would be too small to keep
 * chance from looking like structure. */
double dependence_penalty(const dependence_costs *costs, const double bins[3]);

/* Finds the division of column `j` with the least total code, and what it changes in bits against `present`, whose cuts must
 * lie on places. False: out of memory. */
bool dependence_divide(dependence_division *best, double *change, const dependence_ranks *ranks, size_t j,
                       const dependence_division *present, const dependence_around *around,
                       const dependence_costs *costs);

#endif
