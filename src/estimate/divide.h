/* The best bins of one column while those of all others are held. */
#ifndef ESTIMATE_DIVIDE_H
#define ESTIMATE_DIVIDE_H

#include "estimate/division.h"
#include "estimate/other_columns.h"

/* Finds the division of column `j` with the least total code, and what it changes in bits against `present`, whose cuts must
 * lie on places. False: out of memory. */
bool estimate_divide(estimate_division *best, double *change, const estimate_ranks *ranks, size_t j,
                     const estimate_division *present, const estimate_around *around, const estimate_costs *costs);

#endif
