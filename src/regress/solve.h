/* Solution of the equations of a regression whose blocks have been admitted. */
#ifndef REGRESS_SOLVE_H
#define REGRESS_SOLVE_H

#include "regress/components.h"

/* Coefficients, effective parameters and error variances for the current variances. Returns false if out of memory. O(active^3). */
bool regress_fit_solve(regress_fit *fit);

/* Solves the equations and updates the variances up to REGRESS_ROUNDS times. Returns false if out of memory. */
bool regress_fit_update(regress_fit *fit);

#endif
