/* The equations of a regression whose blocks and their products are there. */
#ifndef REGRESS_SOLVE_H
#define REGRESS_SOLVE_H

#include "regress/components.h"

/* Coefficients, effective parameters and errors for the variances at hand. False: out of memory. O(active^3). */
bool regress_fit_solve(regress_fit *fit);

/* Solves and updates the variances a few times. False: out of memory. */
bool regress_fit_update(regress_fit *fit);

#endif
