/* The best bins of one column while those of all others are held. */
#ifndef DEPENDENCE_DIVIDE_H
#define DEPENDENCE_DIVIDE_H

#include "dependence/division.h"
#include "dependence/surroundings.h"

/* Finds the division of column `j` with the least total code, and what it changes in bits against `present`, whose cuts must
 * lie on places. False: out of memory. */
bool dependence_divide(dependence_division *best, double *change, const dependence_ranks *ranks, size_t j,
                       const dependence_division *present, const dependence_around *around,
                       const dependence_costs *costs);

#endif
