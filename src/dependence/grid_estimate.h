/* I(X;Y|Z) from the fitted grid. */
#ifndef DEPENDENCE_GRID_ESTIMATE_H
#define DEPENDENCE_GRID_ESTIMATE_H

#include "dependence/grid_search.h"

typedef struct dependence_estimate {
	double plug_in; /* of the finer grid, nats */
	double bias;    /* Miller and Madow: what counting adds to it on average */
	double cutting; /* what a grid fine without end is expected to add, from how the estimate grew with resolution */
	double by_grid; /* what a grid contributes to it, bias corrected, nats: all of it unless columns were freed */
	double doubt;   /* error of cutting, of smoothing and of the choice between routes that may be left, nats */
	double standard_error; /* infinitesimal jackknife with the cells held */
	double bound;          /* least of H(X|Z), H(Y|Z) with values told apart */
	double visible;        /* root of the 2 n I that is the least to be seen at all */
	size_t rows;
	uint32_t resolution; /* of the finer grid */
	bool supported;      /* the fitted grid codes X and Y shorter together than apart, given Z */
} dependence_estimate;

/* The plug-in estimate at one resolution (refine.h), bias of counting taken off. False: out of memory. */
bool dependence_estimate_at(double *out, const dependence_grid *grid, const dependence_ranks *ranks,
                            uint32_t resolution);

/* False: out of memory. */
bool dependence_estimate_grid(dependence_estimate *out, const dependence_grid *grid, const dependence_ranks *ranks,
                              const dependence_costs *costs);

/* Takes the word of a test with this p that there is dependence where the grid claims none: the value is then what a deviation of that
 * size stands for on average, (z^2 - 1) / 2n with z the two-sided normal quantile of p, and its standard error follows from z. No
 * effect on an estimate that is supported already. */
void dependence_accept_evidence(dependence_estimate *estimate, double p);

/* The same of a grid of equally full bins that nothing was chosen by, about rows^(1/4) a column for two columns and fewer for more:
 * for small dependence that must not be claimed, only counted. Supported where it exceeds what counting alone adds by a
 * standard deviation of that. Only plug_in, bias, standard_error and supported are filled in. False: out of memory. */
bool dependence_estimate_even(dependence_estimate *out, const dependence_ranks *ranks);

#endif
