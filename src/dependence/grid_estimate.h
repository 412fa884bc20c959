/* I(X;Y|Z) from the fitted grid. */
#ifndef DEPENDENCE_GRID_ESTIMATE_H
#define DEPENDENCE_GRID_ESTIMATE_H

#include "dependence/counting.h"
#include "dependence/grid_search.h"

/* The plug-in estimate at one resolution (refine.h), bias of counting taken off. False: out of memory. */
bool dependence_estimate_at(double *out, const dependence_grid *grid, const dependence_ranks *ranks,
                            uint32_t resolution);

/* False: out of memory. */
bool dependence_estimate_grid(dependence_estimate *out, const dependence_grid *grid, const dependence_ranks *ranks,
                              const dependence_costs *costs);

/* The same with the labels of X and Y apart, whatever the grid keeps together: too large if anything where labels have few rows. Only
 * plug_in, bias and standard_error are filled in. False: out of memory. */
bool dependence_estimate_apart(dependence_estimate *out, const dependence_grid *grid, const dependence_ranks *ranks);

/* At most how much of what the grid shows between X and Y can come from values of Z that it mixes: I(X;Y|Z) is no less than
 * I(X;Y|bins of Z) - I(X;Z|bins of Z), and so with Y. By counts, which are too large if anything; infinite where Z has numbers that are
 * not all point masses. False: out of memory. */
bool dependence_told_by_mixing(double *out, const dependence_grid *grid, const dependence_ranks *ranks);

/* Takes the word of a test with this p that there is dependence where the grid claims none: the value is then what a deviation of that
 * size stands for on average, (z^2 - 1) / 2n with z the two-sided normal quantile of p, and its standard error follows from z. No
 * effect on an estimate that is supported already. */
void dependence_accept_evidence(dependence_estimate *estimate, double p);

/* The same of a grid of equally full bins that nothing was chosen by, about rows^(1/4) a column for two columns and fewer for more:
 * for small dependence that must not be claimed, only counted. Supported where it exceeds what counting alone adds by a
 * standard deviation of that. Only plug_in, bias, standard_error and supported are filled in. False: out of memory. */
bool dependence_estimate_even(dependence_estimate *out, const dependence_ranks *ranks);

#endif
